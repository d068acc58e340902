import { assertPartySize } from './batch.ts';
import type { Channel } from './booking.ts';
import type { BookingRequest } from './booking-rules.ts';
import { invalid } from './errors.ts';
import { MINUTE_MS } from './interval.ts';
import {
  EMAIL_LENGTH_MAX,
  IDEMPOTENCY_KEY_LENGTH_MAX,
  NAME_LENGTH_MAX,
  NOTES_LENGTH_MAX,
  PARTNER_BOOKING_REF_LENGTH_MAX,
  PHONE_LENGTH_MAX,
} from './limits.ts';
import { assertEmail, assertText } from './text.ts';

/**
 * Throws `invalid_request` unless the request is well formed (D8, D11). A partner must give the guest's e-mail; an operator
 * need not, and books on whole minutes.
 */
export function assertBookingRequest(request: BookingRequest, channel: Channel): void {
  const { guest, partySize, startMs } = request;
  if (!Number.isSafeInteger(startMs)) invalid('startsAt is no instant', ['startsAt']);
  assertPartySize('partySize', partySize);
  assertText('name', guest.name, NAME_LENGTH_MAX);
  if (guest.email !== null) assertEmail('email', guest.email, EMAIL_LENGTH_MAX);
  else if (channel !== 'operator') invalid('email is missing', ['email']);
  assertOptional('phone', guest.phone, PHONE_LENGTH_MAX);
  assertOptional('notes', guest.notes, NOTES_LENGTH_MAX);
  assertOptional('partnerBookingRef', request.partnerBookingRef, PARTNER_BOOKING_REF_LENGTH_MAX);
  if (request.idempotencyKey !== null)
    assertText('idempotencyKey', request.idempotencyKey, IDEMPOTENCY_KEY_LENGTH_MAX);
  if (channel === 'operator' && startMs % MINUTE_MS !== 0)
    invalid('startsAt must be a whole minute', ['startsAt']);
}

/** An empty optional text says nothing, and is no fault. */
function assertOptional(field: string, text: string | null, max: number): void {
  if (text !== null && text !== '') assertText(field, text, max);
}
