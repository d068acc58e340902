/**
 * The times that a service date offers to a party (D1), before tables are examined. The list of availability and the check of a new booking use
 * the same rules, and a test verifies that they agree for every start.
 */
import { isOnline, planAdmits, type TableAccess, tableAccessOf } from './floor-plan.ts';
import { outOfSeason } from './out-of-season.ts';
import type { Booking } from '../booking/booking.ts';
import { MINUTE_MS } from '../instant.ts';
import { addDays, dayInterval, type LocalDate, localDateAt } from '../local-date.ts';
import { leadTimeMinutesOf, type Location, type ServicePeriod, turnMinutesOf } from './location.ts';
import type { Admission } from './admission.ts';
import type { Reason, Rejected } from './reason.ts';
import { type OpenPeriod, periodAt, type ServiceDay } from './service-day.ts';

/** A time that a party can have if a table is free. */
export interface Slot {
  readonly startMs: number;
  /** The end that is shown to the guest. */
  readonly endMs: number;
  /** When the table is free again: `endMs` plus the buffer (D3). */
  readonly blockedUntilMs: number;
  readonly open: OpenPeriod;
}

/** The service dates that can have a slot, for as long as the local date stays the same. */
export interface ReachableDates {
  readonly firstDate: LocalDate;
  /** The local date `horizonDays` ahead. */
  readonly lastDate: LocalDate;
  /** The next local midnight. */
  readonly untilMs: number;
}

/** The bookable range at an instant: starts after the lead time, on service dates up to `lastDate`, included. */
export interface BookingWindow extends ReachableDates {
  readonly nowMs: number;
  /** The policies of the integrator with their facts about the caller (D51); absent if they do not apply. */
  readonly admission?: Admission;
  /** The booking that is moved; absent for a new one. */
  readonly change?: Booking;
  /** The area that the guest has chosen (D52); absent for any. */
  readonly area?: string | undefined;
}

/** The window with these policies; undefined: no policies. */
export function windowWith(window: BookingWindow, admission: Admission | undefined): BookingWindow {
  return admission ? { ...window, admission } : window;
}

/** The window for a move of a booking. */
export function windowToMove(window: BookingWindow, change: Booking): BookingWindow {
  const { area } = change;
  return window.admission || area !== undefined ? { ...window, change, area } : window;
}

/** The rejection by the policies of the integrator, for a time that the other rules allow; null if they admit the party. */
export function rejectionAt(
  window: BookingWindow,
  { date }: ServiceDay,
  { startMs, endMs }: Pick<Slot, 'startMs' | 'endMs'>,
  partySize: number,
): Rejected | null {
  return window.admission?.({ startMs, endMs, date }, partySize, window) ?? null;
}

/** Horizons count local dates, so that the last date is offered whole. */
export function reachableDatesOf(location: Location, nowMs: number): ReachableDates {
  const today = localDateAt(location.timeZone, nowMs);
  return {
    // A night that began the day before can still be open, also if a clock change skipped a date.
    firstDate: addDays(today, -2),
    lastDate: addDays(today, location.horizonDays),
    untilMs: dayInterval(location.timeZone, today).endMs,
  };
}

/** The bookable range at `nowMs`; `dates` are the reachable dates at that instant. */
export function bookingWindowOf(
  location: Location,
  nowMs: number,
  dates: ReachableDates = reachableDatesOf(location, nowMs),
): BookingWindow {
  return { ...dates, nowMs };
}

/** The first possible start for a party of this size: now plus its lead time. */
function earliestMsFor(location: Location, partySize: number, { nowMs }: BookingWindow): number {
  return nowMs + leadTimeMinutesOf(location, partySize) * MINUTE_MS;
}

/** Whether the date can have an offered slot. */
export function isWithin(window: BookingWindow, date: LocalDate): boolean {
  return window.firstDate <= date && date <= window.lastDate;
}

/** The slots that the day offers to the party, in order of time. Empty on a closed, past or too distant day. */
export function offeredSlots(
  location: Location,
  day: ServiceDay,
  partySize: number,
  window: BookingWindow,
): Slot[] {
  const slots = day.periods.flatMap((open) =>
    offeredStarts(location, day, open, partySize, window).map((startMs) =>
      slotOf(location, open, partySize, startMs),
    ),
  );
  return window.admission ? slots.filter((slot) => !rejectionAt(window, day, slot, partySize)) : slots;
}

/** The starts that one period of the day offers to the party, in order, before policies apply. */
export function offeredStarts(
  location: Location,
  day: ServiceDay,
  open: OpenPeriod,
  partySize: number,
  window: BookingWindow,
): number[] {
  if (
    !isWithin(window, day.date) ||
    !admits(location, day, open, partySize, tableAccessOf('online', window.area))
  )
    return [];
  if (!takesSize(open.period, partySize)) return [];
  return gridStarts(location, day, open, partySize, earliestMsFor(location, partySize, window));
}

