/** The hosts of examples/mounted as real processes on a real PostgreSQL. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { compileCache } from '../support/compile-cache.ts';
import { freshDatabase, sql } from '../support/postgres.ts';

const FOLDER = join(import.meta.dirname, '../../examples/mounted/src');

interface Host {
  readonly url: string;
  readonly locationId: string;
  readonly key: string;
  readonly child: ChildProcess;
  readonly database: string;
  readonly faults: Promise<string>;
}

async function start(file: string): Promise<Host> {
  const database = await freshDatabase();
  onTestFinished(() => database.drop());
  const env = { PATH: process.env['PATH'], DATABASE_URL: database.url, PORT: '0', ...compileCache() };
  const child = spawn(process.execPath, ['--conditions=@bord/source', join(FOLDER, file)], { env });
  onTestFinished(() => void child.kill('SIGKILL'));
  const faults = text(child.stderr);
  const [line] = (await Promise.race([
    once(createInterface(child.stdout), 'line'),
    faults.then((message) => Promise.reject(new Error(message))),
  ])) as [string];
  return {
    ...(JSON.parse(line) as Pick<Host, 'url' | 'locationId' | 'key'>),
    child,
    database: database.url,
    faults,
  };
}

/** Of a service date in two weeks: whatever the clock shows, it is ahead. */
const DATE = new Date(Date.now() + 14 * 86_400_000).toISOString().slice(0, 10);

const bookingOf = (idempotencyKey: string): string =>
  JSON.stringify({
    startsAt: `${DATE}T19:00:00Z`,
    partySize: 4,
    name: 'Alva Lind',
    email: 'alva@example.com',
    idempotencyKey,
  });

async function answer({ url, key }: Host, path: string, init: RequestInit = {}): Promise<[number, unknown]> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const response = await fetch(url + path, { headers, ...init });
  return [response.status, await response.json()];
}

/** Sends the first half of a booking; the function sends the rest, and resolves to the answer. */
async function halfBooking({ url, key, locationId }: Host): Promise<() => Promise<string>> {
  const { port } = new URL(url);
  const socket = connect(Number(port), '127.0.0.1');
  const all = text(socket);
  const body = bookingOf('late');
  socket.write(
    [
      `POST /partners/locations/${locationId}/bookings HTTP/1.1`,
      'Host: 127.0.0.1',
      `Authorization: Bearer ${key}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      'Expect: 100-continue', // its answer tells that the request is under way
      '\r\n',
    ].join('\r\n'),
  );
  await once(socket, 'readable');
  socket.write(body.slice(0, 20));
  return () => {
    socket.write(body.slice(20));
    return all;
  };
}

/** The shape of Bord's errors, which no host uses. */
const BORDS = {
  statusCode: expect.any(Number),
  error: expect.any(String),
  message: expect.any(String),
  code: expect.any(String),
  docs: expect.stringMatching(/^\/docs#error-/),
};

describe.each(['fastify.ts', 'express.ts', 'hono.ts'])('mounted in %s', (file) => {
  test('books below its path, leaves the host its own routes, and ends with the pool in the host’s hands', async () => {
    const host = await start(file);
    const path = `/partners/locations/${host.locationId}`;

    const [status, day] = await answer(host, `${path}/availability?date=${DATE}&partySize=4`);
    expect([status, day]).toEqual([200, expect.objectContaining({ locationId: host.locationId })]);
    const post = { method: 'POST', body: bookingOf('first') };
    const [created, booking] = (await answer(host, `${path}/bookings`, post)) as [number, { id: string }];
    expect([created, booking]).toEqual([201, expect.objectContaining({ id: expect.stringMatching(/^bk_/) })]);
    expect(await answer(host, `${path}/bookings`, post)).toEqual([
      201,
      expect.objectContaining({ id: booking.id }),
    ]);
    expect(await answer(host, `${path}/bookings`, { ...post, body: bookingOf('second') })).toEqual([
      409,
      expect.anything(),
    ]);
    expect((await answer(host, `/partners/bookings/${booking.id}/cancel`, { method: 'POST' }))[0]).toBe(200);
    expect(await answer(host, '/partners/nowhere')).toEqual([404, BORDS]);
    expect(await answer(host, `${path}/bookings`, { method: 'POST', body: '{' })).toEqual([400, BORDS]);

    expect(await answer(host, '/visits')).toEqual([200, { visits: 1 }]);
    expect(await answer(host, '/echo', { method: 'POST', body: '{"a":1}' })).toEqual([200, { a: 1 }]);
    expect((await fetch(`${host.url}/nowhere`)).status).toBe(404);

    const finish = await halfBooking(host);
    const exited = once(host.child, 'exit');
    host.child.kill('SIGTERM');
    await expect
      .poll(() =>
        fetch(`${host.url}/nowhere`).then(
          () => 'served',
          () => 'gone',
        ),
      )
      .toBe('gone');
    expect(await finish()).toContain(' 201 Created');
    expect(await exited).toEqual([0, null]);
    expect(await host.faults).toBe('');
    // The host's last statement used its pool after Bord was closed, and Bord has no connection left.
    expect(await sql(host.database, 'SELECT visits FROM host_visits')).toEqual([{ visits: 2 }]);
    const connected = `SELECT count(*)::int AS n FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`;
    await expect.poll(() => sql(host.database, connected)).toEqual([{ n: 0 }]);
    expect(await sql(host.database, `SELECT status FROM bookings ORDER BY created_at`)).toEqual([
      { status: 'cancelled' },
      { status: 'confirmed' },
    ]);
  });
});
