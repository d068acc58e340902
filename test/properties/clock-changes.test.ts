/** Service days around clock changes, and on random dates of random zones: the engine against {@link walk}ed clocks. */
import {
  createEngine,
  type LocationPlan,
  type PartnerCaller,
  SCOPES,
  type ServicePeriod,
  type Weekday,
} from '@bord/engine';
import { fixtures, memoryStorage } from '@bord/engine/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { between, chanceOf, pick } from '../seating/random.ts';
import { inFull } from '../support/long.ts';
import { seed, seeded } from '../support/seed.ts';
import {
  dateOf,
  dayOf,
  firstShown,
  type Minute,
  type Night,
  nightsOf,
  type Reading,
  startsOf,
  type Walk,
  walk,
} from './wall-clock-model.ts';

const MINUTE_MS = 60_000;
const PARTY_SIZES = [2, 5] as const;

/** A zone, and a day around which houses are asked. */
interface Stretch {
  readonly timeZone: string;
  readonly day: number;
}

const CHANGES: readonly Stretch[] = [
  ['Europe/Stockholm', '2027-03-28', '2027-10-31'],
  ['Europe/Dublin', '2027-03-28', '2027-10-31'], // winter is the exception there, not summer
  ['Atlantic/Azores', '2027-03-28', '2027-10-31'], // at midnight
  ['America/New_York', '2027-03-14', '2027-11-07'],
  ['America/Santiago', '2027-09-05', '2027-04-04'], // at midnight; back into the evening before
  ['America/Nuuk', '2027-03-28', '2027-10-31'], // skips the last hour of a date
  ['America/St_Johns', '2010-03-14', '2010-11-07'], // one minute past midnight: a date begins twice
  ['Australia/Lord_Howe', '2027-10-03', '2027-04-04'], // half an hour
  ['Antarctica/Troll', '2027-03-28', '2027-10-31'], // two hours
  ['Africa/Casablanca', '2026-02-15', '2026-03-22'], // around Ramadan
  ['Asia/Kathmandu', '1986-01-01', '2027-06-18'], // a quarter of an hour, once; and no change
  ['Pacific/Apia', '2011-12-30', '2012-04-01'], // skips a date
  ['Pacific/Kwajalein', '1993-08-21'], // skips a date
].flatMap(([timeZone, ...dates]) => dates.map((date) => ({ timeZone: timeZone!, day: dayOf(date) })));

/** Random zones in random years: at the day of a change where there is one, else at any. */
function randomStretches(count: number): Stretch[] {
  const chance = chanceOf(seed);
  const zones = Intl.supportedValuesOf('timeZone');
  return Array.from({ length: count }, () => {
    const timeZone = pick(chance, zones);
    const newYear = dayOf(`${between(chance, 1990, 2036)}-01-01`);
    const clock = new Intl.DateTimeFormat('sv-SE', {
      timeZone,
      hourCycle: 'h23',
      hour: '2-digit',
      minute: '2-digit',
    });
    const noonShown = (day: number): string => clock.format((day + 0.5) * 86_400_000);
    const days = Array.from({ length: 365 }, (_, i) => newYear + i);
    const changed = days.filter((day) => noonShown(day) !== noonShown(day - 1));
    return { timeZone, day: pick(chance, changed.length > 0 ? changed : days) };
  });
}

/** The days that are asked: the change, two before it and one after. */
const daysOf = ({ day }: Stretch): number[] => [day - 2, day - 1, day, day + 1];

/** The days whose nights are known whole: what opens on the day after them is known too. */
const daysAround = ({ day }: Stretch): number[] => Array.from({ length: 8 }, (_, i) => day - 4 + i);

const walks = new Map<Stretch, Walk>();

/** The walk of a stretch, made once: wide enough for the nights before and after the days that are asked. */
function walkOf(stretch: Stretch): Walk {
  const known = walks.get(stretch) ?? walk(stretch.timeZone, stretch.day - 5, stretch.day + 6);
  walks.set(stretch, known);
  return known;
}

interface Restaurant {
  readonly stretch: Stretch;
  readonly periods: readonly ServicePeriod[];
  /** Of parties of up to two, and of larger ones. */
  readonly turns: readonly [number, number];
  /** When the house is asked, after the first minute of the walk; null: weeks before. */
  readonly nowMinute: number | null;
  /** Parties who ask for a table: at a slot of a night of the model, or at any minute around it. */
  readonly wishes: readonly { night: number; slot: number; late: number | null; size: number }[];
}

