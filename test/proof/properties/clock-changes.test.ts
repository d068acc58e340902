/** Service days around clock changes, and on random dates of random zones: the engine against walked clocks. */
import {
  createEngine,
  type LocationPlan,
  type PartnerCaller,
  SCOPES,
  type ServicePeriod,
} from '@bord/engine';
import { fixtures, memoryStorage } from '@bord/engine/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inFull } from '../../support/long.ts';
import { seed, seeded } from '../../support/seed.ts';
import {
  aRestaurant,
  daysAround,
  daysOf,
  modelStarts,
  nightsIn,
  nowOf,
  PARTY_SIZES,
  type Restaurant,
  turnOf,
} from './restaurants-around-changes.ts';
import { dateOf, dayOf, type Minute } from './wall-clock-model.ts';
import { MISTAKES } from './wrong-starts.ts';

const MINUTE_MS = 60_000;

/** The restaurant in the engine, with more tables than requests. */
async function open(restaurant: Restaurant) {
  const clock = { nowMs: () => nowOf(restaurant) * MINUTE_MS };
  const engine = createEngine({ storage: memoryStorage(clock), clock });
  const tables = Array.from({ length: 9 }, (_, i) => fixtures.aTable(`T${i}`, { seatsMax: 8 }));
  const plan: LocationPlan = fixtures.aPlan({
    timeZone: restaurant.stretch.timeZone,
    floorPlan: { tables, combinations: [], wastedSeatsMax: null },
    servicePeriods: restaurant.periods,
    turnTimes: [
      { partyMax: 2, turnMinutes: restaurant.turns[0] },
      { partyMax: null, turnMinutes: restaurant.turns[1] },
    ],
  });
  const { location } = await engine.operator.locations.apply(plan, fixtures.LOCATION_ID);
  const caller: PartnerCaller = {
    keyId: 'key',
    partner: 'acme',
    scopes: SCOPES,
    locationIds: [location.id],
    rateLimit: 1e9,
  };
  return {
    starts: async (day: number, size: number): Promise<Minute[]> => {
      const { answer } = await engine
        .partner(caller)
        .readAvailability(location.id, { date: dateOf(day), partySize: size });
      expect(answer.slots.every(({ available }) => available)).toBe(true);
      return answer.slots.map(({ startMs }) => startMs / MINUTE_MS);
    },
    book: (start: Minute, partySize: number) =>
      engine.partner(caller).createBooking(location.id, {
        startMs: start * MINUTE_MS,
        partySize,
        guest: { name: 'Alva', email: 'alva@example.com', phone: null, notes: null, language: null },
        partnerBookingRef: null,
        idempotencyKey: null,
      }),
  };
}

const written = (minutes: readonly Minute[]): string[] =>
  minutes.map((minute) => new Date(minute * MINUTE_MS).toISOString().slice(0, 16));

/** Asks the engine for the times of each day and size, and books as requested. */
async function compare(restaurant: Restaurant): Promise<{ booked: number; refused: number }> {
  const nights = nightsIn(restaurant);
  const { starts, book } = await open(restaurant);
  for (const day of daysOf(restaurant.stretch)) {
    for (const size of PARTY_SIZES) {
      const about = `${dateOf(day)} for ${size}`;
      expect(written(await starts(day, size)), about).toEqual(
        written(modelStarts(restaurant, nights, day, size)),
      );
    }
  }
  const done = { booked: 0, refused: 0 };
  for (const { night, slot, late, size } of restaurant.wishes) {
    const inside = nights.filter((each) => Math.abs(each.day - restaurant.stretch.day) <= 2);
    const chosen = inside[night % inside.length];
    if (!chosen) continue;
    const slots = modelStarts(restaurant, nights, chosen.day, size);
    const start = late === null ? slots[slot % slots.length] : chosen.opens + late;
    if (start === undefined) continue;
    const day = daysAround(restaurant.stretch).find((each) =>
      modelStarts(restaurant, nights, each, size).includes(start),
    );
    const outcome = await book(start, size);
    const made = outcome.kind === 'booked' ? outcome.booking : null;
    expect(made && [made.serviceDate, made.endMs], `${written([start])[0]} for ${size}`).toEqual(
      day === undefined ? null : [dateOf(day), (start + turnOf(restaurant, size)) * MINUTE_MS],
    );
    done[made ? 'booked' : 'refused'] += 1;
  }
  return done;
}

