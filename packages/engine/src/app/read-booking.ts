/** Reads bookings and blocks for callers. Storages keep both as rows (D39); this file separates them by kind. */
import { type Booking, found, isLive } from '../core/booking/booking.ts';
import type { Block } from '../core/booking/block.ts';
import { blockOf } from '../core/booking/decide-block.ts';
import { type DiaryBooking, isBlock, isHoldEntry } from '../core/booking/diary.ts';
import { type Hold, holdOf } from '../core/booking/hold.ts';
import { type BlockRow, type DiaryRow, type HoldRow, isBooking, isHold } from '../core/booking/row.ts';
import { positionOf } from '../core/booking/stored.ts';
import { countsForSurge } from '../core/booking/visitor-limits.ts';
import { START_RANGE_YEARS } from '../core/limits.ts';
import { DAY_MS, type Interval, SECOND_MS } from '../core/instant.ts';
import { assertDate } from '../core/fields.ts';
import { type BookingFilter, bookingFilter } from '../core/booking/booking-filter.ts';
import type { LocalDate } from '../core/local-date.ts';
import {
  assertScope,
  type Caller,
  type HouseCaller,
  type Visibility,
  visibilityOf,
} from '../core/access/policy.ts';
import type { BookingPosition } from '../ports/booking-store.ts';
import type { App } from './context.ts';
import { visibleLocation } from './read-location.ts';

/** One booking in any state within the visibility (null: any); null if there is none. */
export async function findBooking(
  app: App,
  bookingId: string,
  visibility: Visibility | null,
): Promise<Booking | null> {
  const row = await app.storage.bookings.find(bookingId, visibility);
  return row && isBooking(row) ? row : null;
}

/** One booking that the caller can see; `booking_not_found` for any other (§4.4). */
export async function readBooking(app: App, caller: Caller, bookingId: string): Promise<Booking> {
  assertScope(caller, 'bookings:read');
  return found(await findBooking(app, bookingId, visibilityOf(caller)));
}

export async function listBookings(
  app: App,
  caller: HouseCaller,
  locationId: string,
  date?: LocalDate,
): Promise<readonly Booking[]> {
  const { id } = await visibleLocation(app, caller, locationId);
  return (await app.storage.bookings.list(id, date)).filter(isBooking);
}

/** Selects bookings of a location. */
export interface BookingSelection extends BookingFilter {
  /** A service date; absent: all dates. */
  readonly date?: LocalDate | undefined;
  /** The first service date; absent: from the beginning. */
  readonly from?: LocalDate | undefined;
  /** The service date before which it ends; absent: to the end. */
  readonly before?: LocalDate | undefined;
}

const PAGE_SIZE = 500;

/** By service date and start, in pages of some hundreds, each read by a separate statement. Pages without a wanted booking are skipped. */
export async function* bookingPages(
  app: App,
  caller: HouseCaller,
  locationId: string,
  { date, from, before, ...filter }: BookingSelection = {},
): AsyncGenerator<readonly Booking[], void> {
  const { id } = await visibleLocation(app, caller, locationId);
  const isWanted = bookingFilter(filter);
  let after: BookingPosition | null =
    from === undefined ? null : { serviceDate: from, startMs: 0, createdMs: 0, id: '' };
  for (;;) {
    const page: readonly DiaryRow[] = await app.storage.bookings.page(id, {
      serviceDate: date,
      after,
      limit: PAGE_SIZE,
    });
    const isPast = ({ serviceDate }: DiaryRow): boolean => before !== undefined && serviceDate >= before;
    const wanted = page.filter(isBooking).filter((booking) => !isPast(booking) && isWanted(booking));
    if (wanted.length > 0) yield wanted;
    const last = page.at(-1);
    if (page.length < PAGE_SIZE || !last || isPast(last)) return;
    after = positionOf(last);
  }
}

