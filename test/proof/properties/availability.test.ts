/** Exactly the shown times can be booked: availability and bookings on random restaurants and days. */
import { type Booking, createEngine, type LocationPlan } from '@bord/engine';
import { fixtures, memoryStorage } from '@bord/engine/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aDate, aRestaurant } from '../../support/restaurants.ts';
import { withSeasons } from '../../support/seasons.ts';
import { inFull } from '../../support/long.ts';
import { seeded } from '../../support/seed.ts';

const NOW_MS = Date.UTC(2027, 0, 15, 9);

/** A restaurant and a date; about half of the restaurants have seasons. */
const aNight = fc
  .tuple(aRestaurant, aDate)
  .chain(([plan, date]) => fc.tuple(fc.oneof(fc.constant(plan), withSeasons(plan, date)), fc.constant(date)));

/** An engine with one restaurant, and a partner with all rights. */
async function open(plan: LocationPlan) {
  const clock = { nowMs: () => NOW_MS };
  const storage = memoryStorage(clock);
  const engine = createEngine({ storage, clock });
  const { location } = await engine.operator.locations.apply(plan, fixtures.LOCATION_ID);
  const caller = fixtures.aCaller({ locationIds: [location.id] });
  const book = (startMs: number, partySize: number) =>
    engine.partner(caller).createBooking(location.id, fixtures.aRequest(startMs, { partySize }));
  const slotsOf = async (date: string, partySize: number) =>
    (await engine.partner(caller).readAvailability(location.id, { date, partySize })).answer.slots;
  return { engine, location, caller, book, slotsOf };
}

/** Counts the cases of a property: a property without cases proves nothing. */
function tally<K extends string>(...kinds: K[]) {
  const counts = Object.fromEntries(kinds.map((kind) => [kind, 0])) as Record<K, number>;
  return {
    count: (kind: K): void => void (counts[kind] += 1),
    /** The sample of `npm test` has few nights, and a seed can give it mostly restaurants without room. */
    expectEach(least: number): void {
      for (const kind of kinds) expect(counts[kind], kind).toBeGreaterThanOrEqual(inFull(least, 1));
    },
  };
}

/** Which slot of a list, and for how many. */
const wishes = (count: number, partyMax: number) =>
  fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: partyMax })), {
    minLength: count / 2,
    maxLength: count,
    size: 'max',
  });

test('D2 D40 a day booked in any order: a slot shown as available is booked, any other is rejected', async () => {
  const { count, expectEach } = tally('booked', 'refused');
  await fc.assert(
    fc.asyncProperty(aNight, wishes(40, 7), async ([plan, date], wanted) => {
      const { book, slotsOf } = await open(plan);
      for (const [pick, partySize] of wanted) {
        const slots = await slotsOf(date, partySize);
        const slot = slots[pick % Math.max(1, slots.length)];
        if (!slot) continue;
        const outcome = await book(slot.startMs, partySize);
        const expected = slot.available ? 'booked' : 'refused';
        expect(outcome.kind).toBe(expected);
        count(expected);
        if (!slot.available) expect(slot.remainingCovers).toBe(0);
        else expect(slot.remainingCovers).toBeGreaterThanOrEqual(partySize);
      }
    }),
    seeded(inFull(150, 40)),
  );
  expectEach(20);
});

test('D9 D2 whatever is booked: no table is held twice, no time changes, and a pinned booking keeps its tables', async () => {
  const { count, expectEach } = tally('booked', 'looked at again', 'pinned');
  await fc.assert(
    fc.asyncProperty(aNight, wishes(40, 7), async ([plan, date], wanted) => {
      const { engine, location, book, slotsOf } = await open(plan);
      for (const [nth, [pick, partySize]] of wanted.entries()) {
        const slots = (await slotsOf(date, partySize)).filter(({ available }) => available);
        if (slots.length === 0) continue;
        const before = await engine.operator.at(location.id).bookings.list();
        const outcome = await book(slots[pick % slots.length]!.startMs, partySize);
        if (outcome.kind !== 'booked') throw new Error(outcome.kind);
        count('booked');
        if (nth % 4 === 0) await engine.operator.bookings.pin(outcome.booking.id, true);
        const after = new Map(
          (await engine.operator.at(location.id).bookings.list()).map((booking) => [booking.id, booking]),
        );
        for (const old of before) {
          const now = after.get(old.id)!;
          expect({ ...now, tables: old.tables, history: old.history }).toEqual(old);
          count('looked at again');
          if (!old.pinned) continue;
          expect(now.tables).toEqual(old.tables);
          count('pinned');
        }
        const held = [...after.values()];
        for (const [i, a] of held.entries()) {
          const rival = held
            .slice(i + 1)
            .find(
              (b) =>
                a.startMs < b.blockedUntilMs &&
                b.startMs < a.blockedUntilMs &&
                a.tables.some((table) => b.tables.includes(table)),
            );
          expect(rival).toBeUndefined();
        }
      }
    }),
    seeded(inFull(100, 30)),
  );
  expectEach(20);
});