const everyDay: Weekday[] = [1, 2, 3, 4, 5, 6, 7];
const quarters = (from: number, to: number) => fc.integer({ min: from * 4, max: to * 4 }).map((n) => n * 15);

/** What the wall shows, in minutes after midnight, just before the clock changes next to the day; midnight where it does not. */
function changeMinute(stretch: Stretch): number {
  const { firstMinute, shown } = walkOf(stretch);
  const from = (stretch.day - 1) * 1440 - firstMinute;
  const at = shown.findIndex((wall, i) => i > from && wall !== shown[i - 1]! + 1);
  return at < 0 ? 0 : (shown[at - 1]! + 1) % 1440;
}

/** One to three periods that do not overlap by the clock, in any order, most of them around a time of day. */
const periodsAround = (minute: number): fc.Arbitrary<ServicePeriod[]> =>
  fc
    .record({
      first: fc.oneof(
        quarters(-5, 3).map((after) => (minute + after + 1440) % 1440),
        fc.integer({ min: 0, max: 1439 }),
      ),
      stepMinutes: fc.constantFrom(5, 7, 10, 15, 20, 30, 45, 60),
      rows: fc.array(
        fc.record({
          gap: fc.constantFrom(0, 0, 15, 30, 60, 210),
          length: fc.oneof(quarters(0, 2), quarters(1, 6), fc.integer({ min: 1, max: 1440 })),
          until: fc.option(quarters(0, 2), { freq: 1 }),
          last: fc.option(fc.oneof(quarters(0, 2), fc.integer({ min: 0, max: 1440 })), { freq: 2 }),
          weekdays: fc.oneof(fc.constant(everyDay), fc.subarray(everyDay, { minLength: 1 })),
        }),
        { minLength: 1, maxLength: 3, size: 'max' },
      ),
    })
    .map(({ first, stepMinutes, rows }) => {
      let opensMinute = first;
      return rows.flatMap(({ gap, length, until, last, weekdays }, i) => {
        if (i > 0) opensMinute += gap;
        if (opensMinute >= 1440) return [];
        const untilThen = until === null ? length : (minute + until + 2880 - opensMinute) % 1440;
        const closesMinute = opensMinute + Math.max(1, untilThen);
        const lastSeatingMinute = last === null ? null : Math.max(opensMinute, closesMinute - last);
        const hours = { opensMinute, closesMinute, lastSeatingMinute, slotStepMinutes: stepMinutes };
        opensMinute = closesMinute;
        return [fixtures.aPeriod({ name: `period ${i + 1}`, weekdays, ...hours })];
      });
    })
    .chain((rows) => fc.shuffledSubarray(rows, { minLength: rows.length }));

const aWish = fc.record({
  night: fc.nat(),
  slot: fc.nat(),
  late: fc.option(fc.integer({ min: -120, max: 400 })),
  size: fc.constantFrom(...PARTY_SIZES),
});

const restaurantAt = (stretch: Stretch): fc.Arbitrary<Restaurant> =>
  fc.record({
    stretch: fc.constant(stretch),
    periods: periodsAround(changeMinute(stretch)),
    turns: fc.constantFrom([15, 60], [30, 120], [90, 150], [240, 600]),
    nowMinute: fc.option(fc.integer({ min: 3 * 1440, max: 7 * 1440 }), { freq: 4 }),
    wishes: fc.array(aWish, { maxLength: 8, size: 'max' }),
  });

const aRestaurant = fc
  .oneof(
    { weight: 3, arbitrary: fc.constantFrom(...CHANGES) },
    { weight: 1, arbitrary: fc.constantFrom(...randomStretches(24)) },
  )
  .chain(restaurantAt);

const turnOf = ({ turns }: Restaurant, size: number): number => turns[size <= 2 ? 0 : 1];

/** When the house is asked. */
const nowOf = ({ stretch, nowMinute }: Restaurant): Minute =>
  nowMinute === null ? (stretch.day - 40) * 1440 : walkOf(stretch).firstMinute + nowMinute;

/** What starts a party has on a day. */
type Starts = (restaurant: Restaurant, nights: readonly Night[], day: number, size: number) => Minute[];

