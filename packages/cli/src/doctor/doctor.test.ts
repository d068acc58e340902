import { migrate } from '@bord/adapter-pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freshDatabase, sql } from '../../../../test/support/postgres.ts';
import { type Bord, makeBord } from '../../test/run-bord.ts';
import { creationOf } from './create-database.ts';

let bord: Bord;
beforeEach(() => void (bord = makeBord()));
afterEach(() => bord.remove());

interface Report {
  readonly ok: boolean;
  readonly findings: readonly {
    readonly what: string;
    readonly status: string;
    readonly found: string;
    readonly advice: string | null;
  }[];
}

async function doctor(
  env: Record<string, string> = {},
): Promise<
  Report & { readonly code: number | null; find(what: string): Report['findings'][number] | undefined }
> {
  const { code, out } = await bord.run(['doctor', '--json'], { env });
  const report = JSON.parse(out) as Report;
  return { ...report, code, find: (what) => report.findings.find((finding) => finding.what === what) };
}

test('a SQLite file that is not there yet, and one that is', async () => {
  const before = await doctor();
  expect([before.code, before.ok, before.find('database')?.status]).toEqual([1, false, 'bad']);
  expect(before.find('database')?.advice).toContain('bord migrate');
  await bord.run(['migrate']);
  const after = await doctor();
  expect([after.code, after.ok]).toEqual([0, true]);
  expect(after.find('synchronous')?.status).toBe('good');
});

test('a variable that does not exist is named, and the rest is examined all the same', async () => {
  const { code, find } = await doctor({ BORD_DATABSE: 'x' });
  expect(code).toBe(1);
  expect(find('configuration')?.found).toContain('BORD_DATABSE');
  expect(find('Node.js')?.status).toBe('good');
});

test('PostgreSQL: away, empty, current, with weaker durability; no password is shown', async () => {
  const away = await doctor({ BORD_DATABASE: 'postgres://bord:hush@127.0.0.1:1/bord' });
  expect(away.find('database')).toMatchObject({
    status: 'bad',
    found: expect.stringContaining('bord@127.0.0.1:1/bord'),
  });
  expect(JSON.stringify(away)).not.toContain('hush');

  const database = await freshDatabase();
  const env: Record<string, string> = { BORD_DATABASE: database.url };
  expect((await doctor(env)).find('secret key')?.advice).toContain('BORD_SECRET_KEY');
  env['BORD_SECRET_KEY'] = Buffer.alloc(32, 7).toString('base64');
  expect((await doctor(env)).find('schema')).toMatchObject({ status: 'bad', advice: 'run bord migrate' });
  await migrate(database);
  const current = await doctor(env);
  expect([current.code, current.find('schema')?.status, current.find('btree_gist')?.found]).toEqual([
    0,
    'good',
    'installed',
  ]);
  expect(current.find('clock')?.status).toBe('good');

  const name = new URL(database.url).pathname.slice(1);
  await sql(database.url, `ALTER DATABASE ${name} SET synchronous_commit = off`);
  const weaker = await doctor(env);
  expect(weaker.find('synchronous_commit')).toMatchObject({
    status: 'weak',
    found: 'off',
    advice: expect.stringContaining('on'),
  });
  await database.drop();
});

test('PostgreSQL: a database that there is not, with the command that creates it; a server says the same', async () => {
  const database = await freshDatabase();
  const url = new URL(database.url);
  await database.drop();
  const name = url.pathname.slice(1);
  const command = `createdb --host=${url.hostname} --port=${url.port} --username=${url.username} ${name}`;
  const env = { BORD_DATABASE: url.href, BORD_SECRET_KEY: Buffer.alloc(32, 7).toString('base64') };
  const report = await doctor(env);
  expect(report.code).toBe(1);
  expect(report.find('database')).toMatchObject({
    status: 'bad',
    found: expect.stringContaining(`database "${name}" does not exist`),
    advice: command,
  });
  const { code, err } = await bord.run(['serve', '--port', '0'], { env });
  expect([code, err]).toEqual([1, expect.stringContaining(command)]);
});

test.each([
  ['postgres://db.example.com/bord', 'createdb --host=db.example.com bord'],
  [
    'postgres://a%20b@[::1]:5433/it%27s',
    String.raw`createdb --host=::1 --port=5433 --username='a b' 'it'\''s'`,
  ],
  ['postgres:///bord?host=/run/postgresql', 'createdb --host=/run/postgresql bord'],
  ['postgres://u:hush@db1:5433,db2/bord', 'createdb --host=db1 --port=5433 --username=u bord'],
])('the command for %s', (url, command) => {
  expect(creationOf(url, { code: '3D000' })).toBe(command);
  expect(creationOf(url, { code: '28P01' })).toBe(null);
});
