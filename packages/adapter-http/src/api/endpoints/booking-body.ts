/** A booking as it is read, moved and listed (§2.8). */
import { type Booking, formatInstant, formatInstantMs } from '@bord/engine';
import * as z from 'zod';
import { BOOKING_ID, CREATED_AT, LOCATION_ID, PARTNER_REF, STARTS_AT } from '../demo.ts';
import {
  bookingId,
  bookingState,
  channel,
  instant,
  locationId,
  partnerBookingRef,
  partySize,
  source,
  start,
} from './fields.ts';

/** The booking of the examples. */
export const booking = {
  id: BOOKING_ID,
  locationId: LOCATION_ID,
  startsAt: STARTS_AT,
  partySize: 2,
  status: 'confirmed',
  source: 'partner',
  channel: 'partner:hotel-nord',
  partnerBookingRef: PARTNER_REF,
  createdAt: CREATED_AT,
};

export const bookingShape = z
  .object({
    id: bookingId,
    locationId,
    startsAt: start,
    partySize,
    status: bookingState,
    source,
    channel,
    partnerBookingRef,
    createdAt: instant.meta({ description: 'When the booking was made, in UTC.' }),
  })
  .meta({ description: 'A booking as it stands now (§2.8). Nothing about the guest.' });

/** A booking as its making is answered (§2.7). */
export const bookingCreated = z
  .object({ id: bookingId, startsAt: start, status: bookingState, partnerBookingRef })
  .meta({
    description:
      'The booking that was made, or that the idempotency key or the confirmed hold stands for (§2.7).',
  });

/** A booking as its making is answered (§2.7). */
export function createdBody({
  id,
  startMs,
  status,
  partnerBookingRef: reference,
}: Booking): z.output<typeof bookingCreated> {
  return { id, startsAt: formatInstant(startMs), status, partnerBookingRef: reference };
}

/** A booking as its partner reads it (§2.8). */
export function bookingBody(found: Booking): z.output<typeof bookingShape> {
  return {
    id: found.id,
    locationId: found.locationId,
    startsAt: formatInstant(found.startMs),
    partySize: found.partySize,
    status: found.status,
    source: found.source,
    channel: found.channel,
    partnerBookingRef: found.partnerBookingRef,
    createdAt: formatInstantMs(found.createdMs),
  };
}
