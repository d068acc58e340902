import type { Booking } from '../core/booking.ts';
import { cancel, type ChangeOutcome, type Circumstances, finish, undo } from '../core/booking-rules.ts';
import type { DiaryPage, DiaryScope, Rule } from '../core/diary.ts';
import { BookingError } from '../core/errors.ts';
import { span } from '../core/interval.ts';
import { datesTouched } from '../core/local-day.ts';
import type { Location } from '../core/location.ts';
import { assertScope, type Caller, visibilityOf } from '../core/policy.ts';
import type { ServiceDay } from '../core/service-day.ts';
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

async function change(app: App, caller: Caller, bookingId: string, ruleFor: RuleFor): Promise<ChangeOutcome> {
  assertScope(caller, 'bookings:write');
  const visibility = visibilityOf(caller);
  const read = async (): Promise<Booking> => found(await app.storage.bookings.find(bookingId, visibility));
  let first: Booking | null = await read();
  const endpoints = await endpointsOf(app, first.channel);
  return amendDiary(app, 'operator', first.locationId, async (location) => {
    const booking = first ?? (await read());
    first = null;
    const day = app.kept.serviceDay(location, booking.serviceDate);
    const rule = ruleFor({ location, day, nowMs: app.clock.nowMs(), endpoints });
    return { scope: scopeOf(location, day, booking), rule: (page) => rule(withinScope(page, booking)) };
  });
}

type RuleFor = (at: Circumstances) => Rule<ChangeOutcome>;

/** The booking has been moved since the scope was drawn around it: the step has locked the wrong dates. */
function withinScope(page: DiaryPage, booking: Booking): DiaryPage {
  if (page.named && page.named.startMs !== booking.startMs) throw new StaleStepError();
  return page;
}

/** The service date of the booking, and the booking wherever it lies. */
function scopeOf(location: Location, day: ServiceDay, booking: Booking): DiaryScope {
  const interval = span(day.interval, { startMs: booking.startMs, endMs: booking.blockedUntilMs });
  return {
    locationId: location.id,
    locationRevision: location.revision,
    dates: datesTouched(location.timeZone, interval),
    interval,
    named: { bookingId: booking.id },
  };
}

function houseOnly(caller: Caller): Caller {
  if (caller !== 'operator') throw new BookingError('scope_missing');
  return caller;
}
