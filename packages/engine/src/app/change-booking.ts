import type { Booking } from '../core/booking.ts';
import { assertPartySize } from '../core/batch.ts';
import {
  cancel,
  type ChangeOutcome,
  type Circumstances,
  finish,
  type Move,
  move,
  pin,
  undo,
} from '../core/booking-rules.ts';
import type { DiaryPage, Rule } from '../core/diary.ts';
import { BookingError, invalid } from '../core/errors.ts';
import { MINUTE_MS } from '../core/interval.ts';
import type { LocalDate } from '../core/local-day.ts';
import { assertScope, type Caller, visibilityOf } from '../core/policy.ts';
import { type ServiceDay, serviceDayAt } from '../core/service-day.ts';
import { StaleStepError } from '../ports/booking-store.ts';
import { amendDiary, endpointsOf, found } from './amend-diary.ts';
import type { App } from './context.ts';
import { heldFrom, scopeOf } from './diary-scope.ts';

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
  const ruleFor: RuleFor = (at, booking) => move(at, goalOf(booking, request), 'all');
  return change(app, houseOnly(caller), bookingId, ruleFor, request);
}

function goalOf(booking: Booking, request: MoveRequest): Move {
  const { startMs = booking.startMs, partySize = booking.partySize } = request;
  return { startMs, partySize };
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

/** @param to where the booking is to go, when it is moved */
async function change(
  app: App,
  caller: Caller,
  bookingId: string,
  ruleFor: RuleFor,
  to?: MoveRequest,
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
      to?.startMs === undefined ? open(booking.serviceDate) : serviceDayAt(location, to.startMs, open);
    const rule = ruleFor({ location, day, window: app.kept.bookingWindow(location), endpoints }, booking);
    const now = { startMs: booking.startMs, endMs: booking.blockedUntilMs };
    const goal = to && goalOf(booking, to);
    const held = goal ? heldFrom(location, day, goal.startMs, goal.partySize) : now;
    const scope = scopeOf(location, day, held, { bookingId: booking.id }, now);
    return { scope, rule: (page) => rule(withinScope(page, booking)) };
  });
}

type RuleFor = (at: Circumstances, booking: Booking) => Rule<ChangeOutcome>;

/** The booking has been moved since the scope was drawn around it: the step has locked the wrong dates. */
function withinScope(page: DiaryPage, booking: Booking): DiaryPage {
  if (page.named && page.named.startMs !== booking.startMs) throw new StaleStepError();
  return page;
}

function houseOnly(caller: Caller): Caller {
  if (caller !== 'operator') throw new BookingError('scope_missing');
  return caller;
}