test('D1 D40 every quarter of an hour of a night and of its neighbours: what is not offered is refused', async () => {
  const { count, expectEach } = tally('offered', 'refused');
  await fc.assert(
    fc.asyncProperty(aNight, fc.integer({ min: 1, max: 9 }), async ([plan, date], partySize) => {
      const { book, slotsOf } = await open(plan);
      const day = Date.parse(date);
      const nights = [-2, -1, 0, 1, 2].map((days) =>
        new Date(day + days * 86_400_000).toISOString().slice(0, 10),
      );
      const offered = new Map(
        (await Promise.all(nights.map((night) => slotsOf(night, partySize))))
          .flat()
          .map((slot) => [slot.startMs, slot]),
      );
      for (let startMs = day - 43_200_000; startMs < day + 129_600_000; startMs += 300_000) {
        if (offered.has(startMs)) {
          count('offered');
          continue;
        }
        expect(await book(startMs, partySize)).toMatchObject({ kind: 'refused' });
        count('refused');
      }
    }),
    seeded(inFull(40, 15)),
  );
  expectEach(20);
});

test('D5 no instant is a slot of two service dates, and each night has its slots in order, none twice', async () => {
  const { count, expectEach } = tally('slot');
  await fc.assert(
    fc.asyncProperty(aRestaurant, aDate, fc.integer({ min: 1, max: 6 }), async (plan, date, partySize) => {
      const { slotsOf } = await open(plan);
      const day = Date.parse(date);
      const nights = [-1, 0, 1].map((days) => new Date(day + days * 86_400_000).toISOString().slice(0, 10));
      const starts = (await Promise.all(nights.map((night) => slotsOf(night, partySize))))
        .flat()
        .map(({ startMs }) => startMs);
      expect(starts).toEqual([...new Set(starts)].toSorted((a, b) => a - b));
      starts.forEach(() => count('slot'));
    }),
    seeded(inFull(300, 100)),
  );
  expectEach(100);
});

test('§4.2.5 a batch of 92 days and 12 sizes equals the single answers, entry by entry', async () => {
  await fc.assert(
    fc.asyncProperty(
      aRestaurant,
      fc.constantFrom('2027-01-20', '2027-02-20', '2027-09-01'),
      fc.uniqueArray(fc.integer({ min: 1, max: 14 }), { minLength: 12, maxLength: 12 }),
      fc.array(fc.tuple(fc.nat({ max: 91 }), fc.nat(), fc.integer({ min: 1, max: 6 })), {
        minLength: 100,
        maxLength: 200,
        size: 'max',
      }),
      async (plan, startDate, partySizes, wanted) => {
        const { engine, caller, location, book, slotsOf } = await open(plan);
        const dates = Array.from({ length: 92 }, (_, i) =>
          new Date(Date.parse(startDate) + i * 86_400_000).toISOString().slice(0, 10),
        );
        for (const [day, pick, partySize] of wanted) {
          const slots = await slotsOf(dates[day]!, partySize);
          if (slots.length > 0) await book(slots[pick % slots.length]!.startMs, partySize);
        }
        const batch = await engine.partner(caller).readAvailabilityBatch(location.id, {
          startDate,
          endDate: dates[91]!,
          partySizes,
        });
        const expected = [];
        for (const date of dates) {
          for (const partySize of partySizes.toSorted((a, b) => a - b)) {
            const slots = await slotsOf(date, partySize);
            if (slots.some(({ available }) => available)) expected.push({ date, partySize, slots });
          }
        }
        expect(batch.answer).toEqual(expected);
      },
    ),
    seeded(inFull(12, 4)),
  );
});

test('D4 remainingCovers: the seats of the tables that are free for the whole turn, counted table by table', async () => {
  const { count, expectEach } = tally('counted', 'beside others');
  await fc.assert(
    fc.asyncProperty(
      aRestaurant,
      aDate,
      wishes(10, 6),
      fc.integer({ min: 1, max: 6 }),
      async (plan, date, wanted, partySize) => {
        const { engine, location, book, slotsOf } = await open({
          ...plan,
          pacing: null,
          servicePeriods: plan.servicePeriods.map((p) => ({ ...p, pacing: null })),
        });
        for (const [pick, size] of wanted) {
          const slots = await slotsOf(date, size);
          if (slots.length > 0) await book(slots[pick % slots.length]!.startMs, size);
        }
        const bookings: readonly Booking[] = await engine.operator.at(location.id).bookings.list();
        const turnMs =
          (plan.turnTimes.find(({ partyMax }) => partySize <= (partyMax ?? Infinity))!.turnMinutes +
            plan.bufferMinutes) *
          60_000;
        for (const { startMs, available, remainingCovers } of await slotsOf(date, partySize)) {
          if (!available) continue;
          const isHeld = (table: string): boolean =>
            bookings.some(
              (b) => b.tables.includes(table) && b.startMs < startMs + turnMs && startMs < b.blockedUntilMs,
            );
          count('counted');
          if (plan.floorPlan.tables.some((table) => isHeld(table.id))) count('beside others');
          const free = plan.floorPlan.tables.filter((table) => table.online && !isHeld(table.id));
          expect(remainingCovers).toBe(
            Math.max(
              partySize,
              free.reduce((sum, table) => sum + table.seatsMax, 0),
            ),
          );
        }
      },
    ),
    seeded(inFull(120, 40)),
  );
  expectEach(20);
});
