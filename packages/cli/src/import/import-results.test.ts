/** The answers for rejected lines, from a real engine. */
import { createEngine } from '@bord/engine';
import { fixtures, memoryStorage } from '@bord/engine/testing';
import { expect, test } from 'vitest';
import { readImportFile } from './import-file.ts';
import { resultsOf } from './import-results.ts';
import { plannedRows } from './import-rows.ts';

const { aPlan, aTable, LOCATION_ID } = fixtures;
/** Saturday 2 January 2027, noon in Stockholm. */
const NOW_MS = Date.UTC(2027, 0, 2, 11);
const clock = { nowMs: () => NOW_MS };
const NO_CHOICES = {
  columns: new Map(),
  order: null,
  encoding: undefined,
  statuses: new Map(),
  renames: [],
  anyTable: false,
  force: false,
};
const SUMMER = [{ from: '05-01', to: '09-30' }];

test('D38 D39 D40 a rejected line names the booking or rule in the way and the next step, also in a dry run', async () => {
  const engine = createEngine({ storage: memoryStorage(clock), clock });
  const tables = [aTable('A'), aTable('B'), aTable('Terrace', { when: SUMMER })];
  const { location } = await engine.operator.locations.apply(
    aPlan({ floorPlan: { tables, combinations: [], wastedSeatsMax: null } }),
    LOCATION_ID,
  );
  const hours = (hour: number): number => Date.UTC(2027, 2, 24, hour);
  const blocked = await engine.operator.at(LOCATION_ID).tables.block({
    tables: ['B'],
    startMs: hours(17),
    endMs: hours(23),
  });
  expect(blocked.kind).toBe('blocked');
  const text = `No.,Date,Time,Guests,Name,Table
,2027-03-24,19:00,2,Lind,A
,2027-03-24,20:00,2,Berg,A
,2027-03-24,19:00,2,Ek,B
,2027-03-24,19:00,2,Dahl,Terrace
,2027-03-24,19:00,9,Alm,A
,2027-03-24,19:00,9,Ask,
,2027-03-24,19:00,2,Lund,
,2027-03-24,23:30,2,Sen,`;
  const file = readImportFile('x.csv', Buffer.from(text), location, NO_CHOICES);
  const planned = plannedRows(file.rows, location, NOW_MS);
  const rows = planned.flatMap((row) => (row.plan === 'import' ? [row.row] : []));
  for (const dryRun of [true, false]) {
    const outcomes = await engine.operator.bookings.import(LOCATION_ID, rows, { dryRun });
    const results = await resultsOf(engine, location, planned, outcomes);
    expect(results.map(({ result, message }) => message ?? result)).toEqual([
      'created',
      'table A cannot be booked, since there is no room elsewhere for 19:00–20:30 Lind · 2 guests · table A · pinned · line 2; --any-table seats it at another',
      'table B is blocked then; --any-table seats it at another',
      'table Terrace is out of season at that time; --any-table seats it at another, --force there all the same',
      'table A is not planned for 9 guests; --force seats it there all the same',
      'no table takes a party of this size (9 guests): join tables in the location file, or name its tables in the file',
      'no table is free then',
      'the restaurant is closed then: open that date or hour in the location file',
    ]);
  }
});
