/** What a server of the version before leaves of visits and histories, which it does not know, while both run (D41, D43). */
import { fixtures } from '@bord/engine/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase, sql } from '../../../test/support/postgres.ts';
import { migrate, pgStorage } from './index.ts';

const { aBooking, aLocation, aScope, FRIDAY_MS, LOCATION_ID, save } = fixtures;

let database: FreshDatabase;
let storage: ReturnType<typeof pgStorage>;

beforeAll(async () => {
  database = await freshDatabase();
  await migrate(database);
  storage = pgStorage(database);
});
afterAll(async () => {
  await storage.close();
  await database.drop();
});

/** The columns that the version before names when it saves a booking. */
const COLUMNS_BEFORE = `location_id, id, service_date, starts_at, ends_at, blocked_until, party_size, tables, pinned, status, source,
  channel, partner_booking_ref, idempotency_key, guest_name, guest_email, guest_phone, guest_notes, guest_language, manage_token_hash,
  created_at, last_event_seconds, guest_email_key`;

/** The row of a booking as such a server writes it. */
async function rowBefore(id: string): Promise<object> {
  const [found] = await sql<{ row: object }>(
    database.url,
    `SELECT to_json(b) AS row FROM (SELECT ${COLUMNS_BEFORE} FROM bookings WHERE id = $1) AS b`,
    [id],
  );
  return found!.row;
}

const KNOWN = {
  visit: { arrivedMs: FRIDAY_MS, seatedMs: null, leftMs: null },
  history: [{ atMs: 1, kind: 'edited', by: 'guest', before: {}, guestFields: ['phone'] }],
  formerGuests: [{ name: 'Alva', email: null, phone: '1', notes: null, language: null }],
} as const;

test.each([
  ['changes it', 'SELECT save_steps($1, $2, NULL, NULL, NULL)', 'changed'],
  ['changes it in a group', 'SELECT save_changes($1, NULL, $2, NULL, NULL, NULL)', 'changed'],
  ['re-seats it', 'SELECT save_steps($1, NULL, $2, NULL, NULL)', 'reseated'],
] as const)(
  'D41 D43 a booking keeps its visit and history when a server of the version before %s',
  async (_, step, how) => {
    const location = (await storage.locations.get(LOCATION_ID)) ?? (await aLocation(storage));
    const id = `bk_${_.length}`;
    const booking = aBooking(id, { ...KNOWN, tables: [id] });
    await storage.bookings.amend(aScope(location), save({ booking }));
    const given =
      how === 'changed'
        ? { ...(await rowBefore(id)), guest_notes: 'by the window' }
        : { id, tables: [`${id}b`] };
    await sql(database.url, step, [LOCATION_ID, JSON.stringify([given])]);
    const change =
      how === 'changed' ? { guest: { ...booking.guest, notes: 'by the window' } } : { tables: [`${id}b`] };
    expect(await storage.bookings.find(id, null)).toEqual({ ...booking, ...change });
  },
);

test('D41 D43 a booking that such a server makes has neither, and is a booking', async () => {
  const location = (await storage.locations.get(LOCATION_ID)) ?? (await aLocation(storage));
  const model = aBooking('bk_model', { tables: ['M'] });
  await storage.bookings.amend(aScope(location), save({ booking: model }));
  const row = { ...(await rowBefore('bk_model')), id: 'bk_made', tables: ['N'] };
  await sql(database.url, 'SELECT save_changes($1, $2, NULL, NULL, NULL, NULL)', [
    LOCATION_ID,
    JSON.stringify([row]),
  ]);
  expect(await storage.bookings.find('bk_made', null)).toEqual({ ...model, id: 'bk_made', tables: ['N'] });
});
