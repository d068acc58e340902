/** The e-mails to guests, with their times and contents (D26). */
import type { Booking } from './booking.ts';
import { type Delivery, MAIL_QUEUE } from '../outbox/delivery.ts';
import { HOUR_MS, SECOND_MS } from '../instant.ts';
import type { Location } from '../location/location.ts';
import type { GuestMessage, GuestMessageKind } from '../outbox/message.ts';

/** The outbox's note of a guest e-mail: the change in its state then, without guest data. */
export type GuestNote = Pick<
  GuestMessage,
  'kind' | 'startMs' | 'endMs' | 'partySize' | 'madeMs' | 'sequence'
>;

/** The time of the reminder before the visit. */
const REMINDER_MS = 24 * HOUR_MS;

/**
 * The e-mails of a change, and the reminder for the new state, which replaces the earlier one. The booking already contains the event of the
 * change.
 *
 * @param kind null: the change does not concern the guest
 */
export function guestMails(
  booking: Booking,
  kind: Exclude<GuestMessageKind, 'reminder'> | null,
  nowMs: number,
): readonly Delivery[] {
  if (booking.guest.email === null) return [];
  const mails = kind === null ? [] : [mailOf(booking, kind, nowMs, null)];
  const remindMs = booking.startMs - REMINDER_MS;
  return booking.status !== 'confirmed' || remindMs <= nowMs
    ? mails
    : [...mails, mailOf(booking, 'reminder', nowMs, remindMs)];
}

function mailOf(booking: Booking, kind: GuestMessageKind, madeMs: number, dueMs: number | null): Delivery {
  const { id, locationId, startMs, endMs, partySize } = booking;
  const sequence = sequenceOf(booking);
  const eventId = `${id}:mail.${kind}:${sequence}`;
  const note: GuestNote = { kind, startMs, endMs, partySize, madeMs, sequence };
  return {
    id: `${eventId}@${MAIL_QUEUE}`,
    queue: MAIL_QUEUE,
    locationId,
    bookingId: id,
    eventId,
    body: JSON.stringify(note),
    dueMs,
  };
}

/** The `SEQUENCE` of the calendar entry: increases with every change, also within one second, so no two changes of a booking share it. */
export function sequenceOf({ lastEventSeconds, createdMs, status }: Booking): number {
  const seconds = Math.max(...Object.values(lastEventSeconds)) - Math.floor(createdMs / SECOND_MS);
  const rank = status === 'cancelled' ? 2 : Number('booking.updated' in lastEventSeconds);
  return 3 * Math.max(0, seconds) + rank;
}

/**
 * The message of a note; null if it is obsolete: the guest has been erased, a reminder's booking has changed since, or the visit has begun.
 *
 * @param to the recipient: the guest, or a substitute
 * @param manageToken of the manage link; only a booking that can still be changed shows it
 */
export function guestMessageOf(
  messageId: string,
  note: GuestNote,
  booking: Booking,
  location: Location,
  to: string | null,
  manageToken: string | null,
  nowMs: number,
): GuestMessage | null {
  if (to === null || booking.guest.email === null) return null;
  const { id, name, timeZone, contact, brand } = location;
  const isCurrent = booking.status === 'confirmed' && sequenceOf(booking) === note.sequence;
  if (note.kind === 'reminder' && (!isCurrent || nowMs >= note.startMs)) return null;
  return {
    ...note,
    id: messageId,
    to,
    guestName: booking.guest.name,
    notes: booking.guest.notes,
    language: booking.guest.language ?? location.language,
    location: { id, name, timeZone, contact, brand },
    bookingId: booking.id,
    manageToken: note.kind === 'cancelled' ? null : manageToken,
    isByAssistant: booking.channel === 'assistant',
  };
}
