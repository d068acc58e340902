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
import { assertEmail, assertText, orNone } from './text.ts';

/**
 * The request as it is taken: an optional text that is empty or blank is none (D8). Throws `invalid_request` unless the request is well
 * formed (D8, D11). A partner must give the guest's e-mail; an operator need not, and books on whole minutes.
 */
export function soundRequest(request: BookingRequest, channel: Channel): BookingRequest {
  const { partySize, startMs, idempotencyKey } = request;
  if (!Number.isSafeInteger(startMs)) invalid('startsAt is no instant', ['startsAt']);
  assertPartySize('partySize', partySize);
  assertText('name', request.guest.name, NAME_LENGTH_MAX);
  const guest = {
    ...request.guest,
    email: channel === 'operator' ? orNone(request.guest.email) : request.guest.email,
    phone: optional('phone', request.guest.phone, PHONE_LENGTH_MAX),
    notes: optional('notes', request.guest.notes, NOTES_LENGTH_MAX),
  };
  if (guest.email !== null) assertEmail('email', guest.email, EMAIL_LENGTH_MAX);
  else if (channel !== 'operator') invalid('email is missing', ['email']);
  const reference = request.partnerBookingRef;
  const partnerBookingRef = optional('partnerBookingRef', reference, PARTNER_BOOKING_REF_LENGTH_MAX);
  if (idempotencyKey !== null) assertText('idempotencyKey', idempotencyKey, IDEMPOTENCY_KEY_LENGTH_MAX);
  if (channel === 'operator' && startMs % MINUTE_MS !== 0)
    invalid('startsAt must be a whole minute', ['startsAt']);
  return { ...request, guest, partnerBookingRef };
}

function optional(field: string, text: string | null, max: number): string | null {
  const given = orNone(text);
  if (given !== null) assertText(field, given, max);
  return given;
}
