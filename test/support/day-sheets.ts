/** Days of all kinds to be drawn, sound and unsound: whatever a sheet says, its drawing has to hold. */
import type { Booking, DaySheet, Interval, Location, ServicePeriod, Table, VisitTimes } from '@bord/engine';
import { dayInterval, HOUR_MS, MINUTE_MS } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import fc from 'fast-check';

/** Zones with a date: usual ones, clocks that change by an hour and by half an hour, a quarter of an hour beside the others. */
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

/** Names of any script, and what no name should be. */
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

function booking(midnightMs: number, date: string): fc.Arbitrary<Booking> {
  return fc
    .record({
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

const numbered = (kind: string) => (bookings: readonly Booking[]) =>
  bookings.map((one, i) => ({ ...one, id: `bk_${kind}${i}` }));

/** A sheet on which anything may stand: tables twice taken, unknown, or none; visits that go back and forth. */
export const anySheet: fc.Arbitrary<DaySheet> = fc
  .record({
    day: fc.constantFrom(...DAYS),
    tables,
    periods: fc.subarray([...PERIODS]),
    coversPerStep: fc.constantFrom(null, 6),
    isClosedFrom: fc.boolean(),
  })
  .chain(({ day: [timeZone, date], tables: plan, periods, coversPerStep, isClosedFrom }) => {
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
    const visit: fc.Arbitrary<VisitTimes> = fc.record({
      arrivedMs: fc.option(minutes(0, 1500).map((ms) => startMs + ms)),
      seatedMs: fc.option(minutes(0, 1500).map((ms) => startMs + ms)),
      leftMs: fc.option(minutes(0, 1500).map((ms) => startMs + ms)),
    });
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
      visits: fc
        .dictionary(fc.constantFrom('bk_a0', 'bk_a1', 'bk_a2', 'bk_a3'), visit, { noNullPrototype: true })
        .map((all) => new Map(Object.entries(all))),
    });
  });
