/** Who repeats a request is told that her booking stands when a standby has it, and not before. */
import { migrate, pgStorage } from '@bord/adapter-pg';
import type { Storage } from '@bord/engine/storage';
import { fixtures } from '@bord/engine/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startCluster } from '../support/cluster.ts';
import { sql } from '../support/postgres.ts';

const { aBooking, aLocation, aScope } = fixtures;

test('D10 a booking that stands on the primary alone is no answer to its repetition before a standby has it', async () => {
  const cluster = await startCluster({ standbys: 1, synchronous: true });
  onTestFinished(() => cluster.stop());
  const [a, b] = cluster.hosts;
  const { url } = a!.postgres; // past the network by which the standby follows
  await migrate({ url });
  const open = (options = ''): Storage => {
    const storage = pgStorage({ url: `${url}${options}` });
    onTestFinished(() => storage.close());
    return storage;
  };
  const first = open();
  const location = await aLocation(first);
  await first.close(); // what it tells others is told: nobody else waits for the standby
  const scope = aScope(location, { named: { idempotencyKey: 'a7' } });
  const book = async ({ bookings }: Storage): Promise<string> => {
    const booking = aBooking('bk_1', { idempotencyKey: 'a7' });
    const { result } = await bookings.amend(scope, ({ named }) =>
      named ? { result: 'replayed' } : { result: 'booked', booking },
    );
    return result;
  };
  cluster.cut(a!);
  // As after a crash and a start: what was committed is there, and no standby has it.
  expect(await book(open('?options=-c%20synchronous_commit%3Dlocal'))).toBe('booked');

  let isAnswered = false;
  const repeated = book(open()).finally(() => (isAnswered = true));
  const waiting = `SELECT FROM pg_stat_activity WHERE wait_event = 'SyncRep'`;
  await vi.waitFor(async () => expect(isAnswered || (await sql(url, waiting)).length > 0).toBe(true), 20_000);
  expect(isAnswered).toBe(false);
  cluster.mend(a!);
  expect(await repeated).toBe('replayed');
  await cluster.caughtUp(a!, [b!]);
  expect(await sql(b!.postgres.url, 'SELECT idempotency_key AS key FROM bookings')).toEqual([{ key: 'a7' }]);
});
