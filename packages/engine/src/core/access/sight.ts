/**
 * What somebody is shown of a house's book who knows the bookings of one channel only: a visitor of the demo. Her own are whole; of all others
 * there is nothing but which table is taken, and when.
 */
import { type Booking, type Channel, NO_VISIT } from '../booking/booking.ts';
import type { Block } from '../booking/block.ts';
import { ownBookingOf } from '../booking/same-guest.ts';
import type { Author } from '../booking/history.ts';
import type { Location } from '../location/location.ts';
import { startOfMinute } from '../time/interval.ts';
import { barsOf } from '../timeline/bars.ts';
import type { DaySheet, TableBlock, TableHold } from '../timeline/day-sheet.ts';

const TAKEN_PREFIX = 'taken_';

/** By what the bookings and blocks of others are called, so that they can be told apart in what is drawn: it leads to nothing. */
export type Alias = (id: string) => string;

/** The booking is another's, of which its reader knows only tables and times: it has no guest, no size, and an id that leads to nothing. */
export function isTaken({ id }: Pick<Booking, 'id'>): boolean {
  return id.startsWith(TAKEN_PREFIX);
}

/** @param digest of an id, made with what nobody else knows */
export function aliasBy(digest: (id: string) => string): Alias {
  return (id) => TAKEN_PREFIX + digest(id);
}

/** Somebody else's booking. */
export function takenBooking(booking: Booking, alias: Alias): Booking {
  const { id, locationId, serviceDate, startMs, endMs, blockedUntilMs, tables } = booking;
  return {
    id: alias(id),
    kind: 'booking',
    locationId,
    serviceDate,
    startMs,
    endMs,
    blockedUntilMs,
    partySize: 0,
    tables,
    pinned: false,
    status: 'confirmed',
    source: 'operator',
    channel: 'operator',
    partnerBookingRef: null,
    idempotencyKey: null,
    guest: { name: '', email: null, phone: null, notes: null, language: null },
    manageTokenHash: null,
    visit: NO_VISIT,
    history: [],
    formerGuests: [],
    terms: null,
    createdMs: startMs,
    lastEventSeconds: {},
  };
}

/** One's own booking: whole, but for the names of others who have changed it. */
export function ownBooking(booking: Booking, channel: Channel): Booking {
  const by = (author: Author): Author => (isNameless(author) || author === channel ? author : 'operator');
  return { ...booking, history: booking.history.map((entry) => ({ ...entry, by: by(entry.by) })) };
}

function isNameless(author: Author): boolean {
  return author === 'operator' || author === 'guest' || author === 'maintenance';
}

/** A block, without who made it and why. */
export function takenBlock(block: Block, alias: Alias): Block {
  const { id, locationId, tables, startMs, endMs } = block;
  const createdMs = startMs;
  return { id: alias(id), locationId, tables, startMs, endMs, reason: null, by: 'operator', createdMs };
}

/** The plan, without why it is closed. */
export function shownLocation<L extends Pick<Location, 'closures'>>(location: L): L {
  return { ...location, closures: location.closures.map((closure) => ({ ...closure, reason: null })) };
}

/** A day: one's own bookings, and the tables that others have. */
export function shownSheet(sheet: DaySheet, channel: Channel, alias: Alias): DaySheet {
  const isOwn = (booking: Booking): boolean => booking.channel === channel;
  const own = (bookings: readonly Booking[]): readonly Booking[] =>
    bookings.filter(isOwn).map((booking) => ownBooking(booking, channel));
  const blocks = (sheet.blocks ?? []).map(({ id, table, startMs, endMs }) => ({
    id: alias(id),
    table,
    startMs,
    endMs,
    reason: null,
  }));
  const held = (sheet.holds ?? []).filter((hold) => hold.channel !== channel);
  const bookings = own(sheet.bookings);
  const { location, date, nowMs } = sheet;
  return {
    location: shownLocation(location),
    date,
    nowMs,
    bookings,
    others: own(sheet.others),
    blocks: [...blocks, ...takenTables(sheet, isOwn, alias), ...held.map((hold) => heldTable(hold, alias))],
    holds: (sheet.holds ?? []).filter((hold) => hold.channel === channel),
    waiting: (sheet.waiting ?? [])
      .filter((entry) => entry.channel === channel)
      .map((entry) => ({ ...entry, bookedMs: ownBookingOf(entry.guest, bookings)?.startMs ?? null })),
  };
}

/** What others hold is taken, like what they have booked (D35). */
function heldTable({ id, table, startMs, endMs }: TableHold, alias: Alias): TableBlock {
  return { id: alias(id), table, startMs, endMs, reason: null, isTaken: true };
}

/** For as long as each party has its tables, by the minute. */
function takenTables(
  sheet: DaySheet,
  isOwn: (booking: Booking) => boolean,
  alias: Alias,
): readonly TableBlock[] {
  return barsOf(sheet)
    .filter(({ booking }) => !isOwn(booking))
    .map((bar) => ({ ...bar, startMs: startOfMinute(bar.startMs), endMs: startOfMinute(bar.heldUntilMs) }))
    .filter(({ startMs, endMs }) => startMs < endMs)
    .flatMap(({ booking, startMs, endMs }) =>
      booking.tables.map((table) => ({
        id: alias(booking.id),
        table,
        startMs,
        endMs,
        reason: null,
        isTaken: true,
      })),
    );
}
