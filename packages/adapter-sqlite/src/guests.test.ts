import type { Storage } from '@bord/engine/storage';
import { fixtures } from '@bord/engine/testing';
import type { Database } from 'better-sqlite3';
import { beforeEach, expect, test } from 'vitest';
import { aDatabase } from '../test-support/database.ts';
import { planOf } from '../test-support/plans.ts';
import { GUEST_STATEMENTS, registerEmailKey } from './guests.ts';

const { aBooking, aDelivery, aLocation, anEndpoint, aScope, FRIDAY_MS, lease, save } = fixtures;
const HOUR_MS = 3_600_000;

let storage: Storage;
/** Another hand in the same database. */
let rawDatabase: Database;

beforeEach(() => {
  ({ storage, rawDatabase } = aDatabase());
});

test('many are erased in transactions that others need not wait long for, each booking whole', async () => {
  const location = await aLocation(storage);
  await storage.endpoints.insert(anEndpoint());
  const all = Array.from({ length: 250 }, (_, i) => `bk_${i}`);
  const steps = all.map((id, i) => {
    const booking = aBooking(id, { startMs: FRIDAY_MS + i * 2 * HOUR_MS, status: 'completed' });
    const body = JSON.stringify({ data: { guest: { name: 'Alva Lind' } } });
    const event = aDelivery(`${id}@e`, { queue: 'e', bookingId: id, body });
    const deliveries = [event, aDelivery(`${id}@mail`, { bookingId: id })];
    return storage.bookings.amend(aScope(location), save({ booking, deliveries }));
  });
  await Promise.all(steps);
  expect(await storage.guests.erase(all)).toBe(250);
  const left = `SELECT count(*) FROM bookings WHERE guest_name <> '' OR guest_email IS NOT NULL`;
  expect(rawDatabase.prepare(left).pluck().get()).toBe(0);
  expect(rawDatabase.prepare(`SELECT count(*) FROM deliveries WHERE body LIKE '%Alva%'`).pluck().get()).toBe(
    0,
  );
  expect((await lease(storage)).filter(({ queue }) => queue === 'mail')).toEqual([]);
});

test('what else a webhook tells stands as it was, byte for byte', async () => {
  const tricky = String.raw`{"id":"e","n":1e2,"big":12345678901234567890,"data":{"a":"\u00e5\/\"🍽","guest":{"name":"x"},"z":[1.0,null]}}`;
  await storage.endpoints.insert(anEndpoint());
  await storage.outbox.add([aDelivery('d', { queue: 'e', bookingId: 'bk_1', body: tricky })]);
  await storage.guests.erase(['bk_1']);
  const [delivery] = await lease(storage);
  expect(delivery?.body).toBe(tricky.replace('{"name":"x"}', 'null'));
});

test('to find what is to be erased is a search of an index', () => {
  const { endedBefore, byId, erase, deliveries, changeDelivery } = GUEST_STATEMENTS;
  expect(planOf(rawDatabase, endedBefore)).toEqual([
    'SCAN l VIRTUAL TABLE INDEX 1:',
    'SEARCH b USING INDEX bookings_with_guest (location_id=? AND end_ms<?)',
  ]);
  for (const sql of [byId, erase, deliveries, changeDelivery])
    expect(planOf(rawDatabase, sql)[0]).toMatch(/^SEARCH .*id=\?\)$/);
});

test('D26 a guest is found by an index, also where a version without it has written the row', () => {
  registerEmailKey(rawDatabase);
  const plan = planOf(rawDatabase, GUEST_STATEMENTS.ofEmail).filter((step) => / bookings /.test(step));
  expect(plan).toHaveLength(2);
  expect(plan[0]).toContain('bookings_guest_email (guest_email_key=?)');
  expect(plan[1]).toContain('bookings_email_unkeyed');
  expect(planOf(rawDatabase, GUEST_STATEMENTS.indexEmails).join()).toContain('bookings_email_unkeyed');
});

test('D26 rows of a version without the comparison of addresses are found, mended, and forget whom that version erased', async () => {
  const location = await aLocation(storage);
  const guest = { name: 'Åsa', email: 'Åsa@Example.se', phone: null, notes: null, language: null };
  for (const id of ['a', 'b', 'c'])
    await storage.bookings.amend(
      aScope(location),
      save({ booking: aBooking(id, { guest, status: 'completed' }) }),
    );
  rawDatabase.exec(`UPDATE bookings SET guest_email_key = NULL WHERE id IN ('a', 'b')`);
  rawDatabase.exec(`UPDATE bookings SET guest_email = NULL, guest_name = '' WHERE id = 'c'`);
  const found = async (): Promise<string[]> =>
    (await storage.guests.bookingsOf('åsa@example.SE')).map(({ id }) => id);
  expect(await found()).toEqual(['a', 'b']);
  expect([await storage.guests.indexEmails(2), await storage.guests.indexEmails(2)]).toEqual([2, 1]);
  expect(await storage.guests.indexEmails(2)).toBe(0);
  expect(await found()).toEqual(['a', 'b']);
  const keys = rawDatabase.prepare('SELECT guest_email_key FROM bookings ORDER BY id').pluck().all();
  expect(keys).toEqual(['åsa@example.se', 'åsa@example.se', null]);
});
