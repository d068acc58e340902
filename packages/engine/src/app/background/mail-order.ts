/** E-mails to the guest of a booking leave in the order of its changes, with any number of workers. */
import { setTimeout as pause } from 'node:timers/promises';
import type { GuestNote } from '../../core/booking/guest-mail.ts';
import { SECOND_MS } from '../../core/instant.ts';
import { MAIL_QUEUE } from '../../core/outbox/delivery.ts';
import type { App } from '../context.ts';

/** How often, and at what interval, a due e-mail checks whether the earlier one has been sent. The sum is part of the time of its lease. */
const CHECKS = 40;
const CHECK_MS = 50;

/** Waits for earlier e-mails that are due. Returns after which time the e-mail must be tried again; 0: it can leave. */
export async function waitForEarlierMs(app: App, bookingId: string, note: GuestNote): Promise<number> {
  for (let checks = 0; checks < CHECKS; checks++) {
    const dueMs = await earlierDueMs(app, bookingId, note);
    const untilDueMs = dueMs - app.clock.nowMs();
    if (untilDueMs > 0) return untilDueMs;
    if (dueMs === -Infinity) return 0;
    await pause(CHECK_MS);
  }
  return SECOND_MS;
}

/** The latest time at which an earlier e-mail is due that is not settled; -Infinity without one. A reminder is due long after its change. */
async function earlierDueMs(app: App, bookingId: string, { sequence }: GuestNote): Promise<number> {
  const all = await app.storage.outbox.ofBooking(bookingId);
  const earlier = all.filter(({ queue, state, body }) => {
    if (queue !== MAIL_QUEUE || state !== 'waiting') return false;
    const note = JSON.parse(body) as GuestNote;
    return note.kind !== 'reminder' && note.sequence < sequence;
  });
  return Math.max(...earlier.map(({ dueMs }) => dueMs));
}
