import { isLive, toDiary } from '../core/booking/booking.ts';
import { type ChangeOrders, listChanges, recordChange } from '../core/booking/changes.ts';
import {
  type Amendment,
  type DiaryBooking,
  type DiaryScope,
  heldBy,
  type Rule,
} from '../core/booking/diary.ts';
import type { Endpoint } from '../core/booking/event.ts';
import { allReseated, countedAmong, savedRows } from '../core/booking/evolve.ts';
import { type DiaryRow, isBooking, isPending, type PendingRow } from '../core/booking/row.ts';
import { positionOf } from '../core/booking/stored.ts';
import { type Interval, overlaps } from '../core/instant.ts';
import type { LocalDate } from '../core/local-date.ts';
import { isVisible, type Visibility } from '../core/access/policy.ts';
import {
  type BookingPageRequest,
  type BookingPosition,
  type BookingStore,
  StaleStepError,
} from '../ports/booking-store.ts';
import type { MemoryDeliveries } from './memory-deliveries.ts';
import type { MemoryEvents } from './memory-events.ts';
import type { MemoryLocations } from './memory-locations.ts';
import type { Refusal } from '../core/booking/refusal.ts';

export interface MemoryBookings extends BookingStore {
  /** For the plan's change: the live bookings of a location that end after an instant. */
  liveAfter(locationId: string, nowMs: number): readonly DiaryRow[];
  all(): readonly DiaryRow[];
  set(booking: DiaryRow): void;
  delete(bookingId: string): void;
  forgetRefusals(locationId: string, limit: number): number;
}

/** Bookings in maps. A step runs without a pause between its reading and its saving, so steps cannot interleave. */
export function memoryBookings(
  locations: Pick<MemoryLocations, 'revisionOf'>,
  outbox: Pick<MemoryDeliveries, 'write'>,
  log: Pick<MemoryEvents, 'write'>,
  endpoints: () => readonly Endpoint[],
): MemoryBookings {
  const all = new Map<string, DiaryRow>();
  const changes: ChangeOrders = {};
  const { add: addRefusal, forget: forgetRefusals, ...refusals } = memoryRefusals();
  const ofLocation = (locationId: string): DiaryRow[] =>
    [...all.values()].filter((booking) => booking.locationId === locationId);

  function touching(locationId: string, interval: Interval): DiaryBooking[] {
    return ofLocation(locationId)
      .filter(isLive)
      .map(toDiary)
      .filter((booking) => overlaps(heldBy(booking), interval));
  }

  return {
    async amend<R>(scope: DiaryScope, rule: Rule<R>): Promise<Amendment<R>> {
      if (locations.revisionOf(scope.locationId) !== scope.locationRevision) throw new StaleStepError();
      const bookings = touching(scope.locationId, scope.interval);
      const rows = new Map(bookings.map(({ id }) => [id, all.get(id)!]));
      const amendment = rule({
        bookings,
        named: namedIn(all, scope),
        also: (scope.also ?? []).flatMap((id) => all.get(id) ?? []),
        endpoints: endpoints(),
        ...(scope.whole && { rows }),
        ...(scope.holds && { holds: countedAmong(ofLocation(scope.locationId), scope.holds) }),
      });
      const { deliveries = [], events = [], refusal } = amendment;
      const reseated = allReseated(amendment, (bookingId) => all.get(bookingId));
      const changed = [...reseated, ...savedRows(amendment)];
      assertSound(all, changed);
      for (const one of changed) {
        recordChange(changes, all.get(one.id), one);
        all.set(one.id, one);
      }
      outbox.write(deliveries);
      log.write(events);
      if (refusal) addRefusal(refusal);
      return amendment;
    },

    async diary(locationId: string, interval: Interval) {
      return touching(locationId, interval);
    },

    ...refusals,

    async find(bookingId: string, visibility: Visibility | null) {
      const booking = all.get(bookingId);
      return booking && isVisible(booking, visibility) ? booking : null;
    },

    pending: async (locationId) =>
      pendingOf(locationId === null ? [...all.values()] : ofLocation(locationId)),

    liveCreatedBefore: async (locationId: string, createdMs: number, limit: number) =>
      oldestLive(ofLocation(locationId), createdMs, limit),

    changes: async (request) => listChanges(all.values(), changes, request),

    page: async (locationId, request) => pageOf(ofLocation(locationId), request),

    list: async (locationId, serviceDate) => byStart(ofLocation(locationId), serviceDate),

    liveAfter: (locationId, nowMs) =>
      ofLocation(locationId).filter((booking) => isLive(booking) && booking.blockedUntilMs > nowMs),
    all: () => [...all.values()],
    set: (booking) => void all.set(booking.id, booking),
    delete: (bookingId) => void all.delete(bookingId),
    forgetRefusals,
  };
}

