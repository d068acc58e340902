import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aProcess, type Process, virtualClock } from '../../../test-support/process.ts';
import { seeded } from '../../../../../test/support/seed.ts';
import {
  aCaller,
  aLocation,
  aPeriod,
  aRequest,
  aTable,
  FRIDAY,
  FRIDAY_MS,
  LOCATION_ID,
} from '../../contract/fixtures.ts';
import { unavailableReason } from '../../core/seating/table-assignment.ts';
import type { Booking } from '../../core/booking/booking.ts';
import { dayStateOf } from '../../core/seating/day-state.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../core/instant.ts';
import type { LocalDate } from '../../core/local-date.ts';
import type { Location, LocationPlan } from '../../core/location/location.ts';
import { secretKeyOf, tokenOf } from '../../core/access/secret.ts';
import { serviceDayOf } from '../../core/location/service-day.ts';
import { bookingWindowOf, isWithin, offeredSlots } from '../../core/location/slots.ts';
import type { Storage } from '../../ports/storage.ts';

const KEY = secretKeyOf(new Uint8Array(32));
const tokenFor = (bookingId: string): string => tokenOf(KEY, 'manage', bookingId);
const dateAhead = (days: number): LocalDate => new Date(FRIDAY_MS + days * DAY_MS).toISOString().slice(0, 10);
const WEEK = Array.from({ length: 7 }, (_, day) => dateAhead(day));
const SIX_MS = FRIDAY_MS + 17 * HOUR_MS;

/** Hours that end on the next date, with few slots, so that comparing is quick. */
const PLAN: Partial<LocationPlan> = {
  floorPlan: {
    tables: [aTable('A', { seatsMax: 2 }), aTable('B'), aTable('C', { online: false })],
    combinations: [{ tables: ['A', 'B'], seatsMin: 5, seatsMax: 6 }],
    wastedSeatsMax: null,
  },
  servicePeriods: [aPeriod({ opensMinute: 17 * 60, closesMinute: 25 * 60, slotStepMinutes: 30 })],
  bufferMinutes: 15,
  leadTimeMinutes: 30,
  freezeMinutes: 60,
  pacing: { coversPerStep: 6, partiesPerStep: null },
  horizonDays: 12,
};

async function booked({ engine }: Process, startMs = SIX_MS, partySize = 2): Promise<Booking | null> {
  const outcome = await engine
    .partner(aCaller())
    .createBooking(LOCATION_ID, aRequest(startMs, { partySize }));
  return outcome.kind === 'booked' ? outcome.booking : null;
}

/** The result of a search without a cache. */
async function freshTimes(
  storage: Storage,
  location: Location,
  {
    bookingId,
    date,
    partySize,
    nowMs,
  }: { bookingId: string; date: LocalDate; partySize: number; nowMs: number },
): Promise<readonly number[]> {
  const window = bookingWindowOf(location, nowMs);
  if (!isWithin(window, date)) return [];
  const day = serviceDayOf(location, date);
  const bookings = await storage.bookings.diary(location.id, day.interval);
  const others = bookings.filter(({ id }) => id !== bookingId);
  const state = dayStateOf(location, day, others, nowMs);
  return offeredSlots(location, day, partySize, window)
    .filter((slot) => unavailableReason(state, slot, partySize, 'online') === null)
    .map(({ startMs }) => startMs);
}

const aStart = fc
  .record({ day: fc.nat(3), slot: fc.nat(14) })
  .map(({ day, slot }) => FRIDAY_MS + day * DAY_MS + 16 * HOUR_MS + slot * 30 * MINUTE_MS);
const aSize = fc.integer({ min: 1, max: 6 });
const aStep = fc.oneof(
  fc.record({ kind: fc.constant('book' as const), startMs: aStart, partySize: aSize }),
  fc.record({ kind: fc.constant('move' as const), which: fc.nat(), startMs: aStart, partySize: aSize }),
  fc.record({ kind: fc.constant('cancel' as const), which: fc.nat() }),
  fc.record({ kind: fc.constant('pass' as const), minutes: fc.integer({ min: 1, max: 200 }) }),
  fc.record({ kind: fc.constant('ask' as const), which: fc.nat(), partySize: aSize }),
);

