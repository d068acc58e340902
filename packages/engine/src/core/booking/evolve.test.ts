import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aBooking, aLocation, aScope, FRIDAY_MS, LOCATION_ID } from '../../contract/fixtures.ts';
import { seeded } from '../../../../../test/support/seed.ts';
import { memoryStorage } from '../../memory/memory-storage.ts';
import { type Booking, BOOKING_STATES, toDiary } from './booking.ts';
import type { DiaryScope, Snapshot } from './diary.ts';
import { allReseated, type BookingChanges, evolve, evolveNamed } from './evolve.ts';
import { isBooking } from './row.ts';
import { HOUR_MS } from '../instant.ts';

const scope = { interval: { startMs: FRIDAY_MS, endMs: FRIDAY_MS + 24 * HOUR_MS }, named: null };
const [one, two] = [aBooking('bk_1', { tables: ['A'] }), aBooking('bk_2', { tables: ['B'] })];
const snapshot: Snapshot = { bookings: [toDiary(one), toDiary(two)], named: null, endpoints: [] };

test('an empty amendment leaves the snapshot unchanged', () => {
  expect(evolve(snapshot, scope, {})).toEqual(snapshot);
});

test('a new booking is in the snapshot, an ended one is not, and a changed one is there once', () => {
  const three = aBooking('bk_3', { tables: ['C'] });
  expect(evolve(snapshot, scope, { booking: three }).bookings).toEqual([
    ...snapshot.bookings,
    toDiary(three),
  ]);
  for (const status of BOOKING_STATES.filter((state) => state !== 'confirmed'))
    expect(evolve(snapshot, scope, { booking: { ...one, status } }).bookings).toEqual([toDiary(two)]);
  const pinned = { ...one, pinned: true, partySize: 5 };
  expect(evolve(snapshot, scope, { booking: pinned }).bookings).toEqual([toDiary(pinned), toDiary(two)]);
});

test('a booking is in the snapshot while its tables are taken within the interval, whose end is excluded', () => {
  const { startMs, endMs } = scope.interval;
  const shown = (from: number, until: number, blockedUntil = until): number => {
    const times = { startMs: from, endMs: until, blockedUntilMs: blockedUntil };
    return evolve({ bookings: [], named: null, endpoints: [] }, scope, { booking: { ...one, ...times } })
      .bookings.length;
  };
  expect(shown(startMs - 2, startMs)).toBe(0);
  expect(shown(startMs - 2, startMs, startMs + 1)).toBe(1);
  expect(shown(endMs - 1, endMs + 5)).toBe(1);
  expect(shown(endMs, endMs + 5)).toBe(0);
});

test('D9 a re-seated booking keeps all fields but the tables, in the snapshot and as the named booking', () => {
  const reseatings = [{ bookingId: 'bk_1', tables: ['C', 'D'] }];
  const after = evolve(
    { ...snapshot, named: one },
    { ...scope, named: { bookingId: 'bk_1' } },
    { reseatings },
  );
  expect(after.bookings).toEqual([{ ...toDiary(one), tables: ['C', 'D'] }, toDiary(two)]);
  expect(after.named).toEqual({ ...one, tables: ['C', 'D'] });
  expect(snapshot.bookings[0]!.tables, 'what was given is left as it is').toEqual(['A']);
  expect(allReseated({ reseatings }, () => two)).toEqual([{ ...two, tables: ['C', 'D'] }]);
  expect(() => allReseated({ reseatings }, () => undefined)).toThrow('not in the snapshot: bk_1');
});

test('D10 a booking is named by its key from its step on, and other bookings are not', () => {
  const booking = aBooking('bk_3', { idempotencyKey: 'k' });
  expect(evolveNamed(null, { idempotencyKey: 'k' }, { booking })).toBe(booking);
  expect(evolveNamed(null, { bookingId: 'bk_3' }, { booking })).toBe(booking);
  expect(evolveNamed(one, { bookingId: 'bk_1' }, { booking })).toBe(one);
  expect(evolveNamed(null, { idempotencyKey: 'K' }, { booking })).toBeNull();
  expect(evolveNamed(null, null, { booking: { ...booking, idempotencyKey: null } })).toBeNull();
});