function nightsIn({ stretch, periods: all }: Restaurant, read?: Reading): Night[] {
  return nightsOf(walkOf(stretch), all, stretch.day - 4, stretch.day + 4, read);
}

const modelStarts: Starts = (restaurant, nights, day, size) =>
  nights
    .filter((night) => night.day === day)
    .flatMap((night) => startsOf(night, turnOf(restaurant, size)))
    .filter((start) => start >= nowOf(restaurant));

/** The house in the engine, with more tables than there are wishes. */
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

/** Asks the engine what the house offers on each day to each size, and to book as wished. */
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
    seeded(inFull(1500)),
  );
  expect(distinct.size * PARTY_SIZES.length).toBeGreaterThanOrEqual(inFull(10_000));
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

/** Of a time shown twice the second is meant. */
const lastShown: Reading = (seen, wallMinute) => {
  const at = seen.shown.lastIndexOf(wallMinute);
  return at >= 0 ? seen.firstMinute + at : firstShown(seen, wallMinute);
};

/** A skipped time is moved to the end of the gap, not by its length. */
const afterGap: Reading = (seen, wallMinute) => {
  const isShown = seen.shown.includes(wallMinute);
  return isShown
    ? firstShown(seen, wallMinute)
    : seen.firstMinute + seen.shown.findIndex((wall) => wall > wallMinute);
};

const readAs =
  (read: Reading): Starts =>
  (restaurant, _, day, size) =>
    modelStarts(restaurant, nightsIn(restaurant, read), day, size);

/** Slots that follow the wall: none in the second hour shown, and a gap's one after the other. */
const steppedByWall: Starts = (restaurant, nights, day, size) =>
  modelStarts(restaurant, nights, day, size).filter((start) => {
    const { firstMinute, shown } = walkOf(restaurant.stretch);
    const night = nights.find((each) => each.day === day && each.opens <= start && start <= each.closes)!;
    const passed = shown[start - firstMinute]! - shown[night.opens - firstMinute]!;
    const isShownBefore = shown.indexOf(shown[start - firstMinute]!) < start - firstMinute;
    return passed % night.period.slotStepMinutes === 0 && !isShownBefore;
  });

/** Nights that run on, whatever opens. */
const withoutTakeover: Starts = (restaurant, _, day, size) =>
  restaurant.periods
    .flatMap((period) => modelStarts(restaurant, nightsIn({ ...restaurant, periods: [period] }), day, size))
    .toSorted((a, b) => a - b);

/** A last seating that does not count. */
const withoutLastSeating: Starts = (restaurant, nights, day, size) =>
  modelStarts(
    restaurant,
    nights.map((night) => Object.assign({}, night, { lastSeating: null })),
    day,
    size,
  );

/** Nights that belong to the date on which a party starts. */
const byCalendar: Starts = (restaurant, nights, day, size) => {
  const { firstMinute, shown } = walkOf(restaurant.stretch);
  return daysAround(restaurant.stretch)
    .flatMap((each) => modelStarts(restaurant, nights, each, size))
    .filter((start) => Math.floor(shown[start - firstMinute]! / 1440) === day);
};

/** Rules close to the right ones, which the walk must tell from them. */
const MISTAKES: readonly [title: string, wrong: Starts][] = [
  ['the second of two hours shown', readAs(lastShown)],
  ['skipped times moved to the end of the gap', readAs(afterGap)],
  ['slots stepped by the clock on the wall', steppedByWall],
  ['nights that run on past the next opening', withoutTakeover],
  ['last seatings that do not count', withoutLastSeating],
  ['nights cut at midnight', byCalendar],
];

test.each(MISTAKES)('D5 the walked clock does not agree with %s', (_, wrong) => {
  const restaurants = fc
    .sample(aRestaurant, { seed, numRuns: 300 })
    .map((restaurant): Restaurant => Object.assign({}, restaurant, { nowMinute: null }));
  const disagrees = (restaurant: Restaurant): boolean => {
    const nights = nightsIn(restaurant);
    return daysOf(restaurant.stretch).some((day) =>
      PARTY_SIZES.some(
        (size) =>
          wrong(restaurant, nights, day, size).join() !== modelStarts(restaurant, nights, day, size).join(),
      ),
    );
  };
  expect(restaurants.filter(disagrees).length).toBeGreaterThan(3);
});