function namedIn(all: ReadonlyMap<string, DiaryRow>, { locationId, named }: DiaryScope): DiaryRow | null {
  if (named === null) return null;
  if ('bookingId' in named) return all.get(named.bookingId) ?? null;
  const { idempotencyKey } = named;
  const isNamed = (row: DiaryRow): boolean =>
    row.locationId === locationId && row.idempotencyKey === idempotencyKey;
  return [...all.values()].find(isNamed) ?? null;
}

function byStart(bookings: readonly DiaryRow[], serviceDate: LocalDate | undefined): DiaryRow[] {
  const wanted = bookings.filter(
    (booking) => serviceDate === undefined || booking.serviceDate === serviceDate,
  );
  return wanted.toSorted((a, b) => a.startMs - b.startMs || a.createdMs - b.createdMs);
}

function pendingOf(rows: readonly DiaryRow[]): PendingRow[] {
  const pending = rows.filter(isPending).filter(isLive);
  return pending.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

function oldestLive(bookings: readonly DiaryRow[], createdMs: number, limit: number): string[] {
  const old = bookings.filter(
    (booking) => isBooking(booking) && isLive(booking) && booking.createdMs < createdMs,
  );
  return old
    .toSorted((a, b) => a.createdMs - b.createdMs)
    .slice(0, limit)
    .map(({ id }) => id);
}

function pageOf(
  bookings: readonly DiaryRow[],
  { serviceDate, after, limit }: BookingPageRequest,
): DiaryRow[] {
  const wanted = bookings.filter(
    (booking) =>
      (serviceDate === undefined || booking.serviceDate === serviceDate) &&
      (after === null || byPosition(positionOf(booking), after) > 0),
  );
  return wanted.toSorted((a, b) => byPosition(positionOf(a), positionOf(b))).slice(0, limit);
}

function byPosition(a: BookingPosition, b: BookingPosition): number {
  const byText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
  return (
    byText(a.serviceDate, b.serviceDate) ||
    a.startMs - b.startMs ||
    a.createdMs - b.createdMs ||
    byText(a.id, b.id)
  );
}

/** The second guard: rejects changes that no correct rule makes, before any row is changed. */
function assertSound(all: ReadonlyMap<string, DiaryRow>, changed: readonly DiaryRow[]): void {
  const after = new Map(all);
  for (const booking of changed) after.set(booking.id, booking);
  for (const booking of changed.filter(isLive)) {
    for (const other of after.values()) {
      if (other.id === booking.id || other.locationId !== booking.locationId) continue;
      const sharesKey = booking.idempotencyKey !== null && booking.idempotencyKey === other.idempotencyKey;
      const sharesTable = other.tables.some((table) => booking.tables.includes(table));
      if (sharesKey) throw new Error(`idempotency key given twice: ${booking.id}, ${other.id}`);
      if (sharesTable && isLive(other) && overlaps(heldBy(toDiary(booking)), heldBy(toDiary(other)))) {
        throw new Error(`table given twice: ${booking.id}, ${other.id}`);
      }
    }
  }
}

interface MemoryRefusals extends Pick<BookingStore, 'refusals' | 'purgeRefusals'> {
  add(refusal: Refusal): void;
  /** Deletes some rows of a location, and returns their number. */
  forget(locationId: string, limit: number): number;
}

function memoryRefusals(): MemoryRefusals {
  let all: Refusal[] = [];
  return {
    add: (refusal) => void all.push(refusal),
    forget(locationId, limit) {
      const some = new Set(all.filter((refusal) => refusal.locationId === locationId).slice(0, limit));
      all = all.filter((refusal) => !some.has(refusal));
      return some.size;
    },
    async refusals(locationId, { startMs, endMs }) {
      const ofLocation = all.filter((refusal) => refusal.locationId === locationId);
      const within = ofLocation.filter((refusal) => startMs <= refusal.startMs && refusal.startMs < endMs);
      return within.toSorted((a, b) => a.startMs - b.startMs || a.requestedMs - b.requestedMs);
    },
    async purgeRefusals(requestedBeforeMs, limit) {
      const old = new Set(all.filter(({ requestedMs }) => requestedMs < requestedBeforeMs).slice(0, limit));
      all = all.filter((refusal) => !old.has(refusal));
      return old.size;
    },
  };
}
