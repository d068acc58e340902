/** Inputs of guests, partners, staff, developers and background work. */
import type { StaffCaller } from '../../core/access/staff.ts';
import type { EventType } from '../../core/outbox/event-type.ts';
import {
  argument,
  callback,
  type Fields,
  instanceOf,
  list,
  maybe,
  number,
  object,
  orNull,
  type Shape,
  text,
} from '../../core/shape.ts';
import type { DeliveryOptions } from '../background/deliver.ts';
import type { KnownTasks, MaintenanceOptions } from '../background/maintenance.ts';
import type { BackgroundActions } from '../background/background-actions.ts';
import type { ListeningActions, NextEvents } from '../developer/listening.ts';
import type { SandboxActions } from '../developer/sandbox.ts';
import type { GuestActions } from '../guest/guest-actions.ts';
import { checking, type Inputs, returning } from '../guarded.ts';
import type { BookingListRequest } from '../partner/list-bookings.ts';
import type { PartnerActions } from '../partner/partner-actions.ts';
import type { AvailabilitySearch } from '../partner/search-availability.ts';
import type { PasskeyActions } from '../sign-in/passkeys.ts';
import type { SignInActions, SignInRequest } from '../sign-in/sign-in.ts';
import type { StaffActions } from '../sign-in/staff-actions.ts';
import {
  batchRange,
  bookingId,
  bookingInput,
  confirmInput,
  dayRequest,
  dayWish,
  guestEdit,
  holdRequest,
  locationId,
  maybeText,
  moveRequest,
  partnerCaller,
  refusedTime,
  textOf,
  textsOrNone,
  waitingInput,
} from './fields.ts';
import { locationInputs } from './location.ts';

const holdId = textOf('holdId');
const listener: Shape<() => void> = argument('listener', callback);
const known: Shape<KnownTasks | undefined> = argument('known', maybe(instanceOf(Map, 'a Map')));
const signal = maybe(instanceOf(AbortSignal, 'an AbortSignal'));

export const partnerInputs: Inputs<PartnerActions> = {
  countRequest: [],
  readLocation: [locationId, argument('unknown', maybeText)],
  readAvailability: [locationId, dayRequest],
  readAvailabilityBatch: [locationId, batchRange],
  searchAvailability: [
    object<AvailabilitySearch>(
      { locationIds: list(text), date: text, partySize: number, aroundMs: maybe(number) },
      'search',
    ),
  ],
  createBooking: [locationId, bookingInput],
  alternatives: [locationId, refusedTime],
  moveBooking: [bookingId, moveRequest],
  alternativesToMove: [bookingId, moveRequest],
  readBooking: [bookingId],
  listBookings: [
    object<BookingListRequest>({
      locationId: maybeText,
      from: maybeText,
      to: maybeText,
      updatedSinceMs: maybe(number),
      partnerBookingRef: maybeText,
      limit: maybe(number),
      cursor: maybeText,
    }),
  ],
  cancelBooking: [bookingId],
  createHold: [locationId, holdRequest],
  confirmHold: [holdId, confirmInput],
  alternativesToConfirm: [holdId],
  releaseHold: [holdId],
  joinWaitlist: [locationId, waitingInput],
  readWaiting: [textOf('waitingId')],
  leaveWaitlist: [textOf('waitingId')],
  readMenu: [locationId],
};

export const guestInputs: Inputs<GuestActions> = {
  open: [],
  times: [dayWish],
  move: [moveRequest],
  holdMove: [moveRequest],
  heldMove: [],
  releaseMove: [],
  alternatives: [moveRequest],
  edit: [guestEdit],
  waiting: [],
  acceptOffer: [],
  leaveWaitlist: [],
  confirmAddress: [],
  cancel: [],
};

export const staffCaller = object<StaffCaller>(
  {
    staffId: text,
    name: text,
    sessionId: text,
    roles: list(object({ locationId: text, role: text })),
  },
  'caller',
);

export const staffInputs: Inputs<StaffActions> = {
  locations: [],
  sessions: { list: [], end: [textOf('sessionId')] },
  passkeys: {
    isOpen: [],
    challenge: [],
    add: [
      object<Parameters<PasskeyActions['add']>[0]>(
        { challenge: text, name: text, verify: callback, language: maybeText },
        'made',
      ),
    ],
    list: [],
    remove: [textOf('passkeyId')],
  },
  at: returning(
    [locationId, maybe(object<{ readonly seen?: string | undefined }>({ seen: maybeText }, 'options'))],
    locationInputs,
  ),
};

export const signInInputs: Inputs<SignInActions> = {
  ask: [
    object<SignInRequest>({
      email: text,
      browser: text,
      clientAddress: text,
      browserMarks: maybe(list(text)),
      label: maybeText,
      language: maybeText,
    }),
  ],
  open: [object({ token: text, browser: text }, 'link')],
  enter: [object({ token: text, browser: text, label: text }, 'link')],
  caller: [textOf('session')],
  recall: checking(textOf('session')),
  watch: checking(listener),
  leave: [textOf('session')],
  passkeys: {
    challenge: [object({ browser: text }, 'of')],
    enter: [
      object({ browser: text, challenge: text, credentialId: text, label: text, verify: callback }, 'answer'),
    ],
  },
};

const taken: Fields<Pick<NextEvents, 'sessionId' | 'taken'>> = {
  sessionId: text,
  taken: maybe(list(text)),
};
const listeningInputs: Inputs<ListeningActions> = {
  begin: [maybe(object<{ readonly eventTypes?: readonly EventType[] | null }>({ eventTypes: textsOrNone }))],
  next: [object<NextEvents>({ ...taken, waitMs: maybe(number), signal })],
  end: [object<Pick<NextEvents, 'sessionId' | 'taken'>>(taken)],
};

export const sandboxInputs: Inputs<SandboxActions> = {
  signUp: [object({ email: text, system: text, clientAddress: text })],
  open: [textOf('token')],
  takeKey: [object({ locationId: text, token: text })],
  listening: returning([partnerCaller], listeningInputs),
};

const deliveryOptions = maybe(
  object<DeliveryOptions>({ delaysSeconds: maybe(list(number)), timeoutMs: maybe(number) }, 'options'),
);
const maintenanceOptions = maybe(
  object<MaintenanceOptions>({ demoLocationId: maybe(orNull(text)) }, 'options'),
);

export const backgroundInputs: Inputs<BackgroundActions> = {
  startDelivering: checking(deliveryOptions),
  deliverDue: [deliveryOptions],
  startMaintenance: checking(maintenanceOptions),
  runMaintenance: [maintenanceOptions, known, argument('signal', signal)],
  giveOut: [],
  storeKeyUses: [],
  sweepSandbox: [locationId],
};
