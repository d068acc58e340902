import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { verifyWebhook } from '@bord/engine/webhooks';
import Sqlite from 'better-sqlite3';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { inFull } from '../../../../test/support/long.ts';
import { type FreshDatabase, freshDatabase } from '../../../../test/support/postgres.ts';
import { type Bord, makeBord, words } from '../../test/run-bord.ts';
import { serveBord } from '../../test/serve-bord.ts';

const bords: Bord[] = [];
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const bord of bords.splice(0)) bord.remove();
});

function aBord(isMigrated = true): Bord {
  const bord = makeBord(isMigrated);
  bords.push(bord);
  return bord;
}

const WRITERS = inFull(8, 1);
const PLAN = `name: Eight
timeZone: Europe/Stockholm
tables: [${Array.from({ length: WRITERS }, (_, i) => `{id: T${i}, seats: 2}`).join(', ')}]
servicePeriods: [{name: Day, days: daily, opens: "11:00", closes: "23:00"}]
`;

/** A process that books at its own table until it is killed; the acknowledged bookings are in a file. */
function startWriter(bord: Bord, database: string, locationId: string, table: string): string[] {
  const script = join(import.meta.dirname, '../../test/booking-writer.ts');
  const child = spawn(process.execPath, ['--conditions=@bord/source', script, database, locationId, table], {
    cwd: bord.folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const saved: string[] = [];
  createInterface({ input: child.stdout }).on('line', (id) => saved.push(id));
  return saved;
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((done) => setTimeout(done, 20));
}

/** A receiver that knows by its secret whether an event is true. */
async function aReceiver(): Promise<{ url: string; bodies: { signature: string; rawBody: string }[] }> {
  const bodies: { signature: string; rawBody: string }[] = [];
  const server = createServer((request, response) => {
    let rawBody = '';
    request.on('data', (chunk) => (rawBody += chunk));
    request.on('end', () => {
      bodies.push({ signature: String(request.headers['x-partner-signature']), rawBody });
      response.writeHead(204).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, bodies };
}

const KEY = Buffer.alloc(32, 9).toString('base64');

const sqliteFile = async (): Promise<FreshDatabase> => ({
  url: 'sqlite:./data/bord.db',
  drop: async () => undefined,
});

describe.each([
  ['SQLite', sqliteFile],
  ['PostgreSQL', freshDatabase],
] as const)('%s', (kind, open) => {
  test('D23 a backup under load has every booking acknowledged before it began, and works on another machine', async () => {
    const [here, there] = [aBord(), aBord()];
    const [database, target] = [await open(), await open()];
    const isSqlite = kind === 'SQLite';
    const env = {
      BORD_DATABASE: database.url,
      BORD_WEBHOOK_ALLOW_PRIVATE: '1',
      ...(!isSqlite && { BORD_SECRET_KEY: KEY }),
    };
    const run = async <T>(...args: string[]): Promise<T> => {
      const { code, out, err } = await here.run([...args, '--json'], { env });
      expect([code, err]).toEqual([0, '']);
      return JSON.parse(out) as T;
    };
    const { id } = await run<{ id: string }>('locations', 'apply', here.write('eight.yaml', PLAN));
    const receiver = await aReceiver();
    const { key } = await run<{ key: string }>(...words(`keys create --partner acme --location ${id}`));
    const hook = await run<{ id: string; secret: string }>(
      ...words(`webhooks add --partner acme --url ${receiver.url}`),
    );

    const saved = Array.from({ length: WRITERS }, (_, i) => startWriter(here, database.url, id, `T${i}`));
    await until(() => saved.every(({ length }) => length >= 10));
    const acknowledged = saved.flat();
    const counts = saved.map(({ length }) => length);
    if (isSqlite) copyFileSync(join(here.folder, 'data/bord.db'), join(here.folder, 'copied.db'));
    const made = await run<{ file: string; bytes: number; bookings: number }>('backup', 'house.tar.gz');
    const during = saved.map(({ length }) => length);
    for (const child of children) child.kill('SIGKILL');

    const file = join(here.folder, 'house.tar.gz');
    expect(made).toEqual({ file: 'house.tar.gz', bytes: statSync(file).size, bookings: expect.any(Number) });
    for (const [i, before] of counts.entries()) expect(during[i]).toBeGreaterThan(before); // writers continue
    expect(made.bookings).toBeGreaterThanOrEqual(acknowledged.length);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(here.folder).filter((name) => name.startsWith('.bord'))).toEqual([]);
    if (isSqlite) expect(rowsOf(join(here.folder, 'copied.db'))).toBeLessThan(acknowledged.length); // the control

    const elsewhere: Record<string, string> = {
      BORD_DATABASE: target.url,
      BORD_WEBHOOK_ALLOW_PRIVATE: '1',
    };
    const restore = ['restore', file, '--json'];
    if (!isSqlite) {
      expect(await there.refusal(restore, { env: elsewhere })).toMatch(/--secret-key FILE/);
      expect(
        await there.refusal(restore, { env: { ...elsewhere, BORD_SECRET_KEY: KEY.replace('C', 'D') } }),
      ).toMatch(/is not the key of the backup/);
      restore.push('--secret-key', 'house.key');
    }
    const { code, out, err } = await there.run(restore, { env: elsewhere });
    expect([code, err]).toEqual([0, '']);
    expect(JSON.parse(out)).toEqual({ ...made, file });
    if (!isSqlite)
      elsewhere['BORD_SECRET_KEY'] = readFileSync(join(there.folder, 'house.key'), 'utf8').trim();

    const listed = JSON.parse(
      (await there.run(words(`bookings list --location ${id} --json`), { env: elsewhere })).out,
    ) as { id: string }[];
    expect(listed).toHaveLength(made.bookings);
    const ids = new Set(listed.map((booking) => booking.id));
    expect(acknowledged.filter((booking) => !ids.has(booking))).toEqual([]);

    expect((await there.run(['webhooks', 'test', hook.id], { env: elsewhere })).err).toBe('');
    verifyWebhook({ secret: hook.secret, ...receiver.bodies.at(-1)! });
    expect(JSON.parse((await there.run(['doctor', '--json'], { env: elsewhere })).out)).toMatchObject({
      ok: true,
    });
    const serving = await serveBord(there, 'serve --port 0', elsewhere);
    const date = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const answer = await fetch(
      `${serving.at.baseUrl}/locations/${id}/availability?date=${date}&partySize=2`,
      {
        headers: { authorization: `Bearer ${key}` },
      },
    );
    expect([answer.status, (await fetch(`${serving.at.url}/readyz`)).status]).toEqual([200, 200]);
    serving.kill('SIGKILL');

    expect(await there.refusal(['restore', file], { env: elsewhere })).toMatch(
      /cannot be used: it is not empty \(/,
    );
    await Promise.all([database.drop(), target.drop()]);
  }, 240_000);
});

function rowsOf(path: string): number {
  const database = new Sqlite(path, { readonly: true });
  try {
    return database.prepare<[], number>('SELECT count(*) FROM bookings').pluck().get()!;
  } catch {
    return -1; // not even a table
  } finally {
    database.close();
  }
}

test('a truncated or altered backup is rejected before any write', async () => {
  const [here, there] = [aBord(), aBord(false)];
  await here.json('keys', 'list');
  await here.json('backup', 'whole.tar.gz');
  const whole = readFileSync(join(here.folder, 'whole.tar.gz'));
  const altered = Buffer.from(whole);
  altered[whole.length >> 1]! ^= 1;
  const bad: Record<string, Buffer> = {
    altered,
    truncated: whole.subarray(0, -1),
    halved: whole.subarray(0, whole.length >> 1),
    longer: Buffer.concat([whole, Buffer.from([0])]),
    empty: Buffer.alloc(0),
  };
  for (const [name, bytes] of Object.entries(bad)) {
    writeFileSync(join(here.folder, name), bytes);
    expect(await there.refusal(['restore', join(here.folder, name)])).toMatch(
      /^bord: [^\n]*(?:truncated or altered[^\n]*|is not a backup of Bord[^\n]*)$/,
    );
  }
  expect(readdirSync(join(there.folder, 'data'))).toEqual([]);

  writeFileSync(join(there.folder, 'data/secret.key'), `${KEY}\n`);
  const file = join(here.folder, 'whole.tar.gz');
  expect(await there.refusal(['restore', file])).toMatch(/secret\.key is there already, and is not the key/);
  expect(await there.refusal(['restore', 'none.tar.gz'])).toBe(
    'bord: the file none.tar.gz does not exist: check the path',
  );
  expect(readdirSync(join(there.folder, 'data'))).toEqual(['secret.key']);
});

test('a backup replaces only an older backup; restore rejects a database that a server has open', async () => {
  const bord = aBord(false);
  expect(await bord.refusal(['backup', 'x.tar.gz'])).toMatch(/there is no database at/);
  await bord.run(['migrate']);
  await bord.json('backup', 'x.tar.gz');
  await bord.json('keys', 'list');
  await bord.json('backup', `file://${join(bord.folder, 'x.tar.gz')}`);
  expect(await bord.refusal(['backup', 'data/bord.db'])).toMatch(
    /already exists and is not a backup of Bord/,
  );
  expect(await bord.refusal(['backup', 'data'])).toMatch(/is a folder/);
  expect(await bord.refusal(['backup', 'none/x.tar.gz'])).toMatch(/the folder .* does not exist/);
  expect(await bord.refusal(['backup', 's3://bucket/x'])).toMatch(/s3: is not known here/);

  const env = { BORD_DATABASE: 'sqlite:./data/other.db', BORD_DEMO: '0' };
  expect(await bord.run(['restore', 'x.tar.gz'], { env })).toMatchObject({ code: 0 });
  const empty = { BORD_DATABASE: 'sqlite:./data/empty.db', BORD_DEMO: '0' };
  const serving = await serveBord(bord, 'serve --port 0', empty);
  expect(await bord.refusal(['restore', 'x.tar.gz'], { env: empty })).toMatch(/another process has it open/);
  serving.kill('SIGTERM');
  await serving.ended;
  expect(await bord.run(['restore', 'x.tar.gz'], { env: empty })).toMatchObject({ code: 0 });
});

test('a URL stores a backup by PUT and returns it by GET; messages do not repeat possible passwords', async () => {
  const bord = aBord();
  let stored = Buffer.alloc(0);
  const server = createServer((request, response) => {
    if (request.url !== '/house?signature=hush' || request.method === 'GET') {
      response.writeHead(request.method === 'GET' ? 200 : 403).end(stored);
      return;
    }
    expect(request.headers['content-length']).toMatch(/^\d+$/);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      stored = Buffer.concat(chunks);
      response.writeHead(200).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/house`;
  await bord.json('keys', 'list');
  expect(await bord.json('backup', `${base}?signature=hush`)).toEqual({
    file: base,
    bytes: stored.length,
    bookings: 0,
  });
  const refused = await bord.refusal(['backup', `${base}?signature=psst`]);
  expect(refused).toBe(`bord: ${base} has answered 403 Forbidden: check the URL and its permissions`);
  const env = { BORD_DATABASE: 'sqlite:./data/other.db' };
  expect((await bord.run(['restore', `${base}?signature=hush`], { env })).code).toBe(0);
});
