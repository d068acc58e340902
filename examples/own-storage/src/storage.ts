/** Step 4. What is left, and all of it together. */
import {
  type Clock,
  isLive,
  type LeaderLocks,
  type LocationStore,
  LOCK_LEASE_MAX_MS,
  processRates,
  type SecretKeyRecord,
  sharedCheck,
  type Storage,
} from '@bord/engine/storage';
import { fileBookings } from './bookings.ts';
import { type JsonFile, openJsonFile } from './json-file.ts';
import { fileOutbox } from './outbox.ts';
import { fileEndpoints, fileGuests, fileKeys, fileSignUps } from './people.ts';
import { EMPTY, type State } from './state.ts';

export interface FileStorageOptions {
  /** Made when it is missing; its folder must be there. */
  readonly path: string;
  /** Defaults to the machine's. */
  readonly clock?: Clock;
}

/** All that the engine keeps, in one JSON file of one process. */
export function fileStorage({ path, clock = { nowMs: () => Date.now() } }: FileStorageOptions): Storage {
  const file = openJsonFile(path, EMPTY);
  const nowMs = (): number => clock.nowMs();
  return {
    bookings: fileBookings(file, nowMs),
    outbox: fileOutbox(file, nowMs),
    keys: fileKeys(file),
    signUps: fileSignUps(file, nowMs),
    endpoints: fileEndpoints(file),
    guests: fileGuests(file, nowMs),
    locations: fileLocations(file),
    leaderLocks: fileLeaderLocks(file, nowMs),
    secretKey: fileSecretKey(file),
    // Requests are counted by the minute and by one process: to lose the count with the process harms nobody.
    rates: processRates(clock),
    service: {
      isEnabled: async () => file.state.serviceEnabled,
      set: (enabled) => file.step((draft) => void (draft.serviceEnabled = enabled)),
    },
    maintenance: {
      lastRunMs: async () => file.state.lastRunMs,
      noteRun: (ranMs) => file.step((draft) => void (draft.lastRunMs = ranMs)),
    },
    // Only what other processes change has to be told, and there is no other.
    invalidations: { subscribe: () => () => undefined },
    nowMs: async () => nowMs(),
    check: sharedCheck(() => file.check()),
    close: async () => file.close(),
  };
}

/** A plan that would leave a booking without its table is refused by `check`, under the lock under which bookings are made. */
function fileLocations(file: JsonFile<State>): LocationStore {
  return {
    get: async (locationId) => file.state.locations[locationId] ?? null,
    list: async () => Object.values(file.state.locations).toSorted((a, b) => a.name.localeCompare(b.name)),
    put: (locationId, plan, nowMs, check) =>
      file.step((draft) => {
        const before = draft.locations[locationId] ?? null;
        const ahead = Object.values(draft.bookings).filter(
          (one) => one.locationId === locationId && isLive(one) && one.blockedUntilMs > nowMs,
        );
        check(ahead, before);
        // Counted up with every change: by it `amend` knows that a step was planned on another plan.
        const location = { ...plan, id: locationId, revision: (before?.revision ?? 0) + 1 };
        draft.locations[locationId] = location;
        return { location, created: before === null };
      }),
    menu: async (locationId) => file.state.menus[locationId] ?? null,
    putMenu: (locationId, menu) => file.step((draft) => void (draft.menus[locationId] = menu)),
  };
}

/** Work that one process does for all. Here it is always this one, but two engines of it may still ask. */
function fileLeaderLocks(file: JsonFile<State>, nowMs: () => number): LeaderLocks {
  return {
    take: (lock, holder, leaseMs) =>
      file.step((draft) => {
        const current = draft.leaderLocks[lock];
        // Longer than anybody may hold it: taken when the clock was wrong.
        const leftMs = current ? current.untilMs - nowMs() : 0;
        if (current && current.holder !== holder && leftMs > 0 && leftMs <= LOCK_LEASE_MAX_MS) return false;
        draft.leaderLocks[lock] = { holder, untilMs: nowMs() + leaseMs };
        return true;
      }),
    giveBack: (lock, holder) =>
      file.step((draft) => {
        if (draft.leaderLocks[lock]?.holder === holder) delete draft.leaderLocks[lock];
      }),
    purge: (endedBeforeMs) =>
      file.step((draft) => {
        const over = Object.entries(draft.leaderLocks).filter(([, { untilMs }]) => untilMs < endedBeforeMs);
        for (const [lock] of over) delete draft.leaderLocks[lock];
        return over.length;
      }),
  };
}

/** By the fingerprint a lost or foreign secret key is noticed before anything is sealed with it. */
function fileSecretKey(file: JsonFile<State>): SecretKeyRecord {
  return {
    read: async () => file.state.secretKeyFingerprint,
    replace: (instead, fingerprint) =>
      file.step((draft) => {
        if (draft.secretKeyFingerprint !== instead) return false;
        draft.secretKeyFingerprint = fingerprint;
        return true;
      }),
  };
}
