import { expect, test } from 'vitest';
import { aBooking, aPeriod, aPlan, aTable, FRIDAY, LOCATION_ID } from '../../contract/fixtures.ts';
import type { Booking } from '../booking/booking.ts';
import type { LocationPlan } from '../location/location.ts';
import { HOUR_MS, type Interval } from '../instant.ts';
import { NO_VISIT, type VisitTimes } from '../booking/booking.ts';
import type { DaySheet } from './day-sheet.ts';
import type { Timeline, TimelineRow } from './timeline.ts';
import { timelineOf } from './timeline-of.ts';

/** Local time in Stockholm in winter, on the Friday of the fixtures. */
const at = (time: string): number => Date.parse(`${FRIDAY}T${time}:00+01:00`);
const clock = (ms: number): string => new Date(ms + HOUR_MS).toISOString().slice(11, 16);
const clocks = ({ startMs, endMs }: Interval): string => `${clock(startMs)}–${clock(endMs)}`;

function aSheet(
  bookings: readonly Booking[],
  given: Partial<DaySheet> & Partial<LocationPlan> = {},
): DaySheet {
  return {
    location: { ...aPlan(given), id: LOCATION_ID, revision: 1 },
    date: FRIDAY,
    nowMs: at('00:00'),
    bookings,
    others: [],
    ...given,
  };
}

const party = (id: string, from: string, to: string, given: Partial<Booking> = {}): Booking =>
  aBooking(id, { startMs: at(from), endMs: at(to), ...given });

const rowsOf = ({ sections }: Timeline): readonly TimelineRow[] => sections.flatMap(({ rows }) => rows);
const drawn = (timeline: Timeline): readonly string[] =>
  rowsOf(timeline).map(
    ({ tableId, pieces }) =>
      `${tableId}: ${pieces.map((piece) => (piece.kind === 'party' ? `${piece.bar.booking.id} ${clocks(piece.bar)}` : (piece.kind === 'block' ? piece.block : piece.hold).id)).join(', ')}`,
  );
const freeAt = (timeline: Timeline, tableId: string): readonly string[] =>
  rowsOf(timeline).flatMap((row) => (row.tableId === tableId ? row.free.map(clocks) : []));

test('the covers of a step are those that start in it, until the next period opens, compared with the pacing', () => {
  const servicePeriods = [
    aPeriod({ opensMinute: 17 * 60, closesMinute: 18 * 60, lastSeatingMinute: 18 * 60 }),
  ];
  const pacing = { coversPerStep: 4, partiesPerStep: 3 };
  const bookings = [
    party('a', '17:00', '18:00', { partySize: 3 }),
    party('b', '17:14', '18:00', { partySize: 1, tables: ['B'], status: 'completed' }),
    party('c', '17:15', '18:00', { partySize: 1, status: 'no_show' }),
    party('d', '17:30', '18:00', { partySize: 1, tables: ['C'] }),
    party('e', '17:30', '18:00', { partySize: 1, tables: ['D'] }),
    party('h', '17:30', '18:00', { partySize: 1, tables: ['E'] }),
    party('f', '18:00', '19:00', { partySize: 2 }),
    party('g', '16:00', '17:00', { partySize: 9 }),
  ];
  const { steps } = timelineOf(aSheet(bookings, { servicePeriods, pacing, nowMs: at('23:00') })).periods[0]!;
  expect(
    steps.map(({ startMs, covers, parties, isFull }) => [clock(startMs), covers, parties, isFull]),
  ).toEqual([
    ['17:00', 4, 2, true],
    ['17:15', 0, 0, false],
    ['17:30', 3, 3, true],
    ['17:45', 0, 0, false],
    ['18:00', 2, 1, false],
  ]);
  expect(steps[0]).toMatchObject({ coversMax: 4, partiesMax: 3, endMs: at('17:15') });
});

test('a booking over midnight belongs to its service date, and the axis omits the break', () => {
  const servicePeriods = [
    aPeriod({ name: 'Lunch', opensMinute: 11 * 60 + 30, closesMinute: 14 * 60 }),
    aPeriod({ name: 'Dinner', opensMinute: 18 * 60, closesMinute: 26 * 60 }),
  ];
  const late = party('late', '23:00', '23:59', { endMs: at('23:00') + 4 * HOUR_MS });
  const timeline = timelineOf(aSheet([late], { servicePeriods }));
  expect(timeline.axis.stretches.map(clocks)).toEqual(['11:00–14:00', '18:00–03:00']);
  expect(timeline.axis.ticks.map(({ hour }) => hour)).toEqual([11, 12, 13, 18, 19, 20, 21, 22, 23, 0, 1, 2]);
  expect(drawn(timeline)).toEqual(['A: late 23:00–03:00', 'B: ']);
  expect(freeAt(timeline, 'A')).toEqual(['11:30–14:00', '18:00–23:00']);
  expect(timeline.periods.map(({ name }) => name)).toEqual(['Lunch', 'Dinner']);
});

