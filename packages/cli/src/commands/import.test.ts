/** Imports by the command line, on both databases. */
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inFull } from '../../../../test/support/long.ts';
import { migratedDatabase } from '../../../../test/support/migrated-database.ts';
import { type Bord, makeBord, type Run } from '../../test/run-bord.ts';
import { clientOf } from '../../../../test/support/postgres.ts';

const PLAN = `
name: Kajen
timeZone: Europe/Stockholm
freeze: 0
tables:
  - {id: T1, seats: 2-4}
  - {id: T2, seats: 2-4}
  - {id: T3, seats: 5-6}
combinations:
  - {tables: [T1, T2], seats: 5-8}
servicePeriods:
  - {name: Dinner, days: daily, opens: "17:00", closes: "23:00"}
turnTimes: 120
`;

/** As a German system has exported it: Windows-1252, semicolons, a note over two lines. */
const GERMAN = Buffer.from(
  [
    'Reservierungsnr.;Datum;Uhrzeit;Personen;Gast;Telefon;E-Mail;Bemerkungen;Tisch;Status;Dauer',
    '1001;24.03.2027;19:00;4;M\u00fcller;+46 70 123;mueller@example.com;"Kinderstuhl\r\nund Ruhe";1;best\u00e4tigt;120',
    '1002;24.03.2027;19.30 Uhr;2;J\u00f6rg;;;;;storniert;',
    '1003;24.03.2027;20:00;3;Berg;070-1;;;1;;',
    '1004;24.03.2027;12:00;2;Mittag;;;;;;',
    '1005;01.03.2020;19:00;2;Alt;;;;;;',
    '1006;24.03.2027;19:00;2;Lind;;;;;;',
    '1007;24.03.2027;19:00;5;Ek;;;;1+2;;',
    '',
  ].join('\r\n'),
  'latin1',
);

interface Imported {
  readonly created: number;
  readonly known: number;
  readonly refused: number;
  readonly skipped: number;
  readonly rows: readonly {
    readonly line: number;
    readonly result: string;
    readonly message: string | null;
  }[];
}

interface Made {
  readonly id: string;
  readonly partnerBookingRef: string;
  readonly tables: readonly string[];
  readonly pinned: boolean;
}

const KEY = Buffer.alloc(32, 7).toString('base64');

/** A Bord on a database, with how many bookings are in it. */
async function onSqlite() {
  const bord = makeBord();
  const countNow = async (): Promise<number> => {
    const database = new Sqlite(join(bord.folder, 'data/bord.db'), { readonly: true });
    const { n } = database.prepare('SELECT count(*) AS n FROM bookings').get() as { n: number };
    database.close();
    return n;
  };
  return { bord, env: {}, countNow, close: async () => undefined };
}

async function onPostgres() {
  const { url } = await migratedDatabase();
  const client = clientOf(url);
  await client.connect();
  const countNow = async (): Promise<number> => {
    const { rows } = await client.query<{ n: number }>('SELECT count(*)::int AS n FROM bookings');
    return rows[0]!.n;
  };
  const env = { BORD_DATABASE: url, BORD_SECRET_KEY: KEY };
  return { bord: makeBord(), env, countNow, close: () => client.end() };
}

