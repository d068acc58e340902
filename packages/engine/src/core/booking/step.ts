/**
 * A step on a diary: all decisions that change one. Its stages run in this order, on the rows that the storage has read under the lock. They are
 * pure and synchronous: the diary cannot change before the save, and the storage saves all or none of the result.
 */
import { type Author, recorded } from './history.ts';
import { changedDates } from './availability-change.ts';
import { type Amendment, isWaiting, type Rule, type Snapshot, type Standing, standingOf } from './diary.ts';
import { evicting, evolve, isChange, savedRows } from './evolve.ts';
import { isInLine } from './waiting.ts';
import { eventsOf } from './subscriber-event.ts';
import { asDemand, giveOut, joined, type WaitlistContext, WaitlistUnreadError } from './waitlist.ts';
import { announceAvailability } from '../outbox/availability-event.ts';
import type { Endpoint } from './event.ts';
import { assertRead, rangeOf, ReadTooLittleError } from '../seating/read-range.ts';
import type { ServiceDay } from '../location/service-day.ts';
import { contains, type Interval } from '../instant.ts';
import type { LocalDate } from '../local-date.ts';

/** The input of a step besides the diary: resolved once, by `app/prepare.ts`. */
export interface StepInput extends Omit<WaitlistContext, 'endpoints'> {
  /** The interval in which it can seat a party; null: none. */
  readonly about: Interval | null;
  readonly by: Author;
  readonly open: (date: LocalDate) => ServiceDay;
  /** The endpoints that are notified of changed availability (D37), and the id of the events; null: none. */
  readonly listening: { readonly endpoints: readonly Endpoint[]; readonly changeId: string } | null;
}

interface Taken<R> {
  readonly input: StepInput;
  readonly rule: Rule<R>;
  readonly read: Snapshot;
  readonly seen: Snapshot;
  /** The rows of `seen` that take tables, the expired holds, and the waiting parties. */
  readonly standing: Standing;
  /** The allocations to waiting parties before the rule. */
  readonly given: Amendment<null>;
  /** The changes to save; null before the rule has decided. */
  readonly amendment: Amendment<R> | null;
}

type Stage = <R>(step: Taken<R>) => Taken<R>;

/** The stages of a step, in their order. ARCHITECTURE explains each. */
export const STAGES: readonly Stage[] = [
  allocateToWaitlist,
  decide,
  allocateReleased,
  recordHistory,
  logEvents,
  announceChanges,
];

const NOTHING: Amendment<null> = { result: null };

/**
 * The rule as a step applies it.
 *
 * @throws (the returned rule) ReadTooLittleError if the step must read further; WaitlistUnreadError if a party waits and the rows were not read
 * whole; SearchTakesLongError if the search must run outside the lock; and the errors of the rule
 */
export function stepBy<R>(rule: Rule<R>, input: StepInput): Rule<R> {
  return (read) => {
    const standing = standingOf(read.bookings, input.window.nowMs);
    assertReadFar(standing, input);
    let step: Taken<R> = { input, rule, read, seen: read, standing, given: NOTHING, amendment: null };
    for (const stage of STAGES) step = stage(step);
    return step.amendment!;
  };
}

/** All bookings that can make room for a party of the step must have been read (D2). */
function assertReadFar(
  { bookings }: Standing,
  { location, scope: { interval }, about, window }: StepInput,
): void {
  const range = about && rangeOf(location, about, bookings, window.nowMs, interval);
  if (range && !contains(interval, range)) throw new ReadTooLittleError(range);
}

export function isWaitedFor({ bookings }: Pick<Snapshot, 'bookings'>): boolean {
  return bookings.some(isWaiting);
}

/** Waiting parties get the tables that have become free since the last step, in order of arrival, before the rule (D36). */
function allocateToWaitlist<R>(step: Taken<R>): Taken<R> {
  const { input, read, standing } = step;
  if (standing.waiting.length === 0) return step;
  const given = giveOut(read, withRows(input, read));
  const seen = evolve(read, input.scope, given);
  return { ...step, given, seen, standing: standingOf(seen.bookings, input.window.nowMs) };
}

/** The input of a step that is prepared for waiting parties. */
function withRows(input: StepInput, { endpoints, rows }: Snapshot): WaitlistContext {
  if (!rows) throw new WaitlistUnreadError();
  return { ...input, endpoints };
}

/**
 * The rule does not see expired holds and waiting parties, which keep no tables (D35). Expired holds are evicted if necessary. A forced step that
 * would unseat a newly allocated party decides first (D39, D41).
 */
function decide<R>(step: Taken<R>): Taken<R> {
  const { input, rule, read, seen, standing, given } = step;
  const amendment = evicting(rule({ ...seen, bookings: standing.bookings }), standing);
  if (given === NOTHING || !unseats(amendment, given)) return { ...step, amendment };
  return decide({
    ...step,
    given: NOTHING,
    seen: read,
    standing: standingOf(read.bookings, input.window.nowMs),
  });
}

/** Whether a newly allocated party would be unseated. */
function unseats({ reseatings = [], others = [] }: Amendment<unknown>, given: Amendment<null>): boolean {
  const ids = new Set(savedRows(given).map(({ id }) => id));
  return (
    reseatings.some(({ bookingId, tables }) => tables.length === 0 && ids.has(bookingId)) ||
    others.some(({ id, status }) => status === 'cancelled' && ids.has(id))
  );
}

/** Waiting parties get the tables that the rule has released, and a party that has just joined gets one if possible. */
function allocateReleased<R>(step: Taken<R>): Taken<R> {
  const { input, read, seen, given } = step;
  const own = step.amendment!;
  const wait = isWaitedFor(read);
  if (!wait && !(read.rows && own.booking && isInLine(own.booking))) return step;
  // If the rule has changed no rows, all free tables were allocated before.
  const freed = isChange(own) ? giveOut(evolve(seen, input.scope, own), withRows(input, read)) : NOTHING;
  const parts = wait ? [given, own, freed] : [own, freed];
  return { ...step, amendment: asDemand(joined(own, ...parts), input.window.nowMs) };
}

/** Re-seated bookings get a history entry (D43). The snapshot contains all bookings that overlap the assigned tables. */
function recordHistory<R>(step: Taken<R>): Taken<R> {
  const { input, read } = step;
  const own = step.amendment!;
  assertRead(input.scope.interval, read, own);
  return { ...step, amendment: recorded(own, read, { atMs: input.window.nowMs, by: input.by }) };
}

/** Subscribers in the host's program receive the events of all bookings, of every channel. */
function logEvents<R>(step: Taken<R>): Taken<R> {
  const { input, read } = step;
  const own = step.amendment!;
  if (!isChange(own)) return step;
  const events = eventsOf(read, own, { locationId: input.location.id, nowMs: input.window.nowMs });
  return events.length > 0 ? { ...step, amendment: { ...own, events } } : step;
}

/** Endpoints get events about the dates of changed availability (D37). Messages to the booking's partner and guest are part of the rule's result. */
function announceChanges<R>(step: Taken<R>): Taken<R> {
  const { input, read } = step;
  const { listening, location, window } = input;
  if (!listening) return step;
  const own = step.amendment!;
  const dates = changedDates(read, own, { location, open: input.open, window, read: input.scope.interval });
  if (dates.length === 0) return step;
  const ranges = dates.map((date) => ({ from: date, to: date }));
  const deliveries = announceAvailability({ locationId: location.id, ranges, ...listening }, window.nowMs);
  return { ...step, amendment: { ...own, deliveries: [...(own.deliveries ?? []), ...deliveries] } };
}
