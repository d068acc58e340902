/** Where holds are decided (D35), by the same look at slot and tables as bookings: `decide.ts`. */
import { seatAgain } from '../seating/table-assignment.ts';
import { type StepContext, dayToSearch } from '../seating/decided-day.ts';
import { BookingError } from '../errors.ts';
import { type Booking, type Channel, NO_VISIT, toDiary } from './booking.ts';
import type { BookingRequest } from './booking-request.ts';
import {
  type BookingContext,
  type BookOutcome,
  CREATION,
  newBooking,
  type NewBooking,
  saved,
} from './decide.ts';
import { refused, seatNew } from './assigned-slot.ts';
import { heldBy, type Rule } from './diary.ts';
import { type HoldOutcome, holdOf, isOpen } from './hold.ts';
import { slotAt } from '../location/slots.ts';
import type { HoldTerms } from './terms.ts';

/** What a hold is made of besides what is asked for. */
export interface NewHold {
  readonly id: string;
  readonly channel: Channel;
  readonly idempotencyKey: string | null;
  readonly terms: HoldTerms;
}

/** What a hold takes of the tables: as much as a booking. */
export type HeldParty = Pick<BookingRequest, 'startMs' | 'partySize'>;

/** Holds tables for a party: a known key is answered first, then the slot, then the tables. What is refused counts as demand, like a booking. */
export function createHold(at: BookingContext, made: NewHold, party: HeldParty): Rule<HoldOutcome> {
  const { nowMs } = at.window;
  return (snapshot) => {
    if (snapshot.named) return { result: { kind: 'replayed', hold: holdOf(snapshot.named, nowMs) } };
    const seat = seatNew(at, snapshot, made.channel, party);
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

/** The row of a hold. */
export function holdRow(
  { location, day, window }: Pick<BookingContext, 'location' | 'day' | 'window'>,
  made: NewHold,
  partySize: number,
  { startMs, endMs, blockedUntilMs }: Pick<Booking, 'startMs' | 'endMs' | 'blockedUntilMs'>,
  tables: readonly string[],
): Booking {
  return {
    ...made,
    kind: 'hold',
    locationId: location.id,
    serviceDate: day.date,
    startMs,
    endMs,
    blockedUntilMs,
    partySize,
    tables,
    pinned: false,
    status: 'confirmed',
    source: made.channel === 'operator' ? 'operator' : 'partner',
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
 * Makes a booking of a hold, at its tables. Whether its time is over does not matter, as long as nobody has needed them (D35): then it is refused, like a
 * hold that was given up or confirmed, and like one at a time for which the house has closed since: it has told those who were booked then, and would not know of
 * this party. Where the plan has changed since and no longer has them, the party is given others.
 */
export function confirmHold(
  at: BookingContext,
  made: NewBooking,
  request: Omit<BookingRequest, 'startMs' | 'partySize'>,
): Rule<BookOutcome> {
  const { nowMs } = at.window;
  return (snapshot) => {
    const hold = snapshot.named;
    if (hold?.kind !== 'hold') throw new BookingError('booking_not_found');
    const { startMs, endMs, blockedUntilMs, partySize, channel } = hold;
    const full: BookingRequest = { ...request, startMs, partySize };
    if (startMs <= nowMs) return refused(at, channel, full, 'too_soon');
    if (!isOpen(hold)) return refused(at, channel, full, 'tables');
    const access = channel === 'operator' ? 'all' : 'online';
    if (slotAt(at.location, at.day, startMs, partySize, at.window, access) === 'closed')
      return refused(at, channel, full, 'closed');
    const held = heldBy(toDiary(hold));
    const others = snapshot.bookings.filter(({ id }) => id !== hold.id);
    const state = dayToSearch(stepOf(at), others, nowMs, held);
    const assignment = seatAgain(state, hold, held, partySize, access);
    if (!assignment) return refused(at, channel, full, 'tables');
    const booking = newBooking(at, made, channel, full, { endMs, blockedUntilMs }, assignment.tables);
    return {
      ...saved(booking, CREATION, at, (now) => ({ kind: 'booked', booking: now })),
      others: [{ ...hold, status: 'completed' }],
      reseatings: assignment.reseatings,
    };
  };
}

/** On the day of the step; nothing is known of it without the hold. */
function stepOf({ location, day, memory }: BookingContext): StepContext {
  return { location, day, memory };
}

/** Gives the tables free. Doing it twice is doing it once; of one that was confirmed nothing is left to be given up. */
export function releaseHold(): Rule<Booking> {
  return ({ named }) => {
    if (named?.kind !== 'hold') throw new BookingError('booking_not_found');
    if (named.status !== 'confirmed') return { result: named };
    const released: Booking = { ...named, status: 'cancelled' };
    return { result: released, booking: released };
  };
}
