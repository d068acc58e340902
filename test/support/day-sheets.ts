/** Days of all kinds to be drawn, sound and unsound: whatever a sheet says, its drawing has to hold. */
import {
  type Booking,
  type DaySheet,
  HOUR_MS,
  type Interval,
  type Location,
  MINUTE_MS,
  type ServicePeriod,
  type Table,
  type TableHold,
  type VisitTimes,
} from '@bord/engine';
import { dayInterval, NO_VISIT } from '@bord/engine/adapters';
import { fixtures } from '@bord/engine/testing';
import fc from 'fast-check';
import { waitingParty } from './waiting-parties.ts';

/** Zones with a date: usual ones, clock changes by an hour and by half an hour, an offset of a quarter of an hour. */
const DAYS = [
  ['Europe/Stockholm', '2030-03-01'],
  ['Europe/Stockholm', '2030-03-31'],
  ['Europe/Stockholm', '2030-10-27'],
  ['Australia/Lord_Howe', '2027-04-04'],
  ['Asia/Kathmandu', '2030-03-01'],
] as const;

const PERIODS: readonly Partial<ServicePeriod>[] = [
  { name: 'Lunch', opensMinute: 11 * 60 + 30, closesMinute: 14 * 60 },
  { name: 'Dinner', opensMinute: 17 * 60, closesMinute: 23 * 60, lastSeatingMinute: 22 * 60 },
  { name: 'Night', opensMinute: 23 * 60 + 30, closesMinute: 26 * 60, slotStepMinutes: 30 },
];

/** Names of any script, and invalid ones. */
export const NAMES: readonly string[] = [
  'Astrid Berg',
  'Åsa Öberg-Lindén',
  '李雷 and 韓梅梅',
  'שרה כהן',
  'محمد عبد الله',
  'क्षितिज',
  '👨‍👩‍👧 Lind 👩🏽‍🚀',
  'e\u0301'.repeat(9),
  `Z${'\u0301'.repeat(60)}algo`,
  '',
  'Eve\u001b[2J\u009b31m\u202e\r\nFAKE\tline\u200b\\u{202e}',
  'x'.repeat(200),
];

const minutes = (min: number, max: number): fc.Arbitrary<number> =>
  fc.integer({ min, max }).map((count) => count * MINUTE_MS);

const tableIds = ['1', '2', '3', 'window 4', '食卓五', 'T6', 'T7', 'T8'];

const tables: fc.Arbitrary<readonly Table[]> = fc
  .tuple(
    fc.integer({ min: 1, max: tableIds.length }),
    fc.array(fc.constantFrom(null, 'Window', 'Bar', 'תלפיות'), { minLength: 8, maxLength: 8 }),
  )
  .map(([count, areas]) =>
    tableIds
      .slice(0, count)
      .map((id, i) => fixtures.aTable(id, { area: areas[i]!, seatsMin: 1 + (i % 3), seatsMax: 4 + i })),
  );

function interval(midnightMs: number): fc.Arbitrary<Interval> {
  return fc
    .tuple(minutes(-60, 26 * 60), minutes(1, 240))
    .map(([fromMs, lengthMs]) => ({ startMs: midnightMs + fromMs, endMs: midnightMs + fromMs + lengthMs }));
}

/** Most have none. */
function visit(midnightMs: number): fc.Arbitrary<VisitTimes> {
  const time = fc.option(minutes(0, 1500).map((ms) => midnightMs + ms));
  const begun = fc.record({ arrivedMs: time, seatedMs: time, leftMs: time });
  return fc.oneof({ arbitrary: fc.constant(NO_VISIT), weight: 4 }, begun);
}

