/** Places, confirms and releases holds (D35). */
import {
  type Booking,
  found,
  isByGuest,
  NO_VISIT,
  sourceOf,
  type VisitorTerms,
} from '../core/booking/booking.ts';
import { type BookingInput, soundRequest } from '../core/booking/booking-request.ts';
import type { BookingContext, BookOutcome } from '../core/booking/decide.ts';
import { confirmHold, createHold, replacing, releaseHold } from '../core/booking/decide-hold.ts';
import { heldBy, type Rule } from '../core/booking/diary.ts';
import { type Author, begunBy } from '../core/booking/history.ts';
import {
  countedFromMs,
  type Hold,
  type HoldOutcome,
  type HoldRequest,
  isOpen,
  isSwept,
} from '../core/booking/hold.ts';
import { bookingIdOf, newHoldId } from '../core/ids.ts';
import { type HoldRow, isHold, withArea } from '../core/booking/row.ts';
import { BookingError, invalid } from '../core/errors.ts';
import { tableAccessOf } from '../core/location/floor-plan.ts';
import { HOLDS_MAX, HOLD_SECONDS_DEFAULT, HOLD_SECONDS_MAX, HOLD_SECONDS_MIN } from '../core/limits.ts';
import {
  policyCallerOf,
  assertScope,
  authorOf,
  type Caller,
  channelOf,
  isHouse,
} from '../core/access/policy.ts';
import { assertPartySize } from '../core/fields.ts';
import { SECOND_MS } from '../core/instant.ts';
import type { Alternatives } from '../core/booking/alternatives.ts';
import { alternativesToCreate } from './alternatives.ts';
import { groundOf, requestStart, ruleOn } from './prepare.ts';
import { takeStep } from './step.ts';
import { stepOnBooking } from './change-booking.ts';
import type { App } from './context.ts';
import { findRoomAhead } from './decide-ahead.ts';
import { linkHashOf } from './guest-tokens.ts';
import { mayKnow, storedKey } from './own-rows.ts';
import type { PolicyCaller } from '../core/location/admission.ts';
import { findBooking, readHoldRow } from './read-booking.ts';
import { visibleLocation } from './read-location.ts';

/** The guest of a confirmed hold, and the fields of a booking that a hold lacks. */
export type ConfirmInput = Omit<BookingInput, 'startMs' | 'partySize' | 'idempotencyKey'>;

/** Holds tables for a limited time (D35). Throws `too_many_holds` when the API key has ten live holds and offers at the location (D47). */
export function createHoldAt(
  app: App,
  caller: Caller,
  locationId: string,
  request: HoldRequest,
): Promise<HoldOutcome> {
  const keyId = isHouse(caller) ? null : caller.keyId;
  return takeHold(app, caller, locationId, request, { keyId, ruleOf: (hold) => hold(HOLDS_MAX) });
}

/** How a hold is placed. */
export interface HoldTaking<R> {
  /** The API key or network that the hold counts for; null: it is not counted. */
  readonly keyId: string | null;
  readonly area?: string | undefined;
  /** A hold that is released in the same step. */
  readonly instead?: HoldRow | undefined;
  /** Makes the rule from one that places the hold if there are fewer live holds than `holdsMax`. */
  readonly ruleOf: (hold: (holdsMax: number) => Rule<HoldOutcome>, at: BookingContext) => Rule<R>;
}

