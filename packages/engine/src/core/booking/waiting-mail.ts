/** What guests who wait are written (D36): that they are in line, and that a table is kept for them. */
import type { Location } from '../location/location.ts';
import { isLiveHold } from '../booking/hold.ts';
import type { HoldRow, WaitlistRow } from '../booking/row.ts';
import { isInLine } from '../booking/waiting.ts';
import { type Delivery, MAIL_QUEUE } from '../outbox/delivery.ts';
import type { WaitingMessage, WaitingMessageKind } from '../outbox/message.ts';

/** What of the mail is written into the outbox: nothing of the guest. */
export interface WaitingNote {
  readonly kind: WaitingMessageKind;
  readonly madeMs: number;
}

/** The mail to a guest who waits; none where there is no address. Each entry has one of a kind at most. */
export function waitingMails(
  row: WaitlistRow,
  kind: WaitingMessageKind,
  madeMs: number,
): readonly Delivery[] {
  if (row.guest.email === null) return [];
  const eventId = `${row.id}:mail.${kind}:0`;
  const note: WaitingNote = { kind, madeMs };
  return [
    {
      id: `${eventId}@${MAIL_QUEUE}`,
      queue: MAIL_QUEUE,
      locationId: row.locationId,
      bookingId: row.id,
      eventId,
      body: JSON.stringify(note),
      dueMs: null,
    },
  ];
}

/** For whom a message is composed, as things stand now. */
export interface Addressed {
  readonly id: string;
  /** The guest's address, or of who stands in for the guest; null: nobody's. */
  readonly to: string | null;
  /** Of the mailed link; null where there is none. */
  readonly token: string | null;
  readonly nowMs: number;
}

/**
 * The message of a note, or null when it is no longer worth sending: the guest has been erased, or is no longer in line, or what was offered is
 * taken or over.
 *
 * @param offer the hold that the entry names; null for none
 */
export function waitingMessageOf(
  { kind, madeMs }: WaitingNote,
  row: WaitlistRow,
  offer: HoldRow | null,
  { id: locationId, name, timeZone, contact, brand, language }: Location,
  { id, to, token, nowMs }: Addressed,
): WaitingMessage | null {
  if (to === null || row.guest.email === null) return null;
  const isCurrent = kind === 'waitlist_joined' ? isInLine(row) : offer !== null && isLiveHold(offer, nowMs);
  if (!isCurrent) return null;
  const { toMs, mode } = row;
  return {
    kind,
    id,
    to,
    guestName: row.guest.name,
    language: row.guest.language ?? language,
    location: { id: locationId, name, timeZone, contact, brand },
    waitingId: row.id,
    partySize: row.partySize,
    fromMs: row.startMs,
    toMs,
    mode,
    offer: offer && { startMs: offer.startMs, endMs: offer.endMs, expiresMs: offer.expiresMs },
    token,
    madeMs,
  };
}
