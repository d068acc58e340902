/**
 * Holds for a move by the guest, until the guest confirms it (D12, D35). The booking keeps its place. If the new time is available in addition,
 * tables are held as usual. If it is available only at the booking's own place, only the missing part is held: for example, half an hour later at
 * the same table. The move itself is decided like any other, with its own holds counted as free.
 */
import { isSameValue } from '../same-value.ts';
import { contains } from '../instant.ts';
import { type Booking, found, isLive, toDiary } from './booking.ts';
import type { ChangeOutcome } from './decide.ts';
import {
  type Amendment,
  type DiaryBooking,
  heldBy,
  type HoldEntry,
  isHoldEntry,
  type Rule,
} from './diary.ts';
import type { Rejected } from '../location/reason.ts';
import { moveNumberOf } from '../ids.ts';
import type { DiaryRow, HoldRow } from './row.ts';

/** A hold for the move of a booking. */
export interface HeldMove {
  /** The new start, in milliseconds since 1970. */
  readonly startMs: number;
  /** The new size. */
  readonly partySize: number;
  /** The end of the exclusive hold, in milliseconds since 1970. After that it can be used unless another booking needed it. */
  readonly expiresMs: number;
}

/** The outcome of a request for a move hold. */
export type HoldMoveOutcome =
  | {
      /** It is held. */
      readonly kind: 'held';
      /** The new time, with the expiry. */
      readonly held: HeldMove;
    }
  | {
      /** The move is possible now, without a hold: it would re-seat other bookings, or the booking has reached its limit of holds. */
      readonly kind: 'free';
    }
  | {
      /** The booking already has this time and size. */
      readonly kind: 'unchanged';
    }
  | ({
      /** The move is not possible. An earlier hold remains. */
      readonly kind: 'refused';
    } & Rejected);

/** Whether an entry of the diary is held for a move of the booking. */
export function isHeldToMove(bookingId: string): (entry: DiaryBooking) => entry is HoldEntry {
  let number: bigint | undefined;
  return (entry): entry is HoldEntry =>
    isHoldEntry(entry) && entry.isForMove && moveNumberOf(entry.id) === (number ??= moveNumberOf(bookingId));
}

/** A change of a booking that counts its own move holds as free. They are released when the booking has moved or no longer has a place. */
export function usingOwnHolds(rule: Rule<ChangeOutcome>): Rule<ChangeOutcome> {
  return (snapshot) => {
    const before = found(snapshot.named);
    const isOwn = isHeldToMove(before.id);
    const own = snapshot.bookings.filter(isOwn);
    if (own.length === 0) return rule(snapshot);
    const amendment = rule({ ...snapshot, bookings: snapshot.bookings.filter((entry) => !isOwn(entry)) });
    const { booking: after, reseatings = [] } = amendment;
    if (!after || (reseatings.length === 0 && staysPut(before, after))) return amendment;
    return { ...amendment, reseatings: [...reseatings, ...evicted(own)] };
  };
}

function staysPut(before: Booking, after: DiaryRow): boolean {
  return isLive(after) && isSameValue(toDiary(before), toDiary(after));
}

/** Whether the hold still applies: it is not evicted, and the booking that keeps its own tables is still there. */
export function isStillHeld(hold: HoldRow, booking: Booking): boolean {
  if (hold.claim === 'place') return contains(heldBy(toDiary(booking)), heldBy(hold));
  return hold.claim === 'tables';
}

/** Releases the move holds. */
export function evicted(holds: readonly HoldEntry[]): NonNullable<Amendment<unknown>['reseatings']> {
  return holds.map(({ id }) => ({ bookingId: id, tables: [] }));
}
