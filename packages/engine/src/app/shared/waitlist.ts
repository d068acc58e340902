/** Waiting entries (D36): who joins the list, looks and leaves. Places are given out in every step: `core/booking/waitlist.ts`. */
import { type Booking, isLive, NO_VISIT } from '../../core/booking/booking.ts';
import { soundRequest } from '../../core/booking/booking-request.ts';
import type { Author } from '../../core/booking/history.ts';
import type { Rule } from '../../core/booking/diary.ts';
import {
  type JoinedWaiting,
  type Waiting,
  type WaitingInput,
  bookingIdOfWaiting,
  byArrival,
  nextPosition,
  isInLine,
  waitingOf,
} from '../../core/booking/waiting.ts';
import { WAITING_MODES, type WaitingTerms } from '../../core/booking/terms.ts';
import { BookingError, invalid } from '../../core/errors.ts';
import { planAdmits } from '../../core/location/floor-plan.ts';
import type { Location } from '../../core/location/location.ts';
import { waitingMails } from '../../core/outbox/waiting-mail.ts';
import { offeredSlots } from '../../core/location/slots.ts';
import { assertScope, authorOf, type Caller, channelOf, isHouse } from '../../core/access/policy.ts';
import { assertDate } from '../../core/seating/batch.ts';
import { WAITING_MAX } from '../../core/limits.ts';
import { MINUTE_MS } from '../../core/time/interval.ts';
import type { LocalDate } from '../../core/time/local-date.ts';
import { amendDiary } from './amend-diary.ts';
import type { App } from './context.ts';
import { scopeOf } from './diary-scope.ts';
import { linkHashOf } from './guest-tokens.ts';
import { newWaitingId } from './new-id.ts';
import { mayKnow, storedKey } from './own-rows.ts';
import { findBooking } from './read-booking.ts';
import { visibleLocation } from './visible-location.ts';

/**
 * Puts a party on the list of an evening (D36). If a place is free at once, it has it in the same step. Throws `waitlist_full` when 200 wait for it;
 * a known idempotency key is answered first, with the entry as it stands now.
 */
export async function joinWaitlist(
  app: App,
  caller: Caller,
  locationId: string,
  input: WaitingInput,
): Promise<JoinedWaiting> {
  assertScope(caller, 'bookings:write');
  const idempotencyKey = storedKey('waiting', channelOf(caller), input.idempotencyKey);
  const location = await visibleLocation(app, caller, locationId);
  const id = newWaitingId(app.random, app.clock.nowMs());
  const row = await amendDiary<Booking>(app, { caller, locationId: location.id }, async (current) => {
    assertDate('date', input.date);
    const day = app.locationCache.serviceDay(current, input.date);
    const made = (): Booking => ({ ...waitingRow(app, current, caller, id, input), idempotencyKey });
    const named = idempotencyKey === null ? null : { idempotencyKey };
    const scope = scopeOf(current, day, { held: day.interval, named });
    return { scope: { ...scope, whole: true }, rule: joining(made, app.mailer !== null) };
  });
  const entry = await readWaitingRow(app, (await app.storage.bookings.find(row.id, null)) ?? row);
  return { ...entry, isReplayed: row.id !== id };
}

/** How an entry stands; `booking_not_found` for one of another partner, or none. */
export async function readWaiting(app: App, caller: Caller, waitingId: string): Promise<Waiting> {
  assertScope(caller, 'bookings:read');
  return readWaitingRow(app, await waitingRowOf(app, caller, waitingId));
}

/** Takes a party from the list, and gives up what was offered to it. Doing it twice is doing it once; a booking that was made of it stays. */
export async function leaveWaitlist(app: App, caller: Caller, waitingId: string): Promise<Waiting> {
  assertScope(caller, 'bookings:write');
  const row = await waitingRowOf(app, caller, waitingId);
  await leaveAs(app, row, authorOf(caller));
  return readWaitingRow(app, await waitingRowOf(app, caller, waitingId));
}

/** Takes a party from the list, whoever has been found to be allowed to. */
export async function leaveAs(app: App, row: Booking, by: Author): Promise<void> {
  await amendDiary<null>(app, { caller: 'operator', locationId: row.locationId, by }, async (location) => {
    const day = app.locationCache.serviceDay(location, row.serviceDate);
    const scope = scopeOf(location, day, { held: day.interval, named: { bookingId: row.id } });
    return { scope: { ...scope, whole: true }, rule: leave };
  });
}

