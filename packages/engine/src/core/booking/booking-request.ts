import { type Booking, type Channel, type Guest, sourceOf } from './booking.ts';
import { invalid } from '../errors.ts';
import type { FloorPlan } from '../location/floor-plan.ts';
import { MINUTE_MS } from '../instant.ts';
import {
  EMAIL_LENGTH_MAX,
  IDEMPOTENCY_KEY_LENGTH_MAX,
  NAME_LENGTH_MAX,
  NOTES_LENGTH_MAX,
  PARTNER_BOOKING_REF_LENGTH_MAX,
  PHONE_LENGTH_MAX,
} from '../limits.ts';
import { assertEmail, assertPartySize, assertText, optional, orNone } from '../fields.ts';

/** A booking as requested: optional fields can be omitted or null. */
export interface BookingInput {
  /** The start: a slot of the location, or any whole minute for the operator (D11). */
  readonly startMs: number;
  /** 1 or more. */
  readonly partySize: number;
  /** The name has 1 to 200 characters. Partners must give the e-mail address, operators can. Without a language, e-mails are in the location's. */
  readonly guest: Pick<Guest, 'name'> & Partial<Guest>;
  /** The partner's reference, at most 200 characters; need not be unique. */
  readonly partnerBookingRef?: string | null;
  /** Unique in the location, 1 to 120 characters: the same key is the same booking, for any other fields of the request (§4.3.5, D10). */
  readonly idempotencyKey?: string | null;
}

/** A checked booking request. */
export interface BookingRequest {
  /** The start, in milliseconds since 1970. */
  readonly startMs: number;
  /** The number of guests, 1 or more. */
  readonly partySize: number;
  /** The guest who books. */
  readonly guest: Guest;
  /** The partner's reference; need not be unique. */
  readonly partnerBookingRef: string | null;
  /** Unique in the location: the same key is the same booking, for any other fields of the request (§4.3.5, D10). */
  readonly idempotencyKey: string | null;
  /** The area that its guest has chosen (D52). */
  readonly area?: string | undefined;
}

/** The fields of a booking to change. An omitted field keeps the value that it has when the step runs (D32). */
export interface MoveRequest {
  /** A whole minute. */
  readonly startMs?: number;
  /** The number of guests, 1 or more. */
  readonly partySize?: number;
}

/** Tables that the operator chooses for a party (D38). The booking is then pinned to them. */
export interface TableChoice {
  /** Ids of tables of the plan, one or more, each once. */
  readonly tables: readonly string[];
  /** Also seats the party against the plan: at a table of another size, out of season, or at tables that the plan does not join. Default false. */
  readonly force?: boolean | undefined;
}

/** Further options of an operator who enters a booking. */
export interface CreateOptions extends Partial<TableChoice> {
  /** The party is seated now: a walk-in (D41). Its start must not be in the future. Default false. */
  readonly seated?: boolean | undefined;
  /**
   * The end of the visit, a whole minute, instead of start plus turn time, for example because the tables are booked from then on. It must be
   * after the start, within 24 hours.
   */
  readonly untilMs?: number | undefined;
}

/** Throws `invalid_request` unless the choice names tables of the plan, each once. */
export function assertChoice({ tables }: TableChoice, plan: FloorPlan): void {
  if (tables.length === 0) invalid('tables must name a table', ['tables']);
  if (new Set(tables).size < tables.length) invalid('tables must name each table once', ['tables']);
  const unknown = tables.find((id) => plan.tables.every((table) => table.id !== id));
  if (unknown !== undefined)
    invalid(`tables: there is no table ${JSON.stringify(unknown)}; use the ids of the floor plan`, [
      'tables',
    ]);
}

export function goalOf(booking: Booking, request: MoveRequest): Required<MoveRequest> {
  const { startMs = booking.startMs, partySize = booking.partySize } = request;
  return { startMs, partySize };
}

function isByPartner(channel: Channel): boolean {
  return sourceOf(channel) === 'partner';
}

/** Blank optional texts are dropped (D8). Throws `invalid_request` unless well formed (D8, D11); only partners must give the e-mail address. */
export function soundRequest(request: BookingInput, channel: Channel): BookingRequest {
  const { partySize, startMs, idempotencyKey = null } = request;
  if (!Number.isSafeInteger(startMs)) invalid('startMs must be an instant', ['startMs']);
  assertPartySize('partySize', partySize);
  assertText('guest.name', request.guest.name, NAME_LENGTH_MAX);
  const { name, email = null, language = null } = request.guest;
  const guest = {
    name,
    email: isByPartner(channel) ? email : orNone(email),
    phone: optional('guest.phone', request.guest.phone, PHONE_LENGTH_MAX),
    notes: optional('guest.notes', request.guest.notes, NOTES_LENGTH_MAX),
    language,
  };
  if (guest.email !== null) assertEmail('guest.email', guest.email, EMAIL_LENGTH_MAX);
  else if (isByPartner(channel)) invalid('guest.email is missing', ['guest', 'email']);
  const reference = request.partnerBookingRef;
  const partnerBookingRef = optional('partnerBookingRef', reference, PARTNER_BOOKING_REF_LENGTH_MAX);
  if (idempotencyKey !== null) assertText('idempotencyKey', idempotencyKey, IDEMPOTENCY_KEY_LENGTH_MAX);
  if (channel === 'operator' && startMs % MINUTE_MS !== 0)
    invalid('startMs must be a whole minute', ['startMs']);
  return { startMs, partySize, guest, partnerBookingRef, idempotencyKey };
}
