/** Step 1. The bookings: one way to change them, and ways to read. */
import {
  allReseated,
  type DiaryRow,
  type BookingPageRequest,
  type BookingPosition,
  type BookingStore,
  countedAmong,
  foundIn,
  listChanges,
  type DiaryBooking,
  type DiaryScope,
  type Interval,
  isLive,
  positionOf,
  recordChange,
  savedRows,
  StaleStepError,
  toDiary,
  isPending,
  withEvents,
} from '@bord/engine/storage';
import type { JsonFile } from './json-file.ts';
import { writeDeliveries } from './outbox.ts';
import { by, type State } from './state.ts';

type Changes = Pick<BookingStore, 'amend' | 'purgeRefusals'>;

/**
 * `amend` is the core of a storage, and the only way to create a booking. It calls the engine's rule with a page of the diary, and saves the
 * result atomically: booking, re-seatings, messages and rejection.
 */
function changes(file: JsonFile<State>, nowMs: () => number): Changes {
  return {
    amend: (scope, rule) =>
      file.step((draft) => {
        // The rule was planned on one revision of the restaurant's plan. On another one it must not decide.
        if (draft.locations[scope.locationId]?.revision !== scope.locationRevision)
          throw new StaleStepError();

        // The page: the bookings of that time, and in full the booking that the scope names (all of them if parties wait). A rule is pure, so it
        // can be called under the lock, and again if your database restarts the transaction.
        const bookings = touching(draft, scope.locationId, scope.interval);
        const rows = new Map(bookings.map(({ id }) => [id, draft.bookings[id]!]));
        const amendment = rule({
          bookings,
          named: named(draft, scope),
          also: (scope.also ?? []).flatMap((id) => draft.bookings[id] ?? []),
          endpoints: foundIn(draft.records, { endpoints: {} }).endpoints,
          ...(scope.whole && { rows }),
          // The rows that count for a key or a network. Steps never interleave here; with a lock for each date, such steps need one more.
          ...(scope.holds !== undefined && {
            holds: countedAmong(ofLocation(draft, scope.locationId), scope.holds),
          }),
        });

        const reseated = allReseated(amendment, (bookingId) => draft.bookings[bookingId]);
        const changed = [...reseated, ...savedRows(amendment)];
        for (const booking of changed) {
          recordChange(draft.changes, draft.bookings[booking.id], booking);
          draft.bookings[booking.id] = booking;
        }
        for (const booking of changed) assertAlone(draft, booking);
        writeDeliveries(draft, amendment.deliveries ?? [], nowMs());
        draft.events = withEvents(draft.events, draft.records, amendment.events ?? [], nowMs());
        if (amendment.refusal) draft.refusals.push(amendment.refusal);
        return amendment;
      }),

    purgeRefusals: (requestedBeforeMs, limit) =>
      file.step((draft) => {
        const old = draft.refusals
          .filter(({ requestedMs }) => requestedMs < requestedBeforeMs)
          .slice(0, limit);
        draft.refusals = draft.refusals.filter((refusal) => !old.includes(refusal));
        return old.length;
      }),
  };
}