function booking(midnightMs: number, date: string): fc.Arbitrary<Booking> {
  return fc
    .record({
      visit: visit(midnightMs),
      at: interval(midnightMs),
      bufferMs: minutes(0, 20),
      partySize: fc.oneof(fc.integer({ min: 1, max: 12 }), fc.constant(1000)),
      tables: fc.uniqueArray(fc.constantFrom(...tableIds, 'sold'), { maxLength: 3 }),
      status: fc.constantFrom('confirmed', 'confirmed', 'confirmed', 'completed', 'no_show', 'cancelled'),
      name: fc.constantFrom(...NAMES),
      notes: fc.constantFrom(null, null, 'nut allergy', ...NAMES.filter((text) => text !== '')),
    })
    .map(({ at, bufferMs, name, notes, ...given }) =>
      fixtures.aBooking('', {
        ...given,
        ...at,
        serviceDate: date,
        blockedUntilMs: at.endMs + bufferMs,
        guest: { name, notes, email: null, phone: '+46 70 123 45 67', language: null },
      }),
    );
}

function hold(midnightMs: number): fc.Arbitrary<Omit<TableHold, 'id'>> {
  return fc
    .record({
      at: interval(midnightMs),
      table: fc.constantFrom(...tableIds, 'sold'),
      partySize: fc.integer({ min: 1, max: 12 }),
      channel: fc.constantFrom('operator' as const, 'partner:hotel-nord' as const),
      isOffer: fc.boolean(),
      move: fc.constantFrom(null, {
        bookingId: 'bk_1',
        guestName: 'Maja Berg',
        startMs: 0,
        endMs: 1,
        blockedUntilMs: 1,
        partySize: 2,
        tables: ['sold'],
      }),
    })
    .map(({ at, ...given }) => ({ ...given, ...at, expiresMs: at.startMs - HOUR_MS }));
}

const numbered = (kind: string) => (bookings: readonly Booking[]) =>
  bookings.map((one, i) => ({ ...one, id: `bk_${kind}${i}` }));

/** A sheet with any content: tables that are held twice, unknown, or missing; visits in any order of times. */
export const anySheet: fc.Arbitrary<DaySheet> = fc
  .record({
    day: fc.constantFrom(...DAYS),
    tables,
    periods: fc.subarray([...PERIODS]),
    coversPerStep: fc.constantFrom(null, 6),
    isClosedFrom: fc.boolean(),
    // Table by table: no season, one of the periods, or a date that it is not.
    seasons: fc.array(fc.constantFrom('', '', 'first', 'last', 'never'), { minLength: 8, maxLength: 8 }),
  })
  .chain(({ day: [timeZone, date], tables: unlimited, periods, coversPerStep, isClosedFrom, seasons }) => {
    const plan = unlimited.map((table, i): Table => {
      const period = seasons[i] === 'first' ? periods[0] : periods.at(-1);
      if (seasons[i] === '' || !period) return table;
      const when = seasons[i] === 'never' ? { to: '2000-01-01' } : { periods: [period.name!] };
      return { ...table, when: [when] };
    });
    const { startMs } = dayInterval(timeZone, date);
    const location: Location = {
      ...fixtures.aPlan({
        name: 'Bistro Nord',
        timeZone,
        floorPlan: { tables: plan, combinations: [], wastedSeatsMax: null },
        servicePeriods: periods.map((period) => fixtures.aPeriod(period)),
        pacing: coversPerStep === null ? null : { coversPerStep, partiesPerStep: null },
        closures: isClosedFrom ? [{ id: 'c', from: `${date}T20:00`, to: `${date}T21:00`, reason: null }] : [],
      }),
      id: fixtures.LOCATION_ID,
      revision: 1,
    };
    return fc.record({
      location: fc.constant(location),
      date: fc.constant(date),
      nowMs: minutes(-120, 27 * 60).map((ms) => startMs + ms + 1234),
      bookings: fc.array(booking(startMs, date), { maxLength: 24 }).map(numbered('a')),
      others: fc.array(booking(startMs - 20 * HOUR_MS, '2030-02-27'), { maxLength: 3 }).map(numbered('b')),
      blocks: fc
        .array(fc.tuple(interval(startMs), fc.constantFrom(...tableIds), fc.constantFrom(null, ...NAMES)), {
          maxLength: 3,
        })
        .map((all) => all.map(([at, table, reason], i) => ({ ...at, id: `bl_${i}`, table, reason }))),
      holds: fc
        .array(hold(startMs), { maxLength: 2 })
        .map((all) => all.map((one, i) => ({ ...one, id: `hd_${i}` }))),
      waiting: fc
        .array(
          waitingParty({ midnightMs: startMs, date, interval: interval(startMs), tableIds, names: NAMES }),
          {
            maxLength: 14,
          },
        )
        .map((all) => all.map((one, i) => ({ ...one, id: `wt_${i}` }))),
    });
  });

