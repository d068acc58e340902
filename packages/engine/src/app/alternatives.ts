import { type Alternatives, byNearness, slotsFor } from '../core/booking/alternatives.ts';
import { policyCallerOf, assertScope, type Caller, isHouse, visibilityOf } from '../core/access/policy.ts';
import { type Booking, found, isSeated } from '../core/booking/booking.ts';
import { assertChoice, goalOf, type MoveRequest, type TableChoice } from '../core/booking/booking-request.ts';
import { invalid } from '../core/errors.ts';
import { isOnline, type TableAccess, tableAccessOf } from '../core/location/floor-plan.ts';
import type { Location } from '../core/location/location.ts';
import { type ServiceDay, serviceDayAt } from '../core/location/service-day.ts';
import { isOffGrid, type Slot, windowToMove, windowWith } from '../core/location/slots.ts';
import { assertPartySize } from '../core/fields.ts';
import {
  addDays,
  daysBetween,
  instantOf,
  type LocalDate,
  localDateAt,
  minuteOfDayAt,
} from '../core/local-date.ts';
import { findBooking } from './read-booking.ts';
import { checkedSlots, type SlotQuestion } from './checked-slots.ts';
import { clampedStart } from './prepare.ts';
import type { App } from './context.ts';
import type { CachedDay } from './shown-days.ts';
import type { PolicyCaller } from '../core/location/admission.ts';
import { EVERYONE } from './policies.ts';
import { visibleLocation } from './read-location.ts';

/** A rejected time with its party size. */
export interface RefusedTime {
  /** When the party wants to come, in milliseconds since 1970. */
  readonly startMs: number;
  /** 1 or more. */
  readonly partySize: number;
}

/** Other times for a new booking that was rejected, for a partner or the operator; with chosen tables if given (D31). */
export async function alternativesToCreate(
  app: App,
  caller: Caller,
  locationId: string,
  { startMs, partySize }: RefusedTime,
  choice?: TableChoice,
): Promise<Alternatives> {
  assertScope(caller, 'bookings:write');
  const location = await visibleLocation(app, caller, locationId);
  return findAlternatives(app, location, { startMs, partySize, ...requestedBy(caller), choice });
}

/** Other times for a rejected move. Fields that the request leaves out stay as booked. */
export async function alternativesToMove(
  app: App,
  caller: Caller,
  bookingId: string,
  request: MoveRequest,
  choice?: TableChoice,
): Promise<Alternatives> {
  assertScope(caller, 'bookings:write');
  const moved = found(await findBooking(app, bookingId, visibilityOf(caller)));
  const location = await visibleLocation(app, caller, moved.locationId);
  if (isSeated(moved)) return { startsMs: [], nextAvailable: null }; // the party is already there
  const to = goalOf(moved, request);
  return findAlternatives(app, location, { ...to, ...requestedBy(caller, moved.area), choice, moved });
}

function requestedBy(caller: Caller, area?: string): Pick<Refused, 'tableAccess' | 'policyCaller'> {
  const tableAccess = tableAccessOf(isHouse(caller) ? 'all' : 'online', area);
  return { tableAccess, policyCaller: policyCallerOf(caller) };
}

interface Refused extends RefusedTime {
  readonly tableAccess: TableAccess;
  readonly choice?: TableChoice | undefined;
  /** The booking to move; absent: a new one. */
  readonly moved?: Booking;
  /** The caller that policies apply to; null: policies do not apply. */
  readonly policyCaller: PolicyCaller | null;
}

const STARTS_MAX = 4;
/** Dates per read, 14 in total: usually one of the first two has room. */
const DATES_AT_ONCE = [2, 4, 8] as const;
/** Search steps for the requested date, and again for the later dates. A question that has begun is completed. */
const STEPS_MAX = 2_000_000;

