import { obstacleTo } from '../core/allocation.ts';
import { assertDate, assertPartySize } from '../core/batch.ts';
import { invalid } from '../core/errors.ts';
import { eveningOf } from '../core/evening.ts';
import { AVAILABILITY_CACHE_SECONDS } from '../core/limits.ts';
import type { LocalDate } from '../core/local-day.ts';
import { type BookingWindow, isWithin, offeredSlots } from '../core/slots.ts';
import type { App } from './context.ts';
import { openGuestLink } from './guest-link.ts';
import type { KeptEvening } from './kept.ts';
import { breath, slotsOf } from './read-availability.ts';

/** So many service dates are looked at in one question: a week around a day, and the day itself. */
const GUEST_DATES_MAX = 8;

/**
 * The starts, in order of time, to which the guest can move on each of these service dates: her own tables count as free for her. One list
 * for each date, as they were given.
 *
 * Answered from the days that this process keeps, so at most 8 seconds old (D7): days that partners have lately asked about are not read
 * again, and those that are missing are read in one go. Throws `link_unknown`, and `invalid_request` for more than 8 dates.
 */
export async function guestTimes(
  app: App,
  token: string,
  dates: readonly LocalDate[],
  partySize: number,
): Promise<readonly (readonly number[])[]> {
  if (dates.length > GUEST_DATES_MAX) invalid(`there must be at most ${GUEST_DATES_MAX} dates`, ['dates']);
  for (const date of dates) assertDate('dates', date);
  assertPartySize('partySize', partySize);
  const { booking, location, mayChange } = await openGuestLink(app, token);
  const window = app.kept.bookingWindow(location);
  const wanted = mayChange ? [...new Set(dates)].filter((date) => isWithin(window, date)).toSorted() : [];
  const times = new Map<LocalDate, readonly number[]>();
  for (const [i, kept] of (await app.kept.evenings(location, wanted)).entries()) {
    if (i > 0) await breath();
    times.set(wanted[i]!, await timesOn(app, kept, booking.id, partySize, window));
  }
  return dates.map((date) => times.get(date) ?? []);
}

/** What partners are answered, too; only on days with the guest's own booking it is hers alone. */
async function timesOn(
  app: App,
  kept: KeptEvening,
  bookingId: string,
  partySize: number,
  window: BookingWindow,
): Promise<readonly number[]> {
  const { location, day, bookings } = kept.evening;
  const others = bookings.filter(({ id }) => id !== bookingId);
  if (others.length === bookings.length) {
    const slots = await slotsOf(app, kept, partySize, window);
    return slots.filter(({ available }) => available).map(({ startMs }) => startMs);
  }
  const key = `guest:${kept.stamp}:${bookingId}:${partySize}`;
  const known = await app.cache.get<OwnTimes>(key);
  if (known) return known.times;
  const evening = eveningOf(location, day, others, window.nowMs);
  const times = offeredSlots(location, day, partySize, window)
    .filter((slot) => obstacleTo(evening, slot, partySize, 'online') === null)
    .map(({ startMs }) => startMs);
  const questions = evening.search.undecided;
  if (questions > 0) app.observer({ kind: 'undecided', questions });
  await app.cache.set(key, { times } satisfies OwnTimes, AVAILABILITY_CACHE_SECONDS);
  return times;
}

/** As it is kept: not as a bare list, since empty ones are not kept, and to find that there is nothing takes longest. */
interface OwnTimes {
  readonly times: readonly number[];
}
