/** Waitlist entries (D36): joining, reading and leaving. Each step allocates tables: `core/booking/waitlist.ts`. */
import { isLive, NO_VISIT, sourceOf } from '../core/booking/booking.ts';
import { type BookingRequest, soundRequest } from '../core/booking/booking-request.ts';
import type { Author } from '../core/booking/history.ts';
import type { Rule } from '../core/booking/diary.ts';
import {
  type JoinedWaiting,
  type Waiting,
  type WaitingInput,
  bookingIdOfWaiting,
  byArrival,
  nextPosition,
  isInLine,
  leaving,
  waitingOf,
} from '../core/booking/waiting.ts';
import { type HoldRow, isHold, type WaitlistRow, withArea } from '../core/booking/row.ts';
import { WAITING_MODES } from '../core/booking/terms.ts';
import { passingOver } from '../core/booking/settle-waiting.ts';
import { assertMayWait } from '../core/booking/waiting-limits.ts';
import { BookingError, invalid, NotAdmittedError } from '../core/errors.ts';
import { assertRules, WAITLIST_RULES, assertDate } from '../core/fields.ts';
import { planAdmits, tableAccessOf } from '../core/location/floor-plan.ts';
import { waitingMails } from '../core/booking/waiting-mail.ts';
import { offeredSlots, rejectionAt } from '../core/location/slots.ts';
import { assertScope, authorOf, type Caller, channelOf, isPartner } from '../core/access/policy.ts';
import { MINUTE_MS } from '../core/instant.ts';
import type { LocalDate } from '../core/local-date.ts';
import { clampedDate, groundOf, type Prepared } from './prepare.ts';
import { takeStep } from './step.ts';
import type { App } from './context.ts';
import { linkHashOf } from './guest-tokens.ts';
import { newWaitingId } from '../core/ids.ts';
import { mayKnow, storedKey } from './own-rows.ts';
import { findBooking } from './read-booking.ts';
import { visibleLocation } from './read-location.ts';

/** Joins the waitlist (D36). A free table is booked or offered in the same step; a known key is answered first. `waitlist_full`, `already_waiting` (D47). */
export async function joinWaitlist(
  app: App,
  caller: Caller,
  locationId: string,
  input: WaitingInput,
): Promise<JoinedWaiting> {
  assertScope(caller, 'bookings:write');
  const idempotencyKey = storedKey('waiting', channelOf(caller), input.idempotencyKey);
  const location = await visibleLocation(app, caller, locationId);
  const sound = soundWaiting(caller, input);
  const id = newWaitingId(app.random, app.clock.nowMs());
  const row = await takeStep<WaitlistRow>(app, { caller, locationId: location.id }, (at) => {
    const { window, open, range } = at;
    const day = open(clampedDate(sound.date, at.location.timeZone, window));
    const made = (): WaitlistRow => ({ ...waitingRow(app, at, caller, id, sound), idempotencyKey });
    const named = idempotencyKey === null ? null : { idempotencyKey };
    const ground = groundOf(at.location, day, { held: null, named, range });
    return { ...ground, scope: { ...ground.scope, whole: true }, rule: joining(made, app.mailer !== null) };
  });
  const entry = await readWaitingRow(app, (await findEntry(app, row.id)) ?? row);
  return { ...entry, isReplayed: row.id !== id };
}

/** One waitlist entry; `waitlist_entry_not_found` for one of another partner, or none. */
export async function readWaiting(app: App, caller: Caller, waitingId: string): Promise<Waiting> {
  assertScope(caller, 'bookings:read');
  return readWaitingRow(app, await waitingRowOf(app, caller, waitingId));
}

/** Removes a party from the waitlist and releases its offer. Idempotent; a booking that was made for it stays. */
export async function leaveWaitlist(app: App, caller: Caller, waitingId: string): Promise<Waiting> {
  assertScope(caller, 'bookings:write');
  const row = await waitingRowOf(app, caller, waitingId);
  await leaveAs(app, row, authorOf(caller));
  return readWaitingRow(app, await waitingRowOf(app, caller, waitingId));
}

