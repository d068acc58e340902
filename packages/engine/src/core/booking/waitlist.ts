/**
 * Allocates free tables to waiting parties in order of arrival (D36), in the two allocating stages of a step (`step.ts`): at its beginning and
 * after its rule. So no later party comes first, for any cause of the free table: a change of the plan, or time. Rejected slots are remembered
 * until something frees tables (`refused-slots.ts`), so a step that frees none needs no search.
 */
import { readUpTo, type ServiceDay, serviceDayOf } from '../location/service-day.ts';
import type { Admission } from '../location/admission.ts';
import type { Endpoint } from './event.ts';
import { announceOffer } from './offer-event.ts';
import { waitingMails } from './waiting-mail.ts';
import { type DayState, dayStateOf, SearchTakesLongError } from '../seating/day-state.ts';
import { rangeOfDay } from '../seating/read-range.ts';
import { refusedSlotsOf, rememberRefused } from '../seating/refused-slots.ts';
import { HOLDS_MAX } from '../limits.ts';
import { contains, overlaps } from '../instant.ts';
import { type Guest, NO_VISIT } from './booking.ts';
import { type BookingContext, CREATION, newBooking, saved } from './decide.ts';
import { holdRow } from './decide-hold.ts';
import {
  type Amendment,
  type DiaryScope,
  heldBy,
  type KeyHolds,
  type Snapshot,
  standingOf,
} from './diary.ts';
import { evicting, evolve, evolveHolds, reseated, savedRows } from './evolve.ts';
import { type FittingSlot, fittingSlotOf, type RefusedSlots } from './fitting-slot.ts';
import { begunBy } from './history.ts';
import { expiriesOf } from './hold.ts';
import { bookingIdOf, holdId, randomOf } from '../ids.ts';
import { type DiaryRow, type WaitlistRow, withArea } from './row.ts';
import { ownBookingOf } from './same-guest.ts';
import { byArrival, isInLine, leaving } from './waiting.ts';

/** The further input for allocating tables. */
export interface WaitlistContext extends Omit<BookingContext, 'day'> {
  readonly scope: DiaryScope;
  /** The step only allocates: if a search takes long, it ends with the allocations until then. */
  readonly givesOnly?: boolean;
  readonly endpoints: readonly Endpoint[];
  /** The policies with the facts of the waitlist entry; undefined: they do not apply. */
  readonly admissionFor: (row: WaitlistRow) => Admission | undefined;
  readonly linkHashOf: (bookingId: string, guest: Guest) => string | null;
}

/** Thrown by a rule if a party waits and the rows are not read whole: the step must be taken again with them. */
export class WaitlistUnreadError extends Error {
  override readonly name = 'WaitlistUnreadError';
}

/** A party that joins and gets no table counts as demand, by its first acceptable start. */
export function asDemand<R>(amendment: Amendment<R>, requestedMs: number): Amendment<R> {
  const { booking } = amendment;
  if (!booking || !isInLine(booking)) return amendment;
  const { locationId, channel, startMs, partySize } = booking;
  return {
    ...amendment,
    refusal: { locationId, channel, requestedMs, startMs, partySize, reason: 'tables' },
  };
}

const NOTHING: Amendment<null> = { result: null };

export function giveOut(snapshot: Snapshot, at: WaitlistContext): Amendment<null> {
  const rows = [...snapshot.rows!.values()];
  const dates = new Set(rows.filter(isInLine).map(({ serviceDate }) => serviceDate));
  return [...dates].toSorted().reduce<Amendment<null>>((given, date) => {
    const { bookings } = standingOf(snapshot.bookings, at.window.nowMs);
    const own = serviceDayOf(at.location, date);
    const range = rangeOfDay(at.location, own, bookings, at.window.nowMs);
    const day = readUpTo(at.location.timeZone, own, range);
    if (!isLocked(at.scope, day)) return given;
    return joined(NOTHING, given, giveOutDay(evolve(snapshot, at.scope, given), day, at));
  }, NOTHING);
}

/** Whether the step can seat parties on the day. */
function isLocked({ interval, dates }: DiaryScope, day: ServiceDay): boolean {
  return contains(interval, day.read) && day.dates.every((date) => dates.includes(date));
}

