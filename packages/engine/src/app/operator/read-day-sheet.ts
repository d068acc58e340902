import type { HouseCaller } from '../../core/access/policy.ts';
import { type Booking, isLive } from '../../core/booking/booking.ts';
import { type DiaryBooking, heldBy, isHoldEntry, isWaiting } from '../../core/booking/diary.ts';
import { ownBookingOf } from '../../core/booking/same-guest.ts';
import type { Waiting } from '../../core/booking/waiting.ts';
import { currentServiceDate, serviceDayOf } from '../../core/location/service-day.ts';
import { assertDate } from '../../core/fields.ts';
import { span } from '../../core/instant.ts';
import type { LocalDate } from '../../core/local-date.ts';
import type { DaySheet, TableHold, WaitingParty } from '../../core/timeline/day-sheet.ts';
import type { App } from '../context.ts';
import { blocksAmong, byStart, findBooking, holdsAmong, listBookings } from '../read-booking.ts';
import { readHouse } from '../read-location.ts';
import { readAvailability } from '../partner/read-availability.ts';
import { listWaiting } from '../waitlist.ts';

/** One service date, by default the current one. The diary is read after the list, so that a party moved in between is on the sheet. */
export async function readDaySheet(
  app: App,
  caller: HouseCaller,
  locationId: string,
  requested?: LocalDate,
): Promise<DaySheet> {
  const location = await readHouse(app, caller, locationId);
  const nowMs = app.clock.nowMs();
  const date = requested ?? currentServiceDate(location, nowMs);
  assertDate('date', date);
  const listed = await listBookings(app, caller, location.id, date);
  const day = serviceDayOf(location, date);
  const interval = listed.map(heldBy).reduce(span, day.interval);
  const diary = await app.storage.bookings.diary(location.id, interval);
  const known = new Map(listed.map((booking) => [booking.id, booking]));
  const missing = diary.filter((entry) => !known.has(entry.id) && entry.kind === 'booking');
  const added = await Promise.all(missing.map(({ id }) => findBooking(app, id, null)));
  const found = added.filter((booking): booking is Booking => booking !== null && isLive(booking));
  return {
    location,
    date,
    nowMs,
    bookings: [...listed, ...found.filter(({ serviceDate }) => serviceDate === date)].toSorted(byStart),
    others: found.filter(({ serviceDate }) => serviceDate !== date).toSorted(byStart),
    blocks: (await blocksAmong(app, diary)).flatMap(({ tables, ...block }) =>
      tables.map((table) => ({ ...block, table })),
    ),
    holds: await tableHolds(app, diary),
    waiting: diary.some((entry) => isHoldEntry(entry) || isWaiting(entry))
      ? await readWaitingParties(app, caller, { locationId: location.id, date, bookings: listed })
      : [],
  };
}

/** The holds, one entry per table. */
async function tableHolds(app: App, diary: readonly DiaryBooking[]): Promise<readonly TableHold[]> {
  const until = new Map(diary.map(({ id, blockedUntilMs }) => [id, blockedUntilMs]));
  return (await holdsAmong(app, diary)).flatMap(
    ({ id, tables, startMs, endMs, partySize, expiresMs, channel, waitingId, move }) =>
      tables.map((table) => ({
        id,
        table,
        startMs,
        endMs: until.get(id) ?? endMs,
        partySize,
        expiresMs,
        channel,
        isOffer: waitingId !== null,
        move,
      })),
  );
}

/**
 * The parties of a date that wait or have a live offer, and the reason if they have no table: another booking of the guest, or no free table
 * before some time. Availability is read from the cache if possible, once for each size.
 *
 * @param bookings of the date
 */
async function readWaitingParties(
  app: App,
  caller: HouseCaller,
  at: { readonly locationId: string; readonly date: LocalDate; readonly bookings: readonly Booking[] },
): Promise<readonly WaitingParty[]> {
  const entries = await listWaiting(app, caller, at.locationId, at.date);
  const standing = entries.filter(({ state }) => state === 'waiting' || state === 'offered');
  const inLine = standing.filter(({ state }) => state === 'waiting');
  const free = new Map<number, readonly number[]>();
  for (const { partySize } of inLine) {
    if (free.has(partySize)) continue;
    const { answer } = await readAvailability(app, caller, at.locationId, { date: at.date, partySize });
    free.set(
      partySize,
      answer.slots.filter(({ available }) => available).map(({ startMs }) => startMs),
    );
  }
  const nextFree = ({ state, partySize, toMs }: Waiting): number | null =>
    state === 'waiting' ? (free.get(partySize)?.find((startMs) => startMs > toMs) ?? null) : null;
  return standing.map((entry) => ({
    ...entry,
    bookedMs: ownBookingOf(entry.guest, at.bookings)?.startMs ?? null,
    nextFreeMs: nextFree(entry),
  }));
}
