/** Decisions about holds (D35), with the same checks of slot and tables as for bookings: `decide.ts`. */
import { seatAgain, type TableAssignment } from '../seating/table-assignment.ts';
import { dayToSearch, type StepContext } from '../seating/day-state.ts';
import { BookingError } from '../errors.ts';
import { HOLDS_MAX } from '../limits.ts';
import { type Booking, isLive, NO_VISIT, sourceOf } from './booking.ts';
import type { BookingRequest } from './booking-request.ts';
import {
  type BookingContext,
  type BookOutcome,
  CREATION,
  newBooking,
  type NewBooking,
  saved,
  refused,
  seatNew,
} from './decide.ts';
import { heldBy, type Rule, type Snapshot, withoutEntry } from './diary.ts';
import {
  expiriesOf,
  type HoldOutcome,
  holdOf,
  isLiveHold,
  isOpen,
  isSwept,
  released,
  swept,
} from './hold.ts';
import { tableAccessOf } from '../location/floor-plan.ts';
import type { Reason, Rejected } from '../location/reason.ts';
import { rejectionAt, type Slot, slotAt } from '../location/slots.ts';
import { type DiaryRow, type HoldRow, withArea } from './row.ts';

/** The fields of a new hold besides the requested ones. */
export type NewHold = Pick<
  HoldRow,
  'id' | 'expiresMs' | 'channel' | 'idempotencyKey' | 'keyId' | 'waitingId' | 'move' | 'area'
>;

export type HeldParty = Pick<BookingRequest, 'startMs' | 'partySize'>;

/**
 * Holds tables for a party: a known idempotency key is answered first, then the limit of the API key (D47), the slot, and the tables. A rejected hold counts
 * as demand, like a booking.
 *
 * @param holdsMax live holds of the API key at the location
 * @throws BookingError (the rule) `too_many_holds`, with the time until the first of the holds expires
 */
export function createHold(
  at: BookingContext,
  made: NewHold,
  party: HeldParty,
  requested: Slot | Reason | Rejected,
  holdsMax = HOLDS_MAX,
): Rule<HoldOutcome> {
  const { nowMs } = at.window;
  return (snapshot) => {
    if (snapshot.named)
      return { result: { kind: 'replayed', hold: holdOf(foundHold(snapshot.named), nowMs) } };
    const expiries = expiriesOf(made.keyId, snapshot.holds ?? new Map(), nowMs);
    if (expiries.length >= holdsMax)
      throw new BookingError('too_many_holds', undefined, [], expiries[0]! - nowMs);
    const access = tableAccessOf(made.channel === 'operator' ? 'all' : 'online', made.area);
    const seat = seatNew(at, snapshot, made.channel, party, requested, access);
    if ('result' in seat) return seat;
    const { slot, assignment } = seat;
    const row = holdRow(at, made, party.partySize, slot, assignment.tables);
    return {
      booking: row,
      reseatings: assignment.reseatings,
      result: { kind: 'held', hold: holdOf(row, nowMs) },
    };
  };
}

export function holdRow(
  { location, day, window }: Pick<BookingContext, 'location' | 'day' | 'window'>,
  made: NewHold,
  partySize: number,
  { startMs, endMs, blockedUntilMs }: Pick<Booking, 'startMs' | 'endMs' | 'blockedUntilMs'>,
  tables: readonly string[],
): HoldRow {
  return {
    ...made,
    kind: 'hold',
    claim: 'tables',
    yielded: false,
    locationId: location.id,
    serviceDate: day.date,
    startMs,
    endMs,
    blockedUntilMs,
    partySize,
    tables,
    status: 'confirmed',
    source: sourceOf(made.channel),
    partnerBookingRef: null,
    guest: { name: '', email: null, phone: null, notes: null, language: null },
    manageTokenHash: null,
    visit: NO_VISIT,
    history: [],
    formerGuests: [],
    createdMs: window.nowMs,
    lastEventSeconds: {},
  };
}