test('D2 D7 a guest is offered the times that a search without a cache would find, ignoring the booking itself', async () => {
  let comparisons = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(aStep, { minLength: 10, maxLength: 40 }), async (steps) => {
      const clock = virtualClock(FRIDAY_MS + 10 * HOUR_MS);
      const here = aProcess(clock);
      const { engine, shared } = here;
      await aLocation(shared, PLAN);
      const location = await engine.operator.locations.read(LOCATION_ID);
      const bookings: Booking[] = [];
      const pick = (which: number): Booking | undefined => bookings[which % bookings.length];
      for (const step of steps) {
        if (step.kind === 'pass') clock.pass(step.minutes * MINUTE_MS);
        else if (step.kind === 'book') {
          const made = await booked(here, step.startMs, step.partySize);
          if (made) bookings.push(made);
        } else {
          const one = pick(step.which);
          if (!one) continue;
          const token = tokenFor(one.id);
          if (step.kind === 'cancel')
            await engine
              .guest(token)
              .cancel()
              .catch(() => undefined);
          else if (step.kind === 'move')
            await engine
              .guest(token)
              .move(step)
              .catch(() => undefined);
          else {
            const { stage } = await engine.guest(token).open();
            const { partySize } = step;
            const about = { bookingId: one.id, partySize, nowMs: clock.nowMs() };
            const fresh = await Promise.all(
              WEEK.map(async (date) =>
                stage === 'changeable' ? freshTimes(shared, location, { ...about, date }) : [],
              ),
            );
            for (const [i, date] of WEEK.entries()) {
              const { times, nearby } = await engine.guest(token).times({ date, partySize });
              const around = WEEK.filter((_, n) => n !== i && Math.abs(n - i) <= 3 && fresh[n]!.length > 0);
              expect(times).toEqual(fresh[i]);
              expect(nearby.filter((near) => WEEK.includes(near))).toEqual(times.length > 0 ? [] : around);
            }
            comparisons += 1;
          }
        }
      }
    }),
    seeded(60),
  );
  expect(comparisons).toBeGreaterThan(50);
});

test('D7 a request reads the diary at most once, and not at all for cached days', async () => {
  const here = aProcess(virtualClock());
  await aLocation(here.shared, { horizonDays: 30 });
  const own = (await booked(here))!;
  await booked(here, SIX_MS + DAY_MS);
  const token = tokenFor(own.id);
  const reads = countReads(here);
  const { times } = await here.engine.guest(token).times();
  expect(times).toContain(SIX_MS);
  expect(reads()).toEqual({ find: 1, diary: 1 });
  for (const partySize of [2, 3, 2]) await here.engine.guest(token).times({ partySize });
  expect(reads()).toEqual({ find: 3, diary: 0 });
  await here.engine.partner(aCaller()).readAvailability(LOCATION_ID, { date: dateAhead(2), partySize: 2 });
  expect(reads()).toEqual({ find: 0, diary: 1 });
  await here.engine.guest(token).times({ date: dateAhead(2) });
  expect(reads()).toEqual({ find: 1, diary: 0 });
});

test('D7 around a full day six others are read in one query; dates that cannot be requested are not read', async () => {
  const here = aProcess(virtualClock());
  const partiesPerStep = 1;
  await aLocation(here.shared, {
    horizonDays: 30,
    servicePeriods: [aPeriod({ slotStepMinutes: 1440, pacing: { coversPerStep: null, partiesPerStep } })],
  });
  const token = tokenFor((await booked(here, FRIDAY_MS + 10 * HOUR_MS))!.id);
  await booked(here, FRIDAY_MS + 5 * DAY_MS + 10 * HOUR_MS);
  await booked(here, FRIDAY_MS + 7 * DAY_MS + 10 * HOUR_MS);
  const reads = countReads(here);
  const { times, nearby } = await here.engine.guest(token).times({ date: dateAhead(5) });
  expect([times, nearby]).toEqual([[], [2, 3, 4, 6, 8].map(dateAhead)]);
  expect(reads()).toEqual({ find: 1, diary: 2 });
  for (const wish of [{ date: dateAhead(-9) }, { date: '9999-12-31' }, { partySize: 5 }])
    expect(await here.engine.guest(token).times(wish)).toMatchObject({ times: [], nearby: [] });
  expect(reads()).toEqual({ find: 3, diary: 0 });
});

