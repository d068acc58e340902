/** Events about changed dates (D37): one that waits stands for all changes until it is sent, decided in the transaction of the change. */
import { AVAILABILITY_EVENT_SECONDS } from '../limits.ts';
import { SECOND_MS } from '../instant.ts';
import { addDays, type LocalDate } from '../local-date.ts';
import { type Delivery, type DeliveryRecord, SEVERAL } from './delivery.ts';

/** Service dates, both ends included. */
export interface DateRange {
  /** The first date. */
  readonly from: LocalDate;
  /** The last date, the first or later. */
  readonly to: LocalDate;
}

/** A delivery about dates. */
export interface DatedDelivery extends Delivery {
  /** The dates. */
  readonly covers: DateRange;
}

/** A waiting delivery that is not leased at this moment. */
export interface WaitingDelivery extends Pick<DatedDelivery, 'id' | 'covers' | 'body' | 'bookingId'> {
  /** When it is due, in milliseconds since 1970. */
  readonly dueMs: number;
  /** Never leased: its receiver has not seen it. */
  readonly isFresh: boolean;
}

/** Finds the deliveries with one of these dates that wait in the same queue for the same location and are not leased. */
export type WaitingOn = (dates: DateRange) => readonly WaitingDelivery[];

/** The changes to make. */
export interface Coalesced<D> {
  /** The merged delivery; null when there is none. */
  readonly delivery: (D & Pick<WaitingDelivery, 'covers' | 'body' | 'bookingId' | 'dueMs'>) | null;
  /** Ids of those that are dropped, because the merged one replaces them. */
  readonly dropped: readonly string[];
}

/**
 * Merges a new delivery with the waiting ones. It is not written (null) when a single fresh one waits that covers its dates and can be withdrawn
 * only with it (D54). Any other delivery with a common date, with the new one or with one of those, is replaced: its receiver may
 * have acted on it before this change, and would take a second attempt for a repetition. The new one covers the dates of all of them, and keeps the
 * backoff of a failed one.
 *
 * @param soonMs when the delivery is due where none waits, unless it says so itself
 */
export function coalesce<D extends Pick<DatedDelivery, 'covers' | 'body' | 'bookingId' | 'dueMs'>>(
  delivery: D,
  waitingOn: WaitingOn,
  soonMs: number,
): Coalesced<D> {
  const dueMs = delivery.dueMs ?? soonMs;
  const { covers, waiting } = allBeside(delivery.covers, waitingOn);
  const [only, ...others] = waiting;
  const isCovered = others.length === 0 && only?.isFresh && isWithin(delivery.covers, only.covers);
  if (isCovered && [null, delivery.bookingId].includes(only.bookingId))
    return { delivery: null, dropped: [] };
  return { delivery: speakingFor(waiting, { ...delivery, dueMs }, covers), dropped: idsOf(waiting) };
}

/** A delivery whose attempt has failed, and that waits for the next. */
export interface TriedDelivery extends Pick<DatedDelivery, 'id' | 'covers'> {
  /** A later delivery that waits or is leased covers its dates and cannot be withdrawn. */
  readonly isCoveredLater: boolean;
}

/**
 * Decides about a delivery that failed and waits again. A fresh one that was written in the meantime takes over: it covers the dates of all with a
 * common date, as a new one would, and keeps the backoff. It is changed in place, since no receiver has seen its id. If all have been leased, they
 * cannot replace each other. Then this one is dropped if a later one covers its dates; otherwise they wait side by side until the next change
 * replaces them.
 */
export function giveWay(
  { id, covers, isCoveredLater }: TriedDelivery,
  waitingOn: WaitingOn,
): Coalesced<WaitingDelivery> {
  const { covers: all, waiting } = allBeside(covers, waitingOn);
  const successor = waiting.find(({ isFresh }) => isFresh);
  if (!successor) return { delivery: null, dropped: isCoveredLater ? [id] : [] };
  const others = waiting.filter((other) => other !== successor);
  return { delivery: speakingFor(others, successor, all), dropped: idsOf(others) };
}

/** The delivery over all these dates, as soon as the earliest fresh one, and with the backoff of a failed one. */
function speakingFor<D extends Pick<WaitingDelivery, 'covers' | 'body' | 'bookingId' | 'dueMs'>>(
  others: readonly WaitingDelivery[],
  delivery: D,
  covers: DateRange,
): D {
  const paused = others.filter(({ isFresh }) => !isFresh).map((other) => other.dueMs);
  const fresh = others.filter(({ isFresh }) => isFresh).map((other) => other.dueMs);
  const dueMs = Math.max(Math.min(delivery.dueMs, ...fresh), ...paused);
  const bookingId = [delivery, ...others].reduce<string | null>(
    (id, one) => bothOf(id, 'isFresh' in one && !one.isFresh ? null : one.bookingId),
    delivery.bookingId,
  );
  return { ...delivery, covers, body: bodyOver(delivery, covers), bookingId, dueMs };
}