/**
 * Makes a booking of a hold. A live hold becomes a booking at its own tables, whatever the plan has become since: a change that would take them was rejected
 * (D46). An expired hold that no step has evicted can still be confirmed (D35), even if the background has removed it from the diary. The current
 * plan applies: it gets its own tables if the plan has them, otherwise others, and closed times are rejected. The policies must admit the party now
 * (D51).
 */
export function confirmHold(
  at: BookingContext,
  made: NewBooking,
  request: Omit<BookingRequest, 'startMs' | 'partySize'>,
): Rule<BookOutcome> {
  const { nowMs } = at.window;
  return (snapshot) => {
    const hold = foundHold(snapshot.named);
    const { startMs, endMs, blockedUntilMs, partySize, channel } = hold;
    const full: BookingRequest = { ...request, startMs, partySize, ...withArea(hold.area) };
    if (startMs <= nowMs) return refused(at, channel, full, 'too_soon');
    if (!isOpen(hold) && !isSwept(hold)) return refused(at, channel, full, 'tables');
    const assignment = isLiveHold(hold, nowMs)
      ? { tables: hold.tables, reseatings: [] }
      : seatExpired(at, snapshot, hold);
    if (!('tables' in assignment)) return refused(at, channel, full, assignment);
    const booking = newBooking(at, made, channel, full, { endMs, blockedUntilMs }, assignment.tables);
    return {
      ...saved(booking, CREATION, at, (now) => ({ kind: 'booked', booking: now })),
      others: [{ ...hold, keyId: null, status: 'completed' }],
      reseatings: assignment.reseatings,
    };
  };
}

/** Tables for an expired hold on the present plan, or the reason why there are none. */
function seatExpired(at: BookingContext, { bookings }: Snapshot, hold: HoldRow): TableAssignment | Rejected {
  const { startMs, partySize, channel, area } = hold;
  const access = tableAccessOf(channel === 'operator' ? 'all' : 'online', area);
  if (slotAt(at.location, at.day, startMs, partySize, at.window, access) === 'closed')
    return { reason: 'closed' };
  const rejected = rejectionAt(at.window, at.day, hold, partySize);
  if (rejected) return rejected;
  const held = heldBy(hold);
  const others = bookings.filter(({ id }) => id !== hold.id);
  const state = dayToSearch(stepOf(at), others, at.window.nowMs, held);
  return seatAgain(state, hold, held, partySize, access) ?? { reason: 'tables' };
}

/** The day of the step, without cached results, as these include the hold. */
function stepOf({ location, day, memory }: BookingContext): StepContext {
  return { location, day, memory };
}

/**
 * A rule that places a hold instead of the one that the step names: it decides without the old hold, and releases it in the same step. An expired
 * hold keeps no tables, and is unchanged.
 */
export function replacing<R>(rule: Rule<R>, nowMs: number): Rule<R> {
  return (snapshot) => {
    const old = foundHold(snapshot.named);
    const amendment = rule({ ...withoutEntry(snapshot, old.id), named: null });
    return amendment.booking && isLiveHold(old, nowMs)
      ? { ...amendment, others: [released(old)] }
      : amendment;
  };
}

/** Releases a hold. Idempotent, and without effect for a confirmed hold. */
export const releaseHold: Rule<HoldRow> = ({ named }) => {
  const hold = foundHold(named);
  if (!isLive(hold) && !isSwept(hold)) return { result: hold };
  const booking = released(hold);
  return { result: booking, booking };
};

/** Removes an expired hold from the diary: see {@link swept}. */
export const sweepHold: Rule<HoldRow> = ({ named }) => {
  const hold = foundHold(named);
  return { result: hold, ...(isLive(hold) && { booking: swept(hold) }) };
};

/** The hold that a step names; `hold_not_found` for any other row. */
function foundHold(row: DiaryRow | null): HoldRow {
  if (row?.kind !== 'hold') throw new BookingError('hold_not_found');
  return row;
}
