/** A remembered diary is used only while it is current: the database compares it under the locks. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Location, Rule, Storage } from '@bord/engine/storage';
import { fixtures, steps } from '@bord/engine/testing';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { byId, DAYS, type Failing, type Move, movesOf, ruleOf } from '../../../test/support/diary-moves.ts';
import { inFull } from '../../../test/support/long.ts';
import { clientOf, emptyDatabase, type FreshDatabase, sql } from '../../../test/support/postgres.ts';
import { seeded } from '../../../test/support/seed.ts';
import { COMMIT, type Cuttable, cuttable } from '../test-support/cuttable.ts';
import { type Lasting, LastingSnapshots } from './lasting-snapshots.ts';

const { aBooking, aLocation, anEndpoint, aPlan, aScope, bookIfFree, FRIDAY_MS, LOCATION_ID, resultOf, save } =
  fixtures;
const HOUR_MS = 3_600_000;

let way: Cuttable;
let database: FreshDatabase;
/** Through a proxy, and around it. */
let storage: Storage;
let other: Storage;
let location: Location;

beforeEach(async () => {
  way = await cuttable();
  ({ database, storage, witness: other, location } = way);
});

afterEach(() => way.end());

const look: Rule<readonly string[]> = ({ bookings }) => ({ result: bookings.map(({ id }) => id).toSorted() });
const seen = (by = storage): Promise<readonly string[]> =>
  resultOf(by.bookings.amend(aScope(location), look));
const book = (id: string, by = storage, tables = ['A']): Promise<string> =>
  resultOf(by.bookings.amend(aScope(location), bookIfFree(aBooking(id, { tables, idempotencyKey: id }))));

/** The functions that are called during the work, by packet. */
async function calledBy(work: () => Promise<unknown>): Promise<string[]> {
  const called: string[] = [];
  way.proxy.onSend = (bytes) => {
    const names = bytes.toString('latin1').matchAll(/SELECT bord\.(open_snapshot|save_\w+)/g);
    const inOne = Array.from(names, ([, name]) => name!).join(' ');
    if (inOne) called.push(inOne);
    return null;
  };
  await work();
  way.proxy.onSend = null;
  return called;
}

test('a step on a day that only this process has changed takes one round trip, and two if others have changed it', async () => {
  const two = ['open_snapshot', 'save_snapshot'];
  const one = ['save_if_unchanged'];
  expect(await calledBy(() => book('bk_1'))).toEqual(two);
  expect(await calledBy(() => book('bk_2', storage, ['B']))).toEqual(one);
  expect(await calledBy(seen)).toEqual(one);
  await book('bk_3', other, ['C']);
  expect(await calledBy(() => book('bk_4', storage, ['D'])), 'tried in vain').toEqual([...one, ...two]);
  expect(await calledBy(() => book('bk_5', storage, ['E'])), 'not tried').toEqual(two);
  expect(await calledBy(() => book('bk_6', storage, ['F'])), 'alone again').toEqual(one);
  expect(await seen()).toEqual(['bk_1', 'bk_2', 'bk_3', 'bk_4', 'bk_5', 'bk_6']);
});

test('D23 an endpoint that another process has added or changed is seen by the next step; a failure count is not read', async () => {
  const typesSeen = (): Promise<unknown> =>
    resultOf(
      storage.bookings.amend(aScope(location), ({ endpoints }) => ({
        result: endpoints.map(({ id, eventTypes }) => [id, eventTypes]),
      })),
    );
  const next = async (step: Parameters<Storage['records']['amend']>[0]): Promise<unknown> => {
    await other.records.amend(step);
    let seenTypes: unknown;
    const calls = await calledBy(async () => (seenTypes = await typesSeen()));
    return { seenTypes, calls };
  };
  const [one, all] = [['save_if_unchanged'], ['save_if_unchanged', 'open_snapshot']];
  await seen();
  const endpoint = anEndpoint();
  const { eventTypes } = endpoint;
  expect(await next(steps.insertion('endpoints', endpoint))).toEqual({
    seenTypes: [['e', eventTypes]],
    calls: all,
  });
  expect(
    await next(steps.replacement('endpoints', 'e', (now) => ({ ...now, eventTypes: ['booking.cancelled'] }))),
  ).toEqual({ seenTypes: [['e', ['booking.cancelled']]], calls: all });
  expect(
    await next(
      steps.replacement('endpoints', 'e', (now) => ({ ...now, failedInARow: now.failedInARow + 1 })),
    ),
  ).toEqual({ seenTypes: [['e', ['booking.cancelled']]], calls: one });
  expect(await next(steps.removal('endpoints', 'e'))).toEqual({ seenTypes: [], calls: all });
});

