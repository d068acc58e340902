/** A party that waits for a table on a full date (D36). */
import { type Channel, type Guest, isLive } from './booking.ts';
import { type Hold, holdOf } from './hold.ts';
import { bookingIdOf } from '../ids.ts';
import type { DiaryRow, HoldRow, WaitlistRow } from './row.ts';
import type { LocalDate } from '../local-date.ts';
import type { WaitingMode } from './terms.ts';

/** A request to join the waitlist. */
export interface WaitingInput {
  /** The service date. */
  readonly date: LocalDate;
  /** The first acceptable start, in milliseconds since 1970, a whole minute. */
  readonly fromMs: number;
  /** The last acceptable start; equal to `fromMs` for a single time. */
  readonly toMs: number;
  /** 1 or more. */
  readonly partySize: number;
  /** `offer`: a table is offered by e-mail and held for some time; `book`: it is booked, as agreed with the guest. */
  readonly mode: WaitingMode;
  /** As for a booking; offers require the e-mail address. */
  readonly guest: Pick<Guest, 'name'> & Partial<Guest>;
  /** The area that the guest has chosen: only its tables are offered (D52). Absent: any. */
  readonly area?: string | undefined;
  /** The partner's reference, at most 200 characters; copied to the booking. */
  readonly partnerBookingRef?: string | null | undefined;
  /**
   * 1 to 120 characters: the same key of a channel at a location is the same entry, whatever the other fields are. Independent of the idempotency
   * keys of bookings and holds.
   */
  readonly idempotencyKey?: string | null | undefined;
}

/** The states of a waitlist entry. `lapsed`: its offer was not accepted and another party has the table, or the service date is over. */
export const WAITING_STATES = ['waiting', 'offered', 'booked', 'lapsed', 'left'] as const;
/** One of {@link WAITING_STATES}. */
export type WaitingState = (typeof WAITING_STATES)[number];

/** A party that waits, or has waited. */
export interface Waiting {
  /** `wt_` and 22 letters and digits. */
  readonly id: string;
  /** The location's id, a lower-case UUID. */
  readonly locationId: string;
  /** The service date. */
  readonly date: LocalDate;
  /** The first acceptable start, in milliseconds since 1970. */
  readonly fromMs: number;
  /** The last acceptable start. */
  readonly toMs: number;
  /** The number of guests. */
  readonly partySize: number;
  /** The mode when a table becomes free. */
  readonly mode: WaitingMode;
  /** The state. */
  readonly state: WaitingState;
  /** The offer; null for none. */
  readonly offer: Hold | null;
  /** The booking that was made of it; null for none. */
  readonly bookingId: string | null;
  /** The waiting guest. */
  readonly guest: Guest;
  /** The channel that added the party to the waitlist. */
  readonly channel: Channel;
  /** The partner's reference; null for none. */
  readonly partnerBookingRef: string | null;
  /** When it was made, in milliseconds since 1970. */
  readonly createdMs: number;
}

/** An entry, just made or found by its idempotency key. */
export interface JoinedWaiting extends Waiting {
  /** It was made before, under the same idempotency key. */
  readonly isReplayed: boolean;
}

/** Sorts waitlist entries by arrival. */
export function byArrival(one: WaitlistRow, other: WaitlistRow): number {
  return one.position - other.position;
}

export function nextPosition(line: readonly WaitlistRow[]): number {
  return Math.max(0, ...line.map(({ position }) => position)) + 1;
}

/** Whether the row waits on the waitlist. */
export function isInLine(row: DiaryRow): row is WaitlistRow {
  return row.kind === 'waiting' && isLive(row);
}

/** The entry as it leaves the waitlist. The facts of policies are no longer needed. */
export function leaving(row: WaitlistRow, status: 'completed' | 'cancelled'): WaitlistRow {
  const { facts: _, ...rest } = row;
  return { ...rest, status };
}

/** The id of the booking that is made from a waitlist entry. */
export function bookingIdOfWaiting({ id, holdId }: Pick<WaitlistRow, 'id' | 'holdId'>): string {
  return bookingIdOf(holdId ?? id);
}

/**
 * The entry of a row.
 *
 * @param offer the hold of its terms, if any
 * @param isBooked whether its booking exists
 */
export function waitingOf(
  row: WaitlistRow,
  offer: HoldRow | null,
  isBooked: boolean,
  nowMs: number,
): Waiting {
  const { id, locationId, serviceDate, startMs, partySize, guest, channel, partnerBookingRef, createdMs } =
    row;
  const { toMs, mode } = row;
  const hold = offer && holdOf(offer, nowMs);
  return {
    id,
    locationId,
    date: serviceDate,
    fromMs: startMs,
    toMs,
    partySize,
    mode,
    state: stateOf(row, hold, isBooked, nowMs),
    offer: hold,
    bookingId: isBooked ? bookingIdOfWaiting(row) : null,
    guest,
    channel,
    partnerBookingRef,
    createdMs,
  };
}

function stateOf(row: WaitlistRow, offer: Hold | null, isBooked: boolean, nowMs: number): Waiting['state'] {
  if (isBooked) return 'booked';
  if (row.status === 'cancelled') return 'left';
  if (row.status === 'confirmed') return row.toMs > nowMs ? 'waiting' : 'lapsed';
  return offer?.state === 'held' ? 'offered' : 'lapsed';
}
