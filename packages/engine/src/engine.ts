import { randomBytes } from 'node:crypto';
import { authenticate, countRequest, createKnownCallers } from './app/authenticate.ts';
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
import { Kept } from './app/kept.ts';
import { createKey, createSandboxKey, isKeyActive, listKeys, revokeKey } from './app/keys.ts';
import { applyLocation, listLocations, readLocation } from './app/locations.ts';
import { applyMenu, readMenu } from './app/menus.ts';
import { readAvailability, readAvailabilityBatch } from './app/read-availability.ts';
import { listBookings, readBooking } from './app/read-booking.ts';
import { readDemand } from './app/read-demand.ts';
import { isServiceEnabled, setServiceEnabled } from './app/service.ts';
import { createSingleFlight } from './app/single-flight.ts';
import { visibleLocation } from './app/visible-location.ts';
import type { Cache } from './ports/cache.ts';

/** The ports that every integrator brings, and those that have a default. */
export type EngineOptions = Pick<Ports, 'storage'> & Partial<Ports>;

/** The use cases, bound to their ports. Each is described where it is written, in `app/`. */
export type Engine = ReturnType<typeof createEngine>;

/**
 * Puts the engine on a storage.
 *
 * The clock is the system's, the randomness that of `node:crypto`, and answers are not cached, unless ports say otherwise.
 */
export function createEngine(options: EngineOptions) {
  const {
    storage,
    cache = noCache,
    clock = { nowMs: () => Date.now() },
    random = { bytes: randomBytes },
  } = options;
  const app: App = {
    storage,
    cache,
    clock,
    random,
    kept: new Kept(storage, clock),
    callers: createKnownCallers(),
    batches: createSingleFlight(),
    service: { enabled: true, knownUntilMs: 0 },
  };
  const stopListening = storage.notices.subscribe((notice) => {
    if (notice.kind === 'diary') return app.kept.forgetDates(notice.locationId, notice.dates);
    app.kept.forgetAll();
    app.callers.forget();
    app.service = { ...app.service, knownUntilMs: 0 };
  });
  const bound =
    <A extends unknown[], R>(useCase: (app: App, ...args: A) => R) =>
    (...args: A): R =>
      useCase(app, ...args);
  return {
    // access
    isServiceEnabled: bound(isServiceEnabled),
    setServiceEnabled: bound(setServiceEnabled),
    authenticate: bound(authenticate),
    countRequest: bound(countRequest),
    visibleLocation: bound(visibleLocation),
    // the evening
    readAvailability: bound(readAvailability),
    readAvailabilityBatch: bound(readAvailabilityBatch),
    createBooking: bound(createBooking),
    readBooking: bound(readBooking),
    cancelBooking: bound(cancelBooking),
    readMenu: bound(readMenu),
    // the house
    listBookings: bound(listBookings),
    completeBooking: bound(completeBooking),
    markNoShow: bound(markNoShow),
    undoBooking: bound(undoBooking),
    moveBooking: bound(moveBooking),
    pinBooking: bound(pinBooking),
    addClosure: bound(addClosure),
    removeClosure: bound(removeClosure),
    readDemand: bound(readDemand),
    applyLocation: bound(applyLocation),
    listLocations: bound(listLocations),
    readLocation: bound(readLocation),
    applyMenu: bound(applyMenu),
    createKey: bound(createKey),
    createSandboxKey: bound(createSandboxKey),
    listKeys: bound(listKeys),
    isKeyActive: bound(isKeyActive),
    revokeKey: bound(revokeKey),
    // the process
    check: () => storage.check(),
    /** Stops listening to the storage, which stays open. */
    detach: stopListening,
  };
}

const noCache: Cache = { get: async () => null, set: async () => undefined };
