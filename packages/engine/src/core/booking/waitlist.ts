/**
 * Who waits is given what is free, in order of arrival (D36). It is done in the step that frees a place, and at the beginning of every other step of an
 * evening for which somebody waits: whatever has freed the place since (a change of plan, time that has run out), nobody comes before her.
 */
import { leadTimeMinutesOf, type Location } from '../location/location.ts';
import type { ServiceDay } from '../location/service-day.ts';
import { offeredSlots, type Slot } from '../location/slots.ts';
import type { Endpoint } from '../outbox/event.ts';
import { announceOffer } from '../outbox/offer-event.ts';
import { waitingMails } from '../outbox/waiting-mail.ts';
import { type DayState, dayStateOf } from '../seating/day-state.ts';
import { undecidedIn } from '../seating/decided-day.ts';
import { seatParty, type TableAssignment } from '../seating/table-assignment.ts';
import { contains, MINUTE_MS, overlaps } from '../time/interval.ts';
import type { LocalDate } from '../time/local-date.ts';
import { type Booking, type Guest, NO_VISIT } from './booking.ts';
import { type BookingContext, CREATION, newBooking, saved } from './decide.ts';
import { holdRow } from './decide-hold.ts';
import { type Amendment, type DiaryScope, heldBy, type Rule, type Snapshot } from './diary.ts';
import { evolve, reseated, savedRows } from './evolve.ts';
import { begunBy } from './history.ts';
import { bookingIdOf, holdId, isWaiting, randomOf } from './row-kind.ts';
import { decideAmong, standingOf } from './standing.ts';
import type { WaitingTerms } from './terms.ts';
import { ownBookingOf } from './same-guest.ts';
import { byArrival, isInLine } from './waiting.ts';

/** What is needed besides to give out places. */
export interface WaitlistContext extends Omit<BookingContext, 'day'> {
  readonly scope: DiaryScope;
  /** A service date of the location. */
  readonly dayOf: (date: LocalDate) => ServiceDay;
  /** The endpoints of every partner. */
  readonly endpoints: readonly Endpoint[];
  /** The hash of the token in the guest's link to a booking; null where there is no link. */
  readonly linkHashOf: (bookingId: string, guest: Guest) => string | null;
}

/** Thrown by a rule that is shown that somebody waits, and is not shown the rows whole: the step is to be taken again, with them. */
export class WaitlistUnreadError extends Error {
  override readonly name = 'WaitlistUnreadError';
}

/**
 * The rule, between two rounds of giving out: first who waits gets what has become free, then the rule decides, then who waits gets what it has freed. Where
 * the rule, forced, would leave somebody without the table that she has just been given (D39, D41), it decides before the first round.
 */
export function afterWaiting<R>(rule: Rule<R>, at: WaitlistContext): Rule<R> {
  const { nowMs } = at.window;
  const { scope } = at;
  const decide = (snapshot: Snapshot): Amendment<R> =>
    decideAmong(rule, snapshot, standingOf(snapshot.bookings, nowMs));
  return (snapshot) => {
    if (!snapshot.bookings.some(isWaiting)) return afterJoining(decide(snapshot), snapshot, at);
    if (!snapshot.rows) throw new WaitlistUnreadError();
    const decideAfter = (given: Amendment<null>): Amendment<R> => {
      const seen = evolve(snapshot, scope, given);
      const own = decide(seen);
      if (unseats(own, given)) return decideAfter(NOTHING);
      return joined(own, given, own, giveOut(evolve(seen, scope, own), at));
    };
    return asDemand(decideAfter(giveOut(snapshot, at)), nowMs);
  };
}

/** Somebody who is given a table is to stand without one. */
function unseats({ reseatings = [] }: Amendment<unknown>, given: Amendment<null>): boolean {
  const ids = new Set(savedRows(given).map(({ id }) => id));
  return reseatings.some(({ bookingId, tables }) => tables.length === 0 && ids.has(bookingId));
}

/** A party that is the first to join a list is given a place at once, if there is one. */
function afterJoining<R>(own: Amendment<R>, snapshot: Snapshot, at: WaitlistContext): Amendment<R> {
  if (!own.booking || !isInLine(own.booking)) return own;
  if (!snapshot.rows) throw new WaitlistUnreadError();
  return asDemand(joined(own, own, giveOut(evolve(snapshot, at.scope, own), at)), at.window.nowMs);
}

