/** Holds (D35): who places, confirms and gives them up. */
import { type Booking, found, NO_VISIT } from '../../core/booking/booking.ts';
import { type BookingInput, soundRequest } from '../../core/booking/booking-request.ts';
import type { BookOutcome } from '../../core/booking/decide.ts';
import { confirmHold, createHold, releaseHold } from '../../core/booking/decide-hold.ts';
import { heldBy, type Rule } from '../../core/booking/diary.ts';
import { type Author, begunBy } from '../../core/booking/history.ts';
import { type Hold, type HoldOutcome, type HoldRequest, isOpen } from '../../core/booking/hold.ts';
import { bookingIdOf, lapsesMsOf } from '../../core/booking/row-kind.ts';
import type { HoldTerms } from '../../core/booking/terms.ts';
import { BookingError, invalid } from '../../core/errors.ts';
import { HOLD_SECONDS_DEFAULT, HOLD_SECONDS_MAX, HOLD_SECONDS_MIN, HOLDS_MAX } from '../../core/limits.ts';
import { assertScope, authorOf, type Caller, channelOf, isHouse } from '../../core/access/policy.ts';
import { assertPartySize } from '../../core/seating/batch.ts';
import { SECOND_MS } from '../../core/time/interval.ts';
import type { Alternatives } from '../../core/booking/alternatives.ts';
import { alternativesToCreate } from './alternatives.ts';
import { amendDiary, bookingContextOf } from './amend-diary.ts';
import { stepOnBooking } from './change-booking.ts';
import type { App } from './context.ts';
import { findRoomAhead } from './decide-ahead.ts';
import { heldFrom, scopeOf } from './diary-scope.ts';
import { linkHashOf } from './guest-tokens.ts';
import { newHoldId } from './new-id.ts';
import { mayKnow, storedKey } from './own-rows.ts';
import { findBooking, readHoldRow } from './read-booking.ts';
import { serviceDayFor } from './service-day-for.ts';
import { visibleLocation } from './visible-location.ts';

/** The guest of a hold that is confirmed, and what else a booking has that the hold has not. */
export type ConfirmInput = Omit<BookingInput, 'startMs' | 'partySize' | 'idempotencyKey'>;

/** Holds tables for a while (D35). Throws `too_many_holds` when the key has ten at the location that have not lapsed. */
export async function createHoldAt(
  app: App,
  caller: Caller,
  locationId: string,
  request: HoldRequest,
): Promise<HoldOutcome> {
  assertScope(caller, 'bookings:write');
  const { startMs, partySize, seconds = HOLD_SECONDS_DEFAULT } = request;
  if (!Number.isSafeInteger(startMs)) invalid('startsAt is no instant', ['startsAt']);
  assertPartySize('partySize', partySize);
  if (!Number.isInteger(seconds) || seconds < HOLD_SECONDS_MIN || seconds > HOLD_SECONDS_MAX)
    invalid(`seconds must be a whole number from ${HOLD_SECONDS_MIN} to ${HOLD_SECONDS_MAX}`, ['seconds']);
  const channel = channelOf(caller);
  const idempotencyKey = storedKey('hold', channel, request.idempotencyKey);
  const { id } = await visibleLocation(app, caller, locationId);
  const keyId = isHouse(caller) ? null : caller.keyId;
  const newId = newHoldId(app.random, app.clock.nowMs() + seconds * SECOND_MS);
  // One at a time, so that a key that asks ten times at once is counted. Over several servers some may slip through.
  return app.turns.take(`holds ${id} ${keyId}`, async () => {
    if (keyId !== null) await assertFewHolds(app, id, keyId);
    return amendDiary(app, { caller, locationId: id }, async (location, searched) => {
      const day = serviceDayFor(app, location, startMs);
      const access = isHouse(caller) ? 'all' : 'online';
      const known = searched ?? (await findRoomAhead(app, location, day, { startMs, partySize }, access));
      const at = await bookingContextOf(app, location, day, channel, searched, known);
      const made = { id: newId, channel, idempotencyKey, terms: { keyId, waitingId: null } };
      const named = idempotencyKey === null ? null : { idempotencyKey };
      const scope = scopeOf(location, day, { held: heldFrom(location, day, { startMs, partySize }), named });
      return { scope, rule: createHold(at, made, { startMs, partySize }) };
    });
  });
}

async function assertFewHolds(app: App, locationId: string, keyId: string): Promise<void> {
  const nowMs = app.clock.nowMs();
  const open = (await app.storage.bookings.pending(locationId)).filter(
    (row) => isOpen(row) && (row.terms as HoldTerms).keyId === keyId && lapsesMsOf(row.id) > nowMs,
  );
  if (open.length < HOLDS_MAX) return;
  const lapsesMs = Math.min(...open.map((row) => lapsesMsOf(row.id)));
  throw new BookingError('too_many_holds', undefined, [], lapsesMs - nowMs);
}