test('§4.3.2 a key that another process has used is found, with its whole booking', async () => {
  await seen();
  const interval = { startMs: FRIDAY_MS + 48 * HOUR_MS, endMs: FRIDAY_MS + 72 * HOUR_MS };
  const elsewhere = aBooking('bk_1', { startMs: interval.startMs, idempotencyKey: 'k' });
  await other.bookings.amend(aScope(location, { interval }), save({ booking: elsewhere }));
  const scope = aScope(location, { named: { idempotencyKey: 'k' } });
  const named: Rule<string | undefined> = (snapshot) => ({ result: snapshot.named?.guest.name ?? undefined });
  expect(await resultOf(storage.bookings.amend(scope, named))).toBe(elsewhere.guest.name);
});

test('a changed plan makes the step stale on any day', async () => {
  await seen();
  await other.locations.put(LOCATION_ID, aPlan(), 0, () => undefined);
  await expect(seen()).rejects.toMatchObject({ name: 'StaleStepError' });
});

test('a read whose answer is lost is not remembered', async () => {
  await seen();
  await book('bk_1', other);
  way.cut('cut');
  expect(await seen()).toEqual(['bk_1']);
});

test('§4.3.1 a step that arrives after it was given up and rejected does not book', async () => {
  const late = async (commitsLost: number): Promise<void> => {
    for (let i = 0; i < 3; i++) await seen();
    const packets: Buffer[] = [];
    way.proxy.onSend = (bytes) => {
      if (packets.push(bytes) === 1) return 'cut';
      return bytes.includes(COMMIT) && commitsLost-- > 0 ? 'cut' : null;
    };
    let calls = 0;
    const rule = bookIfFree(aBooking('bk_1'));
    const step = storage.bookings.amend(aScope(location), (snapshot) =>
      calls++ === 0 ? rule(snapshot) : { result: 'refused' },
    );
    expect(await resultOf<string>(step)).toBe('refused');
    way.proxy.onSend = null;
    const client = clientOf(database.url);
    client.on('error', () => undefined);
    await client.connect();
    const { stream } = client.connection;
    stream.removeAllListeners('data');
    let ends = 0; // of BEGIN, of the call, of COMMIT
    const answered = new Promise<void>((done) => {
      stream.on('data', (bytes: Buffer) => {
        for (let at = -1; (at = bytes.indexOf('Z\0\0\0\x05', at + 1)) >= 0;) ends += 1;
        if (ends >= 3) done();
      });
    });
    stream.write(packets[0]!);
    await answered;
    stream.destroy();
  };
  for (const commitsLost of [0, 1]) {
    await late(commitsLost);
    expect(await other.bookings.list(LOCATION_ID)).toEqual([]);
  }
  // The control: a database that does not bar earlier statements.
  await sql(
    database.url,
    `CREATE FUNCTION unbarred() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.barred := OLD.barred; RETURN NEW; END $$;
     CREATE TRIGGER unbarred BEFORE UPDATE ON locations FOR EACH ROW EXECUTE FUNCTION unbarred()`,
  );
  await late(0);
  expect(await other.bookings.list(LOCATION_ID)).toHaveLength(1);
});

/** Two processes that remember the same empty day want its last table: their outcomes, and the number of bookings. */
async function race(round: number): Promise<string[]> {
  // A manual deletion is a change, too: the day is read, found unchanged, and remembered.
  for (let i = 0; i < 3; i++) await Promise.all([seen(storage), seen(other)]);
  const holder = clientOf(database.url);
  await holder.connect();
  await holder.query(`BEGIN; SELECT pg_advisory_xact_lock(location_lock('${LOCATION_ID}'))`);
  const both = Promise.all([book(`bk_${round}_a`, storage), book(`bk_${round}_b`, other)]);
  const waiting = `SELECT FROM pg_stat_activity WHERE wait_event = 'advisory' AND datname = current_database()`;
  while ((await sql(database.url, waiting)).length < 2) await pause(5);
  await holder.query('COMMIT');
  await holder.end();
  return (await both).toSorted();
}

async function empty(): Promise<void> {
  await emptyDatabase(database.url);
  location = await aLocation(other);
}

