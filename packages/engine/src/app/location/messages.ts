import { found } from '../../core/booking/booking.ts';
import { type HouseCaller, partnerOf, visibilityOf } from '../../core/access/policy.ts';
import { isAboutDates } from '../../core/outbox/availability-event.ts';
import { type DeliveryRecord, type DeliveryState, MAIL_QUEUE } from '../../core/outbox/delivery.ts';
import type { App } from '../context.ts';
import { findBooking } from '../read-booking.ts';

/** An e-mail or webhook about a booking, without its content. */
export interface BookingMessage {
  /** Unique in the outbox. */
  readonly id: string;
  /** An e-mail goes to the guest, a webhook to the partner. */
  readonly by: 'mail' | 'webhook';
  /** The subject: of an e-mail `confirmation`, `moved`, `cancelled` or `reminder`; of a webhook its event, such as `booking.updated`. */
  readonly about: string;
  /** Slug of the partner that gets the webhook; null for an e-mail. */
  readonly partner: string | null;
  /** The state of the delivery. */
  readonly state: DeliveryState;
  /** When it was written, in milliseconds since 1970. */
  readonly createdMs: number;
  /** The time of the next attempt, or of the last one. */
  readonly dueMs: number;
  /** The number of attempts. */
  readonly attempts: number;
  /** The result of the last attempt, such as `delivered`, `timeout` or `status 500`; null before the first. */
  readonly lastOutcome: string | null;
  /** The time of the last attempt. */
  readonly lastAttemptMs: number | null;
}

/** The messages about a booking, sent and waiting, the oldest first. */
export async function messagesOf(
  app: App,
  caller: HouseCaller,
  bookingId: string,
): Promise<readonly BookingMessage[]> {
  const booking = found(await findBooking(app, bookingId, visibilityOf(caller)));
  const records = await app.storage.outbox.ofBooking(booking.id);
  const own = records.filter((record) => !isAboutDates(record));
  return own.map((record) => messageOf(record, partnerOf(booking.channel)));
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
