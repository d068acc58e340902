/** Reading of whole files. */
import { fixtures } from '@bord/engine/testing';
import { expect, test } from 'vitest';
import { readImportFile, type ImportChoices } from './import-file.ts';
import { plannedRows } from './import-rows.ts';
import { tableReader } from './named-tables.ts';

const tables = ['T1', 'T4', 'T5', '4+6', 'W1'].map((id) => fixtures.aTable(id));
const location = {
  ...fixtures.aPlan({ name: 'Kajen', floorPlan: { tables, combinations: [], wastedSeatsMax: null } }),
  id: fixtures.LOCATION_ID,
  revision: 1,
};
/** Saturday 2 January 2027, noon in Stockholm. */
const NOW_MS = Date.UTC(2027, 0, 2, 11);

const read = (text: string, given: Partial<ImportChoices> = {}) =>
  readImportFile('x.csv', Buffer.from(text), location, {
    columns: new Map(),
    order: null,
    encoding: undefined,
    statuses: new Map(),
    renames: [],
    anyTable: false,
    force: false,
    ...given,
  });
const rowsOf = (text: string, given?: Partial<ImportChoices>) => read(text, given).rows;
const planOf = (text: string, given?: Partial<ImportChoices>) =>
  plannedRows(rowsOf(text, given), location, NOW_MS).map((row) =>
    row.plan === 'import'
      ? [row.read.line, row.row]
      : [row.read.line, row.plan === 'skip' ? row.reason : row.fault],
  );

/** Lines of a file with date, time, party and name, and whatever else. */
const file = (more: string, ...lines: string[]): string =>
  [`Date,Time,Guests,Name${more}`, ...lines].join('\n');

test('a line is a booking, by the clock of the location', () => {
  const text = file(
    ',Phone,E-mail,Comments,Language,Table,No.,Booking no.',
    '2027-03-24,19:00,4,Müller,+46 70 1,m@example.com,Window,sv-SE,T4,x,77',
  );
  expect(rowsOf(text)).toEqual([
    {
      line: 2,
      number: '77',
      partyText: '4',
      nameText: 'Müller',
      startMs: Date.UTC(2027, 2, 24, 18),
      status: 'confirmed',
      remark: null,
      choice: { tables: ['T4'], force: false },
      request: {
        startMs: Date.UTC(2027, 2, 24, 18),
        partySize: 4,
        partnerBookingRef: '77',
        guest: { name: 'Müller', phone: '+46 70 1', email: 'm@example.com', notes: 'Window', language: 'sv' },
      },
    },
  ]);
});

const startOf = (date: string, time: string) => {
  const [row] = rowsOf(`Date;Time;Guests;Name\n${date};${time};2;A`);
  return 'fault' in row! ? row.fault : new Date(row!.startMs).toISOString();
};

test('dates and times of one column or two must agree; times skipped or repeated by the clock change are reported', () => {
  const six = '2027-03-24T18:00:00.000Z';
  for (const [date, time] of [
    ['2027-03-24', '19:00'], ['2027-03-24 19:00', ''], ['', '2027-03-24 19:00'], ['2027-03-24 00:00:00', '19:00'],
    ['2027-03-24', '2027-03-24 19:00'], ['2027-03-24T18:00:00Z', ''], ['2027-03-24T18:00:00Z', '19:00'],
  ]) expect(startOf(date!, time!), `${date} ${time}`).toBe(six); // prettier-ignore
  expect(startOf('2027-03-24 18:00', '19:00')).toBe(
    'its columns say different times: "2027-03-24 18:00" and "19:00"; correct one',
  );
  expect(startOf('2027-03-24T18:00:00Z', '18:00')).toMatch(/^its columns say different times/);
  expect(startOf('2027-03-24', '2027-03-25 19:00')).toMatch(/^its columns say different times/);
  expect(startOf('2027-03-24', '')).toBe('the time is missing');
  expect(startOf('', '19:00')).toBe('the date is missing');
  expect(startOf('soon', '19:00')).toBe('"soon" must be a date or time');
  expect(startOf('2027-03-28', '02:30')).toBe(
    'the clock in Europe/Stockholm skips 2027-03-28 02:30: use a later time',
  );
  expect(startOf('2027-10-31', '02:30')).toMatch(/shows 2027-10-31 02:30 twice: add the offset/);
  expect(startOf('2027-10-31T02:30:00+01:00', '')).toBe('2027-10-31T01:30:00.000Z');
});

