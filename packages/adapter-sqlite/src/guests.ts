import { type GuestStore, MAIL_LANE } from '@bord/engine';
import type { Database } from 'better-sqlite3';
import { type BookingRow, toBooking } from './booking-row.ts';
import type { GroupCommit } from './group-commit.ts';
import { reading } from './unavailable.ts';

/** The statements, for the test that looks at their plans. */
export const GUEST_STATEMENTS = {
  // No index of its own: she is asked for a few times a year, and every booking would have to pay for it.
  ofEmail: 'SELECT * FROM bookings WHERE lower(guest_email) = lower(@email) ORDER BY start_ms, created_ms',
  endedBefore: `
    SELECT id FROM bookings WHERE location_id = @locationId AND end_ms < @endMs AND guest_name <> ''
    ORDER BY end_ms LIMIT @limit`,
  erase: `
    UPDATE bookings SET guest_name = '', guest_email = NULL, guest_phone = NULL, guest_notes = NULL,
      guest_language = NULL, manage_token_hash = NULL
    WHERE id = @id AND guest_name <> ''`,
  eraseFromWebhooks: `
    UPDATE deliveries SET body = json_set(body, '$.data.guest', NULL)
    WHERE booking_id = @id AND lane <> '${MAIL_LANE}' AND body ->> '$.data.guest' IS NOT NULL`,
  dropMails: `
    UPDATE deliveries SET state = 'dropped'
    WHERE booking_id = @id AND lane = '${MAIL_LANE}' AND state = 'waiting'`,
} as const;

/** So many bookings are erased in one transaction: others wait for it. */
const CHUNK = 100;

/** The people behind the bookings. */
export function sqliteGuests(database: Database, commits: GroupCommit<unknown>): GuestStore {
  const ofEmail = database.prepare<{ email: string }, BookingRow>(GUEST_STATEMENTS.ofEmail);
  const endedBefore = database
    .prepare<{ locationId: string; endMs: number; limit: number }, string>(GUEST_STATEMENTS.endedBefore)
    .pluck();
  const erase = database.prepare(GUEST_STATEMENTS.erase);
  const eraseFromWebhooks = database.prepare(GUEST_STATEMENTS.eraseFromWebhooks);
  const dropMails = database.prepare(GUEST_STATEMENTS.dropMails);

  function eraseOne(id: string): number {
    eraseFromWebhooks.run({ id });
    dropMails.run({ id });
    return erase.run({ id }).changes;
  }

  return {
    bookingsOf: (email) => reading(() => ofEmail.all({ email }).map(toBooking)),
    async erase(bookingIds) {
      let erased = 0;
      for (let i = 0; i < bookingIds.length; i += CHUNK) {
        const chunk = bookingIds.slice(i, i + CHUNK);
        erased += await commits.run(() => chunk.reduce((sum, id) => sum + eraseOne(id), 0));
      }
      return erased;
    },
    endedBefore: (locationId, endMs, limit) => reading(() => endedBefore.all({ locationId, endMs, limit })),
  };
}