export async function takeHold<R>(
  app: App,
  caller: Caller,
  locationId: string,
  request: HoldRequest,
  { keyId, area, instead, ruleOf }: HoldTaking<R>,
): Promise<R> {
  assertScope(caller, 'bookings:write');
  const { startMs, partySize, seconds = HOLD_SECONDS_DEFAULT } = request;
  if (!Number.isSafeInteger(startMs)) invalid('startMs must be an instant', ['startMs']);
  assertPartySize('partySize', partySize);
  if (!Number.isInteger(seconds) || seconds < HOLD_SECONDS_MIN || seconds > HOLD_SECONDS_MAX)
    invalid(`seconds must be a whole number from ${HOLD_SECONDS_MIN} to ${HOLD_SECONDS_MAX}`, ['seconds']);
  const channel = channelOf(caller);
  const idempotencyKey = storedKey('hold', channel, request.idempotencyKey);
  const { id } = await visibleLocation(app, caller, locationId);
  const expiresMs = app.clock.nowMs() + seconds * SECOND_MS;
  const newId = newHoldId(app.random, expiresMs);
  return takeStep(app, { caller, locationId: id }, async (at) => {
    const { location, range } = at;
    const access = tableAccessOf(isHouse(caller) ? 'all' : 'online', area);
    const requested = requestStart(at, { startMs, partySize }, access);
    await findRoomAhead(app, location, requested, access);
    const known = idempotencyKey === null ? null : { idempotencyKey };
    const goal = instead ? { named: { bookingId: instead.id }, left: heldBy(instead) } : { named: known };
    const ground = groundOf(location, requested.day, { ...goal, held: requested.held, range });
    const terms = { idempotencyKey, keyId, waitingId: null, move: null, ...withArea(area) };
    const made = { id: newId, expiresMs, channel, ...terms };
    const counted = keyId === null ? {} : { holds: countedFromMs(at.window.nowMs) };
    const rule = ruleOn(app, at, ground.day, (context) =>
      ruleOf((max) => createHold(context, made, { startMs, partySize }, requested.slot, max), context),
    );
    const scope = { ...ground.scope, ...counted };
    return { ...ground, scope, rule: instead ? replacing(rule, at.window.nowMs) : rule };
  });
}

export async function confirmHoldOf(
  app: App,
  caller: Caller,
  holdId: string,
  input: ConfirmInput,
): Promise<BookOutcome> {
  return confirmAs(
    app,
    await holdRowOf(app, caller, holdId),
    authorOf(caller),
    input,
    policyCallerOf(caller),
  );
}

export function confirmAs(
  app: App,
  row: HoldRow,
  author: Author,
  input: ConfirmInput,
  policyCaller: PolicyCaller | null,
): Promise<BookOutcome> {
  const visitor = isByGuest(row.channel) ? BY_MAILED_LINK : undefined;
  return confirmBy<never>(app, row, input, { author, policyCaller, visitor, ruleOf: (confirm) => confirm });
}

/** Offers are sent by e-mail (D36), so accepting one confirms the e-mail address. */
const BY_MAILED_LINK: VisitorTerms = { network: null, isConfirmed: true, ref: null };

/** The booking was not made: the guest first confirms by e-mail (D52). */
export interface Mailed {
  readonly kind: 'mailed';
}

/** How a hold is confirmed. */
export interface Confirming<R> {
  readonly author: Author;
  readonly policyCaller: PolicyCaller | null;
  /** For a booking that its guest makes. The step then reads the rows of the day whole. */
  readonly visitor: VisitorTerms | undefined;
  /** Makes the rule from one that confirms the hold. */
  readonly ruleOf: (confirm: Rule<BookOutcome>, at: BookingContext) => Rule<R>;
}

export async function confirmBy<M extends Mailed>(
  app: App,
  row: HoldRow,
  input: ConfirmInput,
  confirming: Confirming<BookOutcome | M>,
): Promise<BookOutcome | M> {
  const { author, policyCaller, visitor, ruleOf } = confirming;
  const bookingId = bookingIdOf(row.id);
  const sound = soundRequest({ ...input, startMs: row.startMs, partySize: row.partySize }, row.channel);
  const known = await findBooking(app, bookingId, null);
  const again = known && (await replayed(app, known, author));
  if (again) return again;
  if (isSwept(row) && (await hasLeft(app, row))) return { kind: 'refused', reason: 'tables' };
  const { channel } = row;
  const { locationId } = row;
  const outcome = await takeStep<BookOutcome | M>(
    app,
    // An offer keeps its admission: the policies have decided with the facts of the waitlist entry.
    {
      caller: 'operator',
      locationId,
      by: author,
      policyCaller: row.waitingId === null ? policyCaller : null,
    },
    (at) => {
      const { location, window, open, range } = at;
      const named = { bookingId: row.id };
      const ground = groundOf(location, open(row.serviceDate), { held: heldBy(row), named, range });
      const made = {
        id: bookingId,
        manageTokenHash: linkHashOf(app, 'manage', bookingId, sound.guest, channel),
        visit: NO_VISIT,
        history: begunBy({ atMs: window.nowMs, by: author }, channel),
        ...(visitor && { visitor }),
      };
      const scope = visitor ? { ...ground.scope, whole: true } : ground.scope;
      const rule = ruleOn(app, at, ground.day, (context) =>
        ruleOf(confirmHold(context, made, sound), context),
      );
      return { ...ground, scope, rule };
    },
  );
  if (outcome.kind === 'mailed') return outcome;
  const by = author === 'cli' || author.startsWith('staff:') ? 'operator' : sourceOf(channel);
  const reason = outcome.kind === 'refused' ? outcome.reason : null;
  if (outcome.kind === 'refused') {
    const meanwhile = await findBooking(app, bookingId, null);
    if (meanwhile) return (await replayed(app, meanwhile, author)) ?? confirmBy(app, row, input, confirming);
  }
  app.observer({ kind: 'confirmation', outcome: outcome.kind });
  app.observer({ kind: 'booking', outcome: outcome.kind, reason, by });
  return outcome;
}

