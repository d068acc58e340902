/** The e-mails with links and their rate limits, for sign-up and sign-in. */
import { tokenHashOf } from '../core/access/secret.ts';
import { BookingError } from '../core/errors.ts';
import { type Delivery, MAIL_QUEUE } from '../core/outbox/delivery.ts';
import type { LinkNote, PasskeyNote, SignInNote, SignUpNote } from './background/compose-mail.ts';
import type { App } from './context.ts';

/** The requests belong to no single location. */
const NO_LOCATION = '00000000-0000-4000-8000-000000000000';

/** A message of the outbox. It does not contain the token or the e-mail address. */
export function linkMail(id: string, note: SignUpNote | SignInNote | PasskeyNote | LinkNote): Delivery {
  return {
    id: `${id}@${MAIL_QUEUE}`,
    queue: MAIL_QUEUE,
    locationId: NO_LOCATION,
    bookingId: null,
    eventId: id,
    body: JSON.stringify(note),
    dueMs: null,
  };
}

/** A counter with its limit within a window. */
interface Count {
  readonly of: 'sign-up' | 'sign-in';
  readonly who: string;
  readonly limit: number;
  readonly windowMs: number;
}

/** Counts one request and returns whether it is within the limit. E-mail addresses are hashed. */
export async function isWithin(app: App, { of, who, limit, windowMs }: Count): Promise<boolean> {
  return (await app.storage.rates.take(`${of} ${tokenHashOf(who)}`, limit, windowMs)).allowed;
}

/** Counts one request; throws `rate_limited` above the limit. */
export async function countAsking(app: App, count: Count): Promise<void> {
  if (!(await isWithin(app, count))) throw new BookingError('rate_limited');
}
