/** The way from a database of a commit before 0.1.0; `test/earlier` has its migrations and the exports of commit 93969de. */
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { migratedDatabase } from '../../../../test/support/migrated-database.ts';
import { freshDatabase, sql } from '../../../../test/support/postgres.ts';
import { type Bord, makeBord } from '../../test/run-bord.ts';

const EARLIER = join(import.meta.dirname, '../../test/earlier');
const textOf = (file: string): string => readFileSync(join(EARLIER, file), 'utf8');
const BORD_SECRET_KEY = Buffer.alloc(32, 7).toString('base64');

interface Listed {
  readonly id: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly partySize: number;
  readonly tables: readonly string[];
  readonly guest: object;
  readonly status: string;
}

let bord: Bord;
beforeEach(() => void (bord = makeBord(false)));
afterEach(() => bord.remove());

/** The settings of an earlier database, and of an empty one of this version. */
const STORAGES = {
  sqlite: async () => {
    const path = join(bord.folder, 'data/bord.db');
    new Sqlite(path).exec(textOf('sqlite.sql')).close();
    return [{ BORD_DATABASE: `sqlite:${path}` }, { BORD_DATABASE: 'sqlite:data/new.db' }];
  },
  postgres: async () => {
    const [earlier, empty] = [await freshDatabase(), await migratedDatabase()];
    onTestFinished(async () => void (await Promise.all([earlier.drop(), empty.drop()])));
    await sql(earlier.url, textOf('postgres.sql'));
    return [earlier, empty].map(({ url }) => ({ BORD_DATABASE: url, BORD_SECRET_KEY }));
  },
};

const WAY =
  /older than Bord 0\.1\.0 .*bord locations export.*bord bookings list --json.*bord locations apply.*bord import/s;

describe.each(Object.entries(STORAGES))('%s', (_, open) => {
  test('each command that opens a database of an earlier commit stops with one message, which names the way', async () => {
    const [env] = await open();
    const commands = [
      ['migrate'],
      ['serve', '--port', '0'],
      ['backup', 'backup.bord'],
      ['locations', 'list'],
      ['import', 'Bistro Nord', join(EARLIER, 'bookings.json')],
      ['keys', 'list'],
    ];
    for (const command of commands) expect(await bord.refusal(command, { env: env! })).toMatch(WAY);
    const { code, out } = await bord.run(['doctor', '--json'], { env: env! });
    const { findings } = JSON.parse(out) as { findings: { found: string; advice: string }[] };
    expect(code).toBe(1);
    expect(findings).toContainEqual(
      expect.objectContaining({
        found: expect.stringMatching(WAY),
        advice: expect.stringMatching(/bord import/),
      }),
    );
  });

  test('exports of an earlier version are applied and imported: times, party sizes, tables and guests are equal', async () => {
    const [, env] = await open();
    const run = async (...args: string[]) => bord.run(args, { env: env! });
    for (const file of ['restaurant.yaml', 'bookings.json'])
      copyFileSync(join(EARLIER, file), join(bord.folder, file));
    expect(await run('migrate')).toMatchObject({ code: 0 });
    expect(await run('locations', 'apply', 'restaurant.yaml')).toMatchObject({ code: 0 });
    const imported = await run('import', 'Bistro Nord', 'bookings.json', '--json');
    expect(JSON.parse(imported.out)).toMatchObject({ created: 4, refused: 0, skipped: 1, delimiter: null });
    expect((await run('import', 'Bistro Nord', 'bookings.json')).out).toMatch(
      /bookings\.json: 5 bookings of another Bord.*0 created, 4 known already, 0 rejected, 1 skipped \(1 cancelled\)\./s,
    );
    const listed = await run('bookings', 'list', '--location', 'Bistro Nord', '--json');
    const visitsIn = (bookings: string) =>
      (JSON.parse(bookings) as Listed[])
        .filter(({ status }) => status === 'confirmed')
        .map(({ startsAt, endsAt, partySize, tables, guest }) => ({
          startsAt,
          endsAt,
          partySize,
          tables,
          guest,
        }));
    expect(visitsIn(listed.out)).toEqual(visitsIn(textOf('bookings.json')));
    expect(visitsIn(listed.out)).toHaveLength(4);
  });
});

test('an import says where a JSON file is not what bord bookings list --json writes', async () => {
  await bord.run(['locations', 'apply', bord.write('restaurant.yaml', textOf('restaurant.yaml'))]);
  const [first, ...rest] = JSON.parse(textOf('bookings.json')) as Listed[];
  const refusalOf = async (bookings: unknown) =>
    bord.refusal(['import', 'Bistro Nord', bord.write('wrong.json', JSON.stringify(bookings))]);
  const expected = 'is not what bord bookings list --json writes';
  expect(await refusalOf([...rest, { ...first, startsAt: 'noon' }])).toMatch(
    `wrong.json: 4.startsAt ${expected}`,
  );
  expect(await refusalOf([{ ...first, guest: {} }])).toMatch(`wrong.json: 0.guest.name ${expected}`);
  bord.write('cut.json', textOf('bookings.json').slice(0, 300));
  expect(await bord.refusal(['import', 'Bistro Nord', 'cut.json'])).toMatch(/^bord: cut\.json: .*JSON/);
});
