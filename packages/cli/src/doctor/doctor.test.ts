import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrate } from '@bord/adapter-pg';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { migratedDatabase } from '../../../../test/support/migrated-database.ts';
import { freshDatabase, sql } from '../../../../test/support/postgres.ts';
import { tcpProxy } from '../../../adapter-pg/test-support/tcp-proxy.ts';
import { type Bord, makeBord } from '../../test/run-bord.ts';
import { creationOf } from '../storages/postgres.ts';

let bord: Bord;
beforeEach(() => void (bord = makeBord(false)));
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

test('D50 every fault of the configuration is listed, and all that has sound settings is examined', async () => {
  await bord.run(['migrate']);
  const { code, findings } = await doctor({
    BORD_DATABSE: 'x',
    BORD_FAR_OFF: 'x',
    BORD_PORT: 'tcp://10.96.0.12:80',
    BORD_LOG: 'loud',
    BORD_MAIL: 'imap://mail.example.com',
  });
  expect(code).toBe(1);
  const configuration = findings.filter(({ what }) => what === 'configuration');
  expect(configuration.map(({ status, found }) => [status, /^BORD_\w+/.exec(found)?.[0]])).toEqual([
    ['bad', 'BORD_DATABSE'],
    ['bad', 'BORD_FAR_OFF'],
    ['bad', 'BORD_MAIL'],
    ['bad', 'BORD_LOG'],
  ]);
  expect(configuration.every(({ advice }) => advice !== null)).toBe(true);
  const examined = findings.map(({ what }) => what);
  expect(examined).toEqual(
    expect.arrayContaining(['Node.js', 'database', 'writing', 'secret key', 'proxies']),
  );
  expect(examined).not.toContain('mail');
});

/** Changes the file of a database that no process has open. */
function changeFile(path: string, change: (bytes: Buffer) => Buffer): void {
  const file = join(bord.folder, path);
  writeFileSync(file, change(readFileSync(file)));
}

test('SQLite: a database that can only be read is a fault, as for serve and /readyz', async () => {
  await bord.run(['migrate']);
  // By its header a file of a later version of SQLite, which this one must not write.
  changeFile('data/bord.db', (bytes) =>
    Buffer.concat([bytes.subarray(0, 18), Buffer.of(3), bytes.subarray(19)]),
  );
  const { code, find } = await doctor();
  expect([code, find('schema')?.status]).toEqual([1, 'good']);
  expect(find('writing')).toMatchObject({ status: 'bad', found: expect.stringContaining('readonly') });
  expect(await bord.refusal(['serve', '--port', '0'])).toMatch(/readonly database\. .*bord doctor/);
});

test('SQLite: a file that is not a database is a fault, and its advice does not say that a start replaces it', async () => {
  bord.write('data/bord.db', 'Dear diary, this is not a database.\n'.repeat(100));
  const { code, find } = await doctor();
  expect(code).toBe(1);
  expect(find('database')).toMatchObject({
    status: 'bad',
    found: expect.stringContaining('not a database'),
    advice: expect.stringContaining('name another file'),
  });
});

test.each(['mails', 'mails/here'])(
  'a mail folder %s in which no file can be written is a fault',
  async (path) => {
    await bord.run(['migrate']);
    bord.write('mails', 'a file where a folder should be');
    const { code, find } = await doctor({ BORD_MAIL: `file:./${path}` });
    expect([code, find('mail')]).toEqual([1, expect.objectContaining({ status: 'bad' })]);
  },
);

test('doctor leaves the mail folder empty', async () => {
  mkdirSync(join(bord.folder, 'mails'));
  expect((await doctor({ BORD_MAIL: 'file:./mails' })).find('mail')?.status).toBe('good');
  expect(readdirSync(join(bord.folder, 'mails'))).toEqual([]);
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

const BORD_SECRET_KEY = Buffer.alloc(32, 7).toString('base64');

test('PostgreSQL: a database that can only be read is a fault, as for serve and /readyz', async () => {
  const database = await migratedDatabase();
  onTestFinished(() => database.drop());
  const name = new URL(database.url).pathname.slice(1);
  await sql(database.url, `ALTER DATABASE ${name} SET default_transaction_read_only = on`);
  const { code, find } = await doctor({ BORD_DATABASE: database.url, BORD_SECRET_KEY });
  expect([code, find('schema')?.status]).toEqual([1, 'good']);
  expect(find('writing')).toMatchObject({
    status: 'bad',
    found: expect.stringContaining('read-only'),
    advice: expect.stringContaining('default_transaction_read_only'),
  });
});

test('PostgreSQL: doctor finds out whether notifications arrive, and BORD_DATABASE_DIRECT is where they are heard', async () => {
  const database = await migratedDatabase();
  const proxy = await tcpProxy(Number(new URL(database.url).port));
  onTestFinished(async () => {
    await proxy.close();
    await database.drop();
  });
  // As a pooler in transaction mode: LISTEN is answered, and no notification (a message `A`) comes through.
  proxy.onAnswer = (bytes) => (bytes[0] === 'A'.charCodeAt(0) ? 'drop' : null);
  const pooled = new URL(database.url);
  pooled.port = String(proxy.port);
  const notifications = async (url: string, direct?: string) =>
    (
      await doctor({
        BORD_DATABASE: url,
        BORD_SECRET_KEY,
        ...(direct !== undefined && { BORD_DATABASE_DIRECT: direct }),
      })
    ).find('notifications');

  expect(await notifications(database.url)).toMatchObject({ status: 'good', found: 'arrive' });
  expect(await notifications(pooled.href)).toMatchObject({
    status: 'weak',
    found: expect.stringContaining('do not arrive'),
    advice: expect.stringContaining('BORD_DATABASE_DIRECT'),
  });
  expect(await notifications(pooled.href, database.url)).toMatchObject({ status: 'good' });
  expect(await notifications(database.url, process.env['BORD_TEST_PG_URL'])).toMatchObject({
    status: 'bad',
    found: expect.stringContaining('do not arrive by BORD_DATABASE_DIRECT'),
  });
  expect(await notifications(database.url, 'postgres://bord:hush@127.0.0.1:1/bord')).toMatchObject({
    status: 'bad',
    advice: expect.stringContaining('BORD_DATABASE_DIRECT'),
  });
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
