/** A repeated request is acknowledged when a standby has the change, and not before. */
import { migrate, pgStorage } from '@bord/adapter-pg';
import { createEngine, type PartnerActions } from '@bord/engine';
import type { Storage } from '@bord/engine/storage';
import { fixtures } from '@bord/engine/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startCluster } from '../../support/cluster.ts';
import { sql } from '../../support/postgres.ts';

const { aCaller, aLocation, aRequest, aTable, FRIDAY, FRIDAY_MS, LOCATION_ID } = fixtures;
const HOUR_MS = 3_600_000;
/** A location whose changes wait only for their standby. */
const TABLES = ['A', 'B', 'C', 'D'].map((id) => aTable(id));
const guest = { name: 'Alva', email: 'alva@example.com' };

interface Repeated {
  readonly what: string;
  /** Makes ready, while a standby has everything. */
  readonly prepare?: (partner: PartnerActions) => Promise<string>;
  /** The request and its answers. */
  readonly ask: (partner: PartnerActions, id: string) => Promise<string>;
  readonly answers: readonly [string, string];
}

const atHour = (hour: number): number => FRIDAY_MS + hour * HOUR_MS;

const REQUESTS: readonly Repeated[] = [
  {
    what: 'a booking',
    ask: async (partner) => {
      const wanted = { ...aRequest(atHour(11)), idempotencyKey: 'a7' };
      return (await partner.createBooking(LOCATION_ID, wanted)).kind;
    },
    answers: ['booked', 'replayed'],
  },
  {
    what: 'a hold',
    ask: async (partner) => {
      const wanted = { startMs: atHour(13), partySize: 2, seconds: 600, idempotencyKey: 'b7' };
      return (await partner.createHold(LOCATION_ID, wanted)).kind;
    },
    answers: ['held', 'replayed'],
  },
  {
    what: 'a confirmation',
    async prepare(partner) {
      const held = await partner.createHold(LOCATION_ID, {
        startMs: atHour(15),
        partySize: 2,
        seconds: 600,
      });
      if (held.kind === 'refused') throw new Error(held.reason);
      return held.hold.id;
    },
    ask: async (partner, id) => (await partner.confirmHold(id, { guest })).kind,
    answers: ['booked', 'replayed'],
  },
  {
    what: 'a cancellation',
    async prepare(partner) {
      const made = await partner.createBooking(LOCATION_ID, aRequest(atHour(17)));
      if (made.kind === 'refused') throw new Error(made.reason);
      return made.booking.id;
    },
    ask: async (partner, id) => (await partner.cancelBooking(id)).kind,
    answers: ['changed', 'unchanged'],
  },
  {
    what: 'a waiting entry',
    ask: async (partner) => {
      const waiting = {
        date: FRIDAY,
        fromMs: atHour(19),
        toMs: atHour(19),
        partySize: 2,
        mode: 'book',
      } as const;
      const joined = await partner.joinWaitlist(LOCATION_ID, { ...waiting, guest, idempotencyKey: 'c7' });
      return joined.isReplayed ? 'replayed' : 'joined';
    },
    answers: ['joined', 'replayed'],
  },
];

test('D10 a repeated request is not acknowledged while only the primary has the change', async () => {
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
  const clock = { nowMs: () => FRIDAY_MS };
  const partnerOf = (storage: Storage): PartnerActions => createEngine({ storage, clock }).partner(aCaller());
  const first = open();
  await aLocation(first, { floorPlan: { tables: TABLES, combinations: [], wastedSeatsMax: null } });
  const ids: string[] = [];
  for (const { prepare } of REQUESTS) ids.push((await prepare?.(partnerOf(first))) ?? '');
  await first.close(); // its notifications have been sent: the others do not wait for the standby
  cluster.cut(a!);
  // As after a crash and a start: what was committed is there, and no standby has it.
  const local = partnerOf(open('?options=-c%20synchronous_commit%3Dlocal'));
  for (const [i, { what, ask, answers }] of REQUESTS.entries())
    expect([what, await ask(local, ids[i]!)]).toEqual([what, answers[0]]);

  const answered: string[] = [];
  const repeated = REQUESTS.map(async ({ what, ask }, i) => {
    const answer = await ask(partnerOf(open()), ids[i]!);
    answered.push(what);
    return answer;
  });
  const waiting = `SELECT FROM pg_stat_activity WHERE wait_event = 'SyncRep'`;
  const isOver = async (): Promise<boolean> => answered.length > 0 || (await sql(url, waiting)).length > 0;
  await vi.waitFor(async () => expect(await isOver()).toBe(true), 20_000);
  await new Promise((resolve) => setTimeout(resolve, 1000)); // a request that does not wait is answered by now
  expect(answered).toEqual([]);
  cluster.mend(a!);
  expect(await Promise.all(repeated)).toEqual(REQUESTS.map(({ answers }) => answers[1]));
  await cluster.caughtUp(a!, [b!]);
  expect(
    await sql(
      b!.postgres.url,
      `SELECT idempotency_key AS key FROM bookings WHERE idempotency_key LIKE '%7' ORDER BY 1`,
    ),
  ).toHaveLength(3);
});
