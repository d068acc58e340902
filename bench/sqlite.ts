/**
 * P6: what a booking costs on SQLite, every one flushed to disk before it is confirmed.
 *
 *     node --conditions=@bord/source bench/run.ts sqlite
 */
import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sqliteStorage } from '@bord/adapter-sqlite';
import type { Location, Storage } from '@bord/engine';
import type { Delivery, Rule } from '@bord/engine/storage';
import { fixtures } from '@bord/engine/testing';
import Sqlite from 'better-sqlite3';
import { type Figure, interleaved, median, rate, ratioOf } from './figure.ts';
import { FORTY_ALIKE, type Visit, visits } from './restaurant.ts';
import { databaseIn, newFolder } from './server.ts';

const { aBooking, aDelivery, aLocation, aScope } = fixtures;
const HOUR_MS = 3_600_000;
const TURN_MS = 1.5 * HOUR_MS;
const ROUNDS = 5;
const ROUND_MS = 1000;
const CALLERS = 200;

/** Ids sort by age, as the engine's do. */
const idOf = ({ number }: Visit): string => `bk_${String(number).padStart(9, '0')}`;

/** Takes the first table that is free: all that the storage needs to have something to save. */
function seat(visit: Visit, withMails: boolean): Rule<boolean> {
  return ({ bookings }) => {
    const { startMs, date: serviceDate } = visit;
    const held = new Set(bookings.flatMap((other) => (other.startMs === startMs ? other.tables : [])));
    const table = FORTY_ALIKE.floorPlan.tables.find(({ id }) => !held.has(id));
    if (!table) return { result: false };
    const id = idOf(visit);
    const endMs = startMs + TURN_MS;
    const booking = aBooking(id, { startMs, endMs, serviceDate, tables: [table.id], idempotencyKey: id });
    return {
      result: true,
      booking,
      deliveries: withMails ? MAILS.map((kind) => mailOf(id, kind, startMs)) : [],
    };
  };
}

/** The e-mails of a booking. */
const MAILS = ['confirmation', 'reminder'] as const;

/** A mail as the engine writes it into the outbox, with the booking. */
function mailOf(bookingId: string, kind: (typeof MAILS)[number], startMs: number): Delivery {
  const eventId = `${bookingId}:mail.${kind}:0`;
  const note = { kind, startMs, endMs: startMs + TURN_MS, partySize: 2, madeMs: startMs, sequence: 0 };
  const dueMs = kind === 'reminder' ? startMs - 24 * HOUR_MS : null;
  return aDelivery(`${eventId}@mail`, {
    queue: 'mail',
    bookingId,
    eventId,
    body: JSON.stringify(note),
    dueMs,
  });
}

/**
 * Books on the storage itself, with no engine before it.
 *
 * @param withMails writes the mails for the guest along, as each booking of a partner does
 */
export function booker(storage: Storage, location: Location, withMails = false): () => Promise<void> {
  const next = visits(location);
  return async () => {
    const visit = next();
    const interval = { startMs: visit.dayMs, endMs: visit.dayMs + 24 * HOUR_MS };
    const scope = aScope(location, { dates: [visit.date], interval, named: { idempotencyKey: idOf(visit) } });
    if (!(await storage.bookings.amend(scope, seat(visit, withMails))).result)
      throw new Error(`no table for ${idOf(visit)}`);
  };
}

/** A storage in a separate file with a restaurant. */
export async function openFile(): Promise<{ storage: Storage; location: Location; path: string }> {
  const { path } = databaseIn(newFolder());
  const storage = sqliteStorage({ path, migrate: true });
  return { storage, location: await aLocation(storage, FORTY_ALIKE), path };
}