const at = (time: string): number => Date.parse(`${fixtures.FRIDAY}T${time}:00+01:00`);

function party(id: string, from: string, to: string, name: string, given: Partial<Booking> = {}): Booking {
  const { notes = null, ...rest } = { ...given } as Partial<Booking> & { notes?: string | null };
  const guest = { name, notes, email: null, phone: null, language: null };
  const endMs = at(to);
  return fixtures.aBooking(id, { startMs: at(from), endMs, blockedUntilMs: endMs, guest, ...rest });
}

/** A day with every kind of content: two areas, a party at two tables, a block, a waiting party, visits, turnaround after a party. */
export function anEvening(): DaySheet {
  const floorPlan = {
    tables: [
      fixtures.aTable('W1', { area: 'Window', seatsMax: 2 }),
      fixtures.aTable('W2', { area: 'Window', seatsMin: 2 }),
      fixtures.aTable('W3', { area: 'Window', seatsMin: 2 }),
      fixtures.aTable('Long table', { area: 'Hall', seatsMin: 6, seatsMax: 12 }),
    ],
    combinations: [],
    wastedSeatsMax: null,
  };
  const servicePeriods = [
    fixtures.aPeriod({ name: 'Lunch', opensMinute: 11 * 60, closesMinute: 14 * 60 }),
    fixtures.aPeriod({ name: 'Dinner', opensMinute: 17 * 60, closesMinute: 24 * 60 }),
  ];
  const plan = fixtures.aPlan({
    name: 'Bistro Nord',
    floorPlan,
    servicePeriods,
    pacing: { coversPerStep: 8, partiesPerStep: null },
  });
  const nuts = {
    name: 'Åsa Öberg',
    notes: 'nut allergy, and they would love the window if that can be had at all',
    email: null,
    phone: null,
    language: null,
  };
  const seated: VisitTimes = { arrivedMs: at('17:55'), seatedMs: at('18:00'), leftMs: null };
  const bookings = [
    party('bk_1', '12:00', '13:30', 'Lind', { tables: ['W1'], status: 'completed' }),
    party('bk_2', '18:00', '20:00', 'Åsa Öberg', {
      tables: ['W2', 'W3'],
      partySize: 8,
      guest: nuts,
      visit: seated,
    }),
    party('bk_3', '18:30', '20:00', 'Berg', {
      tables: ['W1'],
      blockedUntilMs: at('20:30'),
      visit: { ...seated, seatedMs: null },
    }),
    party('bk_4', '19:00', '21:00', 'Ek', { tables: [], partySize: 3 }),
    party('bk_5', '20:30', '22:30', '李雷', { tables: ['W2'], partySize: 4 }),
    party('bk_6', '20:00', '22:00', 'Nobody', { tables: ['W3'], status: 'no_show' }),
  ];
  return {
    location: { ...plan, id: fixtures.LOCATION_ID, revision: 1 },
    date: fixtures.FRIDAY,
    nowMs: at('19:10'),
    bookings,
    others: [],
    blocks: [
      { id: 'bl_1', table: 'Long table', startMs: at('17:00'), endMs: at('20:00'), reason: 'leg broken' },
    ],
  };
}