test('an hour is repeated when the clock goes back, and skipped when it goes forward', () => {
  const servicePeriods = [aPeriod({ opensMinute: 0, closesMinute: 5 * 60 })];
  const hours = (date: string, timeZone = 'Europe/Stockholm'): readonly number[] =>
    timelineOf({ ...aSheet([], { servicePeriods, timeZone }), date }).axis.ticks.map(({ hour }) => hour);
  expect(hours('2030-10-27')).toEqual([0, 1, 2, 2, 3, 4]);
  expect(hours('2030-03-31')).toEqual([0, 1, 3, 4]);
  // By half an hour.
  expect(hours('2027-04-04', 'Australia/Lord_Howe')).toEqual([0, 1, 2, 3, 4]);
});

test('an empty sheet has its tables; a closed day has no time', () => {
  const open = timelineOf(aSheet([]));
  expect(drawn(open)).toEqual(['A: ', 'B: ']);
  expect(freeAt(open, 'B')).toEqual(['11:00–22:00']);
  const closures = [{ id: 'c', from: FRIDAY, to: FRIDAY, reason: null }];
  const closed = timelineOf(aSheet([], { closures }));
  expect(closed.axis).toEqual({ stretches: [], ticks: [] });
  expect([closed.periods, freeAt(closed, 'A')]).toEqual([[], []]);
});

test('D40 a table out of season has a row only if it is occupied; out of season for part of the day, it is closed in that part', () => {
  const servicePeriods = [
    aPeriod({ name: 'Lunch', opensMinute: 11 * 60, closesMinute: 14 * 60 }),
    aPeriod({ name: 'Dinner', opensMinute: 18 * 60, closesMinute: 23 * 60 }),
  ];
  const tables = [
    aTable('A', { when: [{ periods: ['Dinner'] }] }),
    aTable('B', { area: 'Terrace', when: [{ from: '05-01', to: '09-30' }] }),
    aTable('C', { when: [{ weekdays: [6] }] }),
  ];
  const floorPlan = { tables, combinations: [], wastedSeatsMax: null };
  const forced = party('forced', '19:00', '20:00', { tables: ['C'] });
  const timeline = timelineOf(aSheet([forced], { floorPlan, servicePeriods }));
  expect(drawn(timeline)).toEqual(['A: ', 'C: forced 19:00–20:00']);
  expect(timeline.sections.map(({ area }) => area)).toEqual([null]);
  expect(rowsOf(timeline).map(({ closed }) => closed.map(clocks))).toEqual([
    ['11:00–14:00'],
    ['11:00–14:00', '18:00–23:00'],
  ]);
  expect(['A', 'C'].map((id) => freeAt(timeline, id))).toEqual([['18:00–23:00'], []]);
});

test('areas are in the order of the plan, then tables without an area, then tables that the plan no longer has', () => {
  const tables = [
    aTable('1', { area: 'Window' }),
    aTable('2'),
    aTable('3', { area: 'Bar' }),
    aTable('4', { area: 'Window' }),
  ];
  const floorPlan = { tables, combinations: [], wastedSeatsMax: null };
  const bookings = [
    party('old', '18:00', '20:00', { tables: ['sold'] }),
    party('none', '18:00', '20:00', { tables: [] }),
  ];
  const { sections } = timelineOf(aSheet(bookings, { floorPlan }));
  expect(sections.map(({ kind, area, rows }) => [kind, area, rows.map(({ tableId }) => tableId)])).toEqual([
    ['unseated', null, [null]],
    ['area', 'Window', ['1', '4']],
    ['area', 'Bar', ['3']],
    ['area', null, ['2']],
    ['gone', null, ['sold']],
  ]);
  const areas = [{ id: 'Bar', name: 'The bar by the window' }];
  const named = timelineOf(aSheet([], { floorPlan, areas })).sections;
  expect(named.map(({ area }) => area)).toEqual(['Window', 'The bar by the window', null]);
});

test('a completed party has the table until now, or until the next party', () => {
  const first = party('first', '18:00', '20:00', { status: 'completed' });
  const second = party('second', '19:15', '21:15');
  const at1930 = { nowMs: at('19:30') };
  expect(drawn(timelineOf(aSheet([first], at1930)))[0]).toBe('A: first 18:00–19:30');
  expect(drawn(timelineOf(aSheet([first, second], at1930)))[0]).toBe(
    'A: first 18:00–19:15, second 19:15–21:15',
  );
  expect(drawn(timelineOf(aSheet([first], { nowMs: at('12:00') })))[0]).toBe('A: ');
  expect(freeAt(timelineOf(aSheet([first], at1930)), 'A')).toEqual(['19:30–22:00']);
});

