import {
  type Booking,
  formatInstant,
  formatInstantMs,
  type Guest,
  type GuestRow,
  isLive,
  isSeated,
  type Location,
} from '@bord/engine';
import { growingTable } from './growing-table.ts';
import { factsText } from './layout.ts';
import { guestsText, tablesText } from './booking-line.ts';
import { plain } from './plain.ts';
import { clockText, dayText, spanText, zoneText } from './times.ts';

export function bookingJson(booking: GuestRow): object {
  const { id, locationId, serviceDate, partySize, tables, status, source, channel } = booking;
  const { arrivedMs, seatedMs, leftMs } = booking.visit;
  return {
    id,
    locationId,
    serviceDate,
    startsAt: formatInstant(booking.startMs),
    endsAt: formatInstant(booking.endMs),
    partySize,
    tables,
    pinned: booking.kind === 'booking' && booking.pinned,
    status,
    source,
    channel,
    partnerBookingRef: booking.partnerBookingRef,
    guest: guestJson(booking.guest),
    createdAt: formatInstantMs(booking.createdMs),
    arrivedAt: instantJson(arrivedMs),
    seatedAt: instantJson(seatedMs),
    leftAt: instantJson(leftMs),
  };
}

function instantJson(ms: number | null): string | null {
  return ms === null ? null : formatInstant(ms);
}

export function guestJson({ name, email, phone, notes, language }: Guest): object {
  return { name, email, phone, notes, lang: language };
}

export function bookingFacts(booking: Booking, location: Location): string {
  const { guest, channel, partnerBookingRef } = booking;
  return factsText({
    booking: booking.id,
    status: statusText(booking),
    when: spanText(booking.startMs, booking.endMs, location.timeZone),
    where: `${plain(location.name)}, ${tablesText(booking.tables)}`,
    party: guestsText(booking.partySize),
    visit: visitText(booking, location),
    name: plain(guest.name),
    email: guest.email && plain(guest.email),
    phone: guest.phone && plain(guest.phone),
    notes: guest.notes && plain(guest.notes),
    language: guest.language,
    channel,
    'partner ref': partnerBookingRef && plain(partnerBookingRef),
  });
}

/** `arrived 18:55, seated 19:02, left 20:40`; null without times. */
function visitText({ visit }: Booking, { timeZone }: Location): string | null {
  const { arrivedMs, seatedMs, leftMs } = visit;
  const steps = Object.entries({ arrived: arrivedMs, seated: seatedMs, left: leftMs });
  const known = steps.flatMap(([step, ms]) => (ms === null ? [] : [`${step} ${clockText(ms, timeZone)}`]));
  return known.length > 0 ? known.join(', ') : null;
}

/** Bookings, one a line: page by page, under one heading. */
export function bookingsTable(location: Location): (bookings: readonly Booking[]) => string {
  const table = growingTable(['day', 'time', 'party', 'tables', 'name', 'status', 'channel', 'id']);
  return (bookings) => table(bookings.map((booking) => bookingRow(booking, location)));
}

function bookingRow(booking: Booking, location: Location): string[] {
  return [
    dayText(booking.startMs, location.timeZone),
    `${clockText(booking.startMs, location.timeZone)} ${zoneText(booking.startMs, location.timeZone)}`,
    String(booking.partySize),
    plain(booking.tables.join(' + ')),
    plain(booking.guest.name),
    statusText(booking),
    booking.channel === 'web' ? 'booking page' : booking.channel,
    booking.id,
  ];
}

/** `confirmed`, `seated, pinned`, `no-show`: the visit as far as it is known. */
function statusText(booking: Booking): string {
  const { status, visit, pinned } = booking;
  if (!isLive(booking)) return status === 'no_show' ? 'no-show' : status;
  const state = isSeated(booking) ? 'seated' : visit.arrivedMs === null ? status : 'arrived';
  return pinned ? `${state}, pinned` : state;
}