/** Reading waits for no lock: what it finds is what was saved last. */
export function fileBookings(file: JsonFile<State>, nowMs: () => number): BookingStore {
  return {
    ...changes(file, nowMs),

    diary: async (locationId, interval) => touching(file.state, locationId, interval),

    // Another partner's booking is not found, exactly as one that does not exist. A database puts this into its query.
    async find(bookingId, visibility) {
      const booking = file.state.bookings[bookingId];
      if (!booking) return null;
      const isVisible =
        visibility === null ||
        (booking.channel === visibility.channel && visibility.locationIds.includes(booking.locationId));
      return isVisible ? booking : null;
    },

    // Partners catch up with this list: each booking once, the oldest change first.
    changes: async (request) => listChanges(Object.values(file.state.bookings), file.state.changes, request),

    // Holds, and parties that wait. A database has an index for the few that there are.
    async pending(locationId) {
      const all =
        locationId === null ? Object.values(file.state.bookings) : ofLocation(file.state, locationId);
      return all
        .filter(isPending)
        .filter(isLive)
        .toSorted((a, b) => (a.id < b.id ? -1 : 1));
    },

    async liveCreatedBefore(locationId, createdMs, limit) {
      const old = ofLocation(file.state, locationId).filter(
        (one) => isLive(one) && one.kind === 'booking' && one.createdMs < createdMs,
      );
      return old
        .toSorted(by((one) => one.createdMs))
        .slice(0, limit)
        .map(({ id }) => id);
    },

    async refusals(locationId, { startMs, endMs }) {
      const within = file.state.refusals.filter(
        (one) => one.locationId === locationId && startMs <= one.startMs && one.startMs < endMs,
      );
      return within.toSorted(
        by(
          (one) => one.startMs,
          (one) => one.requestedMs,
        ),
      );
    },

    page: async (locationId, request) => pageOf(ofLocation(file.state, locationId), request),

    async list(locationId, serviceDate) {
      const wanted = ofLocation(file.state, locationId).filter(
        (one) => serviceDate === undefined || one.serviceDate === serviceDate,
      );
      return wanted.toSorted(
        by(
          (one) => one.startMs,
          (one) => one.createdMs,
        ),
      );
    },
  };
}

/** From the start until the table is free again, buffer included; the end itself is free. */
function overlaps(a: DiaryBooking, { startMs, endMs }: Interval): boolean {
  return a.startMs < endMs && startMs < a.blockedUntilMs;
}

function ofLocation(state: State, locationId: string): DiaryRow[] {
  return Object.values(state.bookings).filter((booking) => booking.locationId === locationId);
}

function touching(state: State, locationId: string, interval: Interval) {
  const live = ofLocation(state, locationId).filter(isLive).map(toDiary); // rules do not need guest data
  return live.filter((one) => overlaps(one, interval));
}

function named(state: State, { locationId, named: name }: DiaryScope): DiaryRow | null {
  if (name === null) return null;
  if ('bookingId' in name) return state.bookings[name.bookingId] ?? null;
  const { idempotencyKey } = name;
  return ofLocation(state, locationId).find((one) => one.idempotencyKey === idempotencyKey) ?? null;
}

/**
 * The second guard. The rule never assigns a table twice; this rejects the result of a faulty rule. In a database it is a constraint, so it
 * also covers manual changes.
 */
function assertAlone(state: State, booking: DiaryRow): void {
  const { startMs, blockedUntilMs: endMs } = toDiary(booking); // a party that has sat down early has its table from then on
  for (const other of ofLocation(state, booking.locationId)) {
    if (other.id === booking.id) continue;
    if (booking.idempotencyKey !== null && booking.idempotencyKey === other.idempotencyKey)
      throw new Error(`idempotency key given twice: ${booking.id}, ${other.id}`);
    const sharesTable = other.tables.some((table) => booking.tables.includes(table));
    if (sharesTable && isLive(booking) && isLive(other) && overlaps(toDiary(other), { startMs, endMs }))
      throw new Error(`table given twice: ${booking.id}, ${other.id}`);
  }
}

/** Pages use a unique position, so a booking created in between does not move others to another page. */
function pageOf(
  bookings: readonly DiaryRow[],
  { serviceDate, after, limit }: BookingPageRequest,
): DiaryRow[] {
  const wanted = bookings.filter(
    (one) =>
      (serviceDate === undefined || one.serviceDate === serviceDate) &&
      (!after || position(positionOf(one), after) > 0),
  );
  return wanted.toSorted((a, b) => position(positionOf(a), positionOf(b))).slice(0, limit);
}

function position(a: BookingPosition, b: BookingPosition): number {
  const text = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
  return (
    text(a.serviceDate, b.serviceDate) ||
    a.startMs - b.startMs ||
    a.createdMs - b.createdMs ||
    text(a.id, b.id)
  );
}
