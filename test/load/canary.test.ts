/** No log line knows a key, a token or a guest: canaries in every field, at the most talkative level. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { createPartnerApi, type PartnerApiOptions, serveHttp } from '@bord/adapter-http';
import { sqliteStorage } from '@bord/adapter-sqlite';
import { createEngine } from '@bord/engine';
import Sqlite from 'better-sqlite3';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { aMailServer, refusal } from '../mail/smtp.ts';
import { freshDatabase, sql } from '../support/postgres.ts';
import { DEMO_ID, demoPlan } from '../support/world.ts';
import { CANARY, leaksIn, sendCanaries } from './canaries.ts';

const MAIN = fileURLToPath(new URL('../../packages/cli/src/main.ts', import.meta.url));

const folder = mkdtempSync(join(tmpdir(), 'bord-canary-'));
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

const SECRET_KEY = Buffer.alloc(32, 7).toString('base64');

/** `bord` on a database, with a mail server and webhooks that may go to this machine. */
function bordOn(database: string, mailPort: number) {
  const start = (...args: string[]) => {
    const child = spawn(process.execPath, ['--conditions=@bord/source', MAIN, ...args], {
      cwd: folder,
      env: {
        PATH: process.env['PATH'] ?? '',
        BORD_DATABASE: database,
        BORD_SECRET_KEY: SECRET_KEY,
        BORD_MAIL: `smtp://127.0.0.1:${mailPort}`,
        BORD_WEBHOOK_ALLOW_PRIVATE: '1',
        BORD_LOG: 'trace',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.push(child);
    return child;
  };
  const run = async (line: string): Promise<Record<string, string>> =>
    JSON.parse(await text(start(...line.split(' '), '--json').stdout)) as Record<string, string>;
  return { start, run };
}

/** A faulty webhook receiver that repeats the request in its answers. */
async function talkativeReceiver(): Promise<string> {
  const server = createServer((request, response) => {
    response.statusCode = 500;
    request.pipe(response);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A mail server that rejects every e-mail and names the recipient. */
function talkativeMailServer() {
  return aMailServer({
    onRcptTo: ({ address }, _, done) => done(refusal(451, `${CANARY}: no room for ${address}`)),
  });
}

/** A database that can be made to fail in the midst of things. */
interface Breakable {
  readonly url: string;
  /** From now on whatever is written is refused, with the row in the refusal. */
  rejectRows(): Promise<void>;
  /** Makes all reads fail from now on. */
  hideBookings(): Promise<void>;
}

function sqliteFile(path: string): Breakable {
  const run = async (statement: string): Promise<void> => {
    const database = new Sqlite(path);
    database.exec(statement);
    database.close();
  };
  return {
    url: `sqlite:${path}`,
    rejectRows: () =>
      run(`CREATE TRIGGER talkative BEFORE INSERT ON bookings
           BEGIN SELECT RAISE(ABORT, NEW.guest_name || NEW.guest_email || ' has no table'); END`),
    hideBookings: () => run('DROP TRIGGER talkative; ALTER TABLE bookings RENAME TO hidden'),
  };
}

async function postgres(): Promise<Breakable> {
  const { url } = await freshDatabase();
  return {
    url,
    rejectRows: async () =>
      void (await sql(url, `ALTER TABLE bookings ADD CHECK (guest_name NOT LIKE '%${CANARY}%') NOT VALID`)),
    hideBookings: async () => void (await sql(url, 'ALTER TABLE bookings RENAME TO hidden')),
  };
}

test.each([
  ['SQLite', async () => sqliteFile(join(folder, 'bord.db'))],
  ['PostgreSQL', postgres],
])('the output of bord serve on %s contains no key, token or guest', async (_, open) => {
  const database = await open();
  const { start, run } = bordOn(database.url, (await talkativeMailServer()).port);
  await run('sandbox key --email dev@example.com --system canary'); // adds the demo
  const { key, id } = await run(`keys create --partner acme --location ${DEMO_ID} --rate-limit 100000`);
  const receiver = await talkativeReceiver();
  const { secret } = await run(`webhooks add --partner acme --url ${receiver} --include-guest`);
  const server = start('serve', '--port', '0');
  let out = '';
  for (const stream of [server.stdout, server.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (out += chunk));
  // The link to the demo, printed next to the log for people (D55), can come first.
  const records = () => out.split('\n').filter((line) => !line.startsWith('Demo console and mailbox'));
  const listening = () => records().find((line) => line.endsWith('"msg":"listening"}'));
  await expect.poll(listening, { timeout: 20_000 }).toBeDefined();
  const { url } = JSON.parse(listening()!) as { url: string };

  const statuses = [await sendCanaries(url, key!, 1)];
  for (const to of ['webhook', 'mail'])
    await expect.poll(() => out, { timeout: 10_000 }).toContain(`"to":"${to}"`);
  await database.rejectRows();
  statuses.push(await sendCanaries(url, key!, 2));
  await database.hideBookings();
  statuses.push(await sendCanaries(url, key!, 3));
  server.kill('SIGTERM');
  expect(await once(server, 'close')).toEqual([0, null]);

  // It has been asked for all that can go well and wrong, and has written it down…
  expect(statuses[0]).toEqual(expect.arrayContaining([200, 201, 400, 401, 404, 405, 409]));
  expect(statuses[0]).not.toContain(500);
  expect(statuses[1]).toContain(500);
  expect(statuses[2]!.filter((status) => status >= 500).length).toBeGreaterThan(2);
  const lines = records().filter((line) => line !== '');
  const parsed = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(parsed.filter(({ requestId, route }) => requestId && route).length).toBeGreaterThan(60);
  expect(parsed.filter(({ err }) => err).length).toBeGreaterThan(2);
  expect(parsed.filter(({ keyId }) => keyId === id).length).toBeGreaterThan(50);
  // …but not this.
  const hash = createHash('sha256').update(key!).digest();
  const secrets = [key!, key!.slice(10), hash.toString('hex'), hash.toString('base64'), secret!, SECRET_KEY];
  expect(leaksIn(lines, secrets)).toEqual([]);
});

/** A server in this process, whose log is as careless as `options` make it. */
async function carelessly(
  lines: string[],
  options: Omit<PartnerApiOptions, 'engine'>,
  onRequest: (request: IncomingMessage) => void = () => undefined,
): Promise<string[]> {
  const path = join(folder, `${lines.length}-${Math.random()}.db`);
  const storage = sqliteStorage({ path, migrate: true });
  const engine = createEngine({ storage });
  await engine.operator.locations.apply(demoPlan, DEMO_ID);
  const { key } = await engine.operator.keys.create({
    partner: 'acme',
    locationIds: [DEMO_ID],
    rateLimit: 100_000,
  });
  const api = createPartnerApi({ ...options, engine });
  const listener = (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    onRequest(request);
    return api.listener(request, response);
  };
  const server = await serveHttp({ api: { ...api, listener } });
  await sqliteFile(path).rejectRows();
  await sendCanaries(server.url, key, 1);
  await server.close(0);
  engine.detach();
  await storage.close();
  return leaksIn(lines, [key]);
}

test('control: a log of addresses, of headers, or of errors as they are is found out', async () => {
  const quiet = { onError: () => undefined };
  const urls: string[] = [];
  expect(await carelessly(urls, quiet, ({ url = '' }) => urls.push(url))).not.toEqual([]);
  const headers: string[] = [];
  expect(await carelessly(headers, quiet, (received) => headers.push(inspect(received.headers)))).not.toEqual(
    [],
  );
  const errors: string[] = [];
  const onError = (error: unknown): void => void errors.push(inspect(error));
  expect(await carelessly(errors, { onError })).not.toEqual([]);
  const careful: string[] = [];
  const onRequest = (record: object): void => void careful.push(inspect(record));
  expect(await carelessly(careful, { ...quiet, onRequest })).toEqual([]);
  expect(careful.length).toBeGreaterThan(20);
});
