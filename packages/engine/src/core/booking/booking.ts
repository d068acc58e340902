import type { DiaryBooking } from './diary.ts';
import { BookingError } from '../errors.ts';
import { startOfMinute } from '../instant.ts';
import { type DiaryRow, isFixed, type RowFields } from './row.ts';
import { tableAccessOf } from '../location/floor-plan.ts';
import type { Language } from '../location/location.ts';

/** The states of a booking (D12). Only `confirmed` ones are live: they take their tables. */
export const BOOKING_STATES = ['confirmed', 'cancelled', 'completed', 'no_show'] as const;
/** One of {@link BOOKING_STATES}. */
export type BookingStatus = (typeof BOOKING_STATES)[number];

/**
 * The side that made a booking: a partner with an API key, the operator (phone, walk-in), or the guest at the booking page (D52) or through an
 * assistant (D53).
 */
export type Source = 'partner' | 'operator' | 'guest';

/** The origin of a booking: `partner:<slug>`, `operator`, `web` for the restaurant's booking page (D52), or `assistant` for a guest's assistant (D53). */
export type Channel = `partner:${string}` | 'operator' | 'web' | 'assistant';

export function sourceOf(channel: Channel): Source {
  if (channel === 'operator') return 'operator';
  return isByGuest(channel) ? 'guest' : 'partner';
}

/** Whether guests book through this channel themselves: D52 limits these channels together. */
export function isByGuest(channel: Channel): boolean {
  return channel === 'web' || channel === 'assistant';
}

/** The guest, as the booking names them. */
export interface Guest {
  /** Empty when the guest has been erased. */
  readonly name: string;
  /** At most 254 characters; null if the operator took none, or the guest has been erased. */
  readonly email: string | null;
  /** At most 40 characters, as given; null for none. */
  readonly phone: string | null;
  /** Wishes for the restaurant, at most 2,000 characters; null for none. */
  readonly notes: string | null;
  /** Null: the location's language. */
  readonly language: Language | null;
}

/** The times of a visit, in milliseconds since 1970; null: not yet, or not recorded (D41). */
export interface VisitTimes {
  /** The party has arrived. */
  readonly arrivedMs: number | null;
  /** The party is at its table, and stays there until it leaves. */
  readonly seatedMs: number | null;
  /** The party has left: its table is free from then on. */
  readonly leftMs: number | null;
}

/** The visit of a party that has not arrived. */
export const NO_VISIT: VisitTimes = { arrivedMs: null, seatedMs: null, leftMs: null };

/** Whether any time of the visit is recorded. */
export function isBegun({ arrivedMs, seatedMs, leftMs }: VisitTimes): boolean {
  return arrivedMs !== null || seatedMs !== null || leftMs !== null;
}

/** A party's claim to tables for a time. Its id is `bk_` and 22 letters and digits, which sort by age. */
export interface Booking extends RowFields {
  /** Always `booking`. */
  readonly kind: 'booking';
  /** The operator keeps it at its tables: it is never re-seated (D9). */
  readonly pinned: boolean;
  /** Only for a booking that a guest made at the booking page or through an assistant (D52). */
  readonly visitor?: VisitorTerms | undefined;
}

/** The terms of a guest's own booking (D52). */
export interface VisitorTerms {
  /** `net:` and a hash of the guest's network, for the limits; without the hash after a day; null once the e-mail address is confirmed. */
  readonly network: string | null;
  /** Whether the guest has used a link that was sent to the e-mail address. */
  readonly isConfirmed: boolean;
  /** The `ref` of the link that the guest followed to the page, at most 60 characters; null for none. */
  readonly ref: string | null;
}

/** The booking, if the caller can see it; otherwise throws `booking_not_found` (§4.4). */
export function found(row: DiaryRow | null): Booking {
  if (row?.kind !== 'booking') throw new BookingError('booking_not_found');
  return row;
}

/** Whether the row is in the diary: a live booking takes its tables. */
export function isLive({ status }: Pick<RowFields, 'status'>): boolean {
  return status === 'confirmed';
}

/** Whether the party is at its table, where it stays until it leaves (D41). */
export function isSeated(booking: Booking): boolean {
  return isLive(booking) && booking.visit.seatedMs !== null && booking.visit.leftMs === null;
}

/**
 * A row as the diary shows it. The booking of a seated party is shown as pinned, and from the minute of seating if that is before its start,
 * because the table is taken (D41).
 */
export function toDiary(row: DiaryRow): DiaryBooking {
  const { id, startMs, blockedUntilMs, partySize, tables, source, area } = row;
  const tableAccess = tableAccessOf(source === 'operator' ? 'all' : 'online', area);
  const entry = { id, startMs, blockedUntilMs, partySize, tables, pinned: false, tableAccess };
  switch (row.kind) {
    case 'booking': {
      const sits = isSeated(row);
      const fromMs = sits ? satDownMs(row) : startMs;
      return { ...entry, startMs: fromMs, pinned: sits || row.pinned, kind: 'booking' };
    }
    case 'block':
      return { ...entry, pinned: true, kind: 'block' };
    case 'hold': {
      const { kind, expiresMs, claim, yielded, move } = row;
      return { ...entry, pinned: isFixed(row), kind, expiresMs, claim, yielded, isForMove: move !== null };
    }
    case 'waiting':
      return { ...entry, kind: 'waiting' };
  }
}

/** The instant from which a seated party takes its tables: the minute of seating, and its start at the latest. */
export function satDownMs({ startMs, visit }: Pick<Booking, 'startMs' | 'visit'>): number {
  const { seatedMs } = visit;
  return seatedMs === null ? startMs : Math.min(startMs, startOfMinute(seatedMs));
}