/** Whether the party of an offer has left the waitlist. */
async function hasLeft({ storage }: App, { waitingId }: HoldRow): Promise<boolean> {
  return waitingId !== null && (await storage.bookings.find(waitingId, null))?.status === 'cancelled';
}

/** The earlier booking, confirmed by a step on its date: a restarted primary might still lose it (D10). Null if it is lost. */
export async function replayed(app: App, read: Booking, by: Author): Promise<BookOutcome | null> {
  const find = (): Rule<Booking> => (snapshot) => ({ result: found(snapshot.named) });
  const booking = await stepOnBooking(app, { read, by }, find).catch((error: unknown) => {
    if (BookingError.is(error) && error.code === 'booking_not_found') return null;
    throw error;
  });
  if (!booking) return null;
  app.observer({ kind: 'confirmation', outcome: 'replayed' });
  return { kind: 'replayed', booking };
}

/** Other times for a rejected confirmation (D31). */
export async function alternativesToConfirm(app: App, caller: Caller, holdId: string): Promise<Alternatives> {
  const { locationId, startMs, partySize } = await holdRowOf(app, caller, holdId);
  return alternativesToCreate(app, caller, locationId, { startMs, partySize });
}

/** Releases a hold (D35). Idempotent; releasing a hold that is confirmed or evicted has no effect. */
export async function releaseHoldOf(app: App, caller: Caller, holdId: string): Promise<Hold> {
  const row = await holdRowOf(app, caller, holdId);
  return readHoldRow(app, await giveUp(app, row, authorOf(caller), releaseHold));
}

/** Takes a step that releases a hold, after the permission check. */
export function giveUp(app: App, row: HoldRow, by: Author, rule: Rule<HoldRow>): Promise<HoldRow> {
  const { id: bookingId, locationId } = row;
  return takeStep<HoldRow>(app, { caller: 'operator', locationId, by }, ({ location, open, range }) => {
    const goal = { held: heldBy(row), named: { bookingId }, range };
    return { ...groundOf(location, open(row.serviceDate), goal), rule };
  });
}

/** One hold: a partner's own, or any of the location for staff and operators. Throws `hold_not_found` for any other. */
export async function readHold(app: App, caller: Caller, holdId: string): Promise<Hold> {
  return readHoldRow(app, await holdRowOf(app, caller, holdId));
}

/** The open holds of a location by creation time, including expired ones that have not been evicted. */
export async function listHolds(app: App, caller: Caller, locationId: string): Promise<readonly Hold[]> {
  const { id } = await visibleLocation(app, caller, locationId);
  const pending = await app.storage.bookings.pending(id);
  const rows = pending.filter(isHold).filter((row) => isOpen(row) && mayKnow(caller, row));
  const open = await Promise.all(rows.map((row) => readHoldRow(app, row)));
  return open.toSorted((a, b) => a.createdMs - b.createdMs);
}

async function holdRowOf(app: App, caller: Caller, holdId: string): Promise<HoldRow> {
  assertScope(caller, 'bookings:write');
  const row = await app.storage.bookings.find(holdId, null);
  if (row?.kind !== 'hold' || !mayKnow(caller, row)) throw new BookingError('hold_not_found');
  return row;
}
