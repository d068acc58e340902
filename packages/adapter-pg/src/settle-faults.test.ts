/** Settlements while the connection to the database breaks: each counts exactly once. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Endpoint, LeasedDelivery, Settlement } from '@bord/engine/storage';
import { fixtures, steps } from '@bord/engine/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inFull } from '../../../test/support/long.ts';
import { letPass, sql } from '../../../test/support/postgres.ts';
import { COMMIT, cuttable, type Cuttable } from '../test-support/cuttable.ts';

const { aDelivery, anAttempt, anEndpoint, lease } = fixtures;

const LEASE_MS = 60_000;
/** The first of them passes. */
const SETTLED = inFull(16, 6);

let way: Cuttable;

beforeEach(async () => {
  way = await cuttable();
  await way.witness.records.amend(steps.insertion('endpoints', anEndpoint()));
});

afterEach(() => way.end());

/** Deliveries of the endpoint `e`, leased around the proxy. */
async function leased(count: number): Promise<readonly LeasedDelivery[]> {
  const ids = Array.from({ length: count }, (_, i) => `d${i}`);
  await way.witness.outbox.add(ids.map((id) => aDelivery(id, { queue: 'e' })));
  return lease(way.witness, { leaseMs: LEASE_MS });
}

const settle = (one: LeasedDelivery, rule: (endpoint: Endpoint | null) => Settlement): Promise<boolean> =>
  way.storage.outbox.settle(one, anAttempt(), rule);

/** Changes only the delivery: saved in one statement, once the endpoint is known. */
const later = (): Settlement => ({ state: 'waiting', failed: true, retryAfterMs: 3_600_000 });

/** Changes the endpoint: saved under its lock. */
const failed = (endpoint: Endpoint | null): Settlement => ({
  state: 'failed',
  failed: true,
  endpoint: { ...endpoint!, failedInARow: endpoint!.failedInARow + 1 },
  deliveries: [aDelivery(`word ${endpoint!.failedInARow}`)],
});

async function failedInARow(): Promise<number> {
  return (await way.witness.records.find('endpoints', { id: 'e' }))!.failedInARow;
}

test.each([
  ['cut', 'settle_deliveries', later],
  ['cut after', 'settle_deliveries', later],
  ['cut', COMMIT, failed],
  ['cut after', COMMIT, failed],
] as const)(
  'D23 a settlement that is %s at %j: saved once each time, and reported as saved',
  async (verdict, words, rule) => {
    const [first, ...rest] = await leased(SETTLED);
    await settle(first!, rule);
    for (const one of rest) {
      way.cut(verdict, 1, words);
      expect(await settle(one, rule)).toBe(true);
      expect(await settle(one, rule)).toBe(false);
    }
    const records = await way.witness.outbox.ofQueue('e', 100);
    expect(records.map(({ failures, attempts }) => [failures, attempts.length])).toEqual(
      Array.from({ length: SETTLED }, () => [1, 1]),
    );
    expect(await failedInARow()).toBe(rule === failed ? SETTLED : 0);
    expect(await lease(way.witness)).toHaveLength(rule === failed ? SETTLED : 0);
  },
);

test('D23 many concurrent settlements whose answer is lost: each counts once', async () => {
  const all = await leased(60);
  way.cut('cut after', 2);
  const settled = await Promise.all(all.map((one, i) => settle(one, i % 2 ? failed : later)));
  expect(settled.every(Boolean)).toBe(true);
  expect(await failedInARow()).toBe(30);
});

test('D23 sessions that the server ends during settlements are replaced, and every delivery is settled once', async () => {
  const all = await leased(200);
  let isOver = false;
  const ending = (async () => {
    while (!isOver) {
      await sql(
        way.database.url,
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE '%settle_deliveries%'`,
      );
      await pause(15);
    }
  })();
  for (let i = 0; i < all.length; i += 10) {
    const settled = all
      .slice(i, i + 10)
      .map((one, j) => untilSettled(() => settle(one, j % 2 ? failed : later)));
    await Promise.all(settled);
  }
  isOver = true;
  await ending;
  expect(await failedInARow()).toBe(100);
  const records = await way.witness.outbox.ofQueue('e', 1000);
  expect(records.filter(({ attempts }) => attempts.length === 1)).toHaveLength(200);
});

async function untilSettled(call: () => Promise<boolean>): Promise<boolean> {
  for (let tries = 0; ; tries++) {
    try {
      return await call();
    } catch (error) {
      expect(error).toMatchObject({ code: 'unavailable' });
      if (tries === 20) throw error;
    }
  }
}

test('D23 an unavailable database: the settlement is unavailable, and the delivery is sent again when its lease ends', async () => {
  const [one] = await leased(1);
  way.proxy.set('refuse');
  await expect(settle(one!, later)).rejects.toMatchObject({ code: 'unavailable' });
  way.proxy.set('open');
  await letPass(way.database.url, LEASE_MS);
  const [again] = await lease(way.witness);
  expect(again).toMatchObject({ id: one!.id, lease: 2, failures: 0 });
  expect(await settle(one!, later)).toBe(false);
  expect(await settle(again!, later)).toBe(true);
});
