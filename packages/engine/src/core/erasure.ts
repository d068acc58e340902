/** What of a booking is its guest's, and what is left when she is erased: said here for every storage. */
import { type Booking, isLive } from './booking.ts';
import { type Delivery, type DeliveryRecord, MAIL_LANE } from './delivery.ts';

/** What of a booking is its guest's: all of it goes when she is erased. */
export type GuestData = Pick<Booking, 'guest' | 'manageTokenHash'>;

/** What a booking has of a guest who has been erased. */
export const ERASED: GuestData = {
  guest: { name: '', email: null, phone: null, notes: null, language: null },
  manageTokenHash: null,
};

/** A guest has a name; one who has been erased has none. Who is expected stays as she is, with all that tells of her. */
export function isErasable(booking: Booking, nowMs: number): boolean {
  return booking.guest.name !== '' && !(isLive(booking) && booking.endMs > nowMs);
}

/**
 * What a delivery that tells of a booking becomes when its guest is erased: a mail that waits is dropped, since there is nobody to write to,
 * and a webhook is told without her. A body is written anew as it was written first, byte for byte but for the guest; one without her stays.
 */
export function withoutGuest({
  lane,
  state,
  body,
}: Pick<Delivery, 'lane' | 'body'> & Pick<DeliveryRecord, 'state'>): Pick<DeliveryRecord, 'state' | 'body'> {
  if (lane === MAIL_LANE) return { state: state === 'waiting' ? 'dropped' : state, body };
  const event = JSON.parse(body) as { readonly data?: { readonly guest?: unknown } };
  if (!event.data?.guest) return { state, body };
  return { state, body: JSON.stringify({ ...event, data: { ...event.data, guest: null } }) };
}
