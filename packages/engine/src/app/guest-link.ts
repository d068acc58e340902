import { obstacleTo } from '../core/allocation.ts';
import { assertDate, assertPartySize } from '../core/batch.ts';
import { type Booking, isLive } from '../core/booking.ts';
import {
  byGuest,
  cancel,
  type ChangeOutcome,
  mayGuestChange,
  move,
  type MoveRequest,
} from '../core/booking-rules.ts';
import { BookingError } from '../core/errors.ts';
import { eveningOf } from '../core/evening.ts';
import { sequenceOf } from '../core/guest-mail.ts';
import type { LocalDate } from '../core/local-day.ts';
import type { Location } from '../core/location.ts';
import { idInToken, isTokenOf } from '../core/secret.ts';
import { isWithin, offeredSlots } from '../core/slots.ts';
import { changeAs } from './change-booking.ts';
import type { App } from './context.ts';

/** What a guest sees behind the link in her mail. */
export interface GuestView {
  readonly booking: Booking;
  readonly location: Location;
  /** She may move and cancel it herself: it is live, and early enough (D12). */
  readonly mayChange: boolean;
  /** `SEQUENCE` of the calendar entry, as in the latest mail. */
  readonly sequence: number;
}

/**
 * The booking behind a manage link (D27). Throws `link_unknown` when no booking has such a link; a booking that is cancelled or over is
 * shown as what it is.
 */
export async function openGuestLink(app: App, token: string): Promise<GuestView> {
  const bookingId = idInToken(token);
  const booking = bookingId === null ? null : await app.storage.bookings.find(bookingId, null);
  if (!booking || !isTokenOf(token, booking.manageTokenHash)) throw new BookingError('link_unknown');
  const location = await app.kept.location(booking.locationId);
  if (!location) throw new BookingError('link_unknown');
  const mayChange = isLive(booking) && mayGuestChange(location, booking, app.clock.nowMs());
  return { booking, location, mayChange, sequence: sequenceOf(booking) };
}

/** Cancels as the guest; `too_late` after the location's cut-off. Doing it twice is doing it once. */
export async function cancelAsGuest(app: App, token: string): Promise<ChangeOutcome> {
  const { booking } = await openGuestLink(app, token);
  return changeAs(app, 'guest', booking, (at) => byGuest(at, cancel(at)));
}

/**
 * Moves as the guest, to what partners could book too; `too_late` after the location's cut-off. As safe as a creation: it succeeds whole,
 * or the booking stays as it was.
 */
export async function moveAsGuest(app: App, token: string, request: MoveRequest): Promise<ChangeOutcome> {
  if (request.partySize !== undefined) assertPartySize('partySize', request.partySize);
  const { booking } = await openGuestLink(app, token);
  return changeAs(app, 'guest', booking, (at) => byGuest(at, move(at, request, 'online')), request);
}

/** The starts, in order of time, to which the guest can move on a service date: her own tables count as free for her. */
export async function guestTimes(
  app: App,
  token: string,
  date: LocalDate,
  partySize: number,
): Promise<readonly number[]> {
  assertDate('date', date);
  assertPartySize('partySize', partySize);
  const { booking, location, mayChange } = await openGuestLink(app, token);
  const window = app.kept.bookingWindow(location);
  if (!mayChange || !isWithin(window, date)) return [];
  const day = app.kept.serviceDay(location, date);
  const bookings = await app.storage.bookings.diary(location.id, day.interval);
  const others = bookings.filter(({ id }) => id !== booking.id);
  const evening = eveningOf(location, day, others, window.nowMs);
  return offeredSlots(location, day, partySize, window)
    .filter((slot) => obstacleTo(evening, slot, partySize, 'online') === null)
    .map(({ startMs }) => startMs);
}
