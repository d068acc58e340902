import { type Booking, formatInstant } from '@bord/engine';

/** The booking as partners receive it (§6.2). */
export function dataOf(booking: Booking, includeGuest: boolean): object {
  const { name, email, phone } = booking.guest;
  return {
    bookingId: booking.id,
    locationId: booking.locationId,
    status: booking.status,
    startsAt: formatInstant(booking.startMs),
    endsAt: formatInstant(booking.endMs),
    partySize: booking.partySize,
    source: booking.source,
    channel: booking.channel,
    partnerBookingRef: booking.partnerBookingRef,
    guest: includeGuest && name !== '' ? { name, email, phone } : null,
  };
}
