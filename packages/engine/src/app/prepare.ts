/** The input of a step besides the diary, resolved once before the lock: location, time, hours. */
import { policyCallerOf, authorOf, type Caller } from '../core/access/policy.ts';
import type { BookingContext } from '../core/booking/decide.ts';
import { type DiaryScope, heldBy, type Rule, type Snapshot } from '../core/booking/diary.ts';
import type { Author } from '../core/booking/history.ts';
import type { StepInput } from '../core/booking/step.ts';
import type { Reason, Rejected } from '../core/location/reason.ts';
import type { TableAccess } from '../core/location/floor-plan.ts';
import type { Location } from '../core/location/location.ts';
import { periodAt, readUpTo, type ServiceDay, serviceDayAt } from '../core/location/service-day.ts';
import { type BookingWindow, isSlot, type Slot, slotAt, slotOf } from '../core/location/slots.ts';
import { contains, DAY_MS, type Interval, overlaps } from '../core/instant.ts';
import { datesTouched, instantOf, type LocalDate, localDateAt } from '../core/local-date.ts';
import type { App } from './context.ts';
import { linkHashOf } from './guest-tokens.ts';
import { newChangeId } from '../core/ids.ts';
import type { PolicyCaller } from '../core/location/admission.ts';
import { type Audience, EVERYONE } from './policies.ts';
import { visibleLocation } from './read-location.ts';
import type { MoveRequest } from '../core/booking/booking-request.ts';
import { aboutOf, readWholeDates } from '../core/seating/read-range.ts';
import { START_RANGE_YEARS } from '../core/limits.ts';

export interface Diary {
  readonly caller: Caller;
  readonly locationId: string;
  /** The location, if the request has already resolved it for this caller. */
  readonly seen?: Location | undefined;
  /** The author for the history (D43). Defaults to the caller. */
  readonly by?: Author;
  /** The caller that policies apply to (D51). Defaults to a partner that calls; null: policies do not apply. */
  readonly policyCaller?: PolicyCaller | null | undefined;
  /** Repeated attempts on this booking take turns in this process, so that they do not keep disturbing each other. */
  readonly bookingId?: string;
}

export interface Again {
  /** How often the step was abandoned to search outside the lock. */
  readonly searches?: number;
  /** The step has been abandoned often enough: it must decide now. */
  readonly isLastTry?: boolean;
  /** The range that the step must read, after an attempt that read too little. */
  readonly range?: Interval | undefined;
  /** The caller with the facts that policies have loaded about it. Loaded once, for all attempts. */
  readonly audience?: Audience;
}

export interface Prepared extends Again {
  readonly audience: Audience;
  readonly location: Location;
  readonly window: BookingWindow;
  readonly by: Author;
  readonly open: (date: LocalDate) => ServiceDay;
}

export interface Step<R> {
  readonly scope: DiaryScope;
  /** The interval in which it can seat a party (see {@link Ground}); null: none. */
  readonly about: Interval | null;
  readonly rule: Rule<R>;
  /** The step only allocates tables to waiting parties, and need not complete the waitlist. */
  readonly givesOnly?: boolean;
}

/** Prepares an attempt. Throws as {@link visibleLocation}. */
export async function prepare(
  app: App,
  { caller, locationId, seen, by = authorOf(caller), policyCaller }: Diary,
  again: Again,
): Promise<Prepared> {
  const location = seen ?? (await visibleLocation(app, caller, locationId));
  const audience = again.audience ?? (await audienceOf(app, { caller, policyCaller }, location));
  const { admission } = audience;
  const { window, ...dates } = datesOf(app, location);
  return { ...again, ...dates, window: admission ? { ...window, admission } : window, audience, by };
}

async function audienceOf(
  { policies }: App,
  { caller, policyCaller }: Pick<Diary, 'caller' | 'policyCaller'>,
  location: Location,
): Promise<Audience> {
  const asking = policies && (policyCaller === undefined ? policyCallerOf(caller) : policyCaller);
  return asking ? policies.load(asking, location) : EVERYONE;
}

/** The booking window and service days of a location at this moment. */
export function datesOf(app: App, location: Location): Pick<Prepared, 'location' | 'window' | 'open'> {
  const window = app.locationCache.bookingWindow(location);
  return { location, window, open: (date) => app.locationCache.serviceDay(location, date) };
}

/** The input of a step for its scope. It uses the time at which the lock is requested, because a search can have come before. */
export async function inputOf(
  app: App,
  { location, by, open, isLastTry = false }: Prepared,
  { scope, about, givesOnly = false }: Omit<Step<unknown>, 'rule'>,
): Promise<StepInput> {
  const listening = await app.listeners.at(location.id);
  const window = app.locationCache.bookingWindow(location);
  const changeId = listening.length > 0 ? newChangeId(app.random, window.nowMs) : '';
  return {
    location,
    window,
    by,
    open,
    scope,
    about,
    isLastTry,
    givesOnly,
    listening: listening.length > 0 ? { endpoints: listening, changeId } : null,
    writesMail: app.mailer !== null,
    memory: app.locationCache.memoryOf(location),
    admissionFor: (row) => app.policies?.admissionFor(row),
    linkHashOf: (bookingId, guest) => linkHashOf(app, 'manage', bookingId, guest),
  };
}

