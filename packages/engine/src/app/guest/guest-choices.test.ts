/** The choices offered to a guest are exactly the accepted ones. The test tries every choice in a restaurant without other bookings. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inFull } from '../../../../../test/support/long.ts';
import { seeded } from '../../../../../test/support/seed.ts';
import { aProcess, type Process, virtualClock } from '../../../test-support/process.ts';
import { aLocation, aPeriod, aRequest, aTable, FRIDAY_MS, LOCATION_ID } from '../../contract/fixtures.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../core/instant.ts';
import { addDays, type LocalDate, localDateAt, type Weekday } from '../../core/local-date.ts';
import type { LocationPlan, ServicePeriod } from '../../core/location/location.ts';
import { secretKeyOf, tokenOf } from '../../core/access/secret.ts';
import type { GuestTimes } from './guest-times.ts';

const ZONE = 'Europe/Stockholm';
const KEY = secretKeyOf(new Uint8Array(32));

/** Before any change deadline, at a time that is not a slot, on a day that is always open for the operator. */
const OWN_DAYS = 5;
const OWN_SIZE = 3;
const own = (fridayMs: number) => ({
  startMs: fridayMs + OWN_DAYS * DAY_MS + 12 * HOUR_MS + 30 * MINUTE_MS,
  date: localDateAt(ZONE, fridayMs + OWN_DAYS * DAY_MS + 12 * HOUR_MS),
});

const orNull = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(values, { freq: 2 });
const aSize = fc.integer({ min: 1, max: 5 });
const seats = fc
  .tuple(aSize, aSize)
  .map(([a, b]) => ({ seatsMin: Math.min(a, b), seatsMax: Math.max(a, b) }));

const floorPlan = fc.record({
  tables: fc
    .array(fc.record({ seats, online: fc.boolean() }), { minLength: 2, maxLength: 4 })
    .map((tables) => [
      aTable('house', { seatsMin: OWN_SIZE, seatsMax: OWN_SIZE, online: false }),
      ...tables.map(({ seats: range, online }, i) => aTable(`T${i}`, { ...range, online })),
    ]),
  combinations: fc.constantFrom([], [{ tables: ['T0', 'T1'], seatsMin: 4, seatsMax: 7 }]),
  wastedSeatsMax: orNull(fc.integer({ min: 0, max: 2 })),
});

const pacing = orNull(
  fc.record({
    coversPerStep: orNull(fc.integer({ min: 1, max: 5 })),
    partiesPerStep: orNull(fc.constantFrom(1, 2, 1, 2, 0)),
  }),
);

/** Whole hours, so that all possible starts are tried. */
const aServicePeriod: fc.Arbitrary<ServicePeriod> = fc
  .record({
    weekdays: fc.uniqueArray(fc.constantFrom<Weekday>(1, 2, 3, 4, 5, 6, 7), { minLength: 1 }),
    lateness: orNull(fc.integer({ min: 0, max: 4 })),
    length: fc.integer({ min: 1, max: 4 }),
    step: fc.constantFrom(1, 2),
    sizes: fc.tuple(fc.integer({ min: 1, max: 3 }), orNull(fc.integer({ min: 0, max: 4 }))),
    pacing,
  })
  .map(({ weekdays, lateness, length, step, sizes: [least, more], ...rest }) =>
    aPeriod({
      ...rest,
      weekdays,
      closesMinute: (11 + length) * 60,
      slotStepMinutes: step * 60,
      lastSeatingMinute: lateness === null ? null : (11 + Math.min(lateness, length)) * 60,
      partySizeMin: least,
      partySizeMax: more === null ? null : least + more,
    }),
  );

/** The same period later on the day, so that the two never overlap. */
const later = (period: ServicePeriod, hours: number): ServicePeriod => ({
  ...period,
  opensMinute: period.opensMinute + hours * 60,
  closesMinute: period.closesMinute + hours * 60,
  lastSeatingMinute: period.lastSeatingMinute === null ? null : period.lastSeatingMinute + hours * 60,
});