function giveOutDay(snapshot: Snapshot, day: ServiceDay, at: WaitlistContext): Amendment<null> {
  const rows = [...snapshot.rows!.values()].filter(({ serviceDate }) => serviceDate === day.date);
  const line = rows.filter(isInLine).toSorted(byArrival);
  const given: Amendment<null>[] = [];
  const all = (): Amendment<null> => joined(NOTHING, ...given);
  let state: DayState | undefined;
  let refused: RefusedSlots | undefined;
  let holds = snapshot.holds!;
  let left = 0;
  for (const row of line) {
    if (hasAllHolds(row, holds, at)) continue;
    state ??= stateOf(evolve(snapshot, at.scope, all()), day, at);
    refused ??= { full: new Set(refusedSlotsOf(state, at.memory)), unsure: new Set() };
    const found = unlessLong(
      () => fittingSlotOf(row, { line, state: state!, refused: refused! }, at),
      given,
      at,
    );
    if (!found) break;
    const { fitting, undecided } = found;
    left += undecided;
    if (!fitting || ownBookingOf(row.guest, [...rows, ...savedRows(all())])) continue;
    const current = evolve(snapshot, at.scope, all());
    const standing = standingOf(current.bookings, at.window.nowMs);
    const gift = evicting(givenTo(row, fitting, day, at), standing);
    given.push(gift);
    holds = evolveHolds(holds, gift);
    rememberRefused(state, refused.full, at.memory);
    state = undefined;
  }
  if (state && refused) rememberRefused(state, refused.full, at.memory);
  return { ...all(), undecided: left };
}

/** The result; null if the search takes long, so that the step ends with the allocations until then. */
function unlessLong<T>(find: () => T, given: readonly unknown[], { givesOnly }: WaitlistContext): T | null {
  try {
    return find();
  } catch (error) {
    if (!(error instanceof SearchTakesLongError) || given.length === 0) throw error;
    if (givesOnly) return null;
    throw new SearchTakesLongError(error.state, error.questions, true);
  }
}

/** Whether the party would get an offer, but its API key has reached its limit of holds: it keeps its place (D47). */
function hasAllHolds({ mode, keyId }: WaitlistRow, holds: KeyHolds, { window }: WaitlistContext): boolean {
  return mode === 'offer' && expiriesOf(keyId, holds, window.nowMs).length >= HOLDS_MAX;
}

function stateOf(
  snapshot: Snapshot,
  day: ServiceDay,
  { location, window, memory }: WaitlistContext,
): DayState {
  const { bookings } = standingOf(snapshot.bookings, window.nowMs);
  const ofDay = bookings.filter((booking) => overlaps(heldBy(booking), day.read));
  return dayStateOf(location, day, ofDay, window.nowMs, { memory });
}

/** Ends the entry with an offer or a booking. */
function givenTo(
  row: WaitlistRow,
  { slot, assignment, offerEndsMs }: FittingSlot,
  day: ServiceDay,
  at: WaitlistContext,
): Amendment<null> {
  const { channel, keyId } = row;
  const context: BookingContext = { ...at, day };
  const { tables, reseatings } = assignment;
  if (row.mode === 'book') {
    const made = {
      id: bookingIdOf(row.id),
      manageTokenHash: at.linkHashOf(bookingIdOf(row.id), row.guest),
      visit: NO_VISIT,
      history: begunBy({ atMs: at.window.nowMs, by: 'maintenance' }, channel),
    };
    const { guest, partnerBookingRef, partySize, area } = row;
    const { startMs } = slot;
    const request = { startMs, partySize, guest, partnerBookingRef, idempotencyKey: null, ...withArea(area) };
    const booking = newBooking(context, made, channel, request, slot, tables);
    const { booking: booked, ...rest } = saved(booking, CREATION, context, () => null);
    return { ...rest, others: [leaving(row, 'completed'), booked!], reseatings };
  }
  const id = holdId(offerEndsMs, randomOf(row.id));
  const offer = holdRow(
    context,
    {
      id,
      expiresMs: offerEndsMs,
      channel,
      idempotencyKey: null,
      keyId,
      waitingId: row.id,
      move: null,
      ...withArea(row.area),
    },
    row.partySize,
    slot,
    tables,
  );
  // It keeps the facts of the policies: an undo can withdraw the offer (D54).
  const offered: WaitlistRow = { ...row, status: 'completed', holdId: id };
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
 * One amendment from several, each decided on the result of those before it.
 *
 * @param own the one with the result, booking and refusal
 */
export function joined<R>(own: Amendment<R>, ...parts: readonly Amendment<unknown>[]): Amendment<R> {
  const rows = new Map<string, DiaryRow>();
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

/** The result of the rule, with the saved row instead of the decided one: an allocation can have taken its tables and given it others. */
function withRow<R>(result: R, decided: DiaryRow, row: DiaryRow): R {
  if (decided === row || typeof result !== 'object' || result === null) return result;
  if ((result as unknown) === decided) return row as R;
  const parts = Object.entries(result).map(([name, value]) => [
    name,
    withRow(value as unknown, decided, row),
  ]);
  return Object.fromEntries(parts) as R;
}
