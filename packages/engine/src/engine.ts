import { randomBytes } from 'node:crypto';
import { authenticate, countRequest, createKnownCallers, storeKeyUses } from './app/authenticate.ts';
import { createBell } from './app/bell.ts';
import {
  cancelBooking,
  completeBooking,
  markNoShow,
  moveBooking,
  pinBooking,
  undoBooking,
} from './app/change-booking.ts';
import { addClosure, removeClosure } from './app/closures.ts';
import type { App, Ports } from './app/context.ts';
import { createBooking } from './app/create-booking.ts';
import { deliverDue, startDelivering } from './app/delivery-worker.ts';
import {
  addEndpoint,
  disableEndpoint,
  enableEndpoint,
  listDeliveries,
  listEndpoints,
  listMails,
  readEndpoint,
  replayEvent,
  replayFailed,
  retryMails,
  rotateEndpointSecret,
  testEndpoint,
} from './app/endpoints.ts';
import { cancelAsGuest, moveAsGuest, openGuestLink } from './app/guest-link.ts';
import { guestTimes } from './app/guest-times.ts';
import { eraseGuest, exportGuest, purgeGuests } from './app/guests.ts';
import { keepHouse, startHousekeeping } from './app/housekeeping.ts';
import { Kept } from './app/kept.ts';
import { createKey, createSandboxKey, isKeyActive, listKeys, revokeKey, rotateKey } from './app/keys.ts';
import { applyLocation, listLocations, readLocation } from './app/locations.ts';
import { applyMenu, readMenu } from './app/menus.ts';
import { readAvailability, readAvailabilityBatch } from './app/read-availability.ts';
import { bookingPages, listBookings, readBooking } from './app/read-booking.ts';
import { readDemand } from './app/read-demand.ts';
import { openSignUp, signUpForSandbox, sweepSandbox, takeSandboxKey } from './app/sandbox.ts';
import { acceptSecretKeys, confirmSecretKeys, readSecretKeyFit } from './app/secret-keys.ts';
import { isServiceEnabled, setServiceEnabled } from './app/service.ts';
import { createSingleFlight } from './app/single-flight.ts';
import { createTurns } from './app/turns.ts';
import { acceptTime, readTime } from './app/trusted-time.ts';
import { visibleLocation } from './app/visible-location.ts';
import { secretKeyOf } from './core/secret.ts';

/** The ports that every integrator brings, and those that have a default. */
export type EngineOptions = Pick<Ports, 'storage'> &
  Partial<Ports> & {
    /**
     * Keys of 32 bytes that encrypt signing secrets and make the tokens of links. The first one is used; the others still open what was
     * sealed before it came. Without any there are no endpoints to add, no manage links and no sign-up.
     */
    readonly secretKeys?: readonly Uint8Array[];
  };

/** The use cases, bound to their ports. Each is described where it is written, in `app/`. */
export type Engine = ReturnType<typeof createEngine>;

/** The use cases, each described where it is written. */
const USE_CASES = {
  // access
  isServiceEnabled,
  setServiceEnabled,
  authenticate,
  countRequest,
  visibleLocation,
  // the evening
  readAvailability,
  readAvailabilityBatch,
  createBooking,
  readBooking,
  cancelBooking,
  readMenu,
  // the house
  listBookings,
  bookingPages,
  completeBooking,
  markNoShow,
  undoBooking,
  moveBooking,
  pinBooking,
  addClosure,
  removeClosure,
  readDemand,
  applyLocation,
  listLocations,
  readLocation,
  applyMenu,
  createKey,
  createSandboxKey,
  listKeys,
  isKeyActive,
  revokeKey,
  rotateKey,
  // partners who listen
  addEndpoint,
  listEndpoints,
  readEndpoint,
  enableEndpoint,
  disableEndpoint,
  rotateEndpointSecret,
  testEndpoint,
  listDeliveries,
  replayEvent,
  replayFailed,
  listMails,
  retryMails,
  // guests
  openGuestLink,
  guestTimes,
  moveAsGuest,
  cancelAsGuest,
  exportGuest,
  eraseGuest,
  purgeGuests,
  // the sandbox
  signUpForSandbox,
  openSignUp,
  takeSandboxKey,
  sweepSandbox,
  // the secret key
  readSecretKeyFit,
  confirmSecretKeys,
  acceptSecretKeys,
  // beside the requests
  startDelivering,
  deliverDue,
  startHousekeeping,
  keepHouse,
  readTime,
  acceptTime,
  storeKeyUses,
};

/**
 * Puts the engine on a storage.
 *
 * The clock is the system's, the randomness that of `node:crypto`, nobody is written to and no webhook is sent, unless ports say
 * otherwise. What it keeps in memory is its own: engines share nothing but the storage.
 */
export function createEngine(options: EngineOptions) {
  const {
    storage,
    clock = { nowMs: () => Date.now() },
    random = { bytes: randomBytes },
    webhooks = null,
    mailer = null,
    observer = () => undefined,
    secretKeys = [],
  } = options;
  const app: App = {
    storage,
    clock,
    random,
    webhooks,
    mailer,
    observer,
    secretKeys: secretKeys.map(secretKeyOf),
    bell: createBell(),
    kept: new Kept(storage, clock),
    callers: createKnownCallers(),
    batches: createSingleFlight(),
    turns: createTurns(),
    service: { enabled: true, knownUntilMs: 0 },
  };
  const stopListening = storage.notices.subscribe((notice) => {
    if (notice.kind === 'diary') return app.kept.forgetDates(notice.locationId, notice.dates);
    app.kept.forgetAll();
    app.callers.forget();
    app.service = { ...app.service, knownUntilMs: 0 };
  });
  return {
    ...bind(app, USE_CASES),
    // the process
    /** How answers about availability were found since the start, and what they take in memory now. */
    answerStats: () => app.kept.answers.stats(),
    outboxStand: () => storage.outbox.stand(),
    pool: () => storage.pool?.() ?? null,
    check: () => storage.check(),
    /** Removes what was erased from the files of the database, thoroughly (`Storage.scrub`); null where it cannot be asked to. */
    scrub: async () => (await storage.scrub?.(true)) ?? null,
    /** Stops listening to the storage, which stays open. */
    detach: stopListening,
  };
}

type UseCases = Readonly<Record<string, (app: App, ...args: never[]) => unknown>>;

/** Use cases that know their surroundings. */
type Bound<U extends UseCases> = {
  readonly [Name in keyof U]: U[Name] extends (app: App, ...args: infer Args) => infer Result
    ? (...args: Args) => Result
    : never;
};

function bind<U extends UseCases>(app: App, useCases: U): Bound<U> {
  const bound = Object.entries(useCases).map(([name, useCase]) => [name, useCase.bind(null, app)]);
  return Object.fromEntries(bound) as Bound<U>;
}
