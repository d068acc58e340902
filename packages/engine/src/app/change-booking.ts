import { type Booking, found, toDiary } from '../core/booking/booking.ts';
import { assertPartySize } from '../core/fields.ts';
import type { ChangeOutcome, BookingContext } from '../core/booking/decide.ts';
import { cancel, move } from '../core/booking/decide-move.ts';
import { moveOwn } from '../core/booking/decide-partner.ts';
import { assignAnywhere, moveTo, pin } from '../core/booking/decide-tables.ts';
import { goalOf, type MoveRequest, type TableChoice } from '../core/booking/booking-request.ts';
import { heldBy, type Rule } from '../core/booking/diary.ts';
import { versionOf } from '../core/booking/booking-version.ts';
import { type Author, authorOfChannel, withHistory } from '../core/booking/history.ts';
import { usingOwnHolds } from '../core/booking/move-hold.ts';
import { BookingError, invalid } from '../core/errors.ts';
import { type Interval, MINUTE_MS, span } from '../core/instant.ts';
import {
  assertScope,
  authorOf,
  type Caller,
  type HouseCaller,
  isHouse,
  type PartnerCaller,
  visibilityOf,
} from '../core/access/policy.ts';
import { StaleStepError } from '../ports/booking-store.ts';
import {
  dayFor,
  type Ground,
  groundOf,
  heldFrom,
  partOf,
  type Prepared,
  ruleOn,
  type Step,
  suffices,
} from './prepare.ts';
import { takeStep } from './step.ts';
import type { App } from './context.ts';
import { giveOutAt } from './give-out.ts';
import type { PolicyCaller } from '../core/location/admission.ts';
import { findBooking } from './read-booking.ts';

export function cancelBooking(app: App, caller: Caller, bookingId: string): Promise<ChangeOutcome> {
  return change(app, { caller, bookingId }, cancel);
}

/** Moves a partner's booking (D32) by the rules for a new one, without a change deadline. A seated or finished party is not moved. */
export async function moveOwnBooking(
  app: App,
  caller: PartnerCaller,
  bookingId: string,
  request: MoveRequest,
): Promise<ChangeOutcome> {
  if (request.partySize !== undefined) assertPartySize('partySize', request.partySize);
  if (request.startMs !== undefined && !Number.isSafeInteger(request.startMs))
    invalid('startMs must be an instant', ['startMs']);
  return change(app, { caller, bookingId, request, policyCaller: caller }, (at) => moveOwn(at, request));
}

/** Moves a booking to another time, size or both (D12), and to chosen tables if given (D38). */
export async function moveBooking(
  app: App,
  caller: HouseCaller,
  bookingId: string,
  request: MoveRequest,
  choice?: TableChoice,
): Promise<ChangeOutcome> {
  if (request.partySize !== undefined) assertPartySize('partySize', request.partySize);
  if (
    request.startMs !== undefined &&
    (!Number.isSafeInteger(request.startMs) || request.startMs % MINUTE_MS !== 0)
  ) {
    invalid('startMs must be a whole minute', ['startMs']);
  }
  return change(app, { caller, bookingId, request }, (at) =>
    choice ? moveTo(at, request, choice) : move(at, request, 'all'),
  );
}

/** Assigns chosen tables (D38), or any suitable ones to an unseated booking (D39). */
export function assignTables(
  app: App,
  caller: HouseCaller,
  bookingId: string,
  choice?: TableChoice,
): Promise<ChangeOutcome> {
  return choice
    ? moveBooking(app, caller, bookingId, {}, choice)
    : changeByHouse(app, caller, bookingId, assignAnywhere);
}

/** Pins a booking to its tables, or allows re-seating again (D9). */
export function pinBooking(
  app: App,
  caller: HouseCaller,
  bookingId: string,
  pinned: boolean,
): Promise<ChangeOutcome> {
  return changeByHouse(app, caller, bookingId, () => pin(pinned));
}

/** Changes a booking for the operator or staff. `extent`: the interval that it can grow to. */
export function changeByHouse(
  app: App,
  caller: HouseCaller,
  bookingId: string,
  ruleFor: RuleFor,
  extent?: Extent,
): Promise<ChangeOutcome> {
  return change(app, { caller, bookingId, ...(extent && { extent }) }, ruleFor);
}

interface Wanted {
  readonly caller: Caller;
  readonly bookingId: string;
  readonly request?: MoveRequest;
  readonly extent?: Extent;
  readonly policyCaller?: PolicyCaller;
}

async function change(
  app: App,
  { caller, bookingId, ...goal }: Wanted,
  ruleFor: RuleFor,
): Promise<ChangeOutcome> {
  assertScope(caller, 'bookings:write');
  const read = found(await findBooking(app, bookingId, visibilityOf(caller)));
  return changeAs(app, { ...changerOf(caller), read, ...goal }, ruleFor);
}

/** Cancels without an e-mail to the guest: a sandbox booking has none. */
export function quietCancel(app: App, booking: Booking): Promise<ChangeOutcome> {
  return changeAs(app, { by: 'maintenance', read: booking }, (at) => cancel({ ...at, writesMail: false }));
}

/** The caller of a change, for metrics and the history. */
export interface Changer {
  readonly by: 'partner' | 'operator' | 'guest' | 'maintenance';
  /** Defaults to `by`. */
  readonly author?: Author;
  /** Throws `changed_meanwhile` when the step finds another version (see {@link versionOf}). */
  readonly seen?: string | undefined;
}

