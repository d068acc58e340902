import { type Clock, emailKeyOf, type GuestStore, MAIL_LANE } from '@bord/engine/storage';
import type { Database } from 'better-sqlite3';
import { type BookingRow, toBooking } from './booking-row.ts';
import type { GroupCommit } from './group-commit.ts';
import { reading } from './unavailable.ts';

/** What another version has written: the name of an index. */
const UNKEYED = '(guest_email IS NULL) <> (guest_email_key IS NULL)';

/** The statements, for the test that looks at their plans. */
export const GUEST_STATEMENTS = {
  ofEmail: `
    SELECT * FROM bookings WHERE guest_email_key = @key AND guest_email IS NOT NULL
    UNION ALL
    SELECT * FROM bookings WHERE ${UNKEYED} AND guest_email IS NOT NULL AND email_key(guest_email) = @key
    ORDER BY start_ms, created_ms`,
  indexEmails: `
    UPDATE bookings SET guest_email_key = email_key(guest_email)
    WHERE rowid IN (SELECT rowid FROM bookings WHERE ${UNKEYED} LIMIT @limit)`,
  endedBefore: `
    SELECT id FROM bookings WHERE location_id = @locationId AND end_ms < @endMs AND guest_name <> ''
      AND NOT (status = 'confirmed' AND end_ms > @nowMs)
    ORDER BY end_ms LIMIT @limit`,
  erase: `
    UPDATE bookings SET guest_name = '', guest_email = NULL, guest_phone = NULL, guest_notes = NULL,
      guest_language = NULL, manage_token_hash = NULL, guest_email_key = NULL
    WHERE id = @id AND guest_name <> '' AND NOT (status = 'confirmed' AND end_ms > @nowMs)`,
  isAhead: "SELECT 1 FROM bookings WHERE id = @id AND status = 'confirmed' AND end_ms > @nowMs",
  eraseFromWebhooks: `
    UPDATE deliveries SET body = json_set(body, '$.data.guest', NULL)
    WHERE booking_id = @id AND lane <> '${MAIL_LANE}' AND body ->> '$.data.guest' IS NOT NULL`,
  dropMails: `
    UPDATE deliveries SET state = 'dropped'
    WHERE booking_id = @id AND lane = '${MAIL_LANE}' AND state = 'waiting'`,
} as const;

/** So many bookings are erased in one transaction: others wait for it. */
const CHUNK = 100;

/** Gives statements of a connection the comparison of addresses, which SQLite knows for ASCII alone. */
export function registerEmailKey(database: Database): void {
  database.function('email_key', { deterministic: true }, (email: unknown) =>
    typeof email === 'string' ? emailKeyOf(email) : null,
  );
}

/** The people behind the bookings. */
export function sqliteGuests(database: Database, commits: GroupCommit<unknown>, clock: Clock): GuestStore {
  registerEmailKey(database);
  const ofEmail = database.prepare<{ key: string }, BookingRow>(GUEST_STATEMENTS.ofEmail);
  const indexEmails = database.prepare(GUEST_STATEMENTS.indexEmails);
  const endedBefore = database
    .prepare<{ locationId: string; endMs: number; nowMs: number; limit: number }, string>(
      GUEST_STATEMENTS.endedBefore,
    )
    .pluck();
  const erase = database.prepare(GUEST_STATEMENTS.erase);
  const isAhead = database.prepare(GUEST_STATEMENTS.isAhead).pluck();
  const eraseFromWebhooks = database.prepare(GUEST_STATEMENTS.eraseFromWebhooks);
  const dropMails = database.prepare(GUEST_STATEMENTS.dropMails);

  /** Who is expected stays as she is, with all that tells of her. */
  function eraseOne(id: string): number {
    const nowMs = clock.nowMs();
    if (isAhead.get({ id, nowMs }) !== undefined) return 0;
    eraseFromWebhooks.run({ id });
    dropMails.run({ id });
    return erase.run({ id, nowMs }).changes;
  }

  return {
    bookingsOf: (email) => reading(() => ofEmail.all({ key: emailKeyOf(email) }).map(toBooking)),
    indexEmails: (limit) => commits.run(() => indexEmails.run({ limit }).changes),
    async erase(bookingIds) {
      let erased = 0;
      for (let i = 0; i < bookingIds.length; i += CHUNK) {
        const chunk = bookingIds.slice(i, i + CHUNK);
        erased += await commits.run(() => chunk.reduce((sum, id) => sum + eraseOne(id), 0));
      }
      return erased;
    },
    endedBefore: (locationId, endMs, limit) =>
      reading(() => endedBefore.all({ locationId, endMs, nowMs: clock.nowMs(), limit })),
  };
}
