import { argument, callback, flag, maybe, number, object, type Shape, text } from '../../core/shape.ts';
import type { Inputs } from '../guarded.ts';
import { checking, iterating } from '../guarded.ts';
import type { WatchListener } from '../signals.ts';
import type { KnownBookingActions } from '../location/bookings.ts';
import type { LocationActions } from '../location/location-actions.ts';
import type { TableWish } from '../operator/read-table-offers.ts';
import type { BookingSearch } from '../operator/search-bookings.ts';
import type { StaffRequest } from '../operator/staff.ts';
import {
  batchRange,
  blockRequest,
  bookingId,
  bookingInput,
  bookingSelection,
  createOptions,
  dayRequest,
  dayWish,
  extension,
  guestEdit,
  maybeText,
  moveRequest,
  ofDate,
  ofDates,
  refusedTime,
  tableChoice,
  textOf,
  textOrNone,
  waitingInput,
} from './fields.ts';
import { applyOptions, locationPlan, newClosure } from './plan.ts';

const choice = maybe(tableChoice);
const listener: Shape<WatchListener> = argument('listener', callback);

export const knownBookingInputs: Inputs<KnownBookingActions> = {
  alternativesToMove: [bookingId, moveRequest, choice],
  timesToMove: [bookingId, dayWish, choice],
  tableOffersFor: [
    bookingId,
    maybe(object<{ readonly seatedNow?: boolean }>({ seatedNow: maybe(flag) }, 'options')),
  ],
  read: [bookingId],
  cancel: [bookingId],
  move: [bookingId, moveRequest, choice],
  assign: [bookingId, choice],
  preview: [bookingId, maybe(moveRequest), choice],
  edit: [bookingId, guestEdit],
  revert: [bookingId],
  pin: [bookingId, argument('pinned', flag)],
  arrive: [bookingId],
  seat: [bookingId, choice],
  leave: [bookingId],
  extend: [bookingId, extension],
  takeBack: [bookingId, textOf('step')],
  complete: [bookingId],
  markNoShow: [bookingId],
  undo: [bookingId],
};

export const locationInputs: Inputs<LocationActions> = {
  location: [],
  bookings: {
    ...knownBookingInputs,
    create: [bookingInput, maybe(createOptions)],
    alternatives: [refusedTime, choice],
    times: [dayRequest, choice],
    tableOffers: [object<TableWish>({ partySize: number, startMs: maybe(number) }, 'wish')],
    search: [object<BookingSearch>({ search: text, limit: maybe(number), before: maybeText }, 'search')],
    list: [ofDate],
    pages: iterating([bookingSelection]),
    sheet: [ofDate],
    unseated: [],
    availability: [dayRequest],
    availabilityBatch: [batchRange],
  },
  tables: { block: [blockRequest], preview: [blockRequest], unblock: [textOf('blockId')], blocks: [ofDate] },
  holds: { list: [], read: [textOf('holdId')], release: [textOf('holdId')] },
  waitlist: {
    list: [argument('date', maybeText)],
    read: [textOf('waitingId')],
    add: [waitingInput],
    leave: [textOf('waitingId')],
  },
  closures: {
    list: [],
    closeFor: [argument('minutes', number), argument('reason', textOrNone)],
    add: [newClosure],
    remove: [textOf('closureId')],
  },
  turns: { read: [ofDates] },
  demand: { read: [ofDates] },
  months: { read: [argument('month', maybeText)] },
  plan: { read: [], review: [locationPlan, applyOptions] },
  staff: {
    list: [],
    add: [object<Omit<StaffRequest, 'locationId'>>({ email: text, name: maybeText, role: text }, 'member')],
    remove: [textOf('staffId')],
  },
  people: [],
  messages: [bookingId],
  watch: checking(listener),
};