export function changerOf(caller: Caller): Changer {
  const author = authorOf(caller);
  if (!isHouse(caller)) return { by: 'partner', author };
  return { by: 'operator', author, seen: caller === 'operator' ? undefined : caller.seen };
}

interface Allowed extends Changer {
  /** The booking as it was read; it can have changed since. */
  readonly read: Booking;
  /** The new time and size of a move. */
  readonly request?: MoveRequest;
  /** The interval that the booking can grow to. */
  readonly extent?: Extent;
  /** Ids of further rows that the rule reads. */
  readonly also?: readonly string[];
  /** The caller that policies apply to, for a move; absent: policies do not apply. */
  readonly policyCaller?: PolicyCaller;
}

/** An interval that a booking can grow to, in addition to its present one. */
export type Extent = (booking: Booking, nowMs: number) => Interval;

/** Changes a booking after the permission check. The rule sees the booking as the step finds it; the read one only names dates to lock. */
export async function changeAs(
  app: App,
  { by, author, seen: version, read, ...goal }: Allowed,
  ruleFor: RuleFor,
): Promise<ChangeOutcome> {
  const recordedBy = author ?? (by === 'partner' ? authorOfChannel(read.channel) : by);
  const changeFor = (at: BookingContext): Rule<Change> => {
    const rule = usingOwnHolds(ruleFor(at));
    return (snapshot) => {
      const before = found(snapshot.named);
      if (version !== undefined && versionOf(before) !== version) throw new BookingError('changed_meanwhile');
      const amendment = rule(snapshot);
      const { booking: after, result: outcome } = amendment;
      if (!after || outcome.kind !== 'changed') return { ...amendment, result: { before, outcome } };
      const booking = withHistory(before, found(after), { atMs: at.window.nowMs, by: recordedBy });
      return { ...amendment, booking, result: { before, outcome: { ...outcome, booking } } };
    };
  };
  const { before, outcome } = await stepOnBooking(app, { read, by: recordedBy, ...goal }, changeFor);
  if (outcome.kind === 'changed' && outcome.booking.serviceDate !== before.serviceDate)
    await giveOutAt(app, read.locationId, [before.serviceDate]);
  const to = endOf(before, outcome);
  if (to !== null) app.observer({ kind: 'change', by: by === 'maintenance' ? 'operator' : by, to });
  return outcome;
}

/** A step about a booking, and its author for the history. */
type BookingStep = Pick<Allowed, 'read' | 'request' | 'extent' | 'also' | 'policyCaller'> & {
  readonly by: Author;
};

/** Takes a step about a booking after the permission check. The step locks all the days that the booking then needs, or is planned again. */
export async function stepOnBooking<R>(
  app: App,
  { read, by, policyCaller, also, ...goal }: BookingStep,
  ruleFor: (at: BookingContext) => Rule<R>,
): Promise<R> {
  let seen = read;
  let isPlanned = false;
  const plan = async (prepared: Prepared): Promise<Step<R>> => {
    if (isPlanned) seen = found(await findBooking(app, read.id, null));
    isPlanned = true;
    const groundFor = (booking: Booking): Ground => stepGroundOf(prepared, booking, goal);
    const locked = groundFor(seen);
    const rule: Rule<R> = (snapshot) => {
      const before = found(snapshot.named);
      const needed = groundFor(before);
      if (!suffices({ locked, needed })) throw new StaleStepError();
      return ruleOn(app, prepared, needed.day, ruleFor)(partOf(snapshot, needed.scope.interval));
    };
    return { ...locked, scope: { ...locked.scope, ...(also && { also }) }, rule };
  };
  const { locationId, id: bookingId } = read;
  return takeStep(app, { caller: 'operator', locationId, bookingId, by, policyCaller }, plan);
}

/** The part of the diary that a change locks and reads: the present place of the booking and the new one. */
function stepGroundOf(
  at: Prepared,
  booking: Booking,
  { request, extent }: Pick<Allowed, 'request' | 'extent'>,
): Ground {
  const { location, window, range } = at;
  const { startMs } = request ?? {};
  const day = startMs === undefined ? at.open(booking.serviceDate) : dayFor(at, startMs);
  const now = heldBy(toDiary(booking));
  const goal = request && goalOf(booking, request);
  const isMoved = goal !== undefined && goal.startMs !== booking.startMs;
  // One that keeps its start can also keep its end, even if the plan has changed.
  const wanted = isMoved
    ? heldFrom(location, day, goal)
    : goal
      ? span(now, heldFrom(location, day, goal))
      : now;
  const held = extent ? span(wanted, extent(booking, window.nowMs)) : wanted;
  return groundOf(location, day, { held, named: { bookingId: booking.id }, left: now, range });
}

/** The outcome for metrics; null for changes that are not counted. */
function endOf(before: Booking, outcome: ChangeOutcome): ChangeEnd | null {
  if (outcome.kind === 'unchanged') return null;
  if (outcome.kind === 'refused') return 'refused';
  const { status, startMs, partySize } = outcome.booking;
  if (status !== 'confirmed') return status;
  if (before.status !== 'confirmed') return 'undone';
  return before.startMs === startMs && before.partySize === partySize ? null : 'moved';
}

type ChangeEnd = 'refused' | 'cancelled' | 'completed' | 'no_show' | 'moved' | 'undone';

/** The outcome, and the booking as the step found it. */
interface Change {
  readonly before: Booking;
  readonly outcome: ChangeOutcome;
}

/** Makes the rule of a change from the booking and the day of the step. */
export type RuleFor = (at: BookingContext) => Rule<ChangeOutcome>;
