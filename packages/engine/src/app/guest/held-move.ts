/** The holds for a move of a booking by its guest (D12, D35). */
import type { Booking } from '../../core/booking/booking.ts';
import type { PromisedMove } from '../../core/booking/decide-guest.ts';
import { type HeldMove, isStillHeld } from '../../core/booking/move-hold.ts';
import { type HoldRow, isHold } from '../../core/booking/row.ts';
import type { MoveTerms } from '../../core/booking/terms.ts';
import type { App } from '../context.ts';

/** The holds for a move of the booking that are not released, including expired ones. */
export async function moveHolds(app: App, { locationId, id }: Booking): Promise<readonly HoldRow[]> {
  const holds = (await app.storage.bookings.pending(locationId)).filter(isHold);
  return holds.filter(({ move }) => move?.bookingId === id);
}

/** The live hold of these rows, with its end; null if there is none. */
export function heldAmong(rows: readonly HoldRow[], booking: Booking, nowMs: number): HeldMove | null {
  const held = liveAmong(rows, booking, nowMs);
  if (!held) return null;
  const { startMs, partySize } = held.move;
  return { startMs, partySize, expiresMs: Math.min(...held.rows.map(({ expiresMs }) => expiresMs)) };
}

/** The place that is promised to a booking by its live hold (D46); null for none. */
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
