import type { DiaryBooking } from './diary.ts';
import type { EventType } from '../outbox/event.ts';
import type { LocalDate } from '../time/local-date.ts';
import type { Language } from '../location/location.ts';

/** The states of a booking (D12). Only `confirmed` ones are live: they hold their tables. */
export const BOOKING_STATES = ['confirmed', 'cancelled', 'completed', 'no_show'] as const;
export type BookingStatus = (typeof BOOKING_STATES)[number];

/** Who made a booking: a partner through its key, or the operator (phone, walk-in). */
export type Source = 'partner' | 'operator';

/** Through which door a booking came: `partner:<slug>`, or `operator`. */
export type Channel = `partner:${string}` | 'operator';

/** Who comes, as she gave it. */
export interface Guest {
  /** Empty when the guest has been erased. */
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly notes: string | null;
  /** Null: the location's language. */
  readonly language: Language | null;
}

/** A party's claim to tables for a time. */
export interface Booking {
  readonly id: string;
  readonly locationId: string;
  /** The service date it belongs to (D5). */
  readonly serviceDate: LocalDate;
  readonly startMs: number;
  /** When the guest is told that the table is needed again. */
  readonly endMs: number;
  /** `endMs` and the buffer: its tables are taken until here. */
  readonly blockedUntilMs: number;
  readonly partySize: number;
  /** Table ids, one or more. Kept in every state; held only while the booking is live. */
  readonly tables: readonly string[];
  readonly pinned: boolean;
  readonly status: BookingStatus;
  readonly source: Source;
  readonly channel: Channel;
  readonly partnerBookingRef: string | null;
  readonly idempotencyKey: string | null;
  readonly guest: Guest;
  /** SHA-256 (hex) of the token in the guest's manage link; null when she has none (D27). */
  readonly manageTokenHash: string | null;
  readonly createdMs: number;
  /** The `created` of the last event of each type, in Unix seconds: event ids never repeat (D22). */
  readonly lastEventSeconds: Readonly<Partial<Record<EventType, number>>>;
}

/** The booking holds its tables. */
export function isLive(booking: Booking): boolean {
  return booking.status === 'confirmed';
}

/** The booking as the diary shows it. */
export function toDiary(booking: Booking): DiaryBooking {
  const { id, startMs, blockedUntilMs, partySize, tables, pinned } = booking;
  return {
    id,
    startMs,
    blockedUntilMs,
    partySize,
    tables,
    pinned,
    byOperator: booking.source === 'operator',
  };
}
