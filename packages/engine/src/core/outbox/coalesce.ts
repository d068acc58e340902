/**
 * Events that say no more than that something has changed on some dates (D37): one that waits speaks for all changes until it is sent. What is
 * decided here is decided by each storage in the transaction of the change.
 */
import { AVAILABILITY_EVENT_SECONDS } from '../limits.ts';
import { SECOND_MS } from '../time/interval.ts';
import { addDays, type LocalDate } from '../time/local-date.ts';
import type { Delivery, DeliveryRecord } from './delivery.ts';

/** Service dates, both ends included. */
export interface DateRange {
  /** The first date. */
  readonly from: LocalDate;
  /** The last date, the first or later. */
  readonly to: LocalDate;
}

/** A delivery that tells of dates. */
export interface DatedDelivery extends Delivery {
  /** Which dates. */
  readonly covers: DateRange;
}

/** One that waits already, in the same queue and for the same location. */
export interface WaitingRange extends DateRange {
  /** The delivery's id. */
  readonly id: string;
  /** When it is due, in milliseconds since 1970. */
  readonly dueMs: number;
  /** Nobody has ever had it in hand: its receiver has seen nothing of it. */
  readonly isFresh: boolean;
}

/** What is to be done. */
export interface Coalesced {
  /** The delivery to be written. */
  readonly delivery: DatedDelivery & {
    /** When it is due, in milliseconds since 1970. */
    readonly dueMs: number;
  };
  /** Ids of those that it speaks for from now on: they are dropped. */
  readonly dropped: readonly string[];
}

/**
 * What becomes of a delivery beside those that wait. It is not written (null) when one waits that covers its dates and was never in anybody's
 * hands. Any other that has a date in common is replaced: its receiver may have acted on it before this change, and will take a second attempt for
 * a repetition. The new one covers the dates of all of them, and keeps the pause of one that has failed.
 *
 * @param waiting those with a date in common that nobody has in hand at this moment
 * @param dueMs when the delivery is due where none waits
 */
export function coalesce(
  delivery: DatedDelivery,
  waiting: readonly WaitingRange[],
  dueMs: number,
): Coalesced | null {
  if (waiting.some((other) => other.isFresh && isWithin(delivery.covers, other))) return null;
  const covers = waiting.reduce(
    (all, other) => ({
      from: all.from < other.from ? all.from : other.from,
      to: all.to > other.to ? all.to : other.to,
    }),
    delivery.covers,
  );
  const paused = waiting.filter(({ isFresh }) => !isFresh).map((other) => other.dueMs);
  const fresh = waiting.filter(({ isFresh }) => isFresh).map((other) => other.dueMs);
  return {
    delivery: {
      ...delivery,
      covers,
      body: bodyOver(delivery, covers),
      dueMs: Math.max(Math.min(dueMs, ...fresh), ...paused),
    },
    dropped: waiting.map(({ id }) => id),
  };
}

/** A delivery as a storage of records keeps it. */
export interface StoredDelivery extends Pick<
  DeliveryRecord,
  'id' | 'queue' | 'locationId' | 'state' | 'dueMs' | 'covers'
> {
  /** Counts the leases. */
  readonly lease: number;
  /** Null when nobody has it in hand. */
  readonly leasedUntilMs: number | null;
}

/** {@link coalesce} beside those of all deliveries that wait, for a storage that looks through its records. */
export function coalesceAmong(
  delivery: DatedDelivery,
  stored: readonly StoredDelivery[],
  nowMs: number,
): Coalesced | null {
  const waiting = stored.flatMap((other): WaitingRange[] => {
    const { id, covers, dueMs, lease, leasedUntilMs } = other;
    const isFree = leasedUntilMs === null || leasedUntilMs <= nowMs;
    if (!covers || !isFree || !isBeside(other, delivery) || !haveCommonDate(covers, delivery.covers))
      return [];
    return [{ ...covers, id, dueMs, isFresh: lease === 0 }];
  });
  return coalesce(delivery, waiting, nowMs + AVAILABILITY_EVENT_SECONDS * SECOND_MS);
}

/**
 * One that was not taken need not be sent again: another that waits was written later, and says as much.
 *
 * @param stored in the order in which they were written
 */
export function isSuperseded(
  { id, covers, ...one }: StoredDelivery,
  stored: readonly StoredDelivery[],
): boolean {
  if (!covers) return false;
  const later = stored.slice(stored.findIndex((other) => other.id === id) + 1);
  return later.some((other) => isBeside(other, one) && other.covers && isWithin(covers, other.covers));
}

function isBeside(
  other: StoredDelivery,
  { queue, locationId }: Pick<StoredDelivery, 'queue' | 'locationId'>,
): boolean {
  return other.state === 'waiting' && other.queue === queue && other.locationId === locationId;
}

/** A date that both have. */
function haveCommonDate(a: DateRange, b: DateRange): boolean {
  return a.from <= b.to && b.from <= a.to;
}

/** All dates of the one are dates of the other. */
function isWithin(inner: DateRange, outer: DateRange): boolean {
  return outer.from <= inner.from && inner.to <= outer.to;
}

/** All dates of a range, the earliest first. */
export function datesOf({ from, to }: DateRange): readonly LocalDate[] {
  const dates: LocalDate[] = [];
  for (let date = from; date <= to; date = addDays(date, 1)) dates.push(date);
  return dates;
}

function bodyOver({ body, covers }: DatedDelivery, all: DateRange): string {
  if (all.from === covers.from && all.to === covers.to) return body;
  const event = JSON.parse(body) as { readonly data: object };
  return JSON.stringify({ ...event, data: { ...event.data, dates: datesOf(all) } });
}
