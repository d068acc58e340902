/**
 * The control of the contract: storages with one fault each. Every one of them must break some case, or the contract proves
 * nothing.
 */
import { expect, test } from 'vitest';
import type { Delivery } from '../core/diary.ts';
import type { BookingStore } from '../ports/booking-store.ts';
import type { Storage } from '../ports/storage.ts';
import { memoryStorage } from '../memory/memory-storage.ts';
import { storageContract } from './storage-contract.ts';

type Sabotage = (sound: Storage, clock: { nowMs(): number }) => Storage;

const bookings = (sound: Storage, faulty: Partial<BookingStore>): Storage => ({
  ...sound,
  bookings: { ...sound.bookings, ...faulty },
});

/** Reads a page, lets others in, and only then decides. */
const pauseBeforeRule = (sound: Storage): BookingStore['amend'] => {
  return async (scope, rule) => {
    const page = await sound.bookings.amend(scope, (read) => ({ result: read }));
    await new Promise((done) => setImmediate(done));
    const amendment = rule(page);
    return sound.bookings.amend(scope, () => amendment);
  };
};

const saboteurs: Record<string, Sabotage> = {
  'no lock between reading and saving': (sound) => bookings(sound, { amend: pauseBeforeRule(sound) }),

  'idempotency key looked up outside the step': (sound) =>
    bookings(sound, {
      async amend(scope, rule) {
        const early = await sound.bookings.amend(scope, ({ named }) => ({ result: named }));
        await new Promise((done) => setImmediate(done));
        return sound.bookings.amend(scope, (page) => rule({ ...page, named: early }));
      },
    }),

  'deliveries saved before the booking': (sound) =>
    bookings(sound, {
      async amend(scope, rule) {
        const page = await sound.bookings.amend(scope, (read) => ({ result: read }));
        const { deliveries, ...rest } = rule(page);
        await sound.bookings.amend(scope, () => ({ result: null, deliveries: deliveries ?? [] }));
        return sound.bookings.amend(scope, () => rest);
      },
    }),

  'deliveries forgotten': (sound) =>
    bookings(sound, {
      amend: (scope, rule) =>
        sound.bookings.amend(scope, (page) => {
          const { deliveries: _lost, ...rest } = rule(page);
          return rest;
        }),
    }),

  'an end that overlaps the next start': (sound) =>
    bookings(sound, {
      diary: (locationId, { startMs, endMs }) =>
        sound.bookings.diary(locationId, { startMs: startMs - 1, endMs }),
    }),

  'a start that is not yet there': (sound) =>
    bookings(sound, {
      diary: async (locationId, interval) =>
        (await sound.bookings.diary(locationId, interval)).filter(
          ({ startMs }) => startMs >= interval.startMs,
        ),
    }),

  'visibility left to the caller': (sound) =>
    bookings(sound, { find: (id) => sound.bookings.find(id, null) }),

  're-seatings forgotten': (sound) =>
    bookings(sound, {
      amend: (scope, rule) =>
        sound.bookings.amend(scope, (page) => {
          const { reseatings: _lost, ...rest } = rule(page);
          return rest;
        }),
    }),

  'any revision of the plan will do': (sound) =>
    bookings(sound, {
      async amend(scope, rule) {
        const revision = (await sound.locations.get(scope.locationId))?.revision ?? 0;
        return sound.bookings.amend({ ...scope, locationRevision: revision }, rule);
      },
    }),

  'errors of a rule swallowed': (sound) =>
    bookings(sound, {
      amend: (scope, rule) => sound.bookings.amend(scope, rule).catch((): never => undefined as never),
    }),

  'a plan checked before its transaction': (sound) => ({
    ...sound,
    locations: {
      ...sound.locations,
      async put(locationId, plan, nowMs, check) {
        const before = await sound.locations.get(locationId);
        const live = (await sound.bookings.list(locationId)).filter(({ status }) => status === 'confirmed');
        check(live, before);
        for (let i = 0; i < 5; i++) await new Promise((done) => setImmediate(done));
        return sound.locations.put(locationId, plan, nowMs, () => undefined);
      },
    },
    bookings: {
      ...sound.bookings,
      async amend(scope, rule) {
        await new Promise((done) => setImmediate(done));
        return sound.bookings.amend(scope, rule);
      },
    },
  }),

  'leases ignored': (sound) => ({
    ...sound,
    outbox: { ...sound.outbox, lease: (limit) => sound.outbox.lease(limit, 0) },
  }),

  'leases that never end': (sound) => ({
    ...sound,
    outbox: { ...sound.outbox, lease: (limit) => sound.outbox.lease(limit, 1e12) },
  }),

  'a late worker may settle': (sound) => {
    const attempts = new Map<string, number>();
    return {
      ...sound,
      outbox: {
        async lease(limit, leaseMs) {
          const leased = await sound.outbox.lease(limit, leaseMs);
          for (const { id, attempt } of leased) attempts.set(id, attempt);
          return leased;
        },
        settle: (id: Delivery['id'], _attempt, settlement) =>
          sound.outbox.settle(id, attempts.get(id) ?? 0, settlement),
      },
    };
  },

  'requests counted after a pause': (sound, clock) => {
    const taken = new Map<string, { count: number; endsMs: number }>();
    return {
      ...sound,
      rates: {
        async take(keyId, limit, windowMs) {
          const known = taken.get(keyId);
          const window =
            known && clock.nowMs() < known.endsMs ? known : { count: 0, endsMs: clock.nowMs() + windowMs };
          await new Promise((done) => setImmediate(done));
          taken.set(keyId, { ...window, count: window.count + 1 });
          const remaining = Math.max(0, limit - window.count - 1);
          return { allowed: window.count < limit, remaining, resetMs: window.endsMs - clock.nowMs() };
        },
      },
    };
  },

  'duties given to whoever asks': (sound) => ({
    ...sound,
    duties: { ...sound.duties, take: async () => true },
  }),

  'duties that are never let go': (sound) => ({
    ...sound,
    duties: { ...sound.duties, take: (duty, holder) => sound.duties.take(duty, holder, 1e12) },
  }),

  'sandbox keys counted before they are made': (sound) => ({
    ...sound,
    keys: {
      ...sound.keys,
      async insertSandbox(key, activeMax, nowMs) {
        const active = (await sound.keys.list()).filter(
          (other) =>
            other.sandboxEmail === key.sandboxEmail &&
            other.revokedMs === null &&
            (other.expiresMs ?? Infinity) > nowMs,
        );
        if (active.length >= activeMax) return false;
        await sound.keys.insert(key);
        return true;
      },
    },
  }),
};

for (const [fault, sabotage] of Object.entries(saboteurs)) {
  test(`the contract notices: ${fault}`, async () => {
    const broken: string[] = [];
    for (const { name, run } of storageContract) {
      let nowMs = 0;
      const clock = { nowMs: () => nowMs };
      const storage = sabotage(memoryStorage(clock), clock);
      const harness = { storage, openings: [storage], pass: async (ms: number) => void (nowMs += ms) };
      await run(harness).catch(() => broken.push(name));
    }
    expect(broken).not.toEqual([]);
    expect(broken.length, 'a saboteur has one fault, not all of them').toBeLessThan(
      storageContract.length / 2,
    );
  });
}