test('the order of dates is reported, or the operator is asked', () => {
  const text = file('', '03/04/2027,19:00,2,A', '24/03/2027,19:00,2,B');
  expect(read(text)).toMatchObject({ orderShownBy: { line: 3, text: '24/03/2027' } });
  expect(rowsOf(text)[0]).toMatchObject({ startMs: Date.UTC(2027, 3, 3, 17) });
  expect(() => read(file('', '03/04/2027,19:00,2,A'))).toThrow(
    /^x\.csv: 03\/04\/2027 \(line 2\) can be read/,
  );
  const ordered = rowsOf(file('', '03/04/2027,19:00,2,A', '24/03/2027,19:00,2,B'), { order: 'mdy' });
  expect(ordered[0]).toMatchObject({ startMs: Date.UTC(2027, 2, 4, 18) });
  expect(ordered[1]).toMatchObject({ fault: '"24/03/2027" must be a date with the month first' });
});

test('names, sizes and notes of several columns, and contacts that cannot be used', () => {
  const head = 'Date,Time,Adults,Children,First name,Surname,Phone,Mobile,E-mail,Notes,Allergies';
  const map = new Map([['party', ['Adults', 'Children']]]) as ImportChoices['columns'];
  const [both, odd, nobody, none] = rowsOf(
    [
      head,
      '2027-03-24,19:00,2,1,Åsa,Berg,-,070-1,n/a,Window,Nuts',
      `2027-03-24,19:00,2,,,Berg,${'0'.repeat(41)},,nomail,,`,
      '2027-03-24,19:00,2,,,,070-2,,,,',
      '2027-03-24,19:00,0,,,Berg,,,,,',
    ].join('\n'),
    { columns: map },
  );
  expect(both).toMatchObject({
    request: {
      partySize: 3,
      guest: { name: 'Åsa Berg', phone: '070-1', email: null, notes: 'Notes: Window\nAllergies: Nuts' },
    },
  });
  expect(odd).toMatchObject({
    remark: `not usable, and put into the notes: E-mail: nomail, Phone: ${'0'.repeat(41)}`,
    request: { guest: { phone: null, email: null, notes: `E-mail: nomail\nPhone: ${'0'.repeat(41)}` } },
  });
  expect(nobody).toMatchObject({ request: { guest: { name: '070-2' } } });
  expect(none).toMatchObject({ fault: 'the number of guests is missing' });
  expect(rowsOf('Datum;Zeit;Pax;Name;Vorname\n2027-03-24;19:00;2;Berg;Åsa')[0]).toMatchObject({
    request: { guest: { name: 'Åsa Berg' } },
  });
});

test('headings may follow some lines of a report; an unclear file is reported with its line', () => {
  const text = `Bookings of Kajen\n"1 March\n– 31 March",,,\n\n${file('', '2027-03-24,19:00,2,A')}`;
  expect(rowsOf(text)).toMatchObject([{ line: 6, startMs: Date.UTC(2027, 2, 24, 18) }]);
  expect(() => read('')).toThrow('x.csv: it is empty; export it again');
  expect(() => read('a\nWann,Wer,Pax,x\n1,2,3,4\n')).toThrow(
    /^x\.csv:2: no column for date, name among "Wann"/,
  );
});

test('cancelled, past and missed visits are skipped before other checks; an unconfirmed request is not booked', () => {
  const plan = planOf(
    file(
      ',Status',
      '2027-03-24,19:00,none,A,Cancelled',
      '2027-03-24,19:00,2,A,No show',
      '2027-01-01,19:00,2,A,Whatever',
      '2027-01-02,11:00,2,A,Arrived',
      '2027-03-24,19:00,2,A,Completed',
      '2027-03-24,19:00,2,A,Pending',
      '2027-03-24,19:00,2,A,"Bill ""x"""',
    ),
  );
  expect(plan).toEqual([
    [2, 'cancelled'],
    [3, 'no-show'],
    [4, 'over'],
    [5, expect.objectContaining({ isCancelled: false })],
    [6, 'over'],
    [7, 'it is not confirmed there ("Pending"): --status "Pending=confirmed" books it'],
    [8, expect.stringMatching(/^the status "Bill "x"" is not known/)],
  ]);
});