/** Who joins and is given nothing at once has asked in vain for the first start that would do: it counts as demand. */
function asDemand<R>(amendment: Amendment<R>, requestedMs: number): Amendment<R> {
  const { booking } = amendment;
  if (!booking || !isInLine(booking)) return amendment;
  const { locationId, channel, startMs, partySize } = booking;
  return {
    ...amendment,
    refusal: { locationId, channel, requestedMs, startMs, partySize, reason: 'tables' },
  };
}

/** Nobody is given anything. */
const NOTHING: Amendment<null> = { result: null };

/** What all that wait on the dates of a scope are given. */
function giveOut(snapshot: Snapshot, at: WaitlistContext): Amendment<null> {
  const rows = [...snapshot.rows!.values()];
  const dates = new Set(rows.filter(isInLine).map(({ serviceDate }) => serviceDate));
  return [...dates].toSorted().reduce<Amendment<null>>((given, date) => {
    const day = at.dayOf(date);
    if (!isLocked(at.scope, day)) return given;
    return joined(NOTHING, given, giveOutDay(evolve(snapshot, at.scope, given), day, at));
  }, NOTHING);
}

/** The step may seat parties on the day. */
function isLocked({ interval, dates }: DiaryScope, day: ServiceDay): boolean {
  return contains(interval, day.interval) && day.dates.every((date) => dates.includes(date));
}

function giveOutDay(snapshot: Snapshot, day: ServiceDay, at: WaitlistContext): Amendment<null> {
  const rows = [...snapshot.rows!.values()].filter(({ serviceDate }) => serviceDate === day.date);
  const given: Amendment<null>[] = [];
  const all = (): Amendment<null> => joined(NOTHING, ...given);
  /** What was refused to one is refused to all after her: what is given away makes no room. */
  const full = new Set<string>();
  let state: DayState | undefined;
  let left = 0;
  for (const row of rows.filter(isInLine).toSorted(byArrival)) {
    state ??= stateOf(evolve(snapshot, at.scope, all()), day, at);
    const { fitting, undecided } = fittingSlotOf(row, state, full, at);
    left += undecided;
    if (!fitting || ownBookingOf(row.guest, [...rows, ...savedRows(all())])) continue;
    const seen = evolve(snapshot, at.scope, all());
    const standing = standingOf(seen.bookings, at.window.nowMs);
    given.push(decideAmong(() => givenTo(row, fitting, day, at), seen, standing));
    state = undefined;
  }
  return { ...all(), undecided: left };
}

function stateOf(
  snapshot: Snapshot,
  day: ServiceDay,
  { location, window, memory }: WaitlistContext,
): DayState {
  const { bookings } = standingOf(snapshot.bookings, window.nowMs);
  const ofDay = bookings.filter((booking) => overlaps(heldBy(booking), day.interval));
  return dayStateOf(location, day, ofDay, window.nowMs, { memory });
}

/** A slot that the party can have. */
interface FittingSlot {
  readonly slot: Slot;
  readonly assignment: TableAssignment;
  /** When an offer of it ends. */
  readonly offerEndsMs: number;
}

/**
 * The earliest slot in the party's window, as a partner could book it.
 *
 * @param full slots and sizes that are known to be refused; what is found out now is added
 */
function fittingSlotOf(
  { partySize, startMs: fromMs, terms }: Booking,
  state: DayState,
  full: Set<string>,
  at: WaitlistContext,
): { readonly fitting: FittingSlot | null; readonly undecided: number } {
  const { toMs, mode } = terms as WaitingTerms;
  let undecided = 0;
  for (const slot of offeredSlots(at.location, state.day, partySize, at.window)) {
    const name = `${slot.startMs} ${partySize}`;
    if (slot.startMs < fromMs || slot.startMs > toMs || full.has(name)) continue;
    const offerEndsMs = offerEnd(at.location, slot, partySize, at.window.nowMs);
    if (mode === 'offer' && offerEndsMs - at.window.nowMs < MINUTE_MS) continue;
    const assignment = seatParty(state, slot, partySize, 'online');
    if (typeof assignment !== 'string') return { fitting: { slot, assignment, offerEndsMs }, undecided };
    full.add(name);
    if (assignment === 'tables')
      undecided += undecidedIn(at, state, { ...heldBy(slot), partySize, tableAccess: 'online' });
  }
  return { fitting: null, undecided };
}

