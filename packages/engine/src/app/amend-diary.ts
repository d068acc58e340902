import type { Booking, Channel } from '../core/booking.ts';
import type { DiaryScope, Rule } from '../core/diary.ts';
import { BookingError } from '../core/errors.ts';
import type { Endpoint } from '../core/event.ts';
import type { Location } from '../core/location.ts';
import type { Caller } from '../core/policy.ts';
import { StaleStepError } from '../ports/booking-store.ts';
import type { App } from './context.ts';
import { visibleLocation } from './visible-location.ts';

/** What to amend, and by which rule. */
export interface Step<R> {
  readonly scope: DiaryScope;
  readonly rule: Rule<R>;
}

/** Ground that shifts this often under one step is a fault. */
const STALE_STEPS_MAX = 5;

/**
 * Takes one step on a location's diary, on its current plan: when what it was planned on has changed meanwhile, it is planned anew.
 * What the process keeps of the touched dates is forgotten when the step is done, whatever came of it.
 */
export async function amendDiary<R>(
  app: App,
  caller: Caller,
  locationId: string,
  plan: (location: Location) => Promise<Step<R>>,
): Promise<R> {
  for (let tries = 1; ; tries++) {
    const location = await visibleLocation(app, caller, locationId);
    const { scope, rule } = await plan(location);
    try {
      return await app.storage.bookings.amend(scope, rule);
    } catch (error) {
      if (!(error instanceof StaleStepError) || tries === STALE_STEPS_MAX) throw error;
      await app.kept.location(location.id, true);
    } finally {
      app.kept.forgetDates(location.id, scope.dates);
    }
  }
}

/** Who hears of a booking made through this channel (D21). */
export async function endpointsOf(app: App, channel: Channel): Promise<readonly Endpoint[]> {
  return channel === 'operator' ? [] : app.storage.endpoints.ofPartner(channel.slice('partner:'.length));
}

/** The booking, if the caller may see it: otherwise `booking_not_found`, as for one that does not exist (§4.4). */
export function found(booking: Booking | null): Booking {
  if (!booking) throw new BookingError('booking_not_found');
  return booking;
}