/** The service date to which a requested start belongs, for any value of the start. */
export function dayFor(
  { location, window, open }: Pick<Prepared, 'location' | 'window' | 'open'>,
  startMs: number,
): ServiceDay {
  return serviceDayAt(location, clampedStart(startMs, window), open);
}

/** A requested start. */
export interface RequestedStart {
  readonly startMs: number;
  readonly partySize: number;
  readonly day: ServiceDay;
  /** The slot that starts then, or the reason why the party cannot have it (D1). */
  readonly slot: Slot | Reason | Rejected;
  /** How long the party would hold its tables; the whole day if no period is open. */
  readonly held: Interval;
}

/** Resolves a requested start. */
export function requestStart(
  at: Prepared,
  { startMs, partySize }: Pick<RequestedStart, 'startMs' | 'partySize'>,
  tableAccess: TableAccess,
): RequestedStart {
  const { location, window } = at;
  const day = dayFor(at, startMs);
  const slot = slotAt(location, day, startMs, partySize, window, tableAccess);
  const held = isSlot(slot) ? heldBy(slot) : heldFrom(location, day, { startMs, partySize });
  return { startMs, partySize, day, slot, held };
}

/** The rule of a step on a service day, which `ruleOf` makes from the context of the decision. */
export function ruleOn<R>(
  app: App,
  { location, window, isLastTry }: Prepared,
  day: ServiceDay,
  ruleOf: (at: BookingContext) => Rule<R>,
): Rule<R> {
  const writesMail = app.mailer !== null && !app.isQuiet;
  const memory = app.locationCache.memoryOf(location);
  return (snapshot) => {
    const { endpoints } = snapshot;
    return ruleOf({ location, day, window, endpoints, writesMail, memory, isLastTry })(snapshot);
  };
}

/** How long a party with this start would hold its tables; the whole day if no period is open, as the start is then rejected. */
export function heldFrom(
  location: Location,
  day: ServiceDay,
  { startMs, partySize }: Required<MoveRequest>,
): Interval {
  const open = periodAt(day, startMs);
  if (!open) return day.interval;
  return { startMs, endMs: slotOf(location, open, partySize, startMs).blockedUntilMs };
}

export interface StepGround {
  /** The interval that the booking is to hold; null for a step that needs only the hours of the day. */
  readonly held: Interval | null;
  readonly named: DiaryScope['named'];
  /** The present place of the booking. It is locked, so that no other step re-seats it, and not read, as the step assigns no tables there. */
  readonly left?: Interval;
  /** The range that the step must read, after an attempt that read too little. */
  readonly range?: Interval | undefined;
}

export interface Ground {
  readonly scope: DiaryScope;
  /** The interval in which it can seat a party: all bookings that can make room there are read. Null: none. */
  readonly about: Interval | null;
  /** The service date with the range that is read. */
  readonly day: ServiceDay;
}

/** Covers the whole service date, and any interval held beyond it: an operator's booking can outlast the day. */
export function groundOf(
  location: Location,
  served: ServiceDay,
  { held, named, left, range }: StepGround,
): Ground {
  const { id: locationId, revision: locationRevision, timeZone } = location;
  const reached = range ? readWholeDates(location, served, range) : served;
  const day = held ? readUpTo(timeZone, reached, held) : reached;
  const dates = left ? [...new Set([...day.dates, ...datesTouched(timeZone, left)])].toSorted() : day.dates;
  return {
    scope: { locationId, locationRevision, dates, interval: day.read, named },
    about: aboutOf(served, held),
    day,
  };
}

/** Whether a step that has locked and read `locked` can decide on `needed`. */
export function suffices({ locked, needed }: { readonly locked: Ground; readonly needed: Ground }): boolean {
  return (
    (needed.about === null || (locked.about !== null && contains(locked.about, needed.about))) &&
    contains(locked.scope.interval, needed.scope.interval) &&
    needed.scope.dates.every((date) => locked.scope.dates.includes(date))
  );
}

/** The bookings of a snapshot that touch an interval. */
export function partOf({ bookings, named, also = [], endpoints }: Snapshot, interval: Interval): Snapshot {
  const touching = bookings.filter((booking) => overlaps(heldBy(booking), interval));
  return { bookings: touching, named, also, endpoints };
}

const START_RANGE_MS = START_RANGE_YEARS * 365 * DAY_MS;

/** The start, limited to the range of a database. It is rejected only after its idempotency key was looked up: it may be a replay. */
export function clampedStart(startMs: number, { nowMs }: Pick<BookingWindow, 'nowMs'>): number {
  return Math.min(Math.max(startMs, nowMs - START_RANGE_MS), nowMs + START_RANGE_MS);
}

/** The date, limited as {@link clampedStart} limits a start. */
export function clampedDate(
  date: LocalDate,
  timeZone: string,
  window: Pick<BookingWindow, 'nowMs'>,
): LocalDate {
  const startMs = instantOf(timeZone, date, 0);
  const clampedMs = clampedStart(startMs, window);
  return clampedMs === startMs ? date : localDateAt(timeZone, clampedMs);
}