/** A step on the diary, chosen among its bookings. */
interface Move {
  readonly kind: 'make' | 'change' | 'reseat' | 'both';
  readonly pick: number;
  readonly hour: number;
  readonly hours: number;
  readonly status: Booking['status'];
  readonly within: number;
}

const moves = fc.array(
  fc.record<Move>({
    kind: fc.constantFrom('make', 'change', 'reseat', 'both'),
    pick: fc.nat(40),
    hour: fc.integer({ min: -6, max: 30 }),
    hours: fc.integer({ min: 1, max: 8 }),
    status: fc.constantFrom(...BOOKING_STATES),
    within: fc.nat(5),
  }),
  { maxLength: 25 },
);

test('for random steps, the evolved snapshot equals one that is read again', async () => {
  await fc.assert(
    fc.asyncProperty(moves, async (steps) => {
      const storage = memoryStorage();
      const location = await aLocation(storage);
      const hours = (from: number, until: number) => ({
        startMs: FRIDAY_MS + from * HOUR_MS,
        endMs: FRIDAY_MS + until * HOUR_MS,
      });
      const scopes: readonly DiaryScope[] = [
        aScope(location, { interval: hours(0, 24), named: { bookingId: 'bk_0' } }),
        aScope(location, { interval: hours(10, 12), named: { idempotencyKey: 'key 1' } }),
        aScope(location, { interval: hours(-8, 40), named: { bookingId: 'bk_2' } }),
        aScope(location, { interval: hours(23, 25), named: { idempotencyKey: 'key 3' } }),
        aScope(location, { interval: hours(5, 6), named: null }),
        aScope(location, { interval: hours(0, 24), named: { bookingId: 'bk_none' } }),
      ];
      const readAnew = (within: DiaryScope): Promise<Snapshot> =>
        storage.bookings.amend(within, (read) => ({ result: read })).then(({ result }) => result);
      for (const [i, step] of steps.entries()) {
        const before = await Promise.all(scopes.map(readAnew));
        const all = (await storage.bookings.list(LOCATION_ID)).filter(isBooking);
        const changes = changesOf(step, i, all, before[2]!);
        await storage.bookings.amend(scopes[step.within]!, () => ({ result: null, ...changes }));
        for (const [j, within] of scopes.entries())
          expect(sorted(evolve(before[j]!, within, changes))).toEqual(sorted(await readAnew(within)));
      }
    }),
    seeded(150),
  );
});

/** Each booking has separate tables, so that no change is rejected. */
function changesOf(
  { kind, pick, hour, hours, status }: Move,
  i: number,
  all: readonly Booking[],
  shown: Snapshot,
): BookingChanges {
  const startMs = FRIDAY_MS + hour * HOUR_MS;
  const times = { startMs, endMs: startMs + hours * HOUR_MS, blockedUntilMs: startMs + hours * HOUR_MS };
  const known = all[pick % Math.max(1, all.length)];
  const made = aBooking(`bk_${i}`, { ...times, tables: [`T${i}`], idempotencyKey: `key ${i}` });
  const booking = kind === 'make' || !known ? made : { ...known, ...times, status, partySize: pick + 1 };
  const moved = shown.bookings.filter(({ id }) => id !== booking.id && kind !== 'make').slice(0, 2);
  const reseatings = moved.map(({ id, tables }, n) => ({
    bookingId: id,
    tables: [`T${i} ${n}`, `T${i} ${n} too`],
    ...(n === 0 && { entry: { atMs: i, kind: 'reseated', by: 'operator', before: { tables } } as const }),
  }));
  if (kind === 'reseat') return { reseatings };
  return kind === 'both' ? { booking, reseatings } : { booking };
}

function sorted({ bookings, named, endpoints }: Snapshot): Snapshot {
  return { bookings: bookings.toSorted((a, b) => (a.id < b.id ? -1 : 1)), named, endpoints };
}
