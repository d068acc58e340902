import type { Storage } from '@bord/engine/storage';
import { fixtures, steps } from '@bord/engine/testing';
import type { Database } from 'better-sqlite3';
import { beforeEach, expect, test } from 'vitest';
import { aDatabase } from '../test-support/database.ts';
import { planOf } from '../test-support/plans.ts';
import { GUEST_STATEMENTS } from './guests.ts';

const { aBooking, aDelivery, aLocation, anEndpoint, aScope, FRIDAY_MS, lease, save } = fixtures;
const HOUR_MS = 3_600_000;

let storage: Storage;
/** A second connection to the database. */
let rawDatabase: Database;

beforeEach(() => {
  ({ storage, rawDatabase } = aDatabase());
});

test('many guests are erased in short transactions, each booking completely', async () => {
  const location = await aLocation(storage);
  await storage.records.amend(steps.insertion('endpoints', anEndpoint()));
  const all = Array.from({ length: 250 }, (_, i) => `bk_${i}`);
  const calls = all.map((id, i) => {
    const booking = aBooking(id, { startMs: FRIDAY_MS + i * 2 * HOUR_MS, status: 'completed' });
    const body = JSON.stringify({ data: { guest: { name: 'Alva Lind' } } });
    const event = aDelivery(`${id}@e`, { queue: 'e', bookingId: id, body });
    const deliveries = [event, aDelivery(`${id}@mail`, { bookingId: id })];
    return storage.bookings.amend(aScope(location), save({ booking, deliveries }));
  });
  await Promise.all(calls);
  expect(await storage.guests.erase(all)).toBe(250);
  const left = `SELECT count(*) FROM bookings WHERE guest_name <> '' OR guest_email IS NOT NULL`;
  expect(rawDatabase.prepare(left).pluck().get()).toBe(0);
  expect(rawDatabase.prepare(`SELECT count(*) FROM deliveries WHERE body LIKE '%Alva%'`).pluck().get()).toBe(
    0,
  );
  expect((await lease(storage)).filter(({ queue }) => queue === 'mail')).toEqual([]);
});

test('all other parts of a webhook stay unchanged, byte for byte', async () => {
  const tricky = String.raw`{"id":"e","n":1e2,"big":12345678901234567890,"data":{"a":"\u00e5\/\"🍽","guest":{"name":"x"},"z":[1.0,null]}}`;
  await storage.records.amend(steps.insertion('endpoints', anEndpoint()));
  await storage.outbox.add([aDelivery('d', { queue: 'e', bookingId: 'bk_1', body: tricky })]);
  await storage.guests.erase(['bk_1']);
  const [delivery] = await lease(storage);
  expect(delivery?.body).toBe(tricky.replace('{"name":"x"}', 'null'));
});

test('finding guests to erase is a search of an index', () => {
  const { endedBefore, byId, erase, deliveries, changeDelivery } = GUEST_STATEMENTS;
  expect(planOf(rawDatabase, endedBefore)).toEqual([
    'SCAN l VIRTUAL TABLE INDEX 1:',
    'SEARCH b USING INDEX bookings_with_guest (location_id=? AND end_ms<?)',
  ]);
  for (const sql of [byId, erase, deliveries, changeDelivery])
    expect(planOf(rawDatabase, sql)[0]).toMatch(/^SEARCH .*id=\?\)$/);
});

test('D26 a guest is found by an index', () => {
  expect(planOf(rawDatabase, GUEST_STATEMENTS.ofEmail)[0]).toContain(
    'bookings_guest_email (guest_email_key=?)',
  );
});
