/** Sessions that the server ends at the worst moment: no answer of it may end the process. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { fixtures } from '@bord/engine/testing';
import { expect, onTestFinished, test } from 'vitest';
import { freshDatabase, sql } from '../../../test/support/postgres.ts';
import { migrate } from './migrate.ts';
import { pgStorage } from './storage.ts';

/** ReadyForQuery, outside of a transaction: the end of the server's greeting. */
const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);

/**
 * A way to the server that keeps its greeting back until the server has ended the session, `times` times over: greeting and goodbye arrive
 * as one.
 */
async function lateGreetings(url: string, times: number): Promise<{ url: string; kept(): number }> {
  const server = new URL(url);
  let kept = 0;
  const relay = createServer({ allowHalfOpen: true }, (near: Socket) => {
    const far = connect(Number(server.port), server.hostname);
    let late: Buffer | null = null;
    near.on('error', () => far.destroy()).on('data', (bytes) => far.write(bytes));
    near.on('close', () => far.destroy());
    far.on('data', (bytes) => {
      if (late === null && kept < times && bytes.includes(READY)) {
        kept += 1;
        late = Buffer.alloc(0);
      }
      if (late === null) near.write(bytes);
      else late = Buffer.concat([late, bytes]);
    });
    far.on('error', () => near.destroy()).on('end', () => near.end(late ?? ''));
  });
  await once(relay.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void relay.close());
  const through = new URL(url);
  through.hostname = '127.0.0.1';
  through.port = String((relay.address() as AddressInfo).port);
  return { url: through.href, kept: () => kept };
}

test('D10 a session that is ended while it is greeted is a broken one, and ends nothing but itself', async () => {
  const database = await freshDatabase();
  onTestFinished(() => database.drop());
  await migrate(database);
  const way = await lateGreetings(database.url, 1);
  const unheard: unknown[] = [];
  const hear = (error: unknown): void => void unheard.push(error);
  process.prependListener('uncaughtExceptionMonitor', hear);
  onTestFinished(() => void process.off('uncaughtExceptionMonitor', hear));
  const storage = pgStorage({ url: way.url });
  onTestFinished(() => storage.close());

  const asked = storage.locations.list().catch((error: unknown) => error);
  while (way.kept() === 0) await pause(5);
  await sql(
    database.url,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  );
  await asked;
  expect(unheard).toEqual([]);
  expect(await storage.locations.get(fixtures.LOCATION_ID)).toBeNull();
});
