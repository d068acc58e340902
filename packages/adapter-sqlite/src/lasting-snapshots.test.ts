import { DAY_MS, type Interval, type Location, type Storage } from '@bord/engine/storage';
import { fixtures } from '@bord/engine/testing';
import Sqlite, { type Database } from 'better-sqlite3';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { byId, DAYS, type Failing, type Move, movesOf, ruleOf } from '../../../test/support/diary-moves.ts';
import { inFull } from '../../../test/support/long.ts';
import { seeded } from '../../../test/support/seed.ts';
import { aPath } from '../test-support/processes.ts';
import { lastingSnapshots } from './lasting-snapshots.ts';
import { sqliteStorage } from './storage.ts';
import { diaryReader, type WorkingSnapshots } from './working-snapshot.ts';

const { aBooking, aDelivery, aLocation, aPlan, aScope, bookIfFree, FRIDAY_MS, LOCATION_ID, resultOf, save } =
  fixtures;
/** The first day is over, so its guests can be erased. */
const clock = { nowMs: () => FRIDAY_MS + DAY_MS };

let path: string;
let host: Database;
let storage: Storage;
let location: Location;

beforeEach(async () => {
  path = aPath();
  host = new Sqlite(path);
  host.pragma('foreign_keys = ON');
  storage = sqliteStorage({ database: host, migrate: true, clock });
  location = await aLocation(storage);
});

afterEach(async () => {
  await storage.close();
  host.close();
});

const seen = async (interval = DAYS[0]!): Promise<string[]> => {
  let ids: string[] = [];
  await storage.bookings.amend(aScope(location, { interval, whole: true }), ({ bookings, rows }) => {
    ids = bookings.map(({ id }) => id);
    expect([...rows!.keys()]).toEqual(ids);
    return { result: null };
  });
  return ids.toSorted();
};

test('D2 a step sees its day as another process, the host program and an undone step have left it', async () => {
  await storage.bookings.amend(aScope(location), save({ booking: aBooking('bk_1') }));
  expect(await seen()).toEqual(['bk_1']);
  const other = sqliteStorage({ path });
  await other.bookings.amend(aScope(location), save({ booking: aBooking('bk_2', { tables: ['B'] }) }));
  await other.close();
  expect(await seen(), 'another connection').toEqual(['bk_1', 'bk_2']);
  host.exec(cancelDirectly('bk_1'));
  expect(await seen(), 'the connection of the storage itself').toEqual(['bk_2']);
  // The second guard rejects it after the snapshot was read.
  const twice = storage.bookings.amend(
    aScope(location),
    save({ booking: aBooking('bk_3', { tables: ['B'] }) }),
  );
  await expect(twice).rejects.toThrow('held by another booking');
  expect(await seen(), 'a step that was undone').toEqual(['bk_2']);
  expect(await resultOf(storage.bookings.amend(aScope(location), bookIfFree(aBooking('bk_4'))))).toBe(
    'booked',
  );
  expect(await seen()).toEqual(['bk_2', 'bk_4']);
});

test('D2 a booking that is moved to another day disappears from its former day, and releases its table there', async () => {
  const [friday, saturday] = DAYS as [Interval, Interval];
  const booking = aBooking('bk_1');
  await storage.bookings.amend(aScope(location), save({ booking }));
  expect(await seen(friday)).toEqual(['bk_1']);
  const startMs = booking.startMs + DAY_MS;
  const moved = aBooking('bk_1', { startMs, serviceDate: '2030-03-02' });
  await storage.bookings.amend(aScope(location, { interval: saturday }), save({ booking: moved }));
  expect([await seen(friday), await seen(saturday)]).toEqual([[], ['bk_1']]);
});

test('D36 a step sees whole rows as an undone step and an erasure have left them in its transaction', async () => {
  const booking = aBooking('bk_1');
  const { name } = booking.guest;
  await storage.bookings.amend(aScope(location), save({ booking }));
  const names = (): Promise<string[]> =>
    resultOf(
      storage.bookings.amend(aScope(location, { whole: true }), ({ rows }) => ({
        result: Array.from(rows!.values(), ({ guest }) => guest.name),
      })),
    );
  const unsavable = save({
    booking: { ...booking, guest: { ...booking.guest, name: 'Bo' } },
    deliveries: [aDelivery('twice'), aDelivery('twice')],
  });
  const undone = () => storage.bookings.amend(aScope(location), unsavable).catch(() => 'undone');
  expect(await Promise.all([names(), undone(), names()])).toEqual([[name], 'undone', [name]]);
  const erased = () => storage.guests.erase(['bk_1']);
  expect(await Promise.all([names(), erased(), names()])).toEqual([[name], 1, ['']]);
});

