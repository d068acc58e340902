import type { DiaryRow, PendingRow } from '../core/booking/row.ts';
import type { ChangeList, ChangesRequest } from '../core/booking/changes.ts';
import type { Amendment, DiaryBooking, DiaryScope, Rule } from '../core/booking/diary.ts';
import type { Interval } from '../core/instant.ts';
import type { LocalDate } from '../core/local-date.ts';
import type { Visibility } from '../core/access/policy.ts';
import type { Refusal } from '../core/booking/refusal.ts';

/**
 * The rows of the diary: bookings with their tables, and also blocks (D39), holds (D35) and waitlist entries (D36). A store keeps and returns
 * those like bookings unless a method specifies otherwise. The store owns the transaction; the rule owns the decision.
 *
 * Two guards keep every invariant: the rule, under the store's lock, and a constraint of the store. The constraint rejects the effect of a faulty
 * rule or of manual writes. A table has at most one live booking at an instant, and an idempotency key is unique in a location.
 */
export interface BookingStore {
  /**
   * Applies `rule` to a snapshot of the diary and saves its amendment as one atomic step, durable when the promise resolves. The amendment is
   * the booking, the other rows, the re-seatings, the deliveries and the rejection.
   *
   * Atomic: steps of one location that share a date of their scope never interleave, in one process or in many. The snapshot is read after the
   * lock is held, or compared with the database under it before the amendment is saved. If the step was disturbed, `rule` is called again on a new snapshot: after a deadlock, a lock timeout, a broken connection, or
   * the same idempotency key on two dates concurrently. If it throws, no change is saved and its error is passed on.
   *
   * @returns the saved amendment, with its result
   * @throws StaleStepError if the location's plan is no longer the revision of the scope; no change is saved
   * @throws BookingError `unavailable` if the storage cannot determine whether the step was saved
   */
  amend<R>(scope: DiaryScope, rule: Rule<R>): Promise<Amendment<R>>;

  /** The live bookings of a location that touch the interval, read without a lock. */
  diary(locationId: string, interval: Interval): Promise<readonly DiaryBooking[]>;

  /** One row of any kind within the visibility (null: any); null if there is none. */
  find(bookingId: string, visibility: Visibility | null): Promise<DiaryRow | null>;

  /** The live holds and waitlist entries of a location, or of all for null, whole, the oldest id first (D35, D36). They are few, and have an index. */
  pending(locationId: string | null): Promise<readonly PendingRow[]>;

  /** Ids of a location's live bookings, without blocks, that were created before this instant; the oldest first, at most `limit`. */
  liveCreatedBefore(locationId: string, createdMs: number, limit: number): Promise<readonly string[]>;

  /**
   * Bookings of a channel, in their present state, in the order of their last change that the partner sees (D33). Such a change is the creation
   * of a booking or a change of its `lastEventSeconds`. Blocks, holds, waitlist entries and bookings of the channel `operator` are omitted.
   *
   * The order is that in which the changes were made (D48). A change that is committed after later ones were read is placed after them. So a
   * reader that continues from the end of the last page misses no change, and sees a booking again only after another change. A read never waits
   * for a step.
   */
  changes(request: ChangesRequest): Promise<ChangeList>;

  /** Deletes at most `limit` rejections of requests before this instant, and returns their number. */
  purgeRefusals(requestedBeforeMs: number, limit: number): Promise<number>;

  /** The rejections of a location for starts within the interval, by start. */
  refusals(locationId: string, interval: Interval): Promise<readonly Refusal[]>;

  /**
   * Bookings of a location in every state, ordered by {@link BookingPosition}: the first `limit` after `after`, or of all, and of one service date,
   * when given. A reader of all pages gets every booking with an unchanged position exactly once, also during other changes. One that is moved during
   * the reading can appear at its old place, its new one, both or neither.
   */
  page(locationId: string, request: BookingPageRequest): Promise<readonly DiaryRow[]>;

  /** The bookings of a location in every state, by start; of one service date, if given. Returns all in one list; use {@link page} for many. */
  list(locationId: string, serviceDate?: LocalDate): Promise<readonly DiaryRow[]>;
}

/**
 * The position of a booking among those of its location: by service date, start, creation and id. For a party seated before its start, the time of
 * seating counts: see {@link positionOf}.
 */
export type BookingPosition = Pick<DiaryRow, 'serviceDate' | 'startMs' | 'createdMs' | 'id'>;

/** Selects a page of a location's bookings. */
export interface BookingPageRequest {
  /** Only bookings of this service date; absent: all dates. */
  readonly serviceDate?: LocalDate | undefined;
  /** Null: from the beginning. */
  readonly after: BookingPosition | null;
  /** 1 or more. */
  readonly limit: number;
}

/** A basis of the step (the location's plan, the time of the booking) has changed: plan it again. */
export class StaleStepError extends Error {
  /** Always `StaleStepError`. */
  override readonly name = 'StaleStepError';
}
