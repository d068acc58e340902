/** Step 4. The remaining ports, and the storage as a whole. */
import {
  type DiaryRow,
  type Clock,
  type EventLog,
  isLive,
  lastPosition,
  type LeaderLocks,
  type LocationStore,
  type PlanPut,
  type PutLocation,
  LOCK_LEASE_MAX_MS,
  processRates,
  removeRoles,
  sharedCheck,
  type Storage,
  storedLocation,
  withoutRead,
} from '@bord/engine/storage';
import { fileBookings } from './bookings.ts';
import { type JsonFile, openJsonFile } from './json-file.ts';
import { fileOutbox, writeDeliveries } from './outbox.ts';
import { fileGuests } from './people.ts';
import { fileRecords } from './records.ts';
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
    events: fileEvents(file),
    guests: fileGuests(file, nowMs),
    locations: fileLocations(file, nowMs),
    leaderLocks: fileLeaderLocks(file, nowMs),
    records: fileRecords(file, nowMs),
    // Requests are counted per minute in this process: a restart may lose the count.
    rates: processRates(clock),
    // Only changes by other processes need a notification, and there are no others.
    invalidations: { subscribe: () => () => undefined },
    nowMs: async () => nowMs(),
    check: sharedCheck(() => file.check()),
    close: async () => file.close(),
  };
}

/** A plan that would leave a booking without its table is refused by `check`, under the lock under which bookings are made. */
function fileLocations(file: JsonFile<State>, now: () => number): LocationStore {
  function put(draft: State, { locationId, plan, check }: PlanPut, nowMs: number): PutLocation {
    const before = draft.locations[locationId] ?? null;
    const effects = check(aheadAt(draft, locationId, nowMs), before);
    if (effects === null) return { location: before!, created: false };
    // Counted up with every change: by it `amend` knows that a step was planned on another plan.
    const location = storedLocation({ id: locationId, revision: (before?.revision ?? 0) + 1, plan });
    draft.locations[locationId] = location;
    for (const row of effects?.others ?? []) draft.bookings[row.id] = row;
    writeDeliveries(draft, effects?.deliveries ?? [], now());
    return { location, created: before === null };
  }

  return {
    get: async (locationId) => file.state.locations[locationId] ?? null,
    list: async () => Object.values(file.state.locations).toSorted((a, b) => a.name.localeCompare(b.name)),
    timeZones: async () => [...new Set(Object.values(file.state.locations).map(({ timeZone }) => timeZone))],
    async retentions(timeZone, afterId, limit) {
      const behind = Object.values(file.state.locations).filter(
        (one) => one.timeZone === timeZone && one.id > (afterId ?? ''),
      );
      const found = behind.flatMap(({ id, guestRetentionDays: days }) =>
        days === null ? [] : [{ locationId: id, days }],
      );
      return found.toSorted((a, b) => (a.locationId < b.locationId ? -1 : 1)).slice(0, limit);
    },
    put: (locationId, plan, nowMs, check) =>
      file.step((draft) => put(draft, { locationId, plan, check }, nowMs)),
    putAll: (puts, nowMs) => file.step((draft) => puts.map((one) => put(draft, one, nowMs))),
    clear: (locationId, nowMs, limit) =>
      file.step((draft) => {
        const over = Object.values(draft.bookings)
          .filter((one) => one.locationId === locationId && !(isLive(one) && one.blockedUntilMs > nowMs))
          .slice(0, limit);
        for (const { id } of over) deleteBooking(draft, id);
        const refused = draft.refusals.filter((one) => one.locationId === locationId).slice(0, limit);
        draft.refusals = draft.refusals.filter((one) => !refused.includes(one));
        return over.length + refused.length;
      }),
    remove: (locationId, nowMs, check) =>
      file.step((draft) => {
        check(aheadAt(draft, locationId, nowMs));
        for (const one of Object.values(draft.bookings))
          if (one.locationId === locationId) deleteBooking(draft, one.id);
        for (const one of Object.values(draft.deliveries))
          if (one.locationId === locationId) delete draft.deliveries[one.id];
        draft.events = draft.events.filter((one) => one.locationId !== locationId);
        draft.refusals = draft.refusals.filter((one) => one.locationId !== locationId);
        delete draft.menus[locationId];
        removeRoles(draft.records, locationId);
        const wasThere = locationId in draft.locations;
        delete draft.locations[locationId];
        return wasThere;
      }),
    menu: async (locationId) => file.state.menus[locationId] ?? null,
    putMenu: (locationId, menu) => file.step((draft) => void (draft.menus[locationId] = menu)),
  };
}

/** Bookings of expected and seated parties. */
function aheadAt(state: State, locationId: string, nowMs: number): DiaryRow[] {
  return Object.values(state.bookings).filter(
    (one) => one.locationId === locationId && isLive(one) && one.blockedUntilMs > nowMs,
  );
}

/** Deletes a booking with its messages. */
function deleteBooking(draft: State, bookingId: string): void {
  delete draft.bookings[bookingId];
  draft.events = draft.events.filter((one) => one.bookingId !== bookingId);
  for (const one of Object.values(draft.deliveries))
    if (one.bookingId === bookingId) delete draft.deliveries[one.id];
}

/** Events for subscribers in the host's program. Steps never interleave here, so an event has its position as soon as it is written. */
function fileEvents(file: JsonFile<State>): EventLog {
  return {
    read: async (after, limit) =>
      file.state.events.filter(({ position }) => position > after).slice(0, limit),
    last: async () => lastPosition(file.state.events, file.state.records),
    purge: (writtenBeforeMs, limit) =>
      file.step((draft) => {
        const before = draft.events.length;
        draft.events = withoutRead(draft.events, draft.records, writtenBeforeMs, limit);
        return before - draft.events.length;
      }),
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