/** Makes a booking of a hold (D35); once more, and it is the same booking. */
export async function confirmHoldOf(
  app: App,
  caller: Caller,
  holdId: string,
  input: ConfirmInput,
): Promise<BookOutcome> {
  return confirmAs(app, await holdRowOf(app, caller, holdId), authorOf(caller), input);
}

/** Makes a booking of a hold, whoever has been found to be allowed to. */
export async function confirmAs(
  app: App,
  row: Booking,
  author: Author,
  input: ConfirmInput,
): Promise<BookOutcome> {
  const bookingId = bookingIdOf(row.id);
  const sound = soundRequest({ ...input, startMs: row.startMs, partySize: row.partySize }, row.channel);
  const known = await findBooking(app, bookingId, null);
  const again = known && (await replayed(app, known, author));
  if (again) return again;
  const { channel } = row;
  const outcome = await amendDiary<BookOutcome>(
    app,
    { caller: 'operator', locationId: row.locationId, by: author },
    async (location, searched) => {
      const day = app.locationCache.serviceDay(location, row.serviceDate);
      const at = await bookingContextOf(app, location, day, channel, searched);
      const made = {
        id: bookingId,
        manageTokenHash: linkHashOf(app, 'manage', bookingId, sound.guest),
        visit: NO_VISIT,
        history: begunBy({ atMs: app.clock.nowMs(), by: author }, channel),
      };
      const scope = scopeOf(location, day, { held: heldBy(row), named: { bookingId: row.id } });
      return { scope, rule: confirmHold(at, made, sound) };
    },
  );
  const by = author === 'operator' || author.startsWith('staff:') ? 'operator' : 'partner';
  const reason = outcome.kind === 'refused' ? outcome.reason : null;
  if (outcome.kind === 'refused') {
    const meanwhile = await findBooking(app, bookingId, null);
    if (meanwhile) return (await replayed(app, meanwhile, author)) ?? confirmAs(app, row, author, input);
  }
  app.observer({ kind: 'confirmation', outcome: outcome.kind });
  app.observer({ kind: 'booking', outcome: outcome.kind, reason, by });
  return outcome;
}

/**
 * The booking that was made before, once a step on its date has found it too: read by itself it might stand on a primary alone that was started again, and be
 * lost with it (D10). Null when it is lost.
 */
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

/** Other times for a confirmation that was refused (D31). */
export async function alternativesToConfirm(app: App, caller: Caller, holdId: string): Promise<Alternatives> {
  const { locationId, startMs, partySize } = await holdRowOf(app, caller, holdId);
  return alternativesToCreate(app, caller, locationId, { startMs, partySize });
}

/** Gives a hold up (D35). Doing it twice is doing it once, and so is giving up one that has been confirmed or is gone. */
export async function releaseHoldOf(app: App, caller: Caller, holdId: string): Promise<Hold> {
  const row = await holdRowOf(app, caller, holdId);
  const released = await amendDiary<Booking>(
    app,
    { caller: 'operator', locationId: row.locationId, by: authorOf(caller) },
    async (location) => {
      const day = app.locationCache.serviceDay(location, row.serviceDate);
      const scope = scopeOf(location, day, { held: heldBy(row), named: { bookingId: row.id } });
      return { scope, rule: releaseHold() };
    },
  );
  return readHoldRow(app, released);
}

/** One hold that the caller has placed, or any of the house; `booking_not_found` for any other. */
export async function readHold(app: App, caller: Caller, holdId: string): Promise<Hold> {
  return readHoldRow(app, await holdRowOf(app, caller, holdId));
}

/** The holds of a location that are not settled, by when they were placed; whose time is over and whose tables nobody has needed among them. */
export async function listHolds(app: App, caller: Caller, locationId: string): Promise<readonly Hold[]> {
  const { id } = await visibleLocation(app, caller, locationId);
  const pending = await app.storage.bookings.pending(id);
  const rows = pending.filter((row) => isOpen(row) && mayKnow(caller, row));
  const open = await Promise.all(rows.map((row) => readHoldRow(app, row)));
  return open.toSorted((a, b) => a.createdMs - b.createdMs);
}

async function holdRowOf(app: App, caller: Caller, holdId: string): Promise<Booking> {
  assertScope(caller, 'bookings:write');
  const row = await app.storage.bookings.find(holdId, null);
  if (row?.kind !== 'hold' || !mayKnow(caller, row)) throw new BookingError('booking_not_found');
  return row;
}