/** The entries of a location that wait or have an offer, by date and in order of arrival. */
export async function listWaiting(
  app: App,
  caller: Caller,
  locationId: string,
  date?: LocalDate,
): Promise<readonly Waiting[]> {
  const { id } = await visibleLocation(app, caller, locationId);
  const pending = await app.storage.bookings.pending(id);
  const wanted = pending.filter(({ serviceDate }) => date === undefined || serviceDate === date);
  const offers = new Map(wanted.map((row) => [waitingIdOf(row), row]));
  const offered = [...offers.keys()].filter((one) => one !== null);
  const found = await Promise.all(offered.map((one) => app.storage.bookings.find(one, null)));
  const rows = [...wanted.filter(isInLine), ...found.filter((row) => row !== null)];
  const nowMs = app.clock.nowMs();
  // A hold that still stands was made no booking of, and who stands in line was given nothing: nothing else has to be read.
  return rows
    .filter((row) => mayKnow(caller, row))
    .toSorted((a, b) => byText(a.serviceDate, b.serviceDate) || byArrival(a, b))
    .map((row) => waitingOf(row, offers.get(row.id) ?? null, false, nowMs));
}

/** The entry to which a row is an offer; null for any other row. */
function waitingIdOf({ terms }: Booking): string | null {
  return terms && 'waitingId' in terms ? terms.waitingId : null;
}

function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The entry that a row is, with its offer and whether it was booked. */
export async function readWaitingRow(app: App, row: Booking): Promise<Waiting> {
  const { holdId } = row.terms as WaitingTerms;
  const offer = holdId === null ? null : await app.storage.bookings.find(holdId, null);
  const booking = await findBooking(app, bookingIdOfWaiting(row), null);
  return waitingOf(row, offer, booking !== null, app.clock.nowMs());
}

/** At the end of the line, unless the idempotency key is known. The guest is told, who can leave by the link of the mail. */
function joining(make: () => Booking, writesMail: boolean): Rule<Booking> {
  return ({ named, rows }) => {
    if (named) return { result: named };
    const made = make();
    const sameDay = [...rows!.values()].filter(({ serviceDate }) => serviceDate === made.serviceDate);
    if (sameDay.filter(isInLine).length >= WAITING_MAX) throw new BookingError('waitlist_full');
    const terms = { ...(made.terms as WaitingTerms), position: nextPosition(sameDay) };
    const booking: Booking = { ...made, terms };
    const deliveries = writesMail ? waitingMails(booking, 'waitlist_joined', made.createdMs) : [];
    return { result: booking, booking, deliveries };
  };
}

/** Out of the line; and an offer that was made is given up. */
const leave: Rule<null> = ({ named, rows }) => {
  if (named?.kind !== 'waiting' || named.status === 'cancelled') return { result: null };
  const { holdId } = named.terms as WaitingTerms;
  const offer = holdId === null ? undefined : rows?.get(holdId);
  const others: Booking[] = offer && isLive(offer) ? [{ ...offer, status: 'cancelled' }] : [];
  return { result: null, booking: { ...named, status: 'cancelled' }, others };
};

async function waitingRowOf(app: App, caller: Caller, waitingId: string): Promise<Booking> {
  const row = await app.storage.bookings.find(waitingId, null);
  if (row?.kind !== 'waiting' || !mayKnow(caller, row)) throw new BookingError('booking_not_found');
  return row;
}

/** Throws `invalid_request` for a window in which the evening has no slot that could be booked for such a party. */
function waitingRow(
  app: App,
  location: Location,
  caller: Caller,
  id: string,
  { date, fromMs, toMs, partySize, mode, guest: given, partnerBookingRef: reference }: WaitingInput,
): Booking {
  if (!WAITING_MODES.includes(mode)) invalid(`mode must be one of ${WAITING_MODES.join(', ')}`, ['mode']);
  const window = app.locationCache.bookingWindow(location);
  const channel = channelOf(caller);
  const { guest, partnerBookingRef } = soundRequest(
    { startMs: fromMs, partySize, guest: given, partnerBookingRef: reference ?? null },
    channel,
  );
  if (guest.email === null && mode === 'offer') invalid('email is missing', ['email']);
  if (!Number.isSafeInteger(toMs) || toMs < fromMs) invalid('to must not lie before from', ['to']);
  const day = app.locationCache.serviceDay(location, date);
  if (!planAdmits(location.floorPlan, partySize, 'online', null))
    invalid('partySize is more than any table of the location holds', ['partySize']);
  const slots = offeredSlots(location, day, partySize, window);
  const isPossible = slots.some(({ startMs }) => fromMs <= startMs && startMs <= toMs);
  if (!isPossible) invalid('no time between from and to can be booked for such a party', ['from', 'to']);
  // A step of the day reads what lies within it.
  const beginMs = Math.max(fromMs, day.interval.startMs);
  return {
    id,
    kind: 'waiting',
    locationId: location.id,
    serviceDate: date,
    startMs: beginMs,
    endMs: beginMs + MINUTE_MS,
    blockedUntilMs: beginMs + MINUTE_MS,
    partySize,
    tables: [],
    pinned: false,
    status: 'confirmed',
    source: isHouse(caller) ? 'operator' : 'partner',
    channel,
    partnerBookingRef,
    idempotencyKey: null,
    guest,
    manageTokenHash: linkHashOf(app, 'waitlist', id, guest),
    visit: NO_VISIT,
    history: [],
    formerGuests: [],
    terms: { toMs, mode, position: 0, holdId: null },
    createdMs: window.nowMs,
    lastEventSeconds: {},
  };
}