/** An offer lasts as long as the location says, and ends when the time could no longer be booked. */
function offerEnd(location: Location, { startMs }: Slot, partySize: number, nowMs: number): number {
  const bookableUntilMs = startMs - leadTimeMinutesOf(location, partySize) * MINUTE_MS;
  return Math.min(nowMs + location.offerMinutes * MINUTE_MS, bookableUntilMs);
}

/** The party leaves the line: with an offer, or with a booking. */
function givenTo(
  row: Booking,
  { slot, assignment, offerEndsMs }: FittingSlot,
  day: ServiceDay,
  at: WaitlistContext,
): Amendment<null> {
  const { channel, terms } = row;
  const context: BookingContext = { ...at, day };
  const { tables, reseatings } = assignment;
  const entry = terms as WaitingTerms;
  if (entry.mode === 'book') {
    const made = {
      id: bookingIdOf(row.id),
      manageTokenHash: at.linkHashOf(bookingIdOf(row.id), row.guest),
      visit: NO_VISIT,
      history: begunBy({ atMs: at.window.nowMs, by: 'maintenance' }, channel),
    };
    const { guest, partnerBookingRef, partySize } = row;
    const request = { startMs: slot.startMs, partySize, guest, partnerBookingRef, idempotencyKey: null };
    const booking = newBooking(context, made, channel, request, slot, tables);
    const { booking: booked, ...rest } = saved(booking, CREATION, context, () => null);
    return { ...rest, others: [{ ...row, status: 'completed' }, booked!], reseatings };
  }
  const id = holdId(offerEndsMs, randomOf(row.id));
  const offer = holdRow(
    context,
    { id, channel, idempotencyKey: null, terms: { keyId: null, waitingId: row.id } },
    row.partySize,
    slot,
    tables,
  );
  const offered: Booking = { ...row, status: 'completed', terms: { ...entry, holdId: id } };
  const { id: waitingId, locationId, partySize, partnerBookingRef, guest } = row;
  const announced = announceOffer(
    {
      waitingId,
      holdId: id,
      channel,
      locationId,
      startMs: slot.startMs,
      expiresMs: offerEndsMs,
      partySize,
      partnerBookingRef,
      guest,
    },
    at.window.nowMs,
    at.endpoints,
  );
  const mails = at.writesMail ? waitingMails(row, 'waitlist_offered', at.window.nowMs) : [];
  return { result: null, others: [offered, offer], reseatings, deliveries: [...announced, ...mails] };
}

/**
 * One amendment of several, each of which was decided on what those before it leave.
 *
 * @param own the one whose result, booking and refusal it has
 */
function joined<R>(own: Amendment<R>, ...parts: readonly Amendment<unknown>[]): Amendment<R> {
  const rows = new Map<string, Booking>();
  const seats = new Map<string, readonly string[]>();
  for (const part of parts) {
    for (const [id, row] of rows) rows.set(id, reseated(row, part));
    for (const { bookingId, tables } of part.reseatings ?? [])
      if (!rows.has(bookingId)) seats.set(bookingId, tables);
    for (const row of savedRows(part)) {
      rows.set(row.id, row);
      seats.delete(row.id);
    }
  }
  const { booking: decided } = own;
  const booking = decided && rows.get(decided.id)!;
  return {
    ...own,
    ...(booking && { booking, result: withRow(own.result, decided, booking) }),
    others: [...rows.values()].filter(({ id }) => id !== decided?.id),
    reseatings: Array.from(seats, ([bookingId, tables]) => ({ bookingId, tables })),
    deliveries: parts.flatMap((part) => part.deliveries ?? []),
    undecided: parts.reduce((sum, part) => sum + (part.undecided ?? 0), 0),
  };
}

/** What the rule has answered, with the row that is saved instead of the one that it had decided on: who waits may have been given its tables, and it others. */
function withRow<R>(result: R, decided: Booking, row: Booking): R {
  if (decided === row || typeof result !== 'object' || result === null) return result;
  if ((result as unknown) === decided) return row as R;
  const parts = Object.entries(result).map(([name, value]) => [
    name,
    withRow(value as unknown, decided, row),
  ]);
  return Object.fromEntries(parts) as R;
}