/** Unseated bookings (D39), by start: live, without a table, and not over. */
export async function unseatedBookings(
  app: App,
  caller: HouseCaller,
  locationId: string,
): Promise<readonly Booking[]> {
  const { id } = await visibleLocation(app, caller, locationId);
  const ahead = await app.storage.bookings.diary(id, aheadOf(app.clock.nowMs()));
  const unseated = ahead.filter(({ kind, tables }) => kind === 'booking' && tables.length === 0);
  const rows = await wholeRows(app, unseated, isBooking);
  return rows.filter(({ tables }) => tables.length === 0);
}

/** The bookings that guests have made since an instant without a confirmed e-mail address (D52), the latest first. */
export async function unconfirmedBookings(
  app: App,
  caller: HouseCaller,
  locationId: string,
  sinceMs: number,
): Promise<readonly Booking[]> {
  const { id } = await visibleLocation(app, caller, locationId);
  const filter = { locationIds: [id], changedSinceSeconds: Math.floor(sinceMs / SECOND_MS) };
  const made = new Map<string, Booking>();
  for (const channel of ['web', 'assistant'] as const)
    for (let [after, hasMore] = [0, true]; hasMore;) {
      const list = await app.storage.bookings.changes({ channel, after, limit: PAGE_SIZE, filter });
      for (const { booking } of list.changes) made.set(booking.id, booking);
      [after, hasMore] = [list.through, list.hasMore];
    }
  return [...made.values()]
    .filter((booking) => countsForSurge(booking) && booking.createdMs > sinceMs)
    .toSorted((a, b) => b.createdMs - a.createdMs);
}

/** The blocks of a location that touch a service date (D39), by start. Without a date: all that are not over. */
export async function listBlocks(
  app: App,
  caller: HouseCaller,
  locationId: string,
  date?: LocalDate,
): Promise<readonly Block[]> {
  const location = await visibleLocation(app, caller, locationId);
  if (date !== undefined) assertDate('date', date);
  const interval =
    date === undefined ? aheadOf(app.clock.nowMs()) : app.locationCache.serviceDay(location, date).interval;
  return blocksAmong(app, await app.storage.bookings.diary(location.id, interval));
}

export async function blocksAmong(app: App, diary: readonly DiaryBooking[]): Promise<readonly Block[]> {
  return (await wholeRows(app, diary.filter(isBlock), isBlockRow)).map(blockOf);
}

/** The live holds of a diary, by start (D35). */
export async function holdsAmong(app: App, diary: readonly DiaryBooking[]): Promise<readonly Hold[]> {
  const rows = await wholeRows(app, diary.filter(isHoldEntry), isHold);
  const holds = await Promise.all(rows.map((row) => readHoldRow(app, row)));
  return holds.filter(({ state }) => state === 'held');
}

/** The hold of a row, with the name of the guest whose move it holds, if any. */
export async function readHoldRow(app: App, row: HoldRow): Promise<Hold> {
  const { move } = row;
  const moving = move ? await findBooking(app, move.bookingId, null) : null;
  return holdOf(row, app.clock.nowMs(), moving);
}

/** One block, live or ended, that the caller can see; null if there is none. */
export async function findBlock(app: App, caller: HouseCaller, blockId: string): Promise<BlockRow | null> {
  const row = await app.storage.bookings.find(blockId, visibilityOf(caller));
  return row && isBlockRow(row) ? row : null;
}

/** The live rows of a diary, whole, by start. */
async function wholeRows<R extends DiaryRow>(
  app: App,
  entries: readonly DiaryBooking[],
  isOfKind: (row: DiaryRow) => row is R,
): Promise<readonly R[]> {
  const rows = await Promise.all(entries.map(({ id }) => app.storage.bookings.find(id, null)));
  return rows
    .filter((row) => row !== null)
    .filter(isOfKind)
    .filter(isLive)
    .toSorted(byStart);
}

function isBlockRow(row: DiaryRow): row is BlockRow {
  return row.kind === 'block';
}

/** From now to beyond the last possible start. */
function aheadOf(nowMs: number): Interval {
  return { startMs: nowMs, endMs: nowMs + 2 * START_RANGE_YEARS * 365 * DAY_MS };
}

/** By start, then by age. */
export function byStart(a: DiaryRow, b: DiaryRow): number {
  return a.startMs - b.startMs || a.createdMs - b.createdMs || (a.id < b.id ? -1 : 1);
}
