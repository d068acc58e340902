/** Decisions about holds for a move by the guest (D12, D35); `move-hold.ts` has the further life of such a hold. */
import { tableAccessOf } from '../location/floor-plan.ts';
import { isSlot, slotAt, type Slot, windowToMove } from '../location/slots.ts';
import { dayToSearch, undecidedIn } from '../seating/day-state.ts';
import { coversLeft, seatAgain, seatParty } from '../seating/table-assignment.ts';
import { type Interval, overlaps } from '../instant.ts';
import { type Booking, found, toDiary } from './booking.ts';
import type { MoveRequest } from './booking-request.ts';
import type { BookingContext } from './decide.ts';
import { goalOfMove } from './decide-move.ts';
import { holdRow } from './decide-hold.ts';
import { type Amendment, type DiaryBooking, heldBy, type Reseating, type Rule } from './diary.ts';
import { evicted, type HoldMoveOutcome, isHeldToMove } from './move-hold.ts';
import { asRejected, type Reason, type Rejected } from '../location/reason.ts';
import { moveHoldId } from '../ids.ts';
import { type HoldRow, withArea } from './row.ts';

/**
 * Holds the tables of a move, with the same checks of slot, pacing and tables as the move itself. An earlier hold for the booking is released,
 * unless the new time is not available.
 *
 * @param made the parts of its ids; null: only checks whether the move is possible, without a hold
 */
export function holdMove(
  at: BookingContext,
  request: MoveRequest,
  made: MadeMoveHold | null,
): Rule<HoldMoveOutcome> {
  return (snapshot) => {
    const { location, day, window } = at;
    const booking = found(snapshot.named);
    const to = goalOfMove(booking, request);
    const isOwn = isHeldToMove(booking.id);
    const given = evicted(snapshot.bookings.filter(isOwn));
    if (booking.startMs === to.startMs && booking.partySize === to.partySize)
      return { result: { kind: 'unchanged' }, reseatings: given };
    const access = tableAccessOf('online', booking.area);
    const slot = slotAt(location, day, to.startMs, to.partySize, windowToMove(window, booking), access);
    if (!isSlot(slot)) return refusal(slot);
    const standing = snapshot.bookings.filter((entry) => !isOwn(entry));
    const held = partsFor(booking, slot, to.partySize, standing, at);
    if (held !== null && 'result' in held) return held;
    if (held === null || made === null) return { result: { kind: 'free' }, reseatings: given };
    const { endMs, blockedUntilMs } = slot;
    const move = { bookingId: booking.id, ...to, endMs, blockedUntilMs, tables: held.tables };
    const others = held.parts.map(({ tables, ...part }, i): HoldRow => {
      const expiresMs = made.expiresMs + i; // each of several parts has a separate id
      const row = {
        id: moveHoldId(expiresMs, made.random, booking.id),
        expiresMs,
        channel: booking.channel,
        idempotencyKey: null,
        keyId: null,
        waitingId: null,
        ...withArea(booking.area),
        move,
      };
      // It ends with the visit, or with the buffer if only that is missing.
      const endsMs = part.startMs < endMs ? Math.min(part.endMs, endMs) : part.endMs;
      const times = { startMs: part.startMs, endMs: endsMs, blockedUntilMs: part.endMs };
      const hold = holdRow(at, row, to.partySize, times, tables);
      return tables.length > 0 ? hold : { ...hold, claim: 'place' };
    });
    const result: HoldMoveOutcome = { kind: 'held', held: { ...to, expiresMs: made.expiresMs } };
    return { result, others, reseatings: [...given, ...held.reseatings] };
  };
}

export interface MadeMoveHold {
  readonly expiresMs: number;
  /** The random bytes for {@link moveHoldId}. */
  readonly random: Uint8Array;
}

/** The parts to hold, and the bookings that make room. */
interface HeldParts {
  readonly parts: readonly Part[];
  readonly tables: readonly string[];
  readonly reseatings: readonly Reseating[];
}

interface Part extends Interval {
  readonly tables: readonly string[];
}

/** The parts to hold for a move; null if other bookings would have to be re-seated to the booking's present place; otherwise the rejection. */
function partsFor(
  booking: Booking,
  slot: Slot,
  partySize: number,
  standing: readonly DiaryBooking[],
  at: BookingContext,
): HeldParts | Amendment<HoldMoveOutcome> | null {
  const wanted = heldBy(slot);
  const { nowMs } = at.window;
  const tableAccess = tableAccessOf('online', booking.area);
  const beside = seatParty(dayToSearch(at, standing, nowMs, wanted), slot, partySize, tableAccess);
  if (typeof beside !== 'string') return { parts: [{ ...wanted, tables: beside.tables }], ...beside };
  const alone = standing.filter(({ id }) => id !== booking.id);
  if (coversLeft(alone, at.location, slot) < partySize) return refusal('pacing');
  const state = dayToSearch(at, alone, nowMs, wanted);
  const instead = seatAgain(state, booking, wanted, partySize, tableAccess);
  if (!instead) {
    const undecided = undecidedIn(at, state, { ...wanted, partySize, tableAccess });
    return { ...refusal('tables'), undecided };
  }
  if (instead.reseatings.length > 0) return null;
  const { tables } = instead;
  return { parts: lackingParts(booking, { ...wanted, tables }), tables, reseatings: [] };
}

/** The parts of the new place that the booking does not have; one part without tables if it has all, and must only keep its place. */
function lackingParts(booking: Booking, wanted: Part): readonly Part[] {
  const has = heldBy(toDiary(booking));
  if (!overlaps(has, wanted)) return [wanted];
  const isOwn = (table: string): boolean => booking.tables.includes(table);
  const own = wanted.tables.filter(isOwn);
  const parts: Part[] = [
    { ...wanted, tables: wanted.tables.filter((table) => !isOwn(table)) },
    { ...wanted, tables: own, endMs: has.startMs },
    { ...wanted, tables: own, startMs: has.endMs },
  ];
  const lacking = parts.filter(({ tables, startMs, endMs }) => tables.length > 0 && startMs < endMs);
  return lacking.length > 0 ? lacking : [{ ...wanted, tables: [] }];
}

function refusal(why: Reason | Rejected): Amendment<HoldMoveOutcome> {
  return { result: { kind: 'refused', ...asRejected(why) } };
}
