/** Inputs of the actions at one location. */
import { callback, flag, list, maybe, number, orNull, text } from '../../core/shape.ts';
import { checking, type Inputs, iterating } from '../guarded.ts';
import type { KnownBookingActions } from '../location/bookings.ts';
import type { LocationActions } from '../location/location-actions.ts';
import {
  batchRange,
  bookingInput,
  dayRequest,
  dayWish,
  extension,
  guestEdit,
  maybeText,
  moveRequest,
  refusedTime,
  tableChoice,
  waitingInput,
} from './fields.ts';
import { applyOptions, closure, locationPlan } from './plan.ts';

const block = {
  tables: list(text),
  startMs: number,
  endMs: number,
  reason: maybe(orNull(text)),
  force: maybe(flag),
  releaseHolds: maybe(flag),
};
const choice = maybe(tableChoice);
const ofDate = ['of?', { date: maybeText }] as const;
const dates = ['dates?', { from: maybeText, to: maybeText }] as const;

export const knownBookingInputs: Inputs<KnownBookingActions> = {
  alternativesToMove: ['bookingId', moveRequest, choice],
  timesToMove: ['bookingId', dayWish, choice],
  tableOffersFor: ['bookingId', ['options?', { seatedNow: maybe(flag) }]],
  read: ['bookingId'],
  cancel: ['bookingId'],
  move: ['bookingId', moveRequest, choice],
  assign: ['bookingId', choice],
  preview: ['bookingId', ['request?', moveRequest], choice],
  edit: ['bookingId', guestEdit],
  revert: ['bookingId'],
  pin: ['bookingId', ['pinned', flag]],
  arrive: ['bookingId'],
  seat: ['bookingId', choice],
  leave: ['bookingId'],
  extend: ['bookingId', extension],
  takeBack: ['bookingId', 'step'],
  complete: ['bookingId'],
  markNoShow: ['bookingId'],
  undo: ['bookingId'],
};

export const locationInputs: Inputs<LocationActions> = {
  location: [],
  bookings: {
    ...knownBookingInputs,
    create: [
      bookingInput,
      [
        'options?',
        { tables: maybe(list(text)), force: maybe(flag), seated: maybe(flag), untilMs: maybe(number) },
      ],
    ],
    alternatives: [refusedTime, choice],
    times: [dayRequest, choice],
    tableOffers: [['wish', { partySize: number, startMs: maybe(number) }]],
    search: [['search', { search: text, limit: maybe(number), before: maybeText }]],
    list: [ofDate],
    pages: iterating([
      [
        'of?',
        {
          statuses: maybe(list(text)),
          search: maybeText,
          date: maybeText,
          from: maybeText,
          before: maybeText,
        },
      ],
    ]),
    sheet: [ofDate],
    unseated: [],
    unconfirmed: [['sinceMs', number]],
    availability: [dayRequest],
    availabilityBatch: [batchRange],
  },
  tables: { block: [block], preview: [block], unblock: ['blockId'], blocks: [ofDate] },
  holds: { list: [], read: ['holdId'], release: ['holdId'] },
  waitlist: {
    list: ['date?'],
    read: ['waitingId'],
    add: [waitingInput],
    leave: ['waitingId'],
  },
  closures: {
    list: [],
    closeFor: [
      ['minutes', number],
      ['reason?', orNull(text)],
    ],
    add: [['closure', closure]],
    remove: ['closureId'],
  },
  turns: { read: [dates] },
  demand: { read: [dates] },
  months: { read: ['month?'] },
  plan: { read: [], review: [locationPlan, applyOptions] },
  staff: {
    list: [],
    add: [['member', { email: text, name: maybeText, role: text }]],
    remove: ['staffId'],
  },
  people: [],
  messages: ['bookingId'],
  watch: checking(['listener', callback]),
};
