/** Events about dates with concurrent writers and workers, which the sequential storage contract cannot test. */
import type { Delivery, Settlement, Storage } from '@bord/engine/storage';
import { fixtures, steps } from '@bord/engine/testing';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chanceOf } from '../../../test/proof/seating/random.ts';
import { inFull } from '../../../test/support/long.ts';
import { migratedDatabase } from '../../../test/support/migrated-database.ts';
import type { FreshDatabase } from '../../../test/support/postgres.ts';
import { seed } from '../../../test/support/seed.ts';
import { pgStorage } from './storage.ts';
import { clientOf } from '../../../test/support/postgres.ts';

const { anAttempt, anEndpoint, lease, LOCATION_ID } = fixtures;

const QUEUES = ['e', 'f', 'g'];
const DATES = 12;
const PLANS = inFull(60, 12);
/** The number of steps of three concurrent workers between two changes of the plan. */
const STEPS = 6;

/** An inclusive range of days. */
type Days = readonly [number, number];

let database: FreshDatabase;
let openings: Storage[];
let client: pg.Client;

beforeAll(async () => {
  database = await migratedDatabase();
  openings = [0, 1, 2].map(() => pgStorage({ url: database.url, connections: 6 }));
  client = clientOf(database.url);
  await client.connect();
  for (const id of QUEUES) await openings[0]!.records.amend(steps.insertion('endpoints', anEndpoint({ id })));
});

afterAll(async () => {
  await Promise.all([client.end(), ...openings.map((opening) => opening.close())]);
  await database.drop();
});

/** Advances the time of all deliveries that no worker has. */
const ALL_DUE = `UPDATE deliveries SET due_at = now() WHERE id IN (
  SELECT id FROM deliveries WHERE state = 'waiting' AND due_at > now() FOR NO KEY UPDATE SKIP LOCKED)`;

const date = (day: number): string => `2030-12-${10 + day}`;

const datesOf = (body: string): readonly string[] =>
  (JSON.parse(body) as { data: { dates: readonly string[] } }).data.dates;

const datesIn = ([from, to]: Days): readonly string[] =>
  Array.from({ length: to - from + 1 }, (_, i) => date(from + i));

/** An event for each queue. Ids sort by age, as in production. */
function about(change: number, days: Days): readonly Delivery[] {
  const [from, to] = [date(days[0]), date(days[1])];
  const eventId = `${String(change).padStart(6, '0')}.${days[0]}`;
  const body = JSON.stringify({ id: eventId, data: { dates: datesIn(days) } });
  const given = {
    locationId: LOCATION_ID,
    bookingId: null,
    eventId,
    body,
    dueMs: null,
    covers: { from, to },
  };
  return QUEUES.map((queue) => ({ id: `${eventId}@${queue}`, queue, ...given }));
}

test(`D37 concurrent changes and failing attempts: no deadlock, every change is sent after it happened, one fresh event per date; seed ${seed}`, async () => {
  const random = chanceOf(seed);
  const any = (below: number): number => Math.floor(random() * below);
  let clock = 0;
  let areMade = false;
  const changed = new Map<string, number>();
  const firstLeased = new Map<string, number>();
  const taken = new Map<string, number>();

  async function change(opening: Storage, ranges: readonly Days[]): Promise<void> {
    // Deliveries leased from here on might include this change; earlier ones do not.
    const at = ++clock;
    await opening.outbox.add(ranges.flatMap((days) => about(at, days)));
    for (const queue of QUEUES) for (const day of ranges.flatMap(datesIn)) changed.set(`${queue} ${day}`, at);
  }

  /** A change of plan locks the whole location, and concurrent steps have no date in common. */
  async function changes(): Promise<void> {
    for (let i = 0; i < PLANS; i++) {
      await change(openings[0]!, [[0, DATES - 1]]);
      const calls = openings.map(async (opening, mine) => {
        for (let j = 0; j < STEPS; j++) {
          const days = new Set([any(DATES / 3), any(DATES / 3)].map((day) => 3 * day + mine));
          await change(
            opening,
            [...days].map((day) => [day, day]),
          );
        }
      });
      await Promise.all(calls);
    }
  }

  async function round(opening: Storage, failing: number): Promise<number> {
    const leased = await lease(opening, { limit: 30, perQueue: 10 });
    const at = ++clock;
    for (const { id, lease: number } of leased) if (number === 1) firstLeased.set(id, at);
    await Promise.all(
      leased.map(async (one) => {
        const hasFailed = random() < failing;
        const rule = (): Settlement =>
          hasFailed ? { state: 'waiting', failed: true, retryAfterMs: any(20) } : { state: 'delivered' };
        if (!(await opening.outbox.settle(one, anAttempt(), rule)) || hasFailed) return;
        for (const day of datesOf(one.body)) {
          const key = `${one.queue} ${day}`;
          taken.set(key, Math.max(taken.get(key) ?? 0, firstLeased.get(one.id)!));
        }
      }),
    );
    return leased.length;
  }

  const timePasses = async (): Promise<void> => {
    while (!areMade) await client.query(ALL_DUE);
  };
  const works = async (opening: Storage): Promise<void> => {
    while (!areMade) await round(opening, 0.8);
  };
  await Promise.all([
    changes().finally(() => (areMade = true)),
    timePasses(),
    ...[...openings, ...openings].map(works),
  ]);

  for (const queue of QUEUES) {
    const all = await openings[0]!.outbox.ofQueue(queue, 10_000);
    const waiting = all.filter(({ state }) => state === 'waiting');
    for (const fresh of waiting.filter(({ attempts }) => attempts.length === 0)) {
      const others = waiting.filter((other) => other !== fresh);
      const inOthers = new Set(others.flatMap(({ body }) => datesOf(body)));
      expect(datesOf(fresh.body).filter((day) => inOthers.has(day))).toEqual([]);
    }
  }
  await client.query(ALL_DUE);
  while ((await round(openings[0]!, 0)) > 0);
  const untold = [...changed].filter(([key, at]) => (taken.get(key) ?? 0) < at);
  expect(untold).toEqual([]);
  // The statistics of sessions are complete when they have ended.
  await Promise.all(openings.splice(0).map((opening) => opening.close()));
  const { rows } = await client.query<{ deadlocks: string }>(
    'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
  );
  expect(rows).toEqual([{ deadlocks: '0' }]);
});
