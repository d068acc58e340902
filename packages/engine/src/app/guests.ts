import { type Booking, isLive } from '../core/booking.ts';
import { BookingError, invalid } from '../core/errors.ts';
import { formatInstant } from '../core/instant.ts';
import { EMAIL_LENGTH_MAX } from '../core/limits.ts';
import { assertEmail } from '../core/text.ts';
import type { App } from './context.ts';

/** So many bookings are erased in one step. */
const PAGE = 500;

/** Everything that is kept of a guest, by her e-mail address: her bookings at every location, in every state. */
export function exportGuest(app: App, email: string): Promise<readonly Booking[]> {
  assertEmail('email', email, EMAIL_LENGTH_MAX);
  return app.storage.guests.bookingsOf(email);
}

/** From how many places a guest was erased. */
export interface ErasedGuest {
  readonly bookings: number;
  /** Mails that were kept here. */
  readonly mails: number;
}

/**
 * Erases a guest, by her e-mail address: from her bookings, from the webhooks that tell of them, from mails that wait, and from those that
 * are kept here. The bookings themselves stay, without her.
 *
 * Throws `conflict`, and erases nothing, while she has a booking ahead: whoever comes must be known to the house.
 */
export async function eraseGuest(app: App, email: string): Promise<ErasedGuest> {
  const bookings = await exportGuest(app, email);
  const nowMs = app.clock.nowMs();
  const ahead = bookings.filter((booking) => isLive(booking) && booking.endMs > nowMs);
  if (ahead.length > 0) {
    const named = ahead.slice(0, 5).map(({ id, startMs }) => `${id} (${formatInstant(startMs)})`);
    const more = ahead.length > named.length ? ` and ${ahead.length - named.length} more` : '';
    throw new BookingError(
      'conflict',
      `there are bookings ahead; cancel them first: ${named.join(', ')}${more}`,
    );
  }
  const erased = await erase(
    app,
    bookings.map(({ id }) => id),
  );
  return { bookings: erased, mails: (await app.mailer?.erase(email)) ?? 0 };
}

/**
 * Erases all guests whose visit, at one location or any, ended before an instant; how many bookings. Reports how many there have been so
 * far, as it goes on.
 */
export async function purgeGuests(
  app: App,
  endedBeforeMs: number,
  locationId: string | null = null,
  progress: (erased: number) => void = () => undefined,
): Promise<number> {
  if (endedBeforeMs > app.clock.nowMs()) invalid('only guests whose visit is over can be purged');
  const ids = locationId === null ? (await app.storage.locations.list()).map(({ id }) => id) : [locationId];
  let erased = 0;
  for (const id of ids) {
    for (;;) {
      const ended = await app.storage.guests.endedBefore(id, endedBeforeMs, PAGE);
      erased += await erase(app, ended);
      if (ended.length > 0) progress(erased);
      if (ended.length < PAGE) break;
    }
  }
  return erased;
}

async function erase(app: App, bookingIds: readonly string[]): Promise<number> {
  let erased = 0;
  for (let from = 0; from < bookingIds.length; from += PAGE)
    erased += await app.storage.guests.erase(bookingIds.slice(from, from + PAGE));
  return erased;
}
