/**
 * What is held for a booking while its guest reads to where she is about to move it (D12, D35). The booking keeps its place meanwhile. Where the new
 * time can be had beside it, tables are held as for anybody; where it can be had only at the booking's own place, such as half an hour later at the
 * same table, just what that lacks is held. The move itself is decided like any other, with what is held for it counted as free.
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
  /** Until when the hold is exclusive, in milliseconds since 1970. After that it can still be used unless another booking needed it. */
  readonly expiresMs: number;
}

/** How a request to hold a place for a move ends on a normal day. */
export type HoldMoveOutcome =
  | {
      /** It is held. */
      readonly kind: 'held';
      /** To where, and until when. */
      readonly held: HeldMove;
    }
  | {
      /** It can be had at this moment, and is held for nobody: others would have to change their tables for it, or this booking was held places too often. */
      readonly kind: 'free';
    }
  | {
      /** The booking is there already. */
      readonly kind: 'unchanged';
    }
  | ({
      /** It cannot be had. What was held before is still held. */
      readonly kind: 'refused';
    } & Rejected);

/** The entry of a diary is held for a move of the booking. */
export function isHeldToMove(bookingId: string): (entry: DiaryBooking) => entry is HoldEntry {
  let number: bigint | undefined;
  return (entry): entry is HoldEntry =>
    isHoldEntry(entry) && entry.isForMove && moveNumberOf(entry.id) === (number ??= moveNumberOf(bookingId));
}

/** A change of a booking, for which what is held for its own move counts as free. Once the booking has changed its place, or has none any more, it is given up. */
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

/** What is held still is: nobody has made it give way, and the booking whose own tables suffice is still there. */
export function isStillHeld(hold: HoldRow, booking: Booking): boolean {
  if (hold.claim === 'place') return contains(heldBy(toDiary(booking)), heldBy(hold));
  return hold.claim === 'tables';
}

/** What is held for the move is given up. */
export function evicted(holds: readonly HoldEntry[]): NonNullable<Amendment<unknown>['reseatings']> {
  return holds.map(({ id }) => ({ bookingId: id, tables: [] }));
}
