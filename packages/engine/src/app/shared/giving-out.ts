import { type DiaryScope, type Rule, type Snapshot } from '../../core/booking/diary.ts';
import { isWaiting } from '../../core/booking/row-kind.ts';
import { decideAmong, standingOf } from '../../core/booking/standing.ts';
import { afterWaiting, WaitlistUnreadError } from '../../core/booking/waitlist.ts';
import type { Location } from '../../core/location/location.ts';
import type { Endpoint } from '../../core/outbox/event.ts';
import type { DayState } from '../../core/seating/day-state.ts';
import type { App } from './context.ts';
import { linkHashOf } from './guest-tokens.ts';

/** What is known before a step of an evening for which somebody may wait. */
interface GivingOut {
  readonly location: Location;
  readonly scope: DiaryScope;
  readonly searched: DayState | undefined;
  /** Of all partners; undefined where nobody was known to wait. */
  readonly endpoints: readonly Endpoint[] | undefined;
}

/**
 * The rule as every step takes it: it is shown who holds tables now, evicts lapsed holds that are in its way (D35), and comes after who waits (D36).
 *
 * @throws WaitlistUnreadError (the rule that is returned) where somebody waits and the step was not prepared for it
 */
export function asTaken<R>(
  app: App,
  rule: Rule<R>,
  { location, scope, searched, endpoints }: GivingOut,
): Rule<R> {
  const window = app.locationCache.bookingWindow(location);
  if (!endpoints) {
    return (snapshot) => {
      const standing = standingOf(snapshot.bookings, window.nowMs);
      if (standing.waiting.length > 0) throw new WaitlistUnreadError();
      return decideAmong(rule, snapshot, standing);
    };
  }
  return afterWaiting(rule, {
    location,
    scope,
    window,
    endpoints,
    writesMail: app.mailer !== null,
    memory: app.locationCache.memoryOf(location),
    isLastTry: searched !== undefined,
    dayOf: (date) => app.locationCache.serviceDay(location, date),
    linkHashOf: (bookingId, guest) => linkHashOf(app, 'manage', bookingId, guest),
  });
}

/** Somebody waits within what the step has read. */
export function isWaitedFor({ bookings }: Pick<Snapshot, 'bookings'>): boolean {
  return bookings.some(isWaiting);
}