/** Removes a party from the waitlist, after the permission check. */
export async function leaveAs(app: App, row: WaitlistRow, by: Author): Promise<void> {
  const { id: bookingId, locationId } = row;
  await takeStep<null>(app, { caller: 'operator', locationId, by }, ({ location, open, range }) => {
    const ground = groundOf(location, open(row.serviceDate), { held: null, named: { bookingId }, range });
    return { ...ground, scope: { ...ground.scope, whole: true }, rule: leave };
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
  const holds = wanted.filter(isHold);
  const offers = new Map(holds.map((row) => [row.waitingId, row]));
  const offered = [...offers.keys()].filter((one) => one !== null);
  const found = await Promise.all(offered.map((one) => findEntry(app, one)));
  const rows = [...wanted.filter(isInLine), ...found.filter((row) => row !== null)];
  const nowMs = app.clock.nowMs();
  // A live hold has no booking, and a waiting party has no offer, so no other rows have to be read.
  return rows
    .filter((row) => mayKnow(caller, row))
    .toSorted((a, b) => byText(a.serviceDate, b.serviceDate) || byArrival(a, b))
    .map((row) => waitingOf(row, offers.get(row.id) ?? null, false, nowMs));
}

function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The entry of a row, with its offer and whether it was booked. */
export async function readWaitingRow(app: App, row: WaitlistRow): Promise<Waiting> {
  const offer = await findOffer(app, row);
  const booking = await findBooking(app, bookingIdOfWaiting(row), null);
  return waitingOf(row, offer, booking !== null, app.clock.nowMs());
}

/** The hold that was offered to a party; null for none. */
export async function findOffer(app: App, { holdId }: WaitlistRow): Promise<HoldRow | null> {
  const row = holdId === null ? null : await app.storage.bookings.find(holdId, null);
  return row?.kind === 'hold' ? row : null;
}

async function findEntry(app: App, waitingId: string): Promise<WaitlistRow | null> {
  const row = await app.storage.bookings.find(waitingId, null);
  return row?.kind === 'waiting' ? row : null;
}

/** Adds a party at the end of the waitlist, unless the idempotency key is known. The e-mail to the guest has a link for leaving. */
function joining(make: () => WaitlistRow, writesMail: boolean): Rule<WaitlistRow> {
  return ({ named, rows }) => {
    if (named?.kind === 'waiting') return { result: named };
    const made = make();
    const { serviceDate } = made;
    const line = [...rows!.values()].filter(isInLine).filter((row) => row.serviceDate === serviceDate);
    assertMayWait(made, line);
    const booking = { ...made, position: nextPosition(line) };
    const deliveries = writesMail ? waitingMails(booking, 'waitlist_joined', made.createdMs) : [];
    return { result: booking, booking, deliveries, ...passingOver([...rows!.values()], made.createdMs) };
  };
}

/** Ends the entry and releases its offer. */
const leave: Rule<null> = ({ named, rows }) => {
  if (named?.kind !== 'waiting' || named.status === 'cancelled') return { result: null };
  const { holdId } = named;
  const offer = holdId === null ? undefined : rows?.get(holdId);
  const booking = leaving(named, 'cancelled');
  if (!offer || !isLive(offer)) return { result: null, booking };
  return { result: null, booking, others: [{ ...offer, status: 'cancelled' }] };
};

async function waitingRowOf(app: App, caller: Caller, waitingId: string): Promise<WaitlistRow> {
  const row = await findEntry(app, waitingId);
  if (!row || !mayKnow(caller, row)) throw new BookingError('waitlist_entry_not_found');
  return row;
}

type SoundWaiting = Omit<WaitingInput, 'guest'> & Pick<BookingRequest, 'guest' | 'partnerBookingRef'>;

/** The checked input. Throws `invalid_request` if it is malformed (D8, D11), also if its idempotency key is known (D10). */
function soundWaiting(caller: Caller, input: WaitingInput): SoundWaiting {
  const { date, fromMs, toMs, partySize, mode, guest: given, partnerBookingRef: reference = null } = input;
  assertDate('date', date);
  if (!WAITING_MODES.includes(mode)) invalid(`mode must be one of ${WAITING_MODES.join(', ')}`, ['mode']);
  const request = { startMs: fromMs, partySize, guest: given, partnerBookingRef: reference };
  const { guest, partnerBookingRef } = soundRequest(request, channelOf(caller));
  if (guest.email === null && mode === 'offer') invalid('guest.email is missing', ['guest', 'email']);
  if (!Number.isSafeInteger(toMs)) invalid('toMs must be an instant', ['toMs']);
  assertRules(WAITLIST_RULES, toMs - fromMs);
  return { ...input, guest, partnerBookingRef };
}

/** Throws `invalid_request` for a wish that no slot of the service date can fulfil, and `not_admitted` if the policies reject each of them. */
function waitingRow(
  app: App,
  { location, window: admitted, open, audience }: Prepared,
  caller: Caller,
  id: string,
  { date, fromMs, toMs, partySize, mode, guest, partnerBookingRef, area }: SoundWaiting,
): WaitlistRow {
  const day = open(date);
  if (!planAdmits(location.floorPlan, partySize, tableAccessOf('online', area), null))
    invalid('partySize must be at most what the largest table holds', ['partySize']);
  const { admission: _, ...others } = admitted;
  const window = { ...others, area };
  const slots = offeredSlots(location, day, partySize, window).filter(
    ({ startMs }) => fromMs <= startMs && startMs <= toMs,
  );
  if (slots.length === 0)
    invalid('no time between fromMs and toMs can be booked for such a party', ['fromMs', 'toMs']);
  const [rejected, ...more] = slots.map((slot) => rejectionAt(admitted, day, slot, partySize));
  if (rejected && more.every((other) => other !== null)) throw new NotAdmittedError(rejected);
  // A step of the day reads only what lies within it.
  const beginMs = Math.max(fromMs, day.interval.startMs);
  const lastMs = Math.min(toMs, day.interval.endMs);
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
    ...withArea(area),
    status: 'confirmed',
    source: sourceOf(channelOf(caller)),
    channel: channelOf(caller),
    partnerBookingRef,
    idempotencyKey: null,
    guest,
    manageTokenHash: linkHashOf(app, 'waitlist', id, guest),
    visit: NO_VISIT,
    history: [],
    formerGuests: [],
    toMs: lastMs,
    mode,
    position: 0,
    holdId: null,
    keyId: isPartner(caller) ? caller.keyId : null,
    ...(audience.facts && { facts: audience.facts }),
    createdMs: window.nowMs,
    lastEventSeconds: {},
  };
}
