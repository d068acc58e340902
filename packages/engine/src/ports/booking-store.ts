import type { DiaryRow, PendingRow } from '../core/booking/row.ts';
import type { ChangeList, ChangesRequest } from '../core/booking/changes.ts';
import type { Amendment, DiaryBooking, DiaryScope, Rule } from '../core/booking/diary.ts';
import type { Interval } from '../core/instant.ts';
import type { LocalDate } from '../core/local-date.ts';
import type { Visibility } from '../core/access/policy.ts';
import type { Refusal } from '../core/booking/refusal.ts';

/**
 * The bookings and their tables, and beside them blocks (D39), holds (D35) and waiting entries (D36), which a store keeps and returns like bookings unless a method says otherwise. The store owns the transaction; the rule owns the decision.
 *
 * Two guards hold every invariant: the rule, which looks under the store's lock, and a constraint of the store itself,
 * which refuses what a faulty rule, or a seating written by hand, might bring about:
 * no table is held by two live bookings at one instant, and no idempotency key stands twice in a location.
 */
export interface BookingStore {
  /**
   * Applies `rule` to a snapshot of the diary and saves its amendment — the booking, the other rows, the re-seatings, the deliveries, the refusal — as one
   * atomic step, durable when the promise resolves.
   *
   * Atomic: steps of one location that share a date of their scope never interleave, in one process or in many. The snapshot is
   * read after the lock is held. `rule` is called again, on a snapshot read anew, when the step was disturbed (a
   * deadlock, a lock that was waited for too long, a broken connection, the same idempotency key on two dates at once). If it throws, nothing is saved and its error is passed on.
   *
   * @returns what the rule has wanted in the call whose amendment is saved, its result included
   * @throws StaleStepError when the location's plan is no longer the revision that the scope names; nothing is saved
   * @throws BookingError `unavailable` when the storage cannot say whether the step was saved
   */
  amend<R>(scope: DiaryScope, rule: Rule<R>): Promise<Amendment<R>>;

  /** The live bookings of a location that touch the interval, read without a lock. */
  diary(locationId: string, interval: Interval): Promise<readonly DiaryBooking[]>;

  /** One row of any kind that lies within the visibility (null: any); null when there is none such. */
  find(bookingId: string, visibility: Visibility | null): Promise<DiaryRow | null>;

  /** The live holds and waiting entries of a location, or of all for null, whole, the oldest id first (D35, D36). Few: there is an index for them. */
  pending(locationId: string | null): Promise<readonly PendingRow[]>;

  /** Ids of a location's live bookings, blocks left out, that were created before this instant; the oldest first, at most `limit`. */
  liveCreatedBefore(locationId: string, createdMs: number, limit: number): Promise<readonly string[]>;

  /**
   * Bookings of a channel, in their present state, in the order in which what their partner sees of them last changed (D33): a booking is made, or its
   * `lastEventSeconds` become others. Blocks, holds and waiting entries are left out, and so is what the channel `operator` has.
   *
   * The order is that in which the changes were made (D48). A change that is committed after later ones were read comes behind them. So a reader that
   * continues from the end of the last page misses nothing, and sees a booking again only after another change. A read never waits for a step.
   */
  changes(request: ChangesRequest): Promise<ChangeList>;

  /** Deletes at most `limit` of the refusals that were asked for before this instant; how many. */
  purgeRefusals(requestedBeforeMs: number, limit: number): Promise<number>;

  /** What was refused at a location for starts within the interval, by start. */
  refusals(locationId: string, interval: Interval): Promise<readonly Refusal[]>;

  /**
   * Some bookings of a location in every state, ordered by {@link BookingPosition}: the first `limit` that come after `after`, or of all, and
   * of one service date, when given. Whoever asks for one page after the other meets every booking once whose position stays the same,
   * whatever else is made and changed meanwhile; one that is moved meanwhile is met where it was, where it is, at both or at neither.
   */
  page(locationId: string, request: BookingPageRequest): Promise<readonly DiaryRow[]>;

  /** The bookings of a location in every state, by start; of one service date, when given. All at once: for many there is {@link page}. */
  list(locationId: string, serviceDate?: LocalDate): Promise<readonly DiaryRow[]>;
}

/**
 * Where a booking stands among those of its location: by service date, start, creation and id. Of a booking whose party sat down before its
 * start that is when it did: see {@link positionOf}.
 */
export type BookingPosition = Pick<DiaryRow, 'serviceDate' | 'startMs' | 'createdMs' | 'id'>;

/** Which bookings of a location a page has. */
export interface BookingPageRequest {
  /** Only bookings of this service date; left out: of all. */
  readonly serviceDate?: LocalDate | undefined;
  /** Null: from the beginning. */
  readonly after: BookingPosition | null;
  /** 1 or more. */
  readonly limit: number;
}

/** What a step was planned on (the location's plan, the time of the booking) has changed meanwhile: plan it anew. */
export class StaleStepError extends Error {
  /** Always `StaleStepError`. */
  override readonly name = 'StaleStepError';
}