describe.each([
  ['sqlite', onSqlite],
  ['postgres', onPostgres],
])('%s', (_, open) => {
  let bord: Bord;
  let env: Readonly<Record<string, string>>;
  let countNow: () => Promise<number>;
  let close: () => Promise<void>;
  const run = (...args: string[]): Promise<Run> => bord.run(args, { env });
  const imported = async (...args: string[]): Promise<[number | null, Imported]> => {
    const { code, out, err } = await run('import', 'kajen', ...args, '--json');
    expect(err).toBe('');
    return [code, JSON.parse(out) as Imported];
  };
  const listed = async (): Promise<Made[]> =>
    JSON.parse((await run('bookings', 'list', '--location', 'Kajen', '--json')).out) as Made[];

  /** How many bookings there are more when an import has been killed as soon as it had made some. */
  const leftByKilled = async (before: number): Promise<number> => {
    const child = bord.start(['import', 'big', 'many.csv'], { env });
    const closed = once(child, 'close');
    const known = await countNow();
    while ((await countNow()) === known && child.exitCode === null)
      await new Promise((done) => void setTimeout(done, 2));
    child.kill('SIGKILL');
    await closed;
    return (await countNow()) - before;
  };

  beforeAll(async () => {
    ({ bord, env, countNow, close } = await open());
    await run('locations', 'apply', bord.write('kajen.yaml', PLAN));
    writeFileSync(join(bord.folder, 'german.csv'), GERMAN);
  });
  afterAll(async () => {
    bord.remove();
    await close();
  });

  test('D10 D38 a dry run reports the effects of the import; a corrected file is imported by a second run', async () => {
    const counts = { created: 2, known: 0, refused: 3, skipped: 2 };
    const args = ['german.csv', '--table', '*=T*'];
    const [code, dry] = await imported(...args, '--dry-run');
    expect([code, dry]).toEqual([1, expect.objectContaining({ ...counts, dryRun: true })]);
    expect(await listed()).toEqual([]);

    const [, real] = await imported(...args);
    expect(real).toMatchObject(counts);
    expect(real.rows.map(({ line, result, message }) => [line, result, message])).toEqual(
      dry.rows.map(({ line, result, message }) => [line, result, message]),
    );
    expect(await listed()).toMatchObject([
      { partnerBookingRef: '1001', tables: ['T1'], pinned: true, guest: { notes: 'Kinderstuhl\nund Ruhe' } },
      { partnerBookingRef: '1006', tables: ['T2'], pinned: false },
    ]);

    const { code: again, out } = await run('import', 'Kajen', ...args);
    expect(again).toBe(1);
    expect(out).toMatch(
      /^german\.csv: 7 lines below the headings, Windows-1252, columns between semicolons\n/,
    );
    expect(out).toMatch(
      /\ntable T1 cannot be booked, since there is no room elsewhere for 19:00–21:00 Müller · 4 guests · table T1 · \+46 70 123 · pinned · bk_\w+; --any-table [^\n]+\n {2}line 5 +1003 +Wed 24 Mar 2027 20:00 +3 +Berg\n/,
    );
    expect(out).toMatch(/\nthe restaurant is closed then: [^\n]+\n {2}line 6 +1004 /);
    expect(out).toMatch(
      /\n0 created, 2 known already, 3 rejected, 2 skipped \(1 cancelled, 1 over\)\.\nFix the rejected lines/,
    );

    const mended = GERMAN.toString('latin1')
      .replace('24.03.2027;12:00', '24.03.2027;22:00')
      .replace(';1+2;;', ';3;;');
    writeFileSync(join(bord.folder, 'german.csv'), Buffer.from(mended, 'latin1'));
    const [ended, last] = await imported(...args, '--any-table');
    expect(last).toMatchObject({ created: 2, known: 2, refused: 1 });
    expect(ended).toBe(1); // no table is free for Berg
  });

  test('D10 differences between a known booking and its row are reported, also a cancellation in the file', async () => {
    const [first] = await listed();
    const text = GERMAN.toString('latin1')
      .replace('24.03.2027;19:00;4;M\u00fcller', '24.03.2027;19:30;4;M\u00fcller')
      .replace('2;Lind;;;;;;', '2;Lind;;;;;storniert;');
    writeFileSync(join(bord.folder, 'later.csv'), Buffer.from(text, 'latin1'));
    const { out } = await run('import', 'Kajen', 'later.csv', '--any-table');
    expect(out).toMatch(/Known, but not as in the file \(3\)\n/);
    expect(out).toMatch(
      new RegExp(`\nhere it is Wed 24 Mar 2027 19:00 \\(${first!.id}\\)\n {2}line 2 +1001`),
    );
    expect(out).toMatch(/\ncancelled there, but not here: bord bookings cancel bk_\w+\n {2}line 8 +1006/);
  });

  test('D10 killed in the middle and run again, and again, it is one import', async () => {
    bord.write('big.yaml', bigPlan());
    await run('locations', 'apply', 'big.yaml', '--new');
    const before = await countNow();
    let rows = inFull(10_000, 300);
    let left: number;
    // Where the machine has let it come to its end all the same, once more with twice as many.
    for (; ; rows *= 2) {
      expect(rows).toBeLessThan(100_000);
      bord.write('many.csv', manyRows(rows));
      left = await leftByKilled(before);
      if (left < rows) break;
    }
    const rest = await run('import', 'big', 'many.csv', '--json');
    expect(rest).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(rest.out)).toMatchObject({ created: rows - left, known: left, refused: 0 });
    expect((await countNow()) - before).toBe(rows);
    const again = await run('import', 'big', 'many.csv', '--json');
    expect(JSON.parse(again.out)).toMatchObject({ created: 0, known: rows, refused: 0 });
    const made = JSON.parse((await run('bookings', 'list', '--location', 'big', '--json')).out) as Made[];
    expect(new Set(made.map(({ partnerBookingRef }) => partnerBookingRef)).size).toBe(rows);
    expect(made.length).toBe(rows);
  });
});

/** 30 parties a day for 22 tables, all of which fit; every fifth has a chosen table. */
function manyRows(count: number): string {
  const lines = Array.from({ length: count }, (_, i) => {
    const [day, seat] = [Math.floor(i / 30), i % 30];
    const date = new Date(Date.UTC(2027, 0, 2 + day)).toISOString().slice(0, 10);
    const table = seat % 5 === 0 ? `T${(seat % 22) + 1}` : '';
    return `${1000 + i},${date},${seat < 15 ? '18:00' : '20:30'},${(seat % 3) + 1},Guest ${i},${table}`;
  });
  return ['Booking no,Date,Time,Guests,Name,Table', ...lines, ''].join('\n');
}

function bigPlan(): string {
  const tables = Array.from({ length: 22 }, (_, i) => `  - {id: T${i + 1}, seats: 1-4}`).join('\n');
  return PLAN.replace('Kajen', 'Big').replace(
    /tables:[^]*?servicePeriods/,
    `tables:\n${tables}\nservicePeriods`,
  );
}
