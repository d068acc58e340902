import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Booking, Guest, Storage } from '@bord/engine/storage';
import { fixtures, steps } from '@bord/engine/testing';
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { aPath } from '../test-support/processes.ts';
import { sqliteStorage } from './index.ts';

const { aBooking, aDelivery, aKey, aLocation, anEndpoint, aScope, aSignUp, save } = fixtures;
const HOUR_MS = 3_600_000;
const CANARY = 'Kanariefågel';
const EMAIL = `${CANARY}@example.com`;

function guestOf(i: number): Guest {
  const notes = `${CANARY} `.repeat(i % 5 === 0 ? 900 : 3); // some on separate pages
  return { name: `${i} ${CANARY}`, email: EMAIL, phone: `${CANARY} ${i}`, notes, language: null };
}

/** Two of three bookings are of other guests, so that the erased data is in pages that stay. */
async function inhabited(storage: Storage, count: number): Promise<string[]> {
  const location = await aLocation(storage);
  await storage.records.amend(steps.insertion('endpoints', anEndpoint({ includeGuest: true })));
  const own: Booking[] = [];
  const calls = Array.from({ length: count }, (_, i) => {
    const id = `bk_${(i * 7919) % count}`;
    const guest =
      i % 3 === 0
        ? guestOf(i)
        : { ...guestOf(0), name: 'Other', email: null, phone: null, notes: 'x'.repeat(i % 300) };
    const startMs = Date.UTC(2020, 0, 1) + i * 2 * HOUR_MS;
    const booking = aBooking(id, { startMs, guest, status: 'completed' });
    if (i % 3 === 0) own.push(booking);
    const body = JSON.stringify({ data: { guest } });
    const event = aDelivery(`${id}@e`, { queue: 'e', bookingId: id, body });
    return storage.bookings.amend(aScope(location), save({ booking, deliveries: [event] }));
  });
  await Promise.all(calls);
  // Each row is written more than once: the previous version must not remain either.
  for (const booking of own) {
    const changed: Booking = { ...booking, status: 'no_show', guest: { ...booking.guest, notes: CANARY } };
    await storage.bookings.amend(aScope(location), save({ booking: changed }));
  }
  await storage.records.amend(steps.insertion('keys', aKey('k', { sandboxEmail: EMAIL })));
  await storage.records.amend(steps.insertion('signUps', aSignUp('s', { email: EMAIL })));
  return own.map(({ id }) => id);
}

async function forget(storage: Storage, ids: readonly string[]): Promise<void> {
  await storage.guests.erase(ids);
  await steps.eraseSandboxKeys(storage.records, EMAIL);
  await steps.eraseSignUps(storage.records, EMAIL);
}

/** The files in the database's folder that contain the guest's data. */
function tellingFiles(path: string): string[] {
  const folder = dirname(path);
  const telling = readdirSync(folder).filter((name) => {
    const bytes = readFileSync(`${folder}/${name}`);
    return [CANARY, CANARY.toLowerCase()].some((text) => bytes.includes(text));
  });
  return telling.map((name) => name.replace('bord.db', ''));
}

test('D26 an erased guest is in no byte of any file of the folder, while the database is in use', async () => {
  const path = aPath();
  const storage = sqliteStorage({ path, migrate: true });
  const other = sqliteStorage({ path });
  onTestFinished(async () => void (await Promise.all([storage.close(), other.close()])));
  const ids = await inhabited(storage, 600);
  expect(tellingFiles(path).length, 'she is looked for where she is').toBeGreaterThan(0);
  await forget(storage, ids);
  expect(tellingFiles(path), 'the log still has her').toContain('-wal');
  expect(await other.scrub!(false)).toBe(true);
  expect(tellingFiles(path)).toEqual([]);
  expect((await storage.bookings.list(fixtures.LOCATION_ID)).length).toBe(600);
});

test('D26 a reader keeps the log from being cut, which is reported; later it is cut', async () => {
  const path = aPath();
  const storage = sqliteStorage({ path, migrate: true });
  const ids = await inhabited(storage, 30);
  const reader = new Sqlite(path);
  reader.exec('BEGIN');
  reader.prepare('SELECT count(*) FROM bookings').get();
  await forget(storage, ids);
  expect(await storage.scrub!(false)).toBe(false);
  expect(await storage.scrub!(true)).toBe(false);
  reader.exec('COMMIT');
  reader.close();
  expect(await storage.scrub!(false)).toBe(true);
  expect(tellingFiles(path)).toEqual([]);
  await storage.close();
});

test('D26 data that an earlier version did not overwrite is removed when the file is rewritten', async () => {
  const path = aPath();
  const before = sqliteStorage({ path, migrate: true });
  const ids = await inhabited(before, 300);
  await before.close();
  const careless = new Sqlite(path);
  careless.pragma('secure_delete = 0');
  careless.exec(`UPDATE bookings SET guest_name = '', guest_email = NULL, guest_phone = NULL, guest_notes = NULL,
    guest_email_key = NULL WHERE id IN (${ids.map((id) => `'${id}'`).join()});
    DELETE FROM deliveries; DELETE FROM api_keys; DELETE FROM sign_ups`);
  careless.close();
  const storage = sqliteStorage({ path });
  expect(await storage.scrub!(false)).toBe(true);
  expect(tellingFiles(path), 'a control: so it was').toEqual(['']);
  expect(await storage.scrub!(true)).toBe(true);
  expect(tellingFiles(path)).toEqual([]);
  await storage.close();
});
