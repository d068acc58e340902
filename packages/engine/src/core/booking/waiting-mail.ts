/** The e-mails to waiting guests (D36): about the entry, and about an offer. */
import { SECOND_MS } from '../instant.ts';
import type { Location } from '../location/location.ts';
import { isLiveHold } from '../booking/hold.ts';
import type { HoldRow, WaitlistRow } from '../booking/row.ts';
import { isInLine } from '../booking/waiting.ts';
import { type Delivery, MAIL_QUEUE } from '../outbox/delivery.ts';
import type { WaitingMessage, WaitingMessageKind } from '../outbox/message.ts';

/** The outbox's note of the e-mail, without guest data. */
export interface WaitingNote {
  readonly kind: WaitingMessageKind;
  readonly madeMs: number;
}

/** The e-mail to a waiting guest; empty without an e-mail address. */
export function waitingMails(
  row: WaitlistRow,
  kind: WaitingMessageKind,
  madeMs: number,
): readonly Delivery[] {
  if (row.guest.email === null) return [];
  const eventId = `${row.id}:mail.${kind}:${Math.floor(madeMs / SECOND_MS)}`;
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

/** The present recipient of a message. */
export interface Addressed {
  readonly id: string;
  /** The guest's e-mail address or that of a substitute; null for none. */
  readonly to: string | null;
  /** The token of the link; null for none. */
  readonly token: string | null;
  readonly nowMs: number;
}

/**
 * The message of a note; null if it is obsolete: the guest has been erased, no longer waits, or the offer has ended.
 *
 * @param offer the hold of the entry; null for none
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
