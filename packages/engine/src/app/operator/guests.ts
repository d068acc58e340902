import { eraseSandboxKeys, eraseSignUps } from '../../ports/remove-records.ts';
import { isLive } from '../../core/booking/booking.ts';
import { BookingError, invalid } from '../../core/errors.ts';
import { formatInstant } from '../../core/instant.ts';
import { EMAIL_LENGTH_MAX } from '../../core/limits.ts';
import { assertEmail } from '../../core/fields.ts';
import { aheadFromMs } from '../../core/trusted-time.ts';
import type { EndedVisits } from '../../ports/guest-store.ts';
import type { App } from '../context.ts';
import { type DiaryRow, type GuestRow, isBooking, type WaitlistRow } from '../../core/booking/row.ts';
import { leaveAs } from '../waitlist.ts';
import { readTime, trustedNowMs } from '../trusted-time.ts';

/** Bookings per read, of at most this many locations. */
const PAGE = 200;
const LOCATIONS = 200;
/** Bookings erased in one step, which blocks new bookings at their locations until it ends. */
const AT_ONCE = 40;

/** The stored data of guests (D26). */
export interface GuestRecordActions {
  /** All stored data of a guest, by e-mail address: bookings of every location and state, and waitlist entries (`kind: 'waiting'`). */
  export(email: string): Promise<readonly GuestRow[]>;
  /**
   * Erases a guest by e-mail address from bookings, their webhooks, waiting e-mails and stored e-mails. The bookings remain without the guest. A
   * developer's sandbox keys and sign-ups with this address are deleted.
   *
   * Throws `conflict`, without erasing, while the guest has a future booking, because the restaurant must know its guests. Future is determined by
   * the storage's clock or, while that clock is not trusted, by the time of the last nightly maintenance (D45). Waitlist entries of the guest are
   * removed (D36).
   */
  erase(email: string): Promise<ErasedGuest>;
  /**
   * Erases all guests whose visit, at one location or any, ended before an instant; returns the number of bookings and reports progress. Throws
   * `conflict` while the storage's clock is not trusted (D45).
   */
  purge(
    endedBeforeMs: number,
    locationId?: string | null,
    progress?: (erased: number) => void,
  ): Promise<number>;
}

export function guestRecordActions(app: App): GuestRecordActions {
  return {
    export: (email) => exportGuest(app, email),
    async erase(email) {
      const bookings = await exportGuest(app, email);
      const fromMs = aheadFromMs(await readTime(app));
      const ahead = bookings.filter(isBooking).filter((booking) => isLive(booking) && booking.endMs > fromMs);
      if (ahead.length > 0) {
        const named = ahead.slice(0, 5).map(({ id, startMs }) => `${id} (${formatInstant(startMs)})`);
        const more = ahead.length > named.length ? ` and ${ahead.length - named.length} more` : '';
        throw new BookingError(
          'conflict',
          `there are bookings ahead; cancel them first: ${named.join(', ')}${more}`,
        );
      }
      for (const row of bookings) if (isStillWaiting(row, fromMs)) await leaveAs(app, row, 'operator');
      const erased = await erase(app, bookings);
      const sandboxKeys = await eraseSandboxKeys(app.storage.records, email);
      if (sandboxKeys > 0) app.callers.forget();
      await eraseSignUps(app.storage.records, email);
      const mails = (await app.mailer?.erase(email)) ?? 0;
      const isScrubbed = (await app.storage.scrub?.(false)) ?? null;
      return { bookings: erased, mails, sandboxKeys, isScrubbed };
    },
    async purge(endedBeforeMs, locationId = null, progress = () => undefined) {
      if (endedBeforeMs > (await trustedNowMs(app)))
        invalid('the time must not be ahead: only guests whose visit is over can be purged');
      const ids =
        locationId === null ? (await app.storage.locations.list()).map(({ id }) => id) : [locationId];
      let erased = 0;
      for (let from = 0; from < ids.length; from += LOCATIONS) {
        const ended = ids
          .slice(from, from + LOCATIONS)
          .map((id) => ({ locationId: id, endMs: endedBeforeMs }));
        await eraseEnded(app, ended, async (more) => {
          erased += more;
          progress(erased);
        });
      }
      if (erased > 0) await app.storage.scrub?.(false);
      return erased;
    },
  };
}

function exportGuest(app: App, email: string): Promise<readonly GuestRow[]> {
  assertEmail('email', email, EMAIL_LENGTH_MAX);
  return app.storage.guests.bookingsOf(email);
}

/** The number of deleted records of a guest. */
export interface ErasedGuest {
  /** Bookings and waitlist entries that contained the guest. */
  readonly bookings: number;
  /** Stored e-mails. */
  readonly mails: number;
  /** Sandbox keys that were made for the e-mail address; they are deleted. */
  readonly sandboxKeys: number;
  /**
   * Whether traces of the guest in files of the database, such as its log, are erased as well. False: other processes used the files, and
   * nightly maintenance erases them. Null: the database has no such function.
   */
  readonly isScrubbed: boolean | null;
}

/** Whether the entry waits or has an offer, so that erasing it frees its place for the next party (D36). */
function isStillWaiting(row: GuestRow, fromMs: number): row is WaitlistRow {
  return row.kind === 'waiting' && row.status !== 'cancelled' && row.toMs > fromMs;
}

/** Erases the guests whose visit ended before the instant of their location, page by page, and reports the number of each page. */
export async function eraseEnded(
  app: App,
  locations: readonly EndedVisits[],
  onErased: (erased: number) => Promise<void>,
): Promise<void> {
  for (;;) {
    const ended = await app.storage.guests.endedBefore(locations, PAGE);
    // The reason of a block can name a guest. It is erased too, and is not counted as a booking.
    const reasons = await erase(
      app,
      ended.filter(({ kind }) => kind === 'block'),
    );
    const erased = await erase(
      app,
      ended.filter(({ kind }) => kind !== 'block'),
    );
    if (ended.length > 0) await onErased(erased);
    // A whole page without effect: other processes are erasing these guests.
    if (ended.length < PAGE || erased + reasons === 0) return;
  }
}

async function erase(app: App, rows: readonly Pick<DiaryRow, 'id'>[]): Promise<number> {
  let erased = 0;
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const some = rows.slice(from, from + AT_ONCE).map(({ id }) => id);
    erased += await app.storage.guests.erase(some);
    app.erasures.ring(some);
    app.watchers.tellAll();
  }
  return erased;
}