const aRestaurant = fc.record({
  /** A Friday, or the one before a clock change. */
  fridayMs: fc.constantFrom(FRIDAY_MS, FRIDAY_MS + 28 * DAY_MS),
  nowHours: fc.integer({ min: 0, max: 30 }),
  floorPlan,
  periods: fc.tuple(aServicePeriod, orNull(aServicePeriod), fc.constantFrom(6, 12)),
  /** The hours on the date of the guest's booking, and on no other date. */
  ownPeriod: aServicePeriod,
  closed: fc.array(
    fc.record({ from: fc.integer({ min: 0, max: 6 }), hours: orNull(fc.integer({ min: 0, max: 20 })) }),
    { maxLength: 3 },
  ),
  pacing,
  horizonDays: fc.constantFrom(4, 3, 4, 1, 0),
  leadTimeMinutes: fc.constantFrom(0, 0, 90, 3000),
  leadTimes: fc.constantFrom([], [{ partyMax: 2, leadTimeMinutes: 600 }]),
  bufferMinutes: fc.constantFrom(0, 30),
  turnMinutes: fc.tuple(fc.constantFrom(60, 120), fc.constantFrom(60, 120, 240)),
});
type Restaurant = typeof aRestaurant extends fc.Arbitrary<infer T> ? T : never;

function planOf(restaurant: Restaurant): Partial<LocationPlan> {
  const { fridayMs, periods, ownPeriod, closed, turnMinutes, ...rest } = restaurant;
  const [first, second, apart] = periods;
  const { date } = own(fridayMs);
  const day = (days: number): LocalDate => addDays(localDateAt(ZONE, fridayMs), days);
  return {
    ...rest,
    servicePeriods: [
      first,
      ...(second === null ? [] : [later(second, apart)]),
      // Open until midnight, so that the operator can always move the booking back.
      { ...ownPeriod, name: 'own', weekdays: [], dates: [date], closesMinute: 24 * 60 },
    ],
    turnTimes: [
      { partyMax: 2, turnMinutes: turnMinutes[0] },
      { partyMax: null, turnMinutes: turnMinutes[1] },
    ],
    closures: closed
      .filter(({ from, hours }) => hours !== null || from !== OWN_DAYS)
      .map(({ from, hours }, i) => ({
        id: `c${i}`,
        from: hours === null ? day(from) : `${day(from)}T${String(hours).padStart(2, '0')}:00`,
        to: hours === null ? day(from) : `${day(from)}T${String(hours + 3).padStart(2, '0')}:00`,
        reason: null,
      })),
  };
}

/** Moves the booking to every hour and size and back; returns the successful ones by service date and size. */
async function triedStarts(
  { engine }: Process,
  { token, bookingId, fridayMs }: { token: string; bookingId: string; fridayMs: number },
): Promise<ReadonlyMap<string, readonly number[]>> {
  const starts = new Map<string, number[]>();
  const { startMs: ownMs } = own(fridayMs);
  const last = fridayMs + 7 * DAY_MS;
  for (let startMs = fridayMs - DAY_MS; startMs < last; startMs += HOUR_MS) {
    for (let partySize = 1; partySize <= 8; partySize++) {
      const outcome = await engine.guest(token).move({ startMs, partySize });
      if (outcome.kind === 'refused') continue;
      const key = `${outcome.booking.serviceDate} ${partySize}`;
      starts.set(key, [...(starts.get(key) ?? []), startMs]);
      const back = await engine.operator.bookings.move(bookingId, { startMs: ownMs, partySize: OWN_SIZE });
      expect(back.kind).toBe('changed');
    }
  }
  return starts;
}

const pairsOf = ({ choices }: GuestTimes): string[] =>
  choices.flatMap(({ date, partySizes }) => partySizes.map((size) => `${date} ${size}`));

