/** A booking and the rows of the host are committed together, or not at all. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pgStorage } from '@bord/adapter-pg';
import { migrate } from '@bord/adapter-sqlite';
import {
  BookingError,
  createEngine,
  DAY_MS,
  type Engine,
  type PartnerActions,
  type Storage,
} from '@bord/engine';
import type { Invalidation } from '@bord/engine/storage';
import { fixtures } from '@bord/engine/testing';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Host, HOSTS } from '../support/hosts.ts';
import { migratedDatabase } from '../support/migrated-database.ts';

const { aCaller, aLocation, aPlan, aRequest, aTable, FRIDAY, FRIDAY_MS, LOCATION_ID } = fixtures;
const [NOW_MS, START_MS] = [FRIDAY_MS - DAY_MS, FRIDAY_MS + 18 * 3_600_000];

function engineOn(storage: Storage): Engine {
  const engine = createEngine({ storage, clock: { nowMs: () => NOW_MS } });
  onTestFinished(() => engine.detach());
  return engine;
}

async function showsFree(partner: Pick<PartnerActions, 'readAvailability'>): Promise<boolean> {
  const { answer } = await partner.readAvailability(LOCATION_ID, { date: FRIDAY, partySize: 2 });
  return answer.slots.find(({ startMs }) => startMs === START_MS)!.available;
}

/** An empty database of a kind of host; it goes with the test. */
async function newDatabase(kind: string): Promise<string> {
  if (kind.startsWith('postgres')) {
    const { url, drop } = await migratedDatabase();
    onTestFinished(drop);
    return url;
  }
  const folder = await mkdtemp(join(tmpdir(), 'bord-within-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'bord.db');
  migrate({ path });
  return path;
}

describe.each(Object.entries(HOSTS))('%s', (name, open) => {
  let host: Host;
  let database: string;
  let engine: Engine;
  let neighbour: Engine;
  const heard: Invalidation[] = [];

  async function start(): Promise<void> {
    database = await newDatabase(name);
    host = await open(database);
    onTestFinished(() => host.close());
    const { floorPlan } = aPlan();
    await aLocation(host.storage, { floorPlan: { ...floorPlan, tables: [aTable('A')] } });
    heard.length = 0;
    onTestFinished(host.storage.invalidations.subscribe((invalidation) => heard.push(invalidation)));
    [engine, neighbour] = [engineOn(host.storage), engineOn(host.storage)];
    await host.run('CREATE TABLE orders (id text)');
  }
  const partner = () => engine.partner(aCaller());
  const request = () => aRequest(START_MS, { idempotencyKey: 'k' });
  /** Whether the table is free at the time. Both engines on the storage are asked; the first one twice, so also from memory. */
  async function isFree(): Promise<boolean> {
    const partners = [engine, engine, neighbour].map((one) => one.partner(aCaller()));
    const [first, ...others] = await Promise.all(partners.map(showsFree));
    for (const other of others) expect(other).toBe(first);
    return first!;
  }
  const book = (): Promise<string> =>
    engine.within(host.handle, async (bound) => {
      const outcome = await bound.partner(aCaller()).createBooking(LOCATION_ID, request());
      if (outcome.kind !== 'booked') return outcome.kind;
      await host.run(`INSERT INTO orders VALUES ('${outcome.booking.id}')`);
      return outcome.booking.id;
    });
  const bookingsOf = async (): Promise<string[]> =>
    (await host.storage.bookings.list(LOCATION_ID)).map(({ id }) => id);

  test('a booking is committed with the host’s row', async () => {
    await start();
    await host.run(host.begin);
    const id = await book();
    await host.run('COMMIT');
    expect(await bookingsOf()).toEqual([id]);
    expect(await host.run('SELECT id FROM orders')).toEqual([{ id }]);
    await vi.waitFor(async () => expect(await isFree()).toBe(false), 10_000);
  });

  test('a booking that is rolled back leaves no trace, also in availability that was read before', async () => {
    await start();
    expect(await isFree()).toBe(true);
    await host.run(host.begin);
    await book();
    await isFree();
    await host.run('ROLLBACK');
    expect(await isFree()).toBe(true);
    expect(await bookingsOf()).toEqual([]);
    expect(await host.run('SELECT id FROM orders')).toEqual([]);
  });

  test('an error of work undoes what Bord changed, is thrown itself, and leaves the transaction usable', async () => {
    await start();
    await host.run(host.begin);
    const fault = new Error('theirs');
    const working = engine.within(host.handle, async (bound) => {
      await bound.partner(aCaller()).createBooking(LOCATION_ID, request());
      throw fault;
    });
    await expect(working).rejects.toBe(fault);
    await host.run(`INSERT INTO orders VALUES ('kept')`);
    const id = await book();
    await host.run('COMMIT');
    expect(await bookingsOf()).toEqual([id]);
    expect(await host.run(`SELECT id FROM orders WHERE id = 'kept'`)).toHaveLength(1);
  });

  test('a second work on the handle is rejected until the first is over', async () => {
    await start();
    await host.run(host.begin);
    const second = await engine.within(host.handle, async () =>
      engine.within(host.handle, async () => null).catch((error: unknown) => error),
    );
    expect(second).toMatchObject({
      code: 'invalid_request',
      message: expect.stringMatching(/wait for the other call/),
    });
    await book();
    await host.run('COMMIT');
    expect(await bookingsOf()).toHaveLength(1);
  });

  test('a handle without a transaction, and an engine whose work is over, are rejected; other engines hear the commit', async () => {
    await start();
    await expect(book()).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringMatching(/no open transaction: run BEGIN/),
    });
    await expect(engine.within({}, async () => null)).rejects.toMatchObject({ code: 'invalid_request' });
    if (name.startsWith('postgres'))
      await vi.waitFor(() => expect(heard).toContainEqual({ kind: 'anything' }), 10_000);
    await host.run(host.begin);
    const bound = await engine.within(host.handle, async (one) => {
      await one.partner(aCaller()).createBooking(LOCATION_ID, request());
      return one;
    });
    await expect(
      bound.partner(aCaller()).createBooking(LOCATION_ID, aRequest(START_MS + 7_200_000)),
    ).rejects.toMatchObject({ code: 'invalid_request' });
    heard.length = 0;
    await host.run('COMMIT');
    await vi.waitFor(() => expect(heard).not.toEqual([]), 10_000);
  });

  test('a savepoint of the host that is rolled back takes a booking with it, in work and after it', async () => {
    await start();
    await host.run(host.begin);
    await host.run('SAVEPOINT theirs');
    await book();
    await host.run('SAVEPOINT second');
    await host.run('ROLLBACK TO SAVEPOINT theirs');
    const id = await engine.within(host.handle, async (bound) => {
      const inside = bound.partner(aCaller());
      await host.run('SAVEPOINT theirs');
      await inside.createBooking(LOCATION_ID, request());
      expect(await showsFree(inside)).toBe(false);
      await host.run('ROLLBACK TO SAVEPOINT theirs');
      expect(await showsFree(inside)).toBe(true);
      const outcome = await inside.createBooking(LOCATION_ID, request());
      if (outcome.kind !== 'booked') throw new Error(outcome.kind);
      return outcome.booking.id;
    });
    await host.run('COMMIT');
    expect(await bookingsOf()).toEqual([id]);
  });

  test('while the host keeps its transaction open, another booking is rejected after the limit', async () => {
    await start();
    const isPostgres = name.startsWith('postgres');
    const storage = isPostgres ? pgStorage({ url: database, limits: { lockMs: 100 } }) : host.storage;
    if (isPostgres) onTestFinished(() => storage.close());
    const waiting = engineOn(storage).partner(aCaller());
    await host.run(host.begin);
    await book();
    const at = (startMs: number, idempotencyKey: string) =>
      waiting.createBooking(LOCATION_ID, aRequest(startMs, { idempotencyKey }));
    if (isPostgres) expect(await at(START_MS + DAY_MS, 'another date')).toMatchObject({ kind: 'booked' });
    // A clock that is a hundred times as fast: the five seconds of SQLite.
    const [realMs, sinceMs] = [performance.now.bind(performance), performance.now()];
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => sinceMs + (realMs() - sinceMs) * 100);
    await expect(at(START_MS, 'late')).rejects.toMatchObject({ code: 'unavailable' });
    clock.mockRestore();
    await host.run('COMMIT');
    expect(await at(START_MS, 'later')).toMatchObject({ kind: 'refused', reason: 'tables' });
  });

  if (name !== 'sqlite, the connection of the storage')
    test('a connection that is lost in work takes the booking with it, and the next transaction succeeds', async () => {
      await start();
      await host.run(host.begin);
      const working = engine.within(host.handle, async (bound) => {
        const outcome = await bound.partner(aCaller()).createBooking(LOCATION_ID, request());
        expect(outcome).toMatchObject({ kind: 'booked' });
        await host.lose();
      });
      await expect(working).rejects.toBeInstanceOf(BookingError);
      expect(await isFree()).toBe(true);
      await host.run(host.begin);
      const id = await book();
      await host.run('COMMIT');
      expect(await bookingsOf()).toEqual([id]);
    });

  if (name === 'postgres')
    test('two hosts that wait for each other: one is rejected, and both end', async () => {
      await start();
      const other = await open(database);
      onTestFinished(() => other.close());
      const both = Promise.withResolvers<void>();
      let begun = 0;
      const bookTwice = async (one: Host, first: number, second: number): Promise<string> => {
        await one.run('BEGIN');
        try {
          return await engineOn(one.storage).within(one.handle, async ({ operator }) => {
            const { bookings } = operator.at(LOCATION_ID);
            await bookings.create(aRequest(first));
            if (++begun === 2) both.resolve();
            await both.promise;
            return (await bookings.create(aRequest(second))).kind;
          });
        } finally {
          await one.run('COMMIT');
        }
      };
      const outcomes = await Promise.allSettled([
        bookTwice(host, START_MS, START_MS + DAY_MS),
        bookTwice(other, START_MS + DAY_MS, START_MS),
      ]);
      const faults = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
      expect(faults).not.toEqual([]);
      for (const fault of faults) expect(fault).toMatchObject({ code: 'unavailable' });
      expect(await bookingsOf()).toHaveLength(2 * (outcomes.length - faults.length));
    });

  if (name.startsWith('postgres'))
    test('another isolation level is rejected by name, and so is a failed statement; the limits of the host are restored', async () => {
      await start();
      for (const level of ['REPEATABLE READ', 'SERIALIZABLE']) {
        await host.run(`BEGIN ISOLATION LEVEL ${level}`);
        await expect(book()).rejects.toMatchObject({
          code: 'invalid_request',
          message: expect.stringContaining(level),
        });
        await host.run('ROLLBACK');
      }
      await host.run('BEGIN');
      await host.run(`SET LOCAL statement_timeout = '77s'`);
      await host.run(`SET LOCAL lock_timeout = '10ms'`);
      await book();
      expect(
        await host.run(
          `SELECT current_setting('statement_timeout') AS s, current_setting('lock_timeout') AS l`,
        ),
      ).toEqual([{ s: '77s', l: '10ms' }]);
      await host.run('COMMIT');
      await expect(engine.within(host.handle, async () => null)).rejects.toThrow('run BEGIN');
      await host.run('BEGIN');
      const working = engine.within(host.handle, async (bound) => {
        await bound.partner(aCaller()).createBooking(LOCATION_ID, aRequest(START_MS + DAY_MS));
        await host.run('SELECT nonsense').catch(() => undefined);
      });
      await expect(working).rejects.toThrow('a statement of the host has failed');
      await host.run('ROLLBACK');
    });

  if (name.startsWith('sqlite'))
    test('other writes of Bord wait for the host’s transaction, and never join it', async () => {
      await start();
      await host.run(host.begin);
      await book();
      const later = partner().createBooking(
        LOCATION_ID,
        aRequest(START_MS + 3 * 3_600_000 - 7_200_000 * 4, { idempotencyKey: 'other' }),
      );
      await host.run('ROLLBACK');
      expect(await later).toMatchObject({ kind: 'booked' });
      expect(await bookingsOf()).toHaveLength(1);
    });
});
