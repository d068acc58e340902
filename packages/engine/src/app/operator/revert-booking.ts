import { type HouseCaller, visibilityOf } from '../../core/access/policy.ts';
import { found, toDiary } from '../../core/booking/booking.ts';
import type { ChangeOutcome } from '../../core/booking/decide.ts';
import { beforeReversal, revert } from '../../core/booking/decide-reversal.ts';
import { heldBy } from '../../core/booking/diary.ts';
import type { HistoryEntry } from '../../core/booking/history.ts';
import { isUnannounced } from '../../core/booking/undo-window.ts';
import { changeAs, changerOf } from '../change-booking.ts';
import type { App } from '../context.ts';
import { findBooking } from '../read-booking.ts';

/** Undoes the latest change of a booking. It is read before the step, which rejects undoing any other. */
export async function revertBooking(
  app: App,
  caller: HouseCaller,
  bookingId: string,
): Promise<ChangeOutcome> {
  const read = found(await findBooking(app, bookingId, visibilityOf(caller)));
  const before = beforeReversal(read, app.clock.nowMs());
  const latest = read.history.at(-1);
  const goal = before && {
    request: { startMs: before.startMs, partySize: before.partySize },
    extent: () => heldBy(toDiary(before)),
  };
  const also = latest ? await offeredBy(app, read.locationId, latest) : [];
  return changeAs(app, { ...changerOf(caller), read, also, ...goal }, (at) => revert(at, latest));
}

/** Ids of the waitlist entries to which a change has led to an offer, and of these holds, as long as neither e-mail nor event has left. */
async function offeredBy(app: App, locationId: string, change: HistoryEntry): Promise<readonly string[]> {
  if (!isUnannounced(change, app.clock.nowMs())) return [];
  const pending = await app.storage.bookings.pending(locationId);
  return pending.flatMap((row) =>
    row.kind === 'hold' && row.waitingId !== null && row.createdMs === change.atMs
      ? [row.id, row.waitingId]
      : [],
  );
}