/** Other times after a rejection (D31), outside its transaction, on cached days: up to 15 in four queries. Bounded in steps. */
export async function findAlternatives(
  app: App,
  location: Location,
  refused: Refused,
): Promise<Alternatives> {
  const { startMs, partySize, tableAccess, choice = null, moved = null, policyCaller } = refused;
  if (!Number.isSafeInteger(startMs)) invalid('startMs must be an instant', ['startMs']);
  assertPartySize('partySize', partySize);
  if (choice) assertChoice(choice, location.floorPlan);
  const audience = policyCaller && app.policies ? await app.policies.load(policyCaller, location) : EVERYONE;
  const admitted = windowWith(app.locationCache.bookingWindow(location), audience.admission);
  const window = moved ? windowToMove(admitted, moved) : admitted;
  const wish = { partySize, tableAccess, choice, moved };
  const wantedMs = clampedStart(startMs, window);
  const day = serviceDayAt(location, wantedMs, (date) => app.locationCache.serviceDay(location, date));
  const isRefused = (slot: Slot): boolean =>
    slot.startMs === startMs || (slot.startMs === moved?.startMs && partySize === moved.partySize);
  const question = { app, location, window, wish, isRefused, budget: { stepsLeft: STEPS_MAX } };
  const offGrid = isOnline(tableAccess) && isOffGrid(day, startMs) && ({ offGrid: true } as const);
  const [candidates] = candidatesOn(question, [day], () => wantedMs);
  if (candidates) {
    const [cached] = await app.locationCache.states(location, [day.date]);
    const startsMs = await nearest(question, cached!, candidates.slots, STARTS_MAX);
    if (startsMs.length > 0) return { startsMs, nextAvailable: null, ...offGrid };
  }
  const later = { ...question, budget: { stepsLeft: STEPS_MAX } };
  return { startsMs: [], nextAvailable: await nextAvailable(later, day, wantedMs), ...offGrid };
}

interface Question extends SlotQuestion {
  readonly location: Location;
  /** The rejected slot, and the slot that the booking already has. */
  readonly isRefused: (slot: Slot) => boolean;
}

/** A date with its possible slots, the nearest first; never empty. */
interface Candidates {
  readonly date: LocalDate;
  readonly slots: readonly Slot[];
}

function candidatesOn(
  { location, window, wish, isRefused }: Question,
  days: readonly ServiceDay[],
  aroundMs: (date: LocalDate) => number,
): Candidates[] {
  return days.flatMap((day) => {
    const slots = slotsFor(location, day, window, wish).filter((slot) => !isRefused(slot));
    return slots.length > 0
      ? [{ date: day.date, slots: slots.toSorted(byNearness(aroundMs(day.date))) }]
      : [];
  });
}

/** The first `most` available slots. */
async function nearest(
  question: Question,
  cached: CachedDay,
  slots: readonly Slot[],
  most: number,
): Promise<number[]> {
  const starts: number[] = [];
  for await (const { slot, assignment } of checkedSlots(question, cached, slots)) {
    if (assignment) starts.push(slot.startMs);
    if (starts.length === most) break;
  }
  return starts;
}

async function nextAvailable(
  question: Question,
  { date: wanted }: ServiceDay,
  wantedMs: number,
): Promise<Alternatives['nextAvailable']> {
  const { app, location, window } = question;
  const { timeZone } = location;
  const minute =
    minuteOfDayAt(timeZone, wantedMs) + 1440 * daysBetween(wanted, localDateAt(timeZone, wantedMs));
  let date = wanted < window.firstDate ? window.firstDate : addDays(wanted, 1);
  for (const count of DATES_AT_ONCE) {
    const days = Array.from({ length: count }, (_, i) =>
      app.locationCache.serviceDay(location, addDays(date, i)),
    );
    const candidates = candidatesOn(question, days, (one) => instantOf(timeZone, one, minute));
    const states = await app.locationCache.states(
      location,
      candidates.map((one) => one.date),
    );
    for (const [i, { date: on, slots }] of candidates.entries()) {
      const [first] = await nearest(question, states[i]!, slots, 1);
      if (first !== undefined) return { date: on, startMs: first };
    }
    date = addDays(date, count);
  }
  return null;
}