test('D41 a party that has left frees the table early, and one that stays keeps it beyond its end', () => {
  const visit = (nowMs: number, times: Partial<VisitTimes>): Timeline =>
    timelineOf(
      aSheet(
        [
          { ...party('a', '18:00', '20:00'), visit: { ...NO_VISIT, ...times } },
          party('next', '20:00', '21:00'),
        ],
        { nowMs },
      ),
    );
  const arrived = visit(at('18:10'), { arrivedMs: at('17:55') });
  expect(arrived.bars[0]!.stage).toBe('arrived');
  expect(freeAt(arrived, 'A')).toEqual(['21:00–22:00']);
  const early = visit(at('19:10'), { seatedMs: at('17:50'), leftMs: at('19:00') });
  expect(early.bars[0]!.stage).toBe('gone');
  expect(drawn(early)[0]).toBe('A: a 17:50–19:00, next 20:00–21:00');
  expect(freeAt(early, 'A')).toEqual(['19:10–20:00', '21:00–22:00']);
  const late = visit(at('20:20'), { seatedMs: at('18:00') });
  expect(drawn(late).slice(0, 2)).toEqual(['A: a 18:00–20:20', 'A: next 20:00–21:00']);
  expect(late.bars[0]).toMatchObject({ stage: 'seated', heldUntilMs: at('20:35') });
});

test('D39 a block is in the row of its table, which cannot be booked then', () => {
  const block = { id: 'broken', table: 'A', startMs: at('18:00'), endMs: at('19:00'), reason: null };
  const timeline = timelineOf(aSheet([party('a', '19:00', '20:00')], { blocks: [block] }));
  expect(drawn(timeline)[0]).toBe('A: broken, a 19:00–20:00');
  expect(freeAt(timeline, 'A')).toEqual(['11:00–18:00', '20:00–22:00']);
});

test('D35 a hold is in the row of its table, which cannot be booked, and it does not count as a party', () => {
  const hold = {
    id: 'hd_1',
    table: 'A',
    startMs: at('18:00'),
    endMs: at('20:00'),
    partySize: 2,
    expiresMs: at('12:05'),
    channel: 'operator' as const,
    isOffer: false,
    move: null,
  };
  const sheet = aSheet([party('a', '20:00', '21:00')], { holds: [hold], nowMs: at('12:00') });
  const timeline = timelineOf(sheet);
  expect(drawn(timeline)[0]).toBe('A: hd_1, a 20:00–21:00');
  expect(freeAt(timeline, 'A')).toEqual(['12:00–18:00', '21:00–22:00']);
  expect(timeline.bars.map(({ booking }) => booking.id)).toEqual(['a']);
  expect(timeline.periods[0]!.steps.reduce((sum, { covers }) => sum + covers, 0)).toBe(2);
  const gone = timelineOf(aSheet([], { holds: [{ ...hold, table: 'sold' }] }));
  expect(drawn(gone)).toEqual(['A: ', 'B: ', 'sold: hd_1']);
});

test('a view shows its length from an instant on, over breaks, and the same length at the end', () => {
  const servicePeriods = [
    aPeriod({ opensMinute: 11 * 60, closesMinute: 14 * 60 }),
    aPeriod({ opensMinute: 18 * 60, closesMinute: 23 * 60 }),
  ];
  const bookings = [party('lunch', '11:00', '12:00'), party('dinner', '18:00', '20:00')];
  const sheet = aSheet(bookings, { servicePeriods, nowMs: at('13:10') });
  const seen = (from: string, hours: number): Timeline =>
    timelineOf(sheet, { fromMs: at(from), lengthMs: hours * HOUR_MS });
  expect(seen('12:40', 4).axis.stretches.map(clocks)).toEqual(['12:30–14:00', '18:00–20:30']);
  expect(seen('12:40', 4).bars.map(({ booking }) => booking.id)).toEqual(['dinner']);
  expect(seen('22:30', 4).axis.stretches.map(clocks)).toEqual(['19:00–23:00']);
  expect(seen('06:00', 2).axis.stretches.map(clocks)).toEqual(['11:00–13:00']);
  expect(seen('06:00', 20).axis.stretches.map(clocks)).toEqual(['11:00–14:00', '18:00–23:00']);
  expect(seen('06:00', 20).nowMs).toBe(at('13:10'));
  expect(seen('18:00', 2).nowMs).toBeNull();
  expect(seen('18:00', 2).periods[0]!.steps[0]!.startMs).toBe(at('18:00'));
});

test('closed hours are listed with id and reason, within the service periods', () => {
  const closure = {
    id: 'closure_1',
    from: `${FRIDAY}T16:00`,
    to: `${FRIDAY}T18:30`,
    reason: 'Private party',
  };
  const servicePeriods = [aPeriod({ opensMinute: 17 * 60, closesMinute: 23 * 60 })];
  const { closures } = timelineOf(aSheet([], { servicePeriods, closures: [closure] }));
  expect(closures).toEqual([
    { id: 'closure_1', reason: 'Private party', startMs: at('17:00'), endMs: at('18:30') },
  ]);
  const whole = { ...closure, from: FRIDAY, to: FRIDAY };
  expect(timelineOf(aSheet([], { servicePeriods, closures: [whole] })).closures).toEqual([]);
});
