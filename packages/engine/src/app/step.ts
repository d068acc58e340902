/** A step on a diary, from preparation to the work after the commit; the decision is in `core/booking/step.ts`. It always drops the cached dates. */
import { type Amendment, type DiaryScope, entryIn, type Rule, type Snapshot } from '../core/booking/diary.ts';
import { countedFromMs } from '../core/booking/hold.ts';
import { isChange as isDiaryChange } from '../core/booking/evolve.ts';
import { type PendingChange, pendingChanges } from '../core/booking/pending-changes.ts';
import { isWaitedFor, stepBy, type StepInput } from '../core/booking/step.ts';
import { heldBack, isStaff } from '../core/booking/undo-window.ts';
import { WaitlistUnreadError } from '../core/booking/waitlist.ts';
import { BookingError } from '../core/errors.ts';
import { SearchTakesLongError } from '../core/seating/day-state.ts';
import { ReadTooLittleError } from '../core/seating/read-range.ts';
import { span } from '../core/instant.ts';
import { StaleStepError } from '../ports/booking-store.ts';
import { type Again, type Diary, inputOf, prepare, type Prepared, type Step } from './prepare.ts';
import type { App } from './context.ts';
import { searchInTurns } from './decide-ahead.ts';
import { takeInTime, type TimedStep, UNTIMED } from './request-deadline.ts';
import { BoundedMap } from '../core/bounded-map.ts';

/** Describes the step of a use case. Called for each attempt, with its prepared data. */
export type Name<R> = (at: Prepared) => Step<R> | Promise<Step<R>>;

/** How often a step is abandoned to search outside. A step that allocates tables to waiting parties searches several days. */
const SEARCHES_MAX = 4;

/** Further attempts after the first. Each is necessary because another step has changed what this one was prepared on. */
const RETRIES_MAX = 100;

/**
 * Takes one step on a location's diary, on its current plan. The step is prepared and taken again if its plan has changed, if it has read too
 * little, and up to four times if it had no time to search for room.
 *
 * @throws BookingError `unavailable` after 100 further attempts, or when the request is too late (D57)
 */
export function takeStep<R>(app: App, where: Diary, name: Name<R>): Promise<R> {
  return takeInTime(async (timed) => {
    const first = await attempt(app, where, timed, name);
    if ('result' in first) return first.result;
    let last = first;
    const again = async (): Promise<R> => {
      for (let tries = 0; tries < RETRIES_MAX; tries++) {
        const done = await attempt(app, { ...where, seen: undefined }, timed, name, last);
        if ('result' in done) return done.result;
        last = done;
      }
      throw new BookingError('unavailable', 'others change the same at this moment, again and again');
    };
    return where.bookingId === undefined ? again() : app.turns.take(where.bookingId, again);
  });
}

async function attempt<R>(
  app: App,
  where: Diary,
  timed: TimedStep,
  name: Name<R>,
  again: Again = {},
): Promise<Amendment<R> | Again> {
  const prepared = await prepare(app, where, again);
  const { location } = prepared;
  const named = await name(prepared);
  const whole = named.scope.whole === true || app.waitingDays.includes(named.scope);
  const scope = whole ? { ...named.scope, whole, holds: countedFromMs(prepared.window.nowMs) } : named.scope;
  const input = await inputOf(app, prepared, { ...named, scope });
  const decide = holdingBack(stepBy(named.rule, input), input);
  let isChange = false;
  let counted = NOTHING_COUNTED;
  try {
    const amendment = await app.storage.bookings.amend(scope, (snapshot) => {
      timed.begin();
      const amended = decide(snapshot);
      if (whole) app.waitingDays.note(scope, isWaitedFor(snapshot) || amended.booking?.kind === 'waiting');
      counted = countedIn(amended, snapshot, input.window.nowMs);
      return amended;
    });
    isChange = isDiaryChange(amendment);
    noteAmendment(app, amendment, counted);
    return amendment;
  } catch (error) {
    isChange = BookingError.is(error) && error.code === 'unavailable'; // it can have been saved
    const { audience } = prepared;
    return await givenUp(app, { ...named, where, again: { ...again, audience }, prepared, timed }, error);
  } finally {
    if (!app.isRehearsal) {
      app.locationCache.forgetDates(location.id, scope.dates);
      if (isChange) app.watchers.tell(location.id, scope.dates);
    }
  }
}