/** The slots for an operator, from now to the last seating, before tables are examined. Lead time, horizon and sizes do not apply (D13). */
export function operatorSlots(
  location: Location,
  day: ServiceDay,
  partySize: number,
  { nowMs }: Pick<BookingWindow, 'nowMs'>,
): Slot[] {
  return day.periods.flatMap((open) =>
    gridStarts(location, day, open, partySize, nowMs).map((startMs) =>
      slotOf(location, open, partySize, startMs),
    ),
  );
}

/** The slots of a period from an instant on, outside closed hours, at which a party of this size can start. */
function gridStarts(
  location: Location,
  day: ServiceDay,
  open: OpenPeriod,
  partySize: number,
  earliestMs: number,
): number[] {
  const starts: number[] = [];
  const { period, opensMs } = open;
  const stepMs = period.slotStepMinutes * MINUTE_MS;
  const lastMs = lastStartMs(open, turnMinutesOf(location, period, partySize));
  const skipped = Math.max(0, Math.ceil((earliestMs - opensMs) / stepMs));
  for (let startMs = opensMs + skipped * stepMs; startMs <= lastMs; startMs += stepMs)
    if (!isClosedAt(day, startMs)) starts.push(startMs);
  return starts;
}

/** The slot that starts at an instant, or the reason why the party cannot have it. {@link offeredStarts} lists the possible starts (D1). */
export function slotAt(
  location: Location,
  day: ServiceDay,
  startMs: number,
  partySize: number,
  window: BookingWindow,
  tableAccess: TableAccess,
): Slot | Reason | Rejected {
  if (!isOnline(tableAccess)) {
    const slot = operatorSlotAt(location, day, startMs, partySize, window);
    if (typeof slot === 'string') return slot;
    return admits(location, day, slot.open, partySize, tableAccess) ? slot : 'party_size';
  }
  if (startMs < earliestMsFor(location, partySize, window)) return 'too_soon';
  if (day.date > window.lastDate) return 'too_far';
  const open = periodAt(day, startMs);
  if (!open || !onGrid(open, startMs) || isClosedAt(day, startMs)) return 'closed';
  if (!takesSize(open.period, partySize)) return 'party_size';
  const slot = slotOf(location, open, partySize, startMs);
  if (startMs > lastStartMs(open, (slot.endMs - startMs) / MINUTE_MS)) return 'last_seating';
  if (!admits(location, day, open, partySize, tableAccess)) return 'party_size';
  return rejectionAt(window, day, slot, partySize) ?? slot;
}

export function isSlot(found: Slot | Reason | Rejected): found is Slot {
  return typeof found === 'object' && 'open' in found;
}

/** Whether a table option that is in season for starts in this period admits the party. */
export function admits(
  { floorPlan }: Location,
  { date }: ServiceDay,
  open: OpenPeriod,
  partySize: number,
  tableAccess: TableAccess,
): boolean {
  return planAdmits(floorPlan, partySize, tableAccess, outOfSeason(floorPlan, date, open));
}

/**
 * The slot that starts at an instant for an operator, before tables are examined.
 *
 * Only the opening hours limit an operator: not the grid, the lead time, the horizon, the last seating, closed hours or the party sizes of a
 * period (D13). An operator records the real course of events, also ten minutes late, but not a visit that is over.
 */
export function operatorSlotAt(
  location: Location,
  day: ServiceDay,
  startMs: number,
  partySize: number,
  { nowMs }: BookingWindow,
): Slot | Reason {
  const open = periodAt(day, startMs);
  if (!open) return 'closed';
  const slot = slotOf(location, open, partySize, startMs);
  return slot.endMs <= nowMs ? 'too_soon' : slot;
}

/** The slot of a party of this size that starts at this instant in this period. */
export function slotOf(location: Location, open: OpenPeriod, partySize: number, startMs: number): Slot {
  const endMs = endMsOf(location, open, partySize, startMs);
  return { startMs, endMs, blockedUntilMs: endMs + location.bufferMinutes * MINUTE_MS, open };
}

/** The planned end of a party of this size. */
export function endMsOf(
  location: Location,
  { period }: OpenPeriod,
  partySize: number,
  startMs: number,
): number {
  return startMs + turnMinutesOf(location, period, partySize) * MINUTE_MS;
}

function onGrid(open: OpenPeriod, startMs: number): boolean {
  return Number.isInteger((startMs - open.opensMs) / (open.period.slotStepMinutes * MINUTE_MS));
}

/** Whether guests can come at about this time, but no slot starts at exactly it. */
export function isOffGrid(day: ServiceDay, startMs: number): boolean {
  const open = periodAt(day, startMs);
  return open !== null && !onGrid(open, startMs) && !isClosedAt(day, startMs);
}

function isClosedAt({ closed }: ServiceDay, startMs: number): boolean {
  for (const hours of closed) if (hours.startMs <= startMs && startMs < hours.endMs) return true;
  return false;
}

export function takesSize(period: ServicePeriod, partySize: number): boolean {
  return partySize >= period.partySizeMin && partySize <= (period.partySizeMax ?? partySize);
}

/** Without a last seating, the party must be able to finish. */
function lastStartMs({ lastSeatingMs, closesMs }: OpenPeriod, turnMinutes: number): number {
  return lastSeatingMs ?? closesMs - turnMinutes * MINUTE_MS;
}