/** A booking as a textbook has it, on the same tables under the same settings: a transaction, flushed, for each. */
function textbook(
  path: string,
  location: Location,
): { book: () => void; bookMany: (count: number) => void; close: () => void } {
  const database = new Sqlite(path);
  for (const setting of [
    'journal_mode = WAL',
    'synchronous = FULL',
    'secure_delete = ON',
    'cache_size = -64000',
    'wal_autocheckpoint = 4000',
  ])
    database.pragma(setting);
  const byKey = database.prepare('SELECT id FROM bookings WHERE location_id = ? AND idempotency_key = ?');
  const day = database.prepare<[string, number, number], { tables: string }>(
    `SELECT tables FROM bookings WHERE location_id = ? AND status = 'confirmed' AND start_ms >= ? AND start_ms < ?`,
  );
  const insert = database.prepare(
    `INSERT INTO bookings (id, location_id, service_date, start_ms, end_ms, blocked_until_ms, party_size, tables, pinned, status,
       source, channel, idempotency_key, guest_name, guest_email, guest_email_key, created_ms, last_event_seconds)
     VALUES (?, ?, ?, ?, ?, ?, 2, ?, 0, 'confirmed', 'partner', 'partner:acme', ?, 'Alva Lind', 'alva@example.com',
       'alva@example.com', 0, '{}')`,
  );
  const hold = database.prepare('INSERT INTO seatings VALUES (?, ?, ?, ?, ?)');
  const next = visits(location);
  const seatNext = (): void => {
    const visit = next();
    const id = idOf(visit);
    const { startMs, date } = visit;
    byKey.get(location.id, id);
    const held = new Set(day.all(location.id, startMs, startMs + 1).map(({ tables }) => tables));
    const table = FORTY_ALIKE.floorPlan.tables.find((it) => !held.has(JSON.stringify([it.id])));
    if (!table) throw new Error(`no table for ${id}`);
    const endMs = startMs + TURN_MS;
    insert.run(id, location.id, date, startMs, endMs, endMs, JSON.stringify([table.id]), id);
    hold.run(location.id, table.id, startMs, endMs, id);
  };
  const book = database.transaction(seatNext);
  /** The same rows, without reading other bookings. */
  const bookMany = database.transaction((count: number) => {
    for (let i = 0; i < count; i++) {
      const visit = next();
      const id = idOf(visit);
      const { startMs, date } = visit;
      const { id: table } = FORTY_ALIKE.floorPlan.tables[Math.floor(visit.number / 10) % 40]!;
      const endMs = startMs + TURN_MS;
      insert.run(id, location.id, date, startMs, endMs, endMs, JSON.stringify([table]), id);
      hold.run(location.id, table, startMs, endMs, id);
    }
  });
  return {
    book: () => book.immediate(),
    bookMany: (count) => bookMany.immediate(count),
    close: () => void database.close(),
  };
}

/** The rate at which the disk flushes a page of 4 KiB appended to a file next to the database. */
function flushes(folder: string): number {
  const file = openSync(join(folder, 'flushed'), 'w');
  const page = Buffer.alloc(4096, 1);
  let count = 0;
  const startedMs = performance.now();
  for (; performance.now() - startedMs < ROUND_MS / 2; count++) {
    writeSync(file, page);
    fdatasyncSync(file);
  }
  closeSync(file);
  return (count / (performance.now() - startedMs)) * 1000;
}

export async function run(): Promise<Figure[]> {
  const [ours, theirs] = [await openFile(), await openFile()];
  await theirs.storage.close();
  const { book, bookMany, close } = textbook(theirs.path, theirs.location);
  const bookGrouped = booker(ours.storage, ours.location);
  const { grouped, alone, each, lean, flush } = await interleaved(ROUNDS, {
    flush: () => flushes(dirname(ours.path)),
    grouped: () => rate(CALLERS, ROUND_MS, bookGrouped),
    lean: async () => CALLERS * (await rate(1, ROUND_MS, async () => bookMany(CALLERS))),
    alone: () => rate(1, ROUND_MS, bookGrouped),
    each: () => rate(1, ROUND_MS, async () => book()),
  });
  await ours.storage.close();
  close();
  const base = {
    goal: 'P6',
    unit: '/s',
    ceiling: median(each),
    against: `a flushed transaction for each booking; the disk flushes ${Math.round(median(flush))} times a second`,
  };
  return [
    {
      ...base,
      what: `bookings on SQLite, ${CALLERS} callers`,
      figure: median(grouped),
      ratio: ratioOf(grouped, each),
    },
    {
      ...base,
      what: 'the same compared with the leanest group',
      figure: median(grouped),
      ceiling: median(lean),
      against: `the same rows, ${CALLERS} a transaction, without decisions, waiting or notifications`,
      ratio: ratioOf(grouped, lean),
      atLeast: 0.75,
    },
    { ...base, what: 'the same, one caller', figure: median(alone), ratio: ratioOf(alone, each) },
  ];
}
