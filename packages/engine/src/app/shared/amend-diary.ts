import type { Channel } from '../../core/booking/booking.ts';
import type { Amendment, DiaryScope, Rule } from '../../core/booking/diary.ts';
import { type Author, recorded } from '../../core/booking/history.ts';
import { isChange as isDiaryChange } from '../../core/booking/evolve.ts';
import { isHold } from '../../core/booking/row-kind.ts';
import { type PendingChange, pendingChanges } from '../../core/booking/pending-changes.ts';
import { WaitlistUnreadError } from '../../core/booking/waitlist.ts';
import { BookingError } from '../../core/errors.ts';
import type { Endpoint } from '../../core/outbox/event.ts';
import type { BookingContext } from '../../core/booking/decide.ts';
import type { Location } from '../../core/location/location.ts';
import type { ServiceDay } from '../../core/location/service-day.ts';
import { authorOf, type Caller, partnerOf } from '../../core/access/policy.ts';
import type { DayState } from '../../core/seating/day-state.ts';
import { SearchTakesLongError, type StepContext } from '../../core/seating/decided-day.ts';
import { StaleStepError } from '../../ports/booking-store.ts';
import { announcingAt } from './announce-changes.ts';
import type { App } from './context.ts';
import { searchInTurns } from './decide-ahead.ts';
import { asTaken, isWaitedFor } from './giving-out.ts';
import { visibleLocation } from './visible-location.ts';

/** What to amend, and by which rule. */
export interface Step<R> {
  readonly scope: DiaryScope;
  readonly rule: Rule<R>;
}

/** Whose diary is amended, and for whom. */
export interface Diary {
  readonly caller: Caller;
  readonly locationId: string;
  /** Who the history of what is changed says it was (D43). Defaults to the caller. */
  readonly by?: Author;
  /**
   * Steps on this booking that have to be prepared anew wait for each other: they would go on disturbing each other, and of all that wait in
   * one process only the first can be disturbed by another process.
   */
  readonly bookingId?: string;
}

/**
 * How a step is prepared on a plan.
 *
 * @param searched the day that the step before this one had no time to search: what it asked is decided now
 */
export type Prepare<R> = (location: Location, searched: DayState | undefined) => Promise<Step<R>>;

/** How often a step is prepared anew. Each time somebody else has changed what it was prepared on. */
const RETRIES_MAX = 100;

/**
 * Takes one step on a location's diary, on its current plan. When what the step was prepared on has changed meanwhile, it is prepared anew; and once
 * more when it had no time to search for room.
 * What the process keeps of the touched dates is forgotten when the step is done, whatever came of it.
 *
 * @throws BookingError `unavailable` when it was prepared anew 100 times in vain
 */
export async function amendDiary<R>(app: App, where: Diary, prepare: Prepare<R>): Promise<R> {
  const { bookingId } = where;
  const first = await attempt(app, where, prepare);
  if ('result' in first) return first.result;
  let last = first;
  const again = async (): Promise<R> => {
    for (let tries = 0; tries < RETRIES_MAX; tries++) {
      const done = await attempt(app, where, prepare, last);
      if ('result' in done) return done.result;
      last = done;
    }
    throw new BookingError('unavailable', 'others change the same at this moment, again and again');
  };
  return bookingId === undefined ? again() : app.turns.take(bookingId, again);
}

/** The step has to be taken again. */
interface Again {
  readonly searched?: DayState | undefined;
}

/** Prepares a step and takes it. */
async function attempt<R>(
  app: App,
  { caller, locationId, by = authorOf(caller) }: Diary,
  prepare: Prepare<R>,
  { searched }: Again = {},
): Promise<Amendment<R> | Again> {
  const location = await visibleLocation(app, caller, locationId);
  const step = await prepare(location, searched);
  const { rule } = step;
  const whole = step.scope.whole === true || app.waitingDays.includes(step.scope);
  const scope = whole ? { ...step.scope, whole } : step.scope;
  const endpoints = whole ? await app.storage.endpoints.list() : undefined;
  const announcing = await announcingAt(app, location);
  let isChange = false;
  let changes: readonly PendingChange[] = [];
  try {
    const occasion = { atMs: app.clock.nowMs(), by };
    const taken = asTaken(app, rule, { location, scope, searched, endpoints });
    const amendment = await app.storage.bookings.amend(scope, (snapshot) => {
      const amended = recorded(taken(snapshot), snapshot, occasion);
      if (whole) app.waitingDays.note(scope, isWaitedFor(snapshot) || amended.booking?.kind === 'waiting');
      changes = pendingChanges(amended, snapshot, occasion.atMs);
      return announcing(amended, snapshot);
    });
    isChange = isDiaryChange(amendment);
    noteAmendment(app, amendment);
    for (const change of changes) app.observer(change);
    return amendment;
  } catch (error) {
    if (error instanceof WaitlistUnreadError) {
      app.waitingDays.note(scope, true);
      return { searched };
    }
    if (error instanceof SearchTakesLongError) {
      await searchInTurns(app, error.state.search, error.question);
      return { searched: error.state };
    }
    isChange = BookingError.is(error) && error.code === 'unavailable'; // it may have been saved
    if (!(error instanceof StaleStepError)) throw error;
    await app.locationCache.location(location.id, true);
    return { searched };
  } finally {
    app.afterStep({ locationId: location.id, dates: scope.dates, isChange });
  }
}

/** With what a rule searches for room, once a step had no time for it or not. `known` is a day that may have been searched before. */
export function searchAid(
  { locationCache }: App,
  location: Location,
  searched: DayState | undefined,
  known = searched,
): Pick<StepContext, 'memory' | 'decided' | 'isLastTry'> {
  return { memory: locationCache.memoryOf(location), decided: known, isLastTry: searched !== undefined };
}

/** On what a booking or a hold of this channel is decided. `known` is a day that was searched before. */
export async function bookingContextOf(
  app: App,
  location: Location,
  day: ServiceDay,
  channel: Channel,
  searched: DayState | undefined,
  known?: DayState,
): Promise<BookingContext> {
  return {
    location,
    day,
    window: app.locationCache.bookingWindow(location),
    endpoints: await endpointsOf(app, channel),
    writesMail: app.mailer !== null && !app.isQuiet,
    ...searchAid(app, location, searched, known),
  };
}

/** What is now in the outbox goes out at once, and who had to make room is counted. */
function noteAmendment(app: App, amendment: Amendment<unknown>): void {
  const { deliveries = [], reseatings = [], undecided = 0 } = amendment;
  if (deliveries.length > 0) app.wakeup.ring();
  const moved = reseatings.filter(({ bookingId }) => !isHold({ id: bookingId })).length;
  if (moved > 0) app.observer({ kind: 'reseated', bookings: moved });
  if (undecided > 0) app.observer({ kind: 'undecided', questions: undecided });
}

/**
 * Who hears of a booking made through this channel (D21). Read for each step: an endpoint that was added at any process hears of all that is begun from
 * then on (D23), and what a process keeps is forgotten a moment later than that, or some seconds when an invalidation is lost.
 */
export async function endpointsOf(app: App, channel: Channel): Promise<readonly Endpoint[]> {
  const partner = partnerOf(channel);
  return partner === null ? [] : app.storage.endpoints.ofPartner(partner);
}
