import { found } from '../../core/booking/booking.ts';
import { type HouseCaller, partnerOf, visibilityOf } from '../../core/access/policy.ts';
import { type DeliveryRecord, type DeliveryState, MAIL_QUEUE } from '../../core/outbox/delivery.ts';
import type { App } from '../context.ts';
import { findBooking } from '../read-booking.ts';

/** A mail or a webhook about a booking, without what it says. */
export interface BookingMessage {
  /** Unique in the outbox. */
  readonly id: string;
  /** To the guest, or to the partner. */
  readonly by: 'mail' | 'webhook';
  /** What it tells of: of a mail `confirmation`, `moved`, `cancelled` or `reminder`; of a webhook its event, such as `booking.updated`. */
  readonly about: string;
  /** Slug of the partner to whom a webhook goes; null for a mail. */
  readonly partner: string | null;
  /** What has become of it. */
  readonly state: DeliveryState;
  /** When it was written, in milliseconds since 1970. */
  readonly createdMs: number;
  /** When it is tried next, or was tried last. */
  readonly dueMs: number;
  /** How often it has been tried. */
  readonly attempts: number;
  /** What the last try came to, such as `delivered`, `timeout` or `status 500`; null before the first. */
  readonly lastOutcome: string | null;
  /** When that was. */
  readonly lastAttemptMs: number | null;
}

/** What was and will be told of a booking, the oldest first. */
export async function messagesOf(
  app: App,
  caller: HouseCaller,
  bookingId: string,
): Promise<readonly BookingMessage[]> {
  const booking = found(await findBooking(app, bookingId, visibilityOf(caller)));
  const records = await app.storage.outbox.ofBooking(booking.id);
  return records.map((record) => messageOf(record, partnerOf(booking.channel)));
}

function messageOf(
  { id, queue, eventId, body, state, createdMs, dueMs, attempts }: DeliveryRecord,
  partner: string | null,
): BookingMessage {
  const isMail = queue === MAIL_QUEUE;
  const last = attempts.at(-1);
  return {
    id,
    by: isMail ? 'mail' : 'webhook',
    // An event's id is `<booking>:<type>:<seconds>`.
    about: isMail ? (JSON.parse(body) as { readonly kind: string }).kind : (eventId.split(':')[1] ?? ''),
    partner: isMail ? null : partner,
    state,
    createdMs,
    dueMs,
    attempts: attempts.length,
    lastOutcome: last?.outcome ?? null,
    lastAttemptMs: last?.atMs ?? null,
  };
}
