/** The actions of a waiting guest with the link of an e-mail (D36). */
import type { Booking } from '../../core/booking/booking.ts';
import type { BookOutcome } from '../../core/booking/decide.ts';
import type { WaitlistRow } from '../../core/booking/row.ts';
import type { Waiting } from '../../core/booking/waiting.ts';
import { BookingError } from '../../core/errors.ts';
import type { Location } from '../../core/location/location.ts';
import { idInToken, isTokenOf } from '../../core/access/secret.ts';
import type { App } from '../context.ts';
import { manageTokenOf } from '../guest-tokens.ts';
import { confirmAs, replayed } from '../holds.ts';
import { GUEST } from '../policies.ts';
import { findBooking } from '../read-booking.ts';
import { findOffer, leaveAs, readWaitingRow } from '../waitlist.ts';

/** The view of a waiting guest with the link of an e-mail. */
export interface GuestWaiting {
  /** The entry in its current state. */
  readonly waiting: Waiting;
  /** Its location. */
  readonly location: Location;
  /** The booking made of it; null if there is none. */
  readonly booking: Booking | null;
  /** The token of the booking's manage link; null if there is none, or the booking has ended. */
  readonly manageToken: string | null;
}

/** The entry of a link, in any state. Throws `link_unknown` for an unknown link. */
export async function openWaiting(app: App, token: string): Promise<GuestWaiting> {
  const row = await rowBehind(app, token);
  const [waiting, location] = await Promise.all([
    readWaitingRow(app, row),
    app.locationCache.location(row.locationId),
  ]);
  if (!location) throw new BookingError('link_unknown');
  const booking = waiting.bookingId === null ? null : await findBooking(app, waiting.bookingId, null);
  return { waiting, location, booking, manageToken: booking && manageTokenOf(app, booking) };
}

/** Accepts the offer. Idempotent, and possible after its end while the tables are free (D35). Throws `conflict` without an offer. */
export async function acceptOffer(app: App, token: string): Promise<BookOutcome> {
  const row = await rowBehind(app, token);
  const { bookingId } = await readWaitingRow(app, row);
  const booking = bookingId === null ? null : await findBooking(app, bookingId, null);
  const again = booking && (await replayed(app, booking, 'guest'));
  if (again) return again;
  const hold = await findOffer(app, row);
  if (!hold || row.status === 'cancelled')
    throw new BookingError('conflict', 'this party has no offer: read its entry again');
  const { guest, partnerBookingRef } = row;
  return confirmAs(app, hold, 'guest', { guest, partnerBookingRef }, GUEST);
}

/** Removes the party from the waitlist and releases its offer. Repeating has no further effect; an accepted booking is unchanged. */
export async function leaveAsGuest(app: App, token: string): Promise<Waiting> {
  const row = await rowBehind(app, token);
  await leaveAs(app, row, 'guest');
  return readWaitingRow(app, await rowBehind(app, token));
}

async function rowBehind(app: App, token: string): Promise<WaitlistRow> {
  const id = idInToken(token);
  const row = id === null ? null : await app.storage.bookings.find(id, null);
  if (row?.kind !== 'waiting' || !isTokenOf(token, row.manageTokenHash))
    throw new BookingError('link_unknown');
  return row;
}
