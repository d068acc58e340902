/** A booking and the rows of the host are committed together, or not at all. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pgStorage } from '@bord/adapter-pg';
import { sqliteStorage } from '@bord/adapter-sqlite';
import { createEngine, type Engine, type Storage } from '@bord/engine';
import type { Invalidation } from '@bord/engine/storage';
import { fixtures } from '@bord/engine/testing';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { migratedDatabase } from '../support/migrated-database.ts';
import { clientOf } from '../support/postgres.ts';

const { aCaller, aLocation, aPlan, aRequest, aTable, FRIDAY, FRIDAY_MS, LOCATION_ID } = fixtures;
const [NOW_MS, START_MS] = [FRIDAY_MS - 86_400_000, FRIDAY_MS + 18 * 3_600_000];

/** The host's side: its connection, and statements on it. */
interface Host {
  readonly storage: Storage;
  readonly handle: object;
  run(sql: string): Promise<unknown[]>;
}

const HOSTS: Readonly<Record<string, () => Promise<Host>>> = {
  async postgres() {
    const database = await migratedDatabase();
    const client = clientOf(database.url).on('error', () => undefined);
    await client.connect();
    const storage = pgStorage(database);
    onTestFinished(async () => {
      await storage.close();
      await client.end();
      await database.drop();
    });
    return { storage, handle: client, run: async (sql) => (await client.query(sql)).rows };
  },
  'postgres with a pipelining client': async () => {
    const database = await migratedDatabase();
    const pool = new pg.Pool({ connectionString: database.url, pipeline: true }).on('error', () => undefined);
    const client = await pool.connect();
    const storage = pgStorage({ pool });
    onTestFinished(async () => {
      await storage.close();
      client.release();
      await pool.end();
      await database.drop();
    });
    return { storage, handle: client, run: async (sql) => (await client.query(sql)).rows };
  },
  'sqlite, its own connection': async () => onFile(false),
  'sqlite, the connection of the storage': async () => onFile(true),
};

async function onFile(isShared: boolean): Promise<Host> {
  const folder = await mkdtemp(join(tmpdir(), 'bord-within-'));
  const path = join(folder, 'bord.db');
  const database = new Sqlite(path);
  const storage = isShared
    ? sqliteStorage({ database, migrate: true })
    : sqliteStorage({ path, migrate: true });
  onTestFinished(async () => {
    await storage.close();
    database.close();
    await rm(folder, { recursive: true });
  });
  const run = async (sql: string): Promise<unknown[]> => {
    const statement = database.prepare(sql);
    return statement.reader ? statement.all() : (statement.run(), []);
  };
  return { storage, handle: database, run };
}

describe.each(Object.entries(HOSTS))('%s', (name, open) => {
  const begin = name.startsWith('sqlite') ? 'BEGIN IMMEDIATE' : 'BEGIN';
  let host: Host;
  let engine: Engine;
  const heard: Invalidation[] = [];

  async function start(): Promise<void> {
    host = await open();
    const { floorPlan } = aPlan();
    await aLocation(host.storage, { floorPlan: { ...floorPlan, tables: [aTable('A')] } });
    heard.length = 0;
    onTestFinished(host.storage.invalidations.subscribe((invalidation) => heard.push(invalidation)));
    engine = createEngine({ storage: host.storage, clock: { nowMs: () => NOW_MS } });
    onTestFinished(() => engine.detach());
    await host.run('CREATE TABLE orders (id text)');
  }
  const partner = () => engine.partner(aCaller());
  const request = () => aRequest(START_MS, { idempotencyKey: 'k' });
  /** Whether the table is free at the time, by the engine that is not bound; read twice, so also from memory. */
  async function isFree(): Promise<boolean> {
    const reads = [0, 1].map(() => partner().readAvailability(LOCATION_ID, { date: FRIDAY, partySize: 2 }));
    const [first, second] = (await Promise.all(reads)).map(
      ({ answer }) => answer.slots.find(({ startMs }) => startMs === START_MS)!.available,
    );
    expect(first).toBe(second);
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
    await host.run(begin);
    const id = await book();
    await host.run('COMMIT');
    expect(await bookingsOf()).toEqual([id]);
    expect(await host.run('SELECT id FROM orders')).toEqual([{ id }]);
    await vi.waitFor(async () => expect(await isFree()).toBe(false), 1000);
  });

  test('a booking that is rolled back leaves nothing, also in availability that was read before', async () => {
    await start();
    expect(await isFree()).toBe(true);
    await host.run(begin);
    await book();
    await isFree();
    await host.run('ROLLBACK');
    expect(await isFree()).toBe(true);
    expect(await bookingsOf()).toEqual([]);
    expect(await host.run('SELECT id FROM orders')).toEqual([]);
  });

  test('an error of work undoes what Bord changed, is thrown itself, and leaves the transaction usable', async () => {
    await start();
    await host.run(begin);
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

  test('a handle without a transaction, and an engine whose work is over, are rejected; other engines hear the commit within 1 s', async () => {
    await start();
    await expect(book()).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringMatching(/no open transaction: run BEGIN/),
    });
    await expect(engine.within({}, async () => null)).rejects.toMatchObject({ code: 'invalid_request' });
    if (name.startsWith('postgres'))
      await vi.waitFor(() => expect(heard).toContainEqual({ kind: 'anything' }), 10_000);
    await host.run(begin);
    const bound = await engine.within(host.handle, async (one) => {
      await one.partner(aCaller()).createBooking(LOCATION_ID, request());
      return one;
    });
    await expect(
      bound.partner(aCaller()).createBooking(LOCATION_ID, aRequest(START_MS + 7_200_000)),
    ).rejects.toMatchObject({ code: 'invalid_request' });
    heard.length = 0;
    await host.run('COMMIT');
    await vi.waitFor(() => expect(heard).not.toEqual([]), 1000);
  });

  if (name.startsWith('postgres'))
    test('another isolation level is rejected by name; the limits of the host are restored', async () => {
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
    });

  if (name.startsWith('sqlite'))
    test('other writes of Bord wait for the host’s transaction, and never join it', async () => {
      await start();
      await host.run(begin);
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