/** A change by a member of staff is announced after its undo window (D54). */
function holdingBack<R>(rule: Rule<R>, { by, window }: StepInput): Rule<R> {
  return (snapshot) => {
    const amendment = rule(snapshot);
    return isStaff(by) ? heldBack(amendment, window.nowMs) : amendment;
  };
}

interface Failed extends Step<unknown> {
  readonly where: Diary;
  readonly prepared: Prepared;
  readonly again: Again;
  readonly timed: TimedStep;
}

/** Prepares the next attempt after an abandoned step, which saved no change. Throws every other error. */
async function givenUp(
  app: App,
  { where, again, prepared, timed, scope, about }: Failed,
  error: unknown,
): Promise<Again> {
  if (error instanceof WaitlistUnreadError) {
    timed.giveUp();
    app.waitingDays.note(scope, true);
    return again;
  }
  if (error instanceof ReadTooLittleError) {
    timed.giveUp();
    return { ...again, range: span(error.range, again.range ?? error.range) };
  }
  if (error instanceof SearchTakesLongError) {
    timed.giveUp();
    await searchInTurns(app, error.state.search, ...error.questions);
    // Saves the tables allocated so far, so that the next attempt continues from there and a long waitlist is completed.
    if (error.isAfterGifts) {
      const { locationId } = where;
      const rule = () => ({ result: null });
      const giveFirst: Step<null> = {
        scope: { ...scope, named: null, whole: true },
        about,
        rule,
        givesOnly: true,
      };
      const by = 'maintenance';
      await attempt(app, { caller: 'operator', locationId, by }, UNTIMED, () => giveFirst);
    }
    const searches = (again.searches ?? 0) + 1;
    return { ...again, searches, isLastTry: searches >= SEARCHES_MAX };
  }
  if (error instanceof StaleStepError) {
    timed.giveUp();
    await app.locationCache.location(prepared.location.id, true);
    return again;
  }
  throw error;
}

/** The effects of a step for metrics: re-seated bookings, holds, waiting parties. */
interface Counted {
  readonly reseated: number;
  readonly pending: readonly PendingChange[];
}

const NOTHING_COUNTED: Counted = { reseated: 0, pending: [] };

function countedIn(amendment: Amendment<unknown>, snapshot: Snapshot, nowMs: number): Counted {
  const { booking, others = [], reseatings = [] } = amendment;
  if (booking?.kind === 'booking' && others.length + reseatings.length === 0) return NOTHING_COUNTED;
  const bookings = reseatings.filter(({ bookingId }) => entryIn(snapshot, bookingId)?.kind !== 'hold');
  return { reseated: bookings.length, pending: pendingChanges(amendment, snapshot, nowMs) };
}

/** Wakes the delivery of the outbox and reports the effects of the step. */
function noteAmendment(app: App, amendment: Amendment<unknown>, { reseated, pending }: Counted): void {
  const { deliveries = [], events = [], undecided = 0 } = amendment;
  if (deliveries.length > 0) app.wakeup.ring();
  if (events.length > 0) app.changed.ring();
  if (reseated > 0) app.observer({ kind: 'reseated', bookings: reseated });
  if (undecided > 0) app.observer({ kind: 'undecided', questions: undecided });
  for (const change of pending) app.observer(change);
}

/** The number of dates that are remembered. A step on another date with waiting parties is taken twice. */
const DATES_MAX = 1000;

/** Dates with waiting parties (D36), as far as this process knows: their steps read the rows whole. */
export interface WaitingDays {
  /** Whether a date of the scope is known to have waiting parties. */
  includes(scope: DiaryScope): boolean;
  /** Records whether a step has found waiting parties. */
  note(scope: DiaryScope, isFound: boolean): void;
}

export function createWaitingDays(): WaitingDays {
  const dates = new BoundedMap<string, true>(DATES_MAX);
  const names = ({ locationId, dates: of }: DiaryScope): string[] =>
    of.map((date) => `${locationId} ${date}`);
  return {
    includes: (scope) => dates.size > 0 && names(scope).some((name) => dates.get(name)),
    note(scope, isFound) {
      for (const name of isFound || dates.size > 0 ? names(scope) : []) {
        if (isFound) dates.set(name, true);
        else dates.delete(name);
      }
    },
  };
}