test('§4.3.1 of two steps that wait for the lock with the same memory one books; with locking and comparing in one statement, both do', async () => {
  for (let round = 0; round < inFull(12); round++) {
    expect(await race(round)).toEqual(['booked', 'full']);
    await empty();
  }
  // The control, without the second guard: its digest uses a snapshot that is older than the lock.
  await sql(database.url, 'ALTER TABLE seatings DROP CONSTRAINT seatings_held_once');
  expect(await race(100)).toEqual(['booked', 'full']);
  await empty();
  const [{ definition }] = (await sql(
    database.url,
    `SELECT pg_get_functiondef(oid) AS definition FROM pg_proc WHERE proname = 'save_if_unchanged'`,
  )) as [{ definition: string }];
  const compare = 'SELECT coalesce(bit_xor(hashtextextended(e, 0)), 0) = digests[i] INTO is_same';
  const lock = 'locked := bord.lock_dates(of_location, of_dates);';
  expect(definition).toContain(compare);
  expect(definition).toContain(lock);
  const atOnce = compare.replace(
    'SELECT',
    'SELECT (SELECT bord.lock_dates(of_location, of_dates)::text) IS NOT NULL AND',
  );
  await sql(database.url, definition.replace(lock, '').replace(compare, atOnce));
  expect(await race(101)).toEqual(['booked', 'booked']);
});

const moves = movesOf([
  'book',
  'book',
  'book',
  'book',
  'move',
  'cancel',
  'trade',
  'fail',
  'erase',
  'plan',
  'hand',
]);

/** More guests than the column can hold. */
const failing: Failing = (booking, number) =>
  save({ booking: { ...booking, tables: [`F${number}`], partySize: 1e12 } });

test('D2 every step sees the diary of the database, after writes of any process, group or rollback', async () => {
  const writers = { storage, other };
  const property = fc.asyncProperty(fc.array(moves, { maxLength: 12 }), async (groups) => {
    await empty();
    let made = 0;
    const play = async (move: Move, now: Location): Promise<unknown> => {
      const id = `bk_${move.pick}`;
      if (move.kind === 'hand')
        return sql(database.url, `UPDATE bookings SET status = 'cancelled' WHERE id = '${id}'`);
      const writer = writers[move.by];
      if (move.kind === 'erase') return writer.guests.erase([id]);
      if (move.kind === 'plan') return writer.locations.put(LOCATION_ID, aPlan(), 0, () => undefined);
      const isNew = move.kind === 'book' || move.kind === 'fail' || move.kind === 'trade';
      const named = isNew ? { idempotencyKey: `key ${made}` } : { bookingId: id };
      return writer.bookings.amend(
        aScope(now, { interval: DAYS[move.day]!, named }),
        ruleOf(move, made++, failing),
      );
    };
    for (const group of groups) {
      const now = (await other.locations.get(LOCATION_ID))!;
      await Promise.allSettled(group.map((move) => play(move, now)));
      const current = (await other.locations.get(LOCATION_ID))!;
      for (const interval of DAYS) {
        const plain = byId(await other.bookings.diary(LOCATION_ID, interval));
        for (const writer of Object.values(writers)) {
          const scope = aScope(current, { interval });
          const read = writer.bookings.amend(scope, ({ bookings }) => ({ result: bookings }));
          expect(byId(await resultOf(read))).toEqual(plain);
        }
      }
    }
  });
  await fc.assert(property, seeded(inFull(40)));
});

test('a day that two processes change in turn is used again after it was found unchanged once; a booking named by id is always read', () => {
  const lasting = new LastingSnapshots();
  const interval = { startMs: 0, endMs: 1 };
  const left = (digest: string, barred = 0): Lasting => ({
    locationId: LOCATION_ID,
    revision: location.revision,
    barred,
    endpoints: { version: 'v', list: [] },
    diaries: [{ interval, bookings: new Map(), digest }],
  });
  const scope = aScope(location, { interval });
  expect(lasting.recall([scope])).toBeUndefined();
  lasting.endpoints = left('1').endpoints;
  lasting.keep(left('1'), ['0']);
  expect(lasting.recall([scope])).toMatchObject(left('1'));
  expect(lasting.recall([{ ...scope, named: { idempotencyKey: 'k' } }])).toMatchObject(left('1'));
  expect(lasting.recall([{ ...scope, named: { bookingId: 'bk_1' } }])).toBeUndefined();
  expect(lasting.recall([{ ...scope, locationRevision: location.revision + 1 }])).toBeUndefined();
  expect(lasting.recall([scope, { ...scope, interval: { startMs: 1, endMs: 2 } }])).toBeUndefined();
  lasting.keep(left('3'), ['2']); // it knew 1
  expect(lasting.recall([scope])).toBeUndefined();
  lasting.keep(left('4', 1), ['3']);
  expect(lasting.recall([scope])).toMatchObject(left('4', 1));
});