test('read diaries last until another connection writes, and not after a rollback or beyond the limit', () => {
  const other = new Sqlite(path);
  let made = 0;
  let size = 1;
  const anew = (): WorkingSnapshots => {
    made += 1;
    return {
      size,
      revisionOf: () => 1,
      read: () => ({ bookings: [] }),
      evolve: () => undefined,
      forget: () => undefined,
      endpoints: () => [],
      forgetEndpoints: () => undefined,
    };
  };
  const lasting = lastingSnapshots(host, anew);
  const transaction = (isCommitted = true): number => {
    lasting.begin();
    if (isCommitted) lasting.committed();
    return made;
  };
  expect([transaction(), transaction(), transaction()]).toEqual([1, 1, 1]);
  other.exec('UPDATE changes SET counted = counted + 1');
  expect([transaction(), transaction()], 'another connection').toEqual([2, 2]);
  host.exec('UPDATE changes SET counted = counted + 1');
  expect([transaction(), transaction()], 'this connection').toEqual([3, 3]);
  expect([transaction(false), transaction(), transaction()], 'not committed').toEqual([3, 4, 4]);
  size = 65;
  host.exec('UPDATE changes SET counted = counted + 1');
  expect([transaction(), transaction()], 'too much').toEqual([5, 6]);
  other.close();
});

const moves = movesOf([
  'book',
  'book',
  'book',
  'move',
  'move',
  'cancel',
  'trade',
  'fail',
  'erase',
  'plan',
  'hand',
]);

/** Two messages with one id. */
const failing: Failing = (booking, number) =>
  save({
    booking: { ...booking, tables: [`F${number}`] },
    deliveries: [aDelivery('twice'), aDelivery('twice')],
  });

test('D2 every step sees the diary of the database, after writes of any process, group or rollback', async () => {
  const readDiary = diaryReader(host);
  const property = fc.asyncProperty(fc.array(moves, { maxLength: 15 }), async (groups) => {
    const other = sqliteStorage({ path, clock });
    const writers = { storage, other };
    host.exec('DELETE FROM seatings; DELETE FROM bookings');
    let made = 0;
    const play = async (move: Move, now: Location): Promise<unknown> => {
      if (move.kind === 'hand') return host.exec(cancelDirectly(`bk_${move.pick}`));
      const writer = writers[move.by];
      if (move.kind === 'erase') return writer.guests.erase([`bk_${move.pick}`]);
      if (move.kind === 'plan') return writer.locations.put(LOCATION_ID, aPlan(), 0, () => undefined);
      const scope = aScope(now, { interval: DAYS[move.day]!, named: { bookingId: `bk_${move.pick}` } });
      return writer.bookings.amend(scope, ruleOf(move, made++, failing));
    };
    for (const group of groups) {
      const now = (await storage.locations.get(LOCATION_ID))!;
      await Promise.allSettled(group.map((move) => play(move, now)));
      const current = (await storage.locations.get(LOCATION_ID))!;
      const stored = await storage.bookings.list(LOCATION_ID);
      for (const interval of DAYS) {
        const plain = byId(readDiary(LOCATION_ID, interval));
        const whole = new Map(plain.map(({ id }) => [id, stored.find((one) => one.id === id)]));
        for (const writer of Object.values(writers)) {
          const scope = aScope(current, { interval, whole: true });
          const read = writer.bookings.amend(scope, (snapshot) => ({ result: snapshot }));
          const { bookings, rows } = await resultOf(read);
          expect(byId(bookings)).toEqual(plain);
          expect(rows).toEqual(whole);
        }
      }
    }
    await other.close();
  });
  await fc.assert(property, seeded(inFull(90)));
});

const cancelDirectly = (bookingId: string): string => `
  DELETE FROM seatings WHERE booking_id = '${bookingId}';
  UPDATE bookings SET status = 'cancelled' WHERE id = '${bookingId}'`;
