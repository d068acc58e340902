import { type HouseCaller, visibilityOf } from '../../core/access/policy.ts';
import { refusalIn, slotsFor, type SlotCheck } from '../../core/booking/alternatives.ts';
import { assertChoice, type TableChoice } from '../../core/booking/booking-request.ts';
import { type Booking, found, isLive, isSeated } from '../../core/booking/booking.ts';
import type { Reason } from '../../core/location/reason.ts';
import type { Location } from '../../core/location/location.ts';
import type { ServiceDay } from '../../core/location/service-day.ts';
import { operatorSlots } from '../../core/location/slots.ts';
import type { SlotAvailability } from '../../core/seating/availability.ts';
import { assertDate, assertPartySize } from '../../core/fields.ts';
import { seatsFreeDuring } from '../../core/seating/free-seats.ts';
import { DAY_STEPS } from '../../core/seating/solver/budget.ts';
import type { LocalDate } from '../../core/local-date.ts';
import type { DayRequest } from '../partner/read-availability.ts';
import { checkedSlots } from '../checked-slots.ts';
import type { App } from '../context.ts';
import { findBooking } from '../read-booking.ts';
import { visibleLocation } from '../read-location.ts';

/** A slot for the operator: with every table and without pacing. */
export interface OperatorSlot extends SlotAvailability {
  /** When the party would leave, in milliseconds since 1970. */
  readonly endMs: number;
  /** The tables that the booking would get now; empty if the slot is not available. */
  readonly tables: readonly string[];
  /** The number of bookings that would get other tables for it (D9). */
  readonly reseated: number;
  /** Pacing rejects this slot for partners and guests. */
  readonly isPaced: boolean;
  /** With chosen tables: ids of the bookings there that cannot get other tables, by start (D38). */
  readonly inTheWay: readonly string[];
  /** With chosen tables: ids of the holds there that cannot get other tables, by start (D35). */
  readonly holds: readonly string[];
}

/** The slots of one service date for a booking by phone. */
export interface OperatorTimes {
  /** The location, with its time zone. */
  readonly location: Location;
  /** The service date. */
  readonly date: LocalDate;
  /** The requested party size. */
  readonly partySize: number;
  /** The slots from now on, in order of time. */
  readonly slots: readonly OperatorSlot[];
  /** The reason for an empty list; null otherwise. */
  readonly reason: Reason | null;
}

/** The slots of one service date for the operator. Slots beyond a budget in steps count as taken (D2). */
export async function readOperatorTimes(
  app: App,
  caller: HouseCaller,
  locationId: string,
  { date, partySize }: DayRequest,
  choice?: TableChoice,
): Promise<OperatorTimes> {
  const location = await visibleLocation(app, caller, locationId);
  return timesOf(app, location, { date, partySize, choice, moved: null });
}

/** The same for a move of a booking; empty for a party that is seated or did not arrive. */
export async function readTimesToMove(
  app: App,
  caller: HouseCaller,
  bookingId: string,
  wish: Partial<DayRequest>,
  choice?: TableChoice,
): Promise<OperatorTimes> {
  const moved = found(await findBooking(app, bookingId, visibilityOf(caller)));
  const location = await visibleLocation(app, caller, moved.locationId);
  const { date = moved.serviceDate, partySize = moved.partySize } = wish;
  if (isSeated(moved) || !isLive(moved)) return { location, date, partySize, slots: [], reason: null };
  return timesOf(app, location, { date, partySize, choice, moved });
}

async function timesOf(
  app: App,
  location: Location,
  {
    date,
    partySize,
    choice,
    moved,
  }: DayRequest & { choice?: TableChoice | undefined; moved: Booking | null },
): Promise<OperatorTimes> {
  assertDate('date', date);
  assertPartySize('partySize', partySize);
  if (choice) assertChoice(choice, location.floorPlan);
  const window = app.locationCache.bookingWindow(location);
  const wish = { partySize, tableAccess: 'all', choice: choice ?? null, moved } as const;
  const day = app.locationCache.serviceDay(location, date);
  const offered = slotsFor(location, day, window, wish);
  const checked: OperatorSlot[] = [];
  const [cached] = offered.length > 0 ? await app.locationCache.states(location, [date]) : [];
  if (cached) {
    const question = { app, window, wish, budget: { stepsLeft: DAY_STEPS } };
    for await (const { slot, ...check } of checkedSlots(question, cached, offered)) {
      const seats = check.assignment ? seatsFreeDuring(cached.state, slot) : 0;
      checked.push(slotOf(slot, check, Math.max(seats, partySize)));
    }
  }
  const unchecked = offered.slice(checked.length);
  if (unchecked.length > 0) app.observer({ kind: 'undecided', questions: unchecked.length });
  checked.push(...unchecked.map((slot) => slotOf(slot, UNCHECKED, 0)));
  const reason = offered.length > 0 ? null : noSlotReason(location, day, partySize, choice);
  return { location, date, partySize, slots: checked, reason };
}

const UNCHECKED = { assignment: null, isPaced: false, inTheWay: [], holds: [] };

/** @param seats that the slot has when it is available */
function slotOf(
  { startMs, endMs }: { readonly startMs: number; readonly endMs: number },
  { assignment, isPaced, inTheWay, holds }: Pick<SlotCheck, 'assignment' | 'isPaced' | 'inTheWay' | 'holds'>,
  seats: number,
): OperatorSlot {
  return {
    startMs,
    endMs,
    available: assignment !== null,
    remainingCovers: assignment ? seats : 0,
    reason: assignment ? null : 'tables',
    tables: assignment?.tables ?? [],
    reseated: assignment?.reseatings.length ?? 0,
    isPaced,
    inTheWay,
    holds,
  };
}

function noSlotReason(
  location: Location,
  day: ServiceDay,
  partySize: number,
  choice: TableChoice | undefined,
): Reason {
  if (day.periods.length === 0) return 'closed';
  const refusals = day.periods.map((open) => refusalIn(location, day, open, partySize, choice ?? null));
  if (refusals.every((reason) => reason !== null)) return refusals[0]!;
  const isOver = operatorSlots(location, day, partySize, { nowMs: -Infinity }).length > 0;
  if (isOver) return 'too_soon';
  return day.closed.length > 0 ? 'closed' : 'last_seating';
}