test('D10 the number identifies a booking; equal lines are one booking, different ones are reported', () => {
  const plan = planOf(
    file(
      ',Reference,Table,Status',
      '2027-03-24,19:00,2,A,1,T4,Cancelled',
      '2027-03-24,19:00,2,A,1,T4,',
      '2027-03-24,19:00,2,A,1,T4,',
      '2027-03-24,19:00,2,A,1,T5,',
      '2027-03-24,20:00,2,B,1,T4,',
      `2027-03-24,20:00,2,B,${'9'.repeat(120)},,`,
      '2027-03-24,20:00,2,C,2,T9,Cancelled',
    ),
  );
  const key = (idempotencyKey: unknown) =>
    expect.objectContaining({ request: expect.objectContaining({ idempotencyKey }) });
  expect(plan).toEqual([
    [2, 'cancelled'],
    [3, key('import:1')],
    [4, 'twice'],
    [5, 'line 3 has its number: write its tables together there, as in 4+5'],
    [6, 'line 3 has its number, for another booking: each must have a different number'],
    [7, key(expect.stringMatching(/^import-long:[0-9a-f]{40}$/))],
    [8, expect.objectContaining({ isCancelled: true, choice: undefined })],
  ]);
});

test('D10 without a number, guest and time identify a booking: a second export has the same keys', () => {
  const keys = (text: string) =>
    planOf(text).map(([, row]) => (row as { request: { idempotencyKey: string } }).request.idempotencyKey);
  const [a, twin, b] = keys(file('', '2027-03-24,19:00,2,A', '2027-03-24,19:00,2,A', '2027-03-24,19:00,2,B'));
  expect(new Set([a, twin, b]).size).toBe(3);
  expect(a).toMatch(/^import-row:[0-9a-f]{40}:1$/);
  const other =
    'Gast;Datum;Zeit;Pax;Status;Notiz\nB;24.03.2027;19.00;2;;x\nA;24.03.2027;19.00;2;storniert;\nA;24.03.2027;19.00;2;;y\nA;24.03.2027;19.00;2;;';
  expect(keys(other).filter((_, i) => i !== 1)).toEqual([b, a, twin]);
});

test('tables are named in many ways, and one that is unknown is not guessed', () => {
  const tablesOf = tableReader(location, [
    { from: 'Window *', to: 'W*' },
    { from: 'Bar', to: 'T5' },
  ]);
  for (const [text, ids] of [
    ['T4', ['T4']], ['t4', ['T4']], ['Table T4', ['T4']], ['4+6', ['4+6']], ['T4+T5', ['T4', 'T5']], ['T4, T5', ['T4', 'T5']],
    ['Tisch T4 & T5', ['T4', 'T5']], ['bord T4 och bord T5', ['T4', 'T5']], ['Window 1', ['W1']], ['bar', ['T5']], ['T4/T4', ['T4']],
  ] as const) expect(tablesOf(text), text).toEqual({ tables: ids }); // prettier-ignore
  expect(tablesOf('')).toBeNull();
  expect(tablesOf('9')).toEqual({
    fault: expect.stringMatching(/^there is no table 9 at Kajen.*--table "9=…"/),
  });
  expect(tablesOf('T4+9')).toEqual({ fault: expect.stringMatching(/^there is no table 9 at Kajen/) });
  expect(tableReader(location, [{ from: '*', to: 'T*' }])('4 + 5')).toEqual({ tables: ['T4', 'T5'] });
  expect(rowsOf(file(',Table', '2027-03-24,19:00,2,A,9'), { anyTable: true })[0]).toMatchObject({
    choice: undefined,
  });
});