test('D7 cached times of a guest are dropped with a move of the booking and with other bookings', async () => {
  const here = aProcess(virtualClock());
  await aLocation(here.shared, {
    floorPlan: { ...PLAN.floorPlan!, tables: [aTable('A')], combinations: [] },
    horizonDays: 30,
  });
  const own = (await booked(here))!;
  const token = tokenFor(own.id);
  const isOffered = async (startMs: number, date = FRIDAY): Promise<boolean> =>
    (await here.engine.guest(token).times({ date })).times.includes(startMs);
  const tomorrow = dateAhead(1);
  expect([await isOffered(SIX_MS), await isOffered(SIX_MS + DAY_MS, tomorrow)]).toEqual([true, true]);
  const other = (await booked(here, SIX_MS + DAY_MS))!;
  expect(await isOffered(SIX_MS + DAY_MS, tomorrow)).toBe(false);
  await here.engine.partner(aCaller()).cancelBooking(other.id);
  expect(await isOffered(SIX_MS + DAY_MS, tomorrow)).toBe(true);
  await here.engine.guest(token).move({ startMs: SIX_MS + DAY_MS });
  expect([await isOffered(SIX_MS), await isOffered(SIX_MS + DAY_MS, tomorrow)]).toEqual([true, true]);
  await booked(here);
  expect(await isOffered(SIX_MS)).toBe(false);
});

test('D12 D32 a party that becomes smaller can keep its tables, and its times are listed where they are free', async () => {
  const here = aProcess(virtualClock());
  const tables = [aTable('A', { seatsMax: 2 }), aTable('B')];
  await aLocation(here.shared, { floorPlan: { tables, combinations: [], wastedSeatsMax: 1 } });
  const { id } = (await booked(here, SIX_MS, 4))!;
  await booked(here, SIX_MS, 2); // at A, the only table that takes two for a partner
  const later = SIX_MS + 3 * HOUR_MS;
  await booked(here, later, 2);
  await booked(here, later, 4); // at B
  const guest = here.engine.guest(tokenFor(id));
  const { times } = await guest.times({ partySize: 2 });
  expect([times.includes(SIX_MS), times.includes(later)]).toEqual([true, false]);
  const partner = here.engine.partner(aCaller());
  expect(await partner.moveBooking(id, { startMs: later, partySize: 2 })).toMatchObject({ kind: 'refused' });
  expect(await guest.move({ partySize: 2 })).toMatchObject({ kind: 'changed', booking: { tables: ['B'] } });
});

test('D12 an invalid date or party size is rejected, and the choices are empty after the change deadline', async () => {
  const clock = virtualClock();
  const here = aProcess(clock);
  await aLocation(here.shared, { horizonDays: 30 });
  const token = tokenFor((await booked(here))!.id);
  for (const wish of [{ date: '2030-02-30' }, { partySize: 0 }, { partySize: 1.5 }])
    await expect(here.engine.guest(token).times(wish)).rejects.toMatchObject({ code: 'invalid_request' });
  expect(await here.engine.guest(token).times()).toMatchObject({ partySizes: [1, 2, 3, 4] });
  clock.pass(15 * HOUR_MS);
  const none = { date: FRIDAY, partySize: 2, times: [], nearby: [], choices: [], partySizes: [] };
  expect(await here.engine.guest(token).times()).toEqual({
    ...none,
    periods: [expect.objectContaining({ name: 'all day' })],
  });
});

test("D12 dates are listed for two years, also if the location's horizon is longer", async () => {
  const here = aProcess(virtualClock());
  await aLocation(here.shared);
  const token = tokenFor((await booked(here))!.id);
  const { choices } = await here.engine.guest(token).times();
  expect([choices[0]!.date, choices.at(-1)!.date]).toEqual([FRIDAY, dateAhead(729)]);
});

/** The numbers of booking and diary reads since the last call. */
function countReads({ calls }: Process): () => { find: number; diary: number } {
  let seen = calls.length;
  return () => {
    const fresh = calls.slice(seen);
    seen = calls.length;
    const of = (name: string): number => fresh.filter((call) => call === name).length;
    return { find: of('bookings.find'), diary: of('bookings.diary') };
  };
}