/** The change with which two merged events can be withdrawn; null: they cannot. */
function bothOf(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return null;
  return one === other ? one : SEVERAL;
}

const idsOf = (deliveries: readonly WaitingDelivery[]): readonly string[] => deliveries.map(({ id }) => id);

/** The deliveries that share a date with these, or with another of them, and the dates of all. */
function allBeside(
  dates: DateRange,
  waitingOn: WaitingOn,
): { readonly covers: DateRange; readonly waiting: readonly WaitingDelivery[] } {
  const waiting = waitingOn(dates);
  const covers = waiting.reduce((all, other) => unionOf(all, other.covers), dates);
  return isWithin(covers, dates) ? { covers, waiting } : allBeside(covers, waitingOn);
}

/** A delivery in a storage of records. */
export interface StoredDelivery extends Pick<
  DeliveryRecord,
  'id' | 'queue' | 'locationId' | 'bookingId' | 'state' | 'body' | 'dueMs' | 'covers'
> {
  /** Counts the leases. */
  readonly lease: number;
  /** Null when it is not leased. */
  readonly leasedUntilMs: number | null;
}

/** {@link coalesce} with all waiting deliveries, for a storage that searches its records. */
export function coalesceAmong(
  delivery: DatedDelivery,
  stored: readonly StoredDelivery[],
  nowMs: number,
): Coalesced<DatedDelivery> {
  const soonMs = nowMs + AVAILABILITY_EVENT_SECONDS * SECOND_MS;
  return coalesce(delivery, waitingAmong(delivery, stored, nowMs), soonMs);
}

/**
 * {@link giveWay}, likewise. A delivery that is not about dates is unchanged.
 *
 * @param stored in the order in which they were written, this one among them as it waits again
 */
export function giveWayAmong(
  { id, covers, ...of }: StoredDelivery,
  stored: readonly StoredDelivery[],
  nowMs: number,
): Coalesced<WaitingDelivery> {
  if (!covers) return { delivery: null, dropped: [] };
  const later = stored.slice(stored.findIndex((other) => other.id === id) + 1);
  const isCoveredLater = later.some(
    (other) =>
      isBeside(other, of) && other.bookingId === null && other.covers && isWithin(covers, other.covers),
  );
  return giveWay({ id, covers, isCoveredLater }, waitingAmong(of, stored, nowMs));
}

type QueueAtLocation = Pick<StoredDelivery, 'queue' | 'locationId'>;

function waitingAmong(of: QueueAtLocation, stored: readonly StoredDelivery[], nowMs: number): WaitingOn {
  return (dates) =>
    stored.flatMap((other): WaitingDelivery[] => {
      const { id, covers, body, bookingId, dueMs, lease, leasedUntilMs } = other;
      const isFree = leasedUntilMs === null || leasedUntilMs <= nowMs;
      if (!covers || !isFree || !isBeside(other, of) || !haveCommonDate(covers, dates)) return [];
      return [{ id, covers, body, bookingId, dueMs, isFresh: lease === 0 }];
    });
}

function isBeside(other: StoredDelivery, { queue, locationId }: QueueAtLocation): boolean {
  return other.state === 'waiting' && other.queue === queue && other.locationId === locationId;
}

function haveCommonDate(a: DateRange, b: DateRange): boolean {
  return a.from <= b.to && b.from <= a.to;
}

function isWithin(inner: DateRange, outer: DateRange): boolean {
  return outer.from <= inner.from && inner.to <= outer.to;
}

function unionOf(a: DateRange, b: DateRange): DateRange {
  return { from: a.from < b.from ? a.from : b.from, to: a.to > b.to ? a.to : b.to };
}

/** All dates of a range, the earliest first. */
export function datesOf({ from, to }: DateRange): readonly LocalDate[] {
  const dates: LocalDate[] = [];
  for (let date = from; date <= to; date = addDays(date, 1)) dates.push(date);
  return dates;
}

function bodyOver({ body, covers }: Pick<DatedDelivery, 'body' | 'covers'>, all: DateRange): string {
  if (all.from === covers.from && all.to === covers.to) return body;
  const event = JSON.parse(body) as { readonly data: object };
  return JSON.stringify({ ...event, data: { ...event.data, dates: datesOf(all) } });
}
