/** Tables that cannot be booked for some time (D39): broken or reserved. */
import type { Interval } from '../instant.ts';
import type { Author } from './history.ts';

/** A request for a block. */
export interface BlockRequest extends Interval {
  /** Ids of tables of the plan, one or more, each once. */
  readonly tables: readonly string[];
  /** The beginning, a whole minute; a past time counts as now. */
  readonly startMs: number;
  /** The end, a whole minute in the future; at most 31 days after the start. */
  readonly endMs: number;
  /** The reason for staff, at most 2,000 characters; blank or omitted for none. */
  readonly reason?: string | null | undefined;
  /**
   * Also blocks tables of bookings that cannot get another table: they stay without one until they are assigned one. Except for tables of a seated
   * party, or of a pinned booking that has begun: give these a table first. Default false.
   */
  readonly force?: boolean | undefined;
  /** Releases, in the same step, the live holds and offers of these tables that cannot get others (D46). Default false: such a block is rejected. */
  readonly releaseHolds?: boolean | undefined;
}

/** Tables that are blocked. */
export interface Block extends Interval {
  /** `bl_` and 22 letters and digits, which sort by age. */
  readonly id: string;
  /** The location's id, a lower-case UUID. */
  readonly locationId: string;
  /** Ids of the tables; the plan may have lost some of them since. */
  readonly tables: readonly string[];
  /** The start, in milliseconds since 1970. */
  readonly startMs: number;
  /** The end: from here on the tables are available. */
  readonly endMs: number;
  /** The reason for staff; null for none. */
  readonly reason: string | null;
  /** The author of the block. */
  readonly by: Author;
  /** When it was made, in milliseconds since 1970. */
  readonly createdMs: number;
}

/** The tables of a booking before and after a change. */
export interface TableChange {
  /** The booking's id. */
  readonly bookingId: string;
  /** Ids of its former tables. */
  readonly before: readonly string[];
  /** Ids of its present tables; empty for an unseated booking. */
  readonly tables: readonly string[];
}

/** The rows that keep tables that were chosen (D38) or are to be blocked (D39). */
export interface InTheWay {
  /** Ids of the bookings there that cannot get other tables, by start. */
  readonly inTheWay: readonly string[];
  /**
   * Ids of the holds of these tables that cannot be given others, by start (D35). Force does not help: they expire, are confirmed or are released within
   * minutes.
   */
  readonly holds: readonly string[];
  /** Ids of the blocks that these tables have at the time, by start. */
  readonly blocks: readonly string[];
}

/** The outcome of a request to block tables. */
export type BlockOutcome =
  | {
      /** The tables are blocked. */
      readonly kind: 'blocked';
      /** The block. */
      readonly block: Block;
      /** The bookings that got other tables for it. */
      readonly moved: readonly TableChange[];
      /** The bookings that lost their table and are unseated, by start; empty unless forced. */
      readonly unseated: readonly TableChange[];
      /** Ids of the holds and offers that were released for it, by start; empty unless requested. */
      readonly released: readonly string[];
    }
  | ({
      /** The tables cannot be blocked; no data was changed. With force, the bookings would be unseated; holds and blocks would remain. */
      readonly kind: 'refused';
      /** When the rest of the block is possible without leaving a party without a table, in milliseconds since 1970; null if it is not. */
      readonly possibleFromMs: number | null;
    } & InTheWay);

/** The usual results of releasing tables. */
export interface UnblockOutcome {
  /** `unchanged`: they were released before. */
  readonly kind: 'unblocked' | 'unchanged';
  /** The former block. */
  readonly block: Block;
}
