import type { HouseCaller } from '../../core/access/policy.ts';
import { type Booking, isLive } from '../../core/booking/booking.ts';
import { type DiaryBooking, heldBy, isBlock } from '../../core/booking/diary.ts';
import { isHold, isPending, isWaiting } from '../../core/booking/row-kind.ts';
import { currentServiceDate, serviceDayOf } from '../../core/location/service-day.ts';
import { assertDate } from '../../core/seating/batch.ts';
import { span } from '../../core/time/interval.ts';
import type { LocalDate } from '../../core/time/local-date.ts';
import type { DaySheet, TableHold } from '../../core/timeline/day-sheet.ts';
import type { App } from '../shared/context.ts';
import { blocksAmong, byStart, findBooking, holdsAmong, listBookings } from '../shared/read-booking.ts';
import { readHouse } from '../shared/read-location.ts';
import { readWaitingParties } from './read-waiting-parties.ts';

/**
 * One service date of a location, or the one that is running. Read without a lock, the diary after the list: who has been booked or
 * moved to this date between the two is on the sheet, too.
 */
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
  const missing = diary.filter((entry) => !known.has(entry.id) && isBookingEntry(entry));
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
    waiting: diary.some(isPending)
      ? await readWaitingParties(app, caller, { locationId: location.id, date, bookings: listed })
      : [],
  };
}

function isBookingEntry(entry: DiaryBooking): boolean {
  return !isBlock(entry) && !isHold(entry) && !isWaiting(entry);
}

/** What is held, table by table. */
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
