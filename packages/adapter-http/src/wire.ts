/** Between the engine's words and those of the wire (§2). */
import {
  type Booking,
  BookingError,
  type BookingRequest,
  formatInstant,
  formatInstantMs,
  type Location,
  type Menu,
  parseInstant,
} from '@bord/engine';
import type { z } from 'zod';
import type { BookingCreated, bookingRequest, BookingStatusBody, MenuBody } from './schemas.ts';

/** Throws `invalid_request` when `startsAt` is no RFC 3339 date-time with an offset (D6). */
export function bookingRequestOf(sent: z.output<typeof bookingRequest>): BookingRequest {
  const startMs = parseInstant(sent.startsAt);
  if (startMs === null) {
    throw new BookingError(
      'invalid_request',
      'startsAt must be an RFC 3339 date-time with an offset, such as 2026-12-01T18:00:00Z',
      ['startsAt'],
    );
  }
  return {
    startMs,
    partySize: sent.partySize,
    guest: {
      name: sent.name,
      email: sent.email,
      phone: sent.phone ?? null,
      notes: sent.notes ?? null,
      language: sent.lang || null,
    },
    partnerBookingRef: sent.partnerBookingRef ?? null,
    idempotencyKey: sent.idempotencyKey ?? null,
  };
}

/** §2.7 */
export function bookingCreatedOf({ id, startMs, status, partnerBookingRef }: Booking): BookingCreated {
  return { id, startsAt: formatInstant(startMs), status, partnerBookingRef };
}

/** §2.8 */
export function bookingStatusOf(booking: Booking): BookingStatusBody {
  const { id, locationId, startMs, partySize, status, source, channel, partnerBookingRef, createdMs } =
    booking;
  return {
    id,
    locationId,
    startsAt: formatInstant(startMs),
    partySize,
    status,
    source,
    channel,
    partnerBookingRef,
    createdAt: formatInstantMs(createdMs),
  };
}

/** §2.10 */
export function menuOf(location: Location, menu: Menu): MenuBody {
  return {
    locationName: location.name,
    currency: menu.currency,
    categories: menu.categories.map(({ id, name, description, items }) => ({
      id,
      name,
      description,
      items: items.map((item) => ({
        id: item.id,
        name: item.name,
        description: item.description,
        price_ore: item.priceOre,
        tags: [...item.tags],
      })),
    })),
  };
}
