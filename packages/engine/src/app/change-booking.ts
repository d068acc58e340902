import type { Booking } from '../core/booking.ts';
import { assertPartySize } from '../core/batch.ts';
import {
  cancel,
  type ChangeOutcome,
  type Circumstances,
  finish,
  move,
  pin,
  undo,
} from '../core/booking-rules.ts';
import type { DiaryPage, DiaryScope, Rule } from '../core/diary.ts';
import { BookingError, invalid } from '../core/errors.ts';
import { DAY_MS, MINUTE_MS, span } from '../core/interval.ts';
import { datesTouched, type LocalDate } from '../core/local-day.ts';
import type { Location } from '../core/location.ts';
import { assertScope, type Caller, visibilityOf } from '../core/policy.ts';
import { type ServiceDay, serviceDayAt } from '../core/service-day.ts';
import { StaleStepError } from '../ports/booking-store.ts';
import { amendDiary, endpointsOf, found } from './amend-diary.ts';
import type { App } from './context.ts';

/** Cancels a booking that the caller can see (§4.5). */
export function cancelBooking(app: App, caller: Caller, bookingId: string): Promise<ChangeOutcome> {
  return change(app, caller, bookingId, cancel);
}

/** The party has left: the tables are free from now on (D12). For the house itself. */
export function completeBooking(app: App, caller: Caller, bookingId: string): Promise<ChangeOutcome> {
  return change(app, houseOnly(caller), bookingId, (at) => finish(at, 'completed'));
}

/** The party never came (D12). For the house itself. */
export function markNoShow(app: App, caller: Caller, bookingId: string): Promise<ChangeOutcome> {
  return change(app, houseOnly(caller), bookingId, (at) => finish(at, 'no_show'));
}

/** Takes `completed` or `no_show` back (D12). For the house itself. */
export function undoBooking(app: App, caller: Caller, bookingId: string): Promise<ChangeOutcome> {
  return change(app, houseOnly(caller), bookingId, undo);
}

/** What of a booking shall be another; what is left out stays. */
export interface MoveRequest {
  readonly startMs?: number;
  readonly partySize?: number;
}

/** Moves a booking to another time, size or both (D12). For the house itself. */
export function moveBooking(
  app: App,
  caller: Caller,
  bookingId: string,
  request: MoveRequest,
): Promise<ChangeOutcome> {
  if (request.partySize !== undefined) assertPartySize('partySize', request.partySize);
  if (
    request.startMs !== undefined &&
    (!Number.isSafeInteger(request.startMs) || request.startMs % MINUTE_MS !== 0)
  ) {
    invalid('startsAt must be a whole minute', ['startsAt']);
  }
  return change(
    app,
    houseOnly(caller),
    bookingId,
    (at, booking) => {
      const { startMs = booking.startMs, partySize = booking.partySize } = request;
      return move(at, { startMs, partySize }, 'all');
    },
    request.startMs,
  );
}

/** Keeps a booking at its tables whatever comes, or lets it be re-seated again (D9). For the house itself. */
export function pinBooking(
  app: App,
  caller: Caller,
  bookingId: string,
  pinned: boolean,
): Promise<ChangeOutcome> {
  return change(app, houseOnly(caller), bookingId, () => pin(pinned));
}

/** @param newStartMs where the booking is to go, when its time changes */
async function change(
  app: App,
  caller: Caller,
  bookingId: string,
  ruleFor: RuleFor,
  newStartMs?: number,
): Promise<ChangeOutcome> {
  assertScope(caller, 'bookings:write');
  const visibility = visibilityOf(caller);
  const read = async (): Promise<Booking> => found(await app.storage.bookings.find(bookingId, visibility));
  let first: Booking | null = await read();
  const endpoints = await endpointsOf(app, first.channel);
  return amendDiary(app, 'operator', first.locationId, async (location) => {
    const booking = first ?? (await read());
    first = null;
    const open = (date: LocalDate): ServiceDay => app.kept.serviceDay(location, date);
    const day =
      newStartMs === undefined ? open(booking.serviceDate) : serviceDayAt(location, newStartMs, open);
    const rule = ruleFor({ location, day, window: app.kept.bookingWindow(location), endpoints }, booking);
    const scope = scopeOf(location, day, booking, newStartMs ?? booking.startMs);
    return { scope, rule: (page) => rule(withinScope(page, booking)) };
  });
}

type RuleFor = (at: Circumstances, booking: Booking) => Rule<ChangeOutcome>;

/** The booking has been moved since the scope was drawn around it: the step has locked the wrong dates. */
function withinScope(page: DiaryPage, booking: Booking): DiaryPage {
  if (page.named && page.named.startMs !== booking.startMs) throw new StaleStepError();
  return page;
}

/**
 * The service date on which the booking is to be, whole; and the dates on which it is now, so that nobody re-seats it there
 * meanwhile.
 */
function scopeOf(location: Location, day: ServiceDay, booking: Booking, startMs: number): DiaryScope {
  const now = { startMs: booking.startMs, endMs: booking.blockedUntilMs };
  const longestMs = booking.blockedUntilMs - booking.startMs + DAY_MS;
  const interval = span(
    day.interval,
    startMs === booking.startMs ? now : { startMs, endMs: startMs + longestMs },
  );
  const dates = new Set([
    ...datesTouched(location.timeZone, interval),
    ...datesTouched(location.timeZone, now),
  ]);
  return {
    locationId: location.id,
    locationRevision: location.revision,
    dates: [...dates].toSorted(),
    interval,
    named: { bookingId: booking.id },
  };
}

function houseOnly(caller: Caller): Caller {
  if (caller !== 'operator') throw new BookingError('scope_missing');
  return caller;
}
