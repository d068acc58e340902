import type { DiaryBooking } from './diary.ts';
import { BookingError } from '../errors.ts';
import type { BookingEventType } from '../outbox/event-type.ts';
import type { HistoryEntry } from './history.ts';
import { startOfMinute } from '../time/interval.ts';
import type { Terms } from './terms.ts';
import type { LocalDate } from '../time/local-date.ts';
import type { Language } from '../location/location.ts';

/** The states of a booking (D12). Only `confirmed` ones are live: they hold their tables. */
export const BOOKING_STATES = ['confirmed', 'cancelled', 'completed', 'no_show'] as const;
/** One of {@link BOOKING_STATES}. */
export type BookingStatus = (typeof BOOKING_STATES)[number];

/**
 * What a row of the bookings is: a party's booking; a block of the restaurant's own, which has no party (D39); a hold, which has no guest yet (D35); or
 * a party that waits, which has no table (D36).
 */
export type BookingKind = 'booking' | 'block' | 'hold' | 'waiting';

/** Who made a booking: a partner through its key, or the operator (phone, walk-in). */
export type Source = 'partner' | 'operator';

/** Through which door a booking came: `partner:<slug>`, or `operator`. */
export type Channel = `partner:${string}` | 'operator';

/** The guest, as the booking names them. */
export interface Guest {
  /** Empty when the guest has been erased. */
  readonly name: string;
  /** At most 254 characters; null where the operator took none, and when the guest has been erased. */
  readonly email: string | null;
  /** At most 40 characters, as given; null for none. */
  readonly phone: string | null;
  /** Wishes for the restaurant, at most 2,000 characters; null for none. */
  readonly notes: string | null;
  /** Null: the location's language. */
  readonly language: Language | null;
}

/** When a party came, sat down and went, in milliseconds since 1970; null: not yet, or not written down (D41). */
export interface VisitTimes {
  /** At the door. */
  readonly arrivedMs: number | null;
  /** At its table: it stays there until it has left. */
  readonly seatedMs: number | null;
  /** Gone: its table is free from here on. */
  readonly leftMs: number | null;
}

/** Nobody has come yet. */
export const NO_VISIT: VisitTimes = { arrivedMs: null, seatedMs: null, leftMs: null };

/** Something is written down of the visit. */
export function isBegun({ arrivedMs, seatedMs, leftMs }: VisitTimes): boolean {
  return arrivedMs !== null || seatedMs !== null || leftMs !== null;
}

/** A party's claim to tables for a time. */
export interface Booking {
  /** `bk_` and 22 letters and digits, which sort by age. */
  readonly id: string;
  /** `booking`, but for what a storage keeps beside the bookings, and no list of bookings has. */
  readonly kind: BookingKind;
  /** The location's id, a lower-case UUID. */
  readonly locationId: string;
  /** The service date it belongs to (D5). */
  readonly serviceDate: LocalDate;
  /** When the party comes, in milliseconds since 1970. */
  readonly startMs: number;
  /** When the guest is told that the table is needed again. */
  readonly endMs: number;
  /** `endMs` and the buffer: its tables are taken until here. */
  readonly blockedUntilMs: number;
  /** How many guests, 1 or more; 0 for a block. */
  readonly partySize: number;
  /** Table ids; none while a party waits for a table again (D39). Kept in every state; held only while the booking is live. */
  readonly tables: readonly string[];
  /** The operator keeps it at its tables: it is never re-seated (D9). */
  readonly pinned: boolean;
  /** What has become of it (D12). */
  readonly status: BookingStatus;
  /** Who made it: a partner, or the operator. */
  readonly source: Source;
  /** Through whom it was made; a partner sees its own channel only (D13, D19). */
  readonly channel: Channel;
  /** The partner's own number for it, at most 200 characters; null for none. */
  readonly partnerBookingRef: string | null;
  /** The key under which it was made, unique in the location (D10); null for none. */
  readonly idempotencyKey: string | null;
  /** The guest who booked; once erased the name is empty and all else null. */
  readonly guest: Guest;
  /** SHA-256 (hex) of the token in the guest's manage link; null when there is none (D27). */
  readonly manageTokenHash: string | null;
  /** Where the visit stands (D41). */
  readonly visit: VisitTimes;
  /** What was changed since it was made, the oldest first (D43). At most 200 entries: then the oldest goes. */
  readonly history: readonly HistoryEntry[];
  /**
   * The guest before each entry of the history that changed the guest, the oldest first, without the e-mail address: one that was corrected is not
   * kept. None once the guest has been erased.
   */
  readonly formerGuests: readonly Guest[];
  /** Of a hold and of a waiting entry what they have besides; null for any other row. */
  readonly terms: Terms | null;
  /** When it was made, in milliseconds since 1970. */
  readonly createdMs: number;
  /** The `created` of the last event of each type, in Unix seconds: event ids never repeat (D22). */
  readonly lastEventSeconds: Readonly<Partial<Record<BookingEventType, number>>>;
}

/** The booking, if there is one that the caller may see: otherwise `booking_not_found` (§4.4). */
export function found(booking: Booking | null): Booking {
  if (!booking) throw new BookingError('booking_not_found');
  return booking;
}

/** The booking holds its tables. */
export function isLive(booking: Booking): boolean {
  return booking.status === 'confirmed';
}

/** The party sits at its table, and stays there until it has left (D41). */
export function isSeated(booking: Booking): boolean {
  return isLive(booking) && booking.visit.seatedMs !== null && booking.visit.leftMs === null;
}

/**
 * The booking as the diary shows it. While its party sits it is shown as pinned, and from the minute in which the party sat down if that was
 * before its start: the table is really taken (D41).
 */
export function toDiary(booking: Booking): DiaryBooking {
  const { id, blockedUntilMs, partySize, tables } = booking;
  const sits = isSeated(booking);
  return {
    id,
    startMs: sits ? satDownMs(booking) : booking.startMs,
    blockedUntilMs,
    partySize,
    tables,
    pinned: sits || booking.pinned,
    byOperator: booking.source === 'operator',
  };
}

/** From when on the tables are taken by a party that has sat down: the minute in which it did, and its start at the latest. */
export function satDownMs({ startMs, visit }: Pick<Booking, 'startMs' | 'visit'>): number {
  const { seatedMs } = visit;
  return seatedMs === null ? startMs : Math.min(startMs, startOfMinute(seatedMs));
}