test('D12 D2 the dates, sizes and times offered to a guest are exactly those that a move accepts', async () => {
  let tried = 0;
  await fc.assert(
    fc.asyncProperty(aRestaurant, async (restaurant) => {
      const { fridayMs, nowHours } = restaurant;
      const here = aProcess(virtualClock(fridayMs + nowHours * HOUR_MS));
      await aLocation(here.shared, planOf(restaurant));
      const { startMs } = own(fridayMs);
      const request = aRequest(startMs, { partySize: OWN_SIZE });
      const made = await here.engine.operator.at(LOCATION_ID).bookings.create(request);
      if (made.kind !== 'booked') throw new Error(`the operator is refused: ${JSON.stringify(made)}`);
      const bookingId = made.booking.id;
      const token = tokenOf(KEY, 'manage', bookingId);

      const starts = await triedStarts(here, { token, bookingId, fridayMs });
      const offer = await here.engine.guest(token).times();
      expect(pairsOf(offer)).toEqual([...starts.keys()].toSorted());
      const sizes = new Set([...starts.keys()].map((key) => Number(key.split(' ')[1])));
      expect(offer.partySizes).toEqual([...sizes].toSorted((a, b) => a - b));
      for (const [key, times] of starts) {
        const [date = '', size] = key.split(' ');
        const found = await here.engine.guest(token).times({ date, partySize: Number(size) });
        expect(found.times).toEqual(times);
        tried += 1;
      }
    }),
    seeded(inFull(200, 12)),
  );
  expect(tried).toBeGreaterThan(0);
}, 1_200_000);

test('D12 sizes that would waste too many seats, exceed pacing or fit no period are not offered', async () => {
  const here = aProcess(virtualClock());
  const tables = [aTable('A', { seatsMax: 4 }), aTable('B', { seatsMin: 2, seatsMax: 8 })];
  await aLocation(here.shared, {
    floorPlan: { tables, combinations: [], wastedSeatsMax: 2 },
    servicePeriods: [aPeriod({ partySizeMax: 7 })],
    pacing: { coversPerStep: 6, partiesPerStep: null },
    horizonDays: 30,
  });
  const request = aRequest(FRIDAY_MS + DAY_MS + 17 * HOUR_MS);
  const made = await here.engine.operator.at(LOCATION_ID).bookings.create(request);
  if (made.kind !== 'booked') throw new Error('not booked');
  const token = tokenOf(KEY, 'manage', made.booking.id);
  // One guest would waste three seats, and so would five: they fit only at the table for eight.
  expect((await here.engine.guest(token).times()).partySizes).toEqual([2, 3, 4, 6]);
  for (const partySize of [1, 5, 7, 8])
    expect((await here.engine.guest(token).move({ partySize })).kind).toBe('refused');
});

test('D12 the offered choices change with the time, to the minute', async () => {
  const clock = virtualClock();
  const here = aProcess(clock);
  const lunch = aPeriod({ closesMinute: 14 * 60, lastSeatingMinute: 13 * 60, partySizeMin: 3 });
  const dinner = aPeriod({ opensMinute: 18 * 60, lastSeatingMinute: 20 * 60, partySizeMax: 2 });
  await aLocation(here.shared, { servicePeriods: [lunch, dinner], horizonDays: 1, leadTimeMinutes: 120 });
  const request = aRequest(FRIDAY_MS + DAY_MS + 17 * HOUR_MS);
  const made = await here.engine.operator.at(LOCATION_ID).bookings.create(request);
  if (made.kind !== 'booked') throw new Error('not booked');
  const token = tokenOf(KEY, 'manage', made.booking.id);
  const sizesNow = async () =>
    (await here.engine.guest(token).times()).choices.map(({ partySizes }) => partySizes.join(''));
  expect(await sizesNow()).toEqual(['1234', '1234']);
  clock.pass(10 * HOUR_MS); // 11:00 in Stockholm
  expect(await sizesNow()).toEqual(['1234', '1234']);
  clock.pass(1);
  expect(await sizesNow()).toEqual(['12', '1234']);
  clock.pass(7 * HOUR_MS);
  expect(await sizesNow()).toEqual(['1234']);
});
