/** What the diary holds for a booking that its guest is moving (D12, D35). */
import type { Booking } from '../../core/booking/booking.ts';
import type { PromisedMove } from '../../core/booking/decide-guest.ts';
import { type HeldMove, isStillHeld } from '../../core/booking/move-hold.ts';
import { type HoldRow, isHold } from '../../core/booking/row.ts';
import type { MoveTerms } from '../../core/booking/terms.ts';
import type { App } from '../context.ts';

/** What was held for the booking and is not given up, whether it has expired or not. */
export async function moveHolds(app: App, { locationId, id }: Booking): Promise<readonly HoldRow[]> {
  const holds = (await app.storage.bookings.pending(locationId)).filter(isHold);
  return holds.filter(({ move }) => move?.bookingId === id);
}

/** What rows hold for a booking, and until when; null when they do not any more. */
export function heldAmong(rows: readonly HoldRow[], booking: Booking, nowMs: number): HeldMove | null {
  const held = liveAmong(rows, booking, nowMs);
  if (!held) return null;
  const { startMs, partySize } = held.move;
  return { startMs, partySize, expiresMs: Math.min(...held.rows.map(({ expiresMs }) => expiresMs)) };
}

/** The place that is promised to a booking by what is held for it (D46); null for none. */
export async function promisedMoveOf(app: App, booking: Booking): Promise<PromisedMove | null> {
  const held = liveAmong(await moveHolds(app, booking), booking, app.clock.nowMs());
  if (!held) return null;
  const { bookingId: _, ...promised } = held.move;
  return { ...promised, serviceDate: held.rows[0]!.serviceDate };
}

function liveAmong(
  rows: readonly HoldRow[],
  booking: Booking,
  nowMs: number,
): { readonly move: MoveTerms; readonly rows: readonly HoldRow[] } | null {
  const live = rows.filter(({ expiresMs }) => nowMs < expiresMs);
  const move = live.map((row) => row.move).find((one) => one !== null);
  return move && live.every((row) => isStillHeld(row, booking)) ? { move, rows: live } : null;
}