test('D5 answers around clock changes, and the bookings made on them, are those of a walked clock', async () => {
  const distinct = new Set<string>();
  const all = { booked: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(aRestaurant, async (restaurant) => {
      const { booked, refused } = await compare(restaurant);
      all.booked += booked;
      all.refused += refused;
      const { stretch, periods, turns, nowMinute } = restaurant;
      for (const day of daysOf(stretch))
        distinct.add(JSON.stringify([stretch.timeZone, day, periods, turns, nowMinute]));
    }),
    seeded(inFull(1500, 100)),
  );
  expect(distinct.size * PARTY_SIZES.length).toBeGreaterThanOrEqual(inFull(10_000, 600));
  expect(all.booked).toBeGreaterThan(20);
  expect(all.refused).toBeGreaterThan(20);
});

/** Nights of which each has gone wrong once. */
const REMEMBERED: readonly [
  title: string,
  timeZone: string,
  date: string,
  ...periods: Partial<ServicePeriod>[],
][] = [
  [
    'a last seating in the skipped hour, with a closing at its end',
    'Europe/Stockholm',
    '2027-03-28',
    { opensMinute: 1380, closesMinute: 1620, lastSeatingMinute: 1590 },
  ],
  [
    'a night that runs into a skipped date',
    'Pacific/Apia',
    '2011-12-30',
    { opensMinute: 1320, closesMinute: 1560 },
  ],
  [
    'a skipped date on which something would have opened',
    'Pacific/Apia',
    '2011-12-30',
    { opensMinute: 1320, closesMinute: 1560, weekdays: [4] },
    { opensMinute: 60, closesMinute: 120, weekdays: [5] },
  ],
  [
    'the date after a skipped one, on which something opens early',
    'Pacific/Apia',
    '2011-12-30',
    { opensMinute: 1320, closesMinute: 1560, weekdays: [4] },
    { opensMinute: 60, closesMinute: 120, weekdays: [6] },
  ],
  [
    'a period that is skipped whole, listed after the next',
    'America/Santiago',
    '2027-09-05',
    { opensMinute: 60, closesMinute: 180 },
    { opensMinute: 0, closesMinute: 60 },
  ],
  [
    'a period at the end of the skipped hour, which another follows',
    'Europe/Stockholm',
    '2027-03-28',
    { opensMinute: 180, closesMinute: 360 },
    { opensMinute: 150, closesMinute: 180 },
  ],
  [
    'a period that lies in the skipped hour, which another follows',
    'Europe/Stockholm',
    '2027-03-28',
    { opensMinute: 135, closesMinute: 165 },
    { opensMinute: 180, closesMinute: 360 },
  ],
  [
    'a night that runs on past a period which cannot open',
    'Europe/Stockholm',
    '2027-03-28',
    { opensMinute: 1320, closesMinute: 1680, weekdays: [6] },
    { opensMinute: 150, closesMinute: 180, weekdays: [7] },
  ],
  [
    'a date that begins, and begins again an hour later',
    'America/St_Johns',
    '2010-11-07',
    { opensMinute: 0, closesMinute: 120 },
  ],
];

test.each(REMEMBERED)('D5 %s', async (_, timeZone, date, ...periods) => {
  const wishes = Array.from({ length: 8 }, (_each, slot) => slot);
  const stretch = { timeZone, day: dayOf(date) };
  const rest = { turns: [15, 60] as const, nowMinute: null };
  const restaurant: Restaurant = {
    stretch,
    periods: periods.map((given) => fixtures.aPeriod({ slotStepMinutes: 30, ...given })),
    wishes: [],
    ...rest,
  };
  const nights = nightsIn(restaurant).filter(({ day }) => Math.abs(day - stretch.day) <= 2);
  for (const [night] of nights.entries()) {
    await compare({ ...restaurant, wishes: wishes.map((slot) => ({ night, slot, late: null, size: 2 })) });
  }
});

const SAMPLED = fc
  .sample(aRestaurant, { seed, numRuns: 300 })
  .map((restaurant): Restaurant => Object.assign({}, restaurant, { nowMinute: null }));

test.each(MISTAKES)('D5 the walked clock does not agree with %s', (_, wrong) => {
  const disagrees = (restaurant: Restaurant): boolean => {
    const nights = nightsIn(restaurant);
    return daysOf(restaurant.stretch).some((day) =>
      PARTY_SIZES.some(
        (size) =>
          wrong(restaurant, nights, day, size).join() !== modelStarts(restaurant, nights, day, size).join(),
      ),
    );
  };
  let count = 0;
  for (const restaurant of SAMPLED) if (disagrees(restaurant) && ++count > 3) break;
  expect(count).toBeGreaterThan(3);
});
