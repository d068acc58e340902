import type { Booking } from '../booking/booking.ts';
import type { Table } from '../location/floor-plan.ts';
import type { Interval } from '../instant.ts';
import type { LocalDate } from '../local-date.ts';
import type { TableBlock, TableHold } from './day-sheet.ts';

/**
 * A service date as a drawing: tables down, time across, parties as bars. It gives positions as instants; the renderer chooses the width of an hour
 * and the look of a bar, with {@link axisScale}.
 */
export interface Timeline {
  /** The service date. */
  readonly date: LocalDate;
  /** The IANA time zone of the location. */
  readonly timeZone: string;
  /** The shown time. */
  readonly axis: TimelineAxis;
  /** The position of the line for the current time; null when that is not shown. */
  readonly nowMs: number | null;
  /** When bookings are taken, in order. */
  readonly periods: readonly TimelinePeriod[];
  /** The rows, from top to bottom: unseated bookings, the areas in the order of the plan, then tables that the plan no longer has. */
  readonly sections: readonly TimelineSection[];
  /** The shown parties, each once, by start. */
  readonly bars: readonly TimelineBar[];
  /** Hours of the date in which no booking can start, by start. Whole closed dates have no periods. */
  readonly closures: readonly TimelineClosure[];
}

/** A closure of hours, as far as it is within the service periods. */
export interface TimelineClosure extends Interval {
  /** The closure's id. */
  readonly id: string;
  /** For staff; null for none. */
  readonly reason: string | null;
}

/** Periods of time next to each other. Between two of them is more than an hour without events: there the axis has a break. */
export interface TimelineAxis {
  /** In order; empty if no time is shown. */
  readonly stretches: readonly Interval[];
  /** The full hours, in local time. */
  readonly ticks: readonly TimelineTick[];
}

/** A full hour on the axis. */
export interface TimelineTick {
  /** In milliseconds since 1970. */
  readonly ms: number;
  /** The local hour, 0–23. When the clock goes back, an hour appears twice. */
  readonly hour: number;
}

/** A service period of the date. */
export interface TimelinePeriod extends Interval {
  /** The name in the plan. */
  readonly name: string;
  /** The covers that start in each step, compared with the pacing, step by step. */
  readonly steps: readonly CoverStep[];
}

/** Rows below one heading. */
export interface TimelineSection {
  /** `unseated`: parties that wait for a table; `area`: tables of the plan; `gone`: tables that it no longer has. */
  readonly kind: 'unseated' | 'area' | 'gone';
  /** The name of the area; null for tables without one, and if the kind is not an area. */
  readonly area: string | null;
  /** Its rows, one or more. */
  readonly rows: readonly TimelineRow[];
}

/** A line of the drawing. Its pieces never overlap. */
export interface TimelineRow {
  /** The table's id; null for parties that wait for one. */
  readonly tableId: string | null;
  /** The table; null where the plan has none of this id. */
  readonly table: Table | null;
  /** 0 for the first row of a table. It has more if two parties would be there concurrently, which only a fault or a party that stays longer can cause. */
  readonly lane: number;
  /** Its pieces, by start. */
  readonly pieces: readonly TimelinePiece[];
  /** When the table is available, from now on; only in the first row of a table of the plan. */
  readonly free: readonly Interval[];
  /**
   * The hours of the periods for which the table is out of season (D40), in order; only in the first row. A table that is out of season all day
   * has no row unless a booking has it.
   */
  readonly closed: readonly Interval[];
}

/** An occupied part of a row. */
export type TimelinePiece =
  | {
      /** A party at this table. */
      readonly kind: 'party';
      /** The party. */
      readonly bar: TimelineBar;
      /** The number of this table among those of the party, from the top: 0 for the first. */
      readonly part: number;
      /** The id of the party's first table, from the top; null for an unseated booking. */
      readonly firstTableId: string | null;
    }
  | {
      /** A blocked table. */
      readonly kind: 'block';
      /** The block. */
      readonly block: TableBlock;
    }
  | {
      /** A table that is held for an undecided guest (D35). */
      readonly kind: 'hold';
      /** The hold. */
      readonly hold: TableHold;
    };

/** The stage of a visit: `gone` if the party has left, or the booking is completed. */
export type VisitStage = 'expected' | 'arrived' | 'seated' | 'gone';

/** A party, with the interval of its tables. */
export interface TimelineBar extends Interval {
  /** The booking. */
  readonly booking: Booking;
  /** When the tables are free again: the end plus the buffer, or when the party has left. */
  readonly heldUntilMs: number;
  /** How far the visit is. */
  readonly stage: VisitStage;
  /** Whether it belongs to another service date, and is shown because it takes tables. */
  readonly isOther: boolean;
}

/** The covers that start within one slot step. */
export interface CoverStep extends Interval {
  /** Guests of the expected, present and past parties that start in it. */
  readonly covers: number;
  /** The number of these parties. */
  readonly parties: number;
  /** The maximum number of guests that start in it; null for no limit. */
  readonly coversMax: number | null;
  /** The maximum number of parties that start in it; null for no limit. */
  readonly partiesMax: number | null;
  /** Whether pacing allows no more. */
  readonly isFull: boolean;
}
