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

/** Where a booking is to go: what the request leaves out stays. */
export function goalOf(booking: Booking, request: MoveRequest): Move {
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

async function change(
  app: App,
  caller: Caller,
  bookingId: string,
  ruleFor: RuleFor,
  to?: MoveRequest,
): Promise<ChangeOutcome> {
  assertScope(caller, 'bookings:write');
  const booking = found(await app.storage.bookings.find(bookingId, visibilityOf(caller)));
  return changeAs(app, caller === 'operator' ? 'operator' : 'partner', booking, ruleFor, to);
}

/** Cancels without a mail to the guest: a sandbox booking has none. */
export function quietCancel(app: App, booking: Booking): Promise<ChangeOutcome> {
  return changeAs(app, 'operator', booking, (at) => cancel({ ...at, writesMail: false }));
}

/**
 * Changes a booking that the caller has been found to be allowed to.
 *
 * @param request where the booking is to go, when it is moved
 */
export async function changeAs(
  app: App,
  by: 'partner' | 'operator' | 'guest',
  read: Booking,
  ruleFor: RuleFor,
  request?: MoveRequest,
): Promise<ChangeOutcome> {
  let first: Booking | null = read;
  const endpoints = await endpointsOf(app, read.channel);
  const outcome = await amendDiary(app, 'operator', read.locationId, async (location) => {
    const booking = first ?? found(await app.storage.bookings.find(read.id, null));
    first = null;
    const open = (date: LocalDate): ServiceDay => app.kept.serviceDay(location, date);
    const day =
      request?.startMs === undefined
        ? open(booking.serviceDate)
        : serviceDayAt(location, request.startMs, open);
    const window = app.kept.bookingWindow(location);
    const rule = ruleFor({ location, day, window, endpoints, writesMail: app.mailer !== null }, booking);
    const now = { startMs: booking.startMs, endMs: booking.blockedUntilMs };
    const goal = request && goalOf(booking, request);
    const held = goal ? heldFrom(location, day, goal.startMs, goal.partySize) : now;
    const scope = scopeOf(location, day, held, { bookingId: booking.id }, now);
    return { scope, rule: (page) => rule(withinScope(page, booking)) };
  });
  const to = endOf(read, outcome);
  if (to !== null) app.observer({ kind: 'change', by, to });
  return outcome;
}

/** What became of a booking, in a word; null when nothing has that anybody counts. */
function endOf(before: Booking, outcome: ChangeOutcome): ChangeEnd | null {
  if (outcome.kind === 'unchanged') return null;
  if (outcome.kind === 'refused') return 'refused';
  const { status, startMs, partySize } = outcome.booking;
  if (status !== 'confirmed') return status;
  if (before.status !== 'confirmed') return 'undone';
  return before.startMs === startMs && before.partySize === partySize ? null : 'moved';
}

type ChangeEnd = 'refused' | 'cancelled' | 'completed' | 'no_show' | 'moved' | 'undone';

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
