import {
  type Booking,
  type BookingStatus,
  type Channel,
  type DiaryBooking,
  emailKeyOf,
  type Interval,
  type Language,
  type LocalDate,
  type Source,
} from '@bord/engine/storage';

/** A booking as its table has it and PostgreSQL writes it as JSON. Guest data has columns of its own, so that it can be found and erased. */
export interface BookingRow {
  readonly location_id: string;
  readonly id: string;
  readonly service_date: LocalDate;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly blocked_until: string;
  readonly party_size: number;
  readonly tables: readonly string[];
  readonly pinned: boolean;
  readonly status: BookingStatus;
  readonly source: Source;
  readonly channel: Channel;
  readonly partner_booking_ref: string | null;
  readonly idempotency_key: string | null;
  readonly guest_name: string;
  readonly guest_email: string | null;
  readonly guest_phone: string | null;
  readonly guest_notes: string | null;
  readonly guest_language: Language | null;
  readonly manage_token_hash: string | null;
  readonly created_at: string;
  readonly last_event_seconds: Booking['lastEventSeconds'];
  /** Her address as it is compared; null also where another version has written the row. */
  readonly guest_email_key: string | null;
}

export function toRow(booking: Booking): BookingRow {
  const { guest } = booking;
  return {
    location_id: booking.locationId,
    id: booking.id,
    service_date: booking.serviceDate,
    starts_at: instant(booking.startMs),
    ends_at: instant(booking.endMs),
    blocked_until: instant(booking.blockedUntilMs),
    party_size: booking.partySize,
    tables: booking.tables,
    pinned: booking.pinned,
    status: booking.status,
    source: booking.source,
    channel: booking.channel,
    partner_booking_ref: booking.partnerBookingRef,
    idempotency_key: booking.idempotencyKey,
    guest_name: guest.name,
    guest_email: guest.email,
    guest_phone: guest.phone,
    guest_notes: guest.notes,
    guest_language: guest.language,
    manage_token_hash: booking.manageTokenHash,
    created_at: instant(booking.createdMs),
    last_event_seconds: booking.lastEventSeconds,
    guest_email_key: guest.email === null ? null : emailKeyOf(guest.email),
  };
}

export function toBooking(row: BookingRow): Booking {
  return {
    id: row.id,
    locationId: row.location_id,
    serviceDate: row.service_date,
    startMs: Date.parse(row.starts_at),
    endMs: Date.parse(row.ends_at),
    blockedUntilMs: Date.parse(row.blocked_until),
    partySize: row.party_size,
    tables: row.tables,
    pinned: row.pinned,
    status: row.status,
    source: row.source,
    channel: row.channel,
    partnerBookingRef: row.partner_booking_ref,
    idempotencyKey: row.idempotency_key,
    guest: {
      name: row.guest_name,
      email: row.guest_email,
      phone: row.guest_phone,
      notes: row.guest_notes,
      language: row.guest_language,
    },
    manageTokenHash: row.manage_token_hash,
    createdMs: Date.parse(row.created_at),
    lastEventSeconds: row.last_event_seconds,
  };
}

/** An entry of the diary as the function `diary` writes it. */
export type DiaryEntry = readonly [
  id: string,
  startMs: number,
  blockedUntilMs: number,
  partySize: number,
  tables: readonly string[],
  pinned: 0 | 1,
  byOperator: 0 | 1,
];

export function toDiaryBooking(entry: DiaryEntry): DiaryBooking {
  const [id, startMs, blockedUntilMs, partySize, tables, pinned, byOperator] = entry;
  return {
    id,
    startMs,
    blockedUntilMs,
    partySize,
    tables,
    pinned: pinned === 1,
    byOperator: byOperator === 1,
  };
}

/** Milliseconds as a parameter of the type timestamptz. */
export function instant(ms: number): string {
  return new Date(ms).toISOString();
}

/** Intervals as a parameter of the type tstzmultirange. */
export function multirange(intervals: readonly Interval[]): string {
  const ranges = intervals.map(({ startMs, endMs }) => `[${instant(startMs)},${instant(endMs)})`);
  return `{${[...new Set(ranges)].join()}}`;
}
