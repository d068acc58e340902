import { once } from 'node:events';
import { join } from 'node:path';
import { createEngine, type Booking } from '@bord/engine';
import { sqliteStorage } from '@bord/adapter-sqlite';
import { fixtures } from '@bord/engine/testing';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO, makeBord, words } from '../../test/run-bord.ts';

const COUNT = 6_000;
const bord = makeBord();
const path = join(bord.folder, 'data/bord.db');
const LIST = words(`bookings list --location ${DEMO}`);

beforeAll(async () => {
  await bord.json('keys', 'list');
  const database = new Sqlite(path);
  const { startMs, endMs, ...guest } = fixtures.aBooking('x');
  database
    .prepare(MANY)
    .run({ location: DEMO, startMs, length: endMs - startMs, name: guest.guest.name, count: COUNT });
  database.close();
});
afterAll(() => bord.remove());

/** Cancelled ones, which hold no tables: one a quarter of an hour. */
const MANY = `
  WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < @count - 1)
  INSERT INTO bookings (id, location_id, service_date, start_ms, end_ms, blocked_until_ms, party_size, tables, pinned, status, source, channel,
    partner_booking_ref, idempotency_key, guest_name, guest_email, guest_phone, guest_notes, guest_language, manage_token_hash, created_ms, last_event_seconds)
  SELECT 'bk_' || i, @location, date((@startMs + i * 900000) / 1000, 'unixepoch'), @startMs + i * 900000,
    @startMs + i * 900000 + @length, @startMs + i * 900000 + @length, 2, '["T1"]', 0, 'cancelled', 'operator', 'operator', NULL, NULL, @name,
    NULL, NULL, NULL, NULL, NULL, 1, '{}' FROM n`;

test('a list of thousands is one JSON document, and one table with one heading', async () => {
  const listed = await bord.json<{ id: string }[]>(...LIST);
  expect(listed).toHaveLength(COUNT);
  expect(new Set(listed.map(({ id }) => id)).size).toBe(COUNT);
  const { out } = await bord.run(LIST);
  const lines = out.trimEnd().split('\n');
  expect(lines).toHaveLength(COUNT + 1);
  expect(lines.filter((line) => line.startsWith('day '))).toHaveLength(1);
  expect(new Set(lines.map((line) => line.search(/Alva Lind|name/))).size).toBeLessThan(6); // as columns grow
});

test.each([[LIST], [[...LIST, '--json']]])('%j | head ends in silence', async (args) => {
  const child = bord.start(args);
  let err = '';
  child.stderr.on('data', (chunk) => (err += chunk));
  await once(child.stdout, 'readable');
  child.stdout.destroy();
  const [code] = (await once(child, 'close')) as [number];
  expect([code, err]).toEqual([0, '']);
});

test('some hundreds are read at a time, and the next not before they are taken', async () => {
  const storage = sqliteStorage({ path });
  const pageSizes: number[] = [];
  const engine = createEngine({
    storage: {
      ...storage,
      bookings: {
        ...storage.bookings,
        async page(...given) {
          const page = await storage.bookings.page(...given);
          pageSizes.push(page.length);
          return page;
        },
      },
    },
  });
  let taken = 0;
  for await (const page of engine.operator.at(DEMO).bookings.pages() as AsyncIterable<readonly Booking[]>) {
    expect(pageSizes).toHaveLength(++taken);
    expect(page.length).toBeLessThanOrEqual(500);
    if (taken === 3) break;
  }
  expect(pageSizes).toEqual([500, 500, 500]);
  engine.detach();
  await storage.close();
});
