/** What a process of the version before leaves of visits and histories, which it does not know (D41, D43). */
import { fixtures } from '@bord/engine/testing';
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { aPath } from '../test-support/processes.ts';
import { sqliteStorage } from './index.ts';

const { aBooking, aLocation, aScope, FRIDAY_MS, save } = fixtures;

/** The columns that the version before names when it saves a booking. */
const COLUMNS_BEFORE = `id, location_id, service_date, start_ms, end_ms, blocked_until_ms, party_size, tables, pinned, status, source, channel,
  partner_booking_ref, idempotency_key, created_ms, last_event_seconds, guest_name, guest_email, guest_phone, guest_notes, guest_language,
  manage_token_hash, guest_email_key`;

test('D41 D43 a booking keeps its visit and history when a process of the version before saves it, and what that makes has neither', async () => {
  const path = aPath();
  const storage = sqliteStorage({ path, migrate: true });
  const location = await aLocation(storage);
  const booking = aBooking('bk_1', {
    visit: { arrivedMs: FRIDAY_MS, seatedMs: null, leftMs: null },
    history: [{ atMs: 1, kind: 'edited', by: 'guest', before: {}, guestFields: ['phone'] }],
    formerGuests: [{ name: 'Alva', email: null, phone: '1', notes: null, language: null }],
  });
  await storage.bookings.amend(aScope(location), save({ booking }));
  const before = new Sqlite(path);
  const row = before.prepare(`SELECT ${COLUMNS_BEFORE} FROM bookings`).raw().get() as unknown[];
  const marks = row.map(() => '?').join(', ');
  before
    .prepare(`UPDATE bookings SET (${COLUMNS_BEFORE}) = (${marks}) WHERE id = ?`)
    .run(...row.with(6, 3), 'bk_1');
  before
    .prepare(`INSERT INTO bookings (${COLUMNS_BEFORE}) VALUES (${marks})`)
    .run(...row.with(0, 'bk_2').with(9, 'cancelled'));
  before.close();
  expect(await storage.bookings.find('bk_1', null)).toEqual({ ...booking, partySize: 3 });
  const made = aBooking('bk_2', { status: 'cancelled' });
  expect(await storage.bookings.find('bk_2', null)).toEqual(made);
  await storage.close();
});
