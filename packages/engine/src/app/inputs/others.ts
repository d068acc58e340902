/** Inputs of guests, partners, staff, developers and background work. */
import type { StaffCaller } from '../../core/access/staff.ts';
import { callback, instanceOf, list, maybe, number, object, orNull, text } from '../../core/shape.ts';
import type { BackgroundActions } from '../background/background-actions.ts';
import type { ListeningActions } from '../developer/listening.ts';
import type { SandboxActions } from '../developer/sandbox.ts';
import type { GuestActions } from '../guest/guest-actions.ts';
import { checking, type Inputs, returning } from '../guarded.ts';
import type { PartnerActions } from '../partner/partner-actions.ts';
import type { SignInActions } from '../sign-in/sign-in.ts';
import type { StaffActions } from '../sign-in/staff-actions.ts';
import {
  batchRange,
  bookingInput,
  confirmInput,
  dayRequest,
  dayWish,
  guestEdit,
  holdRequest,
  maybeText,
  moveRequest,
  partnerCaller,
  refusedTime,
  textsOrNone,
  waitingInput,
} from './fields.ts';
import { locationInputs } from './location.ts';

const signal = instanceOf(AbortSignal, 'an AbortSignal');

export const partnerInputs: Inputs<PartnerActions> = {
  countRequest: [],
  readLocation: ['locationId', 'unknown?'],
  readAvailability: ['locationId', dayRequest],
  readAvailabilityBatch: ['locationId', batchRange],
  searchAvailability: [
    ['search', { locationIds: list(text), date: text, partySize: number, aroundMs: maybe(number) }],
  ],
  createBooking: ['locationId', bookingInput],
  alternatives: ['locationId', refusedTime],
  moveBooking: ['bookingId', moveRequest],
  alternativesToMove: ['bookingId', moveRequest],
  readBooking: ['bookingId'],
  listBookings: [
    {
      locationId: maybeText,
      from: maybeText,
      to: maybeText,
      updatedSinceMs: maybe(number),
      partnerBookingRef: maybeText,
      limit: maybe(number),
      cursor: maybeText,
    },
  ],
  cancelBooking: ['bookingId'],
  createHold: ['locationId', holdRequest],
  confirmHold: ['holdId', confirmInput],
  alternativesToConfirm: ['holdId'],
  releaseHold: ['holdId'],
  joinWaitlist: ['locationId', waitingInput],
  readWaiting: ['waitingId'],
  leaveWaitlist: ['waitingId'],
  readMenu: ['locationId'],
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
  { staffId: text, name: text, sessionId: text, roles: list(object({ locationId: text, role: text })) },
  'caller',
);

export const staffInputs: Inputs<StaffActions> = {
  locations: [],
  sessions: { list: [], end: ['sessionId'] },
  passkeys: {
    isOpen: [],
    challenge: [],
    add: [['made', { challenge: text, name: text, verify: callback, language: maybeText }]],
    list: [],
    remove: ['passkeyId'],
  },
  at: returning(['locationId', ['options?', { seen: maybeText }]], locationInputs),
};

export const signInInputs: Inputs<SignInActions> = {
  ask: [
    {
      email: text,
      browser: text,
      clientAddress: text,
      browserMarks: maybe(list(text)),
      label: maybeText,
      language: maybeText,
    },
  ],
  open: [['link', { token: text, browser: text }]],
  enter: [['link', { token: text, browser: text, label: text }]],
  caller: ['session'],
  recall: checking('session'),
  watch: checking(['listener', callback]),
  leave: ['session'],
  passkeys: {
    challenge: [['of', { browser: text }]],
    enter: [
      ['answer', { browser: text, challenge: text, credentialId: text, label: text, verify: callback }],
    ],
  },
};

const taken = { sessionId: text, taken: maybe(list(text)) };
const listeningInputs: Inputs<ListeningActions> = {
  begin: [['request?', { eventTypes: textsOrNone }]],
  next: [{ ...taken, waitMs: maybe(number), signal: maybe(signal) }],
  end: [taken],
};

export const sandboxInputs: Inputs<SandboxActions> = {
  signUp: [{ email: text, system: text, clientAddress: text }],
  open: ['token'],
  takeKey: [{ locationId: text, token: text }],
  listening: returning([partnerCaller], listeningInputs),
};

const deliveryOptions = [
  'options?',
  { delaysSeconds: maybe(list(number)), timeoutMs: maybe(number) },
] as const;
const maintenanceOptions = ['options?', { demoLocationId: maybe(orNull(text)) }] as const;

export const backgroundInputs: Inputs<BackgroundActions> = {
  startDelivering: checking(deliveryOptions),
  deliverDue: [deliveryOptions],
  startMaintenance: checking(maintenanceOptions),
  runMaintenance: [maintenanceOptions, ['known?', instanceOf(Map, 'a Map')], ['signal?', signal]],
  giveOut: [],
  storeKeyUses: [],
  sweepSandbox: ['locationId'],
};
