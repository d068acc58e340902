/** What all who ask for a link by mail have in common: how often they may, and the mail itself. */
import { tokenHashOf } from '../core/access/secret.ts';
import { BookingError } from '../core/errors.ts';
import { type Delivery, MAIL_QUEUE } from '../core/outbox/delivery.ts';
import type { LinkNote, PasskeyNote, SignInNote, SignUpNote } from './background/compose-mail.ts';
import type { App } from './context.ts';

/** Who asks belongs to no restaurant, or to several. */
const NO_LOCATION = '00000000-0000-4000-8000-000000000000';

/** A mail about a way in, as the outbox has it: neither token nor e-mail address is in it. */
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

/** What is counted, of whom, and how often it may be within a window. */
interface Count {
  readonly of: 'sign-up' | 'sign-in';
  readonly who: string;
  readonly limit: number;
  readonly windowMs: number;
}

/** Counts one; whether it is within the limit. E-mail addresses are not kept. */
export async function isWithin(app: App, { of, who, limit, windowMs }: Count): Promise<boolean> {
  return (await app.storage.rates.take(`${of} ${tokenHashOf(who)}`, limit, windowMs)).allowed;
}

/** Counts one who asks; throws `rate_limited` when it was too often. */
export async function countAsking(app: App, count: Count): Promise<void> {
  if (!(await isWithin(app, count))) throw new BookingError('rate_limited');
}
