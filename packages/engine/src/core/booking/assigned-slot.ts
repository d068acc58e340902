/** Where a new party sits: what bookings and holds have in common before they are made. */
import { START_RANGE_YEARS } from '../limits.ts';
import type { TableAccess } from '../location/floor-plan.ts';
import type { Slot } from '../location/slots.ts';
import { dayToSearch, undecidedIn } from '../seating/day-state.ts';
import { seatParty, type TableAssignment } from '../seating/table-assignment.ts';
import { DAY_MS } from '../instant.ts';
import type { Channel } from './booking.ts';
import type { BookingRequest } from './booking-request.ts';
import type { BookingContext } from './decide.ts';
import { type Amendment, heldBy, type Snapshot } from './diary.ts';
import type { Reason } from '../location/reason.ts';

/** A slot, and tables at it. */
export interface AssignedSlot {
  readonly slot: Slot;
  readonly assignment: TableAssignment;
}

/** Where a new party sits, of a booking as of a hold: the slot first, then the tables; else what is answered and kept of the refusal. */
export function seatNew(
  at: BookingContext,
  snapshot: Snapshot,
  channel: Channel,
  request: Pick<BookingRequest, 'startMs' | 'partySize'>,
  slot: Slot | Reason,
  tableAccess: TableAccess,
): AssignedSlot | Amendment<RefusedOutcome> {
  if (typeof slot === 'string') return refused(at, channel, request, slot);
  const { partySize } = request;

  const held = heldBy(slot);
  const state = dayToSearch(at, snapshot.bookings, at.window.nowMs, held);
  const assignment = seatParty(state, slot, partySize, tableAccess);
  if (assignment === 'tables') {
    const undecided = undecidedIn(at, state, { ...held, partySize, tableAccess });
    return { ...refused(at, channel, request, assignment), undecided };
  }
  return typeof assignment === 'string' ? refused(at, channel, request, assignment) : { slot, assignment };
}

interface RefusedOutcome {
  readonly kind: 'refused';
  readonly reason: Reason;
}

/** What was asked for in vain is kept, of partners and of the house itself. */
export function refused(
  at: BookingContext,
  channel: Channel,
  { startMs, partySize }: Pick<BookingRequest, 'startMs' | 'partySize'>,
  reason: Reason,
): Amendment<RefusedOutcome> {
  const result: RefusedOutcome = { kind: 'refused', reason };
  const { location } = at;
  const requestedMs = at.window.nowMs;
  const isAbsurd = Math.abs(startMs - requestedMs) > START_RANGE_YEARS * 365 * DAY_MS;
  if (isAbsurd) return { result };
  return { result, refusal: { locationId: location.id, channel, requestedMs, startMs, partySize, reason } };
}
