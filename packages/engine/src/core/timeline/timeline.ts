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
  /** IANA name, of the location. */
  readonly timeZone: string;
  /** The shown time. */
  readonly axis: TimelineAxis;
  /** The position of the line for the current time; null when that is not shown. */
  readonly nowMs: number | null;
  /** When bookings are taken, in order. */
  readonly periods: readonly TimelinePeriod[];
  /** The rows, from top to bottom: who has no table, then the areas in the order of the plan, then tables that the plan has no more. */
  readonly sections: readonly TimelineSection[];
  /** The parties that are shown, each once, by start. */
  readonly bars: readonly TimelineBar[];
  /** Hours of the date in which no booking can start, by start. Whole closed dates have no periods. */
  readonly closures: readonly TimelineClosure[];
}

/** A closure of hours, as far as it is within the service periods. */
export interface TimelineClosure extends Interval {
  /** By which it is removed. */
  readonly id: string;
  /** For staff; null for none. */
  readonly reason: string | null;
}

/** Periods of time next to each other. Between two of them is more than an hour without events: there the axis has a break. */
export interface TimelineAxis {
  /** In order; empty if no time is shown. */
  readonly stretches: readonly Interval[];
  /** The full hours, by the clock of the location. */
  readonly ticks: readonly TimelineTick[];
}

/** A full hour on the axis. */
export interface TimelineTick {
  /** In milliseconds since 1970. */
  readonly ms: number;
  /** The hour that the clock shows, 0–23. When it is set back, an hour appears twice. */
  readonly hour: number;
}

/** A service period of the date. */
export interface TimelinePeriod extends Interval {
  /** As the plan names it. */
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
  /** When the table is available, from now on; in the first row of a table of the plan only. */
  readonly free: readonly Interval[];
  /**
   * The hours of the periods for which the table is out of season (D40), in order; in the first row only. A table that is out of season all day has
   * no row unless a booking has it.
   */
  readonly closed: readonly Interval[];
}

/** A part of a row that is taken. */
export type TimelinePiece =
  | {
      /** A party at this table. */
      readonly kind: 'party';
      /** The party. */
      readonly bar: TimelineBar;
      /** Which of its tables this is, counted from the top: 0 for the first. */
      readonly part: number;
      /** The id of the first of its tables, from the top; null for a party that waits for one. */
      readonly firstTableId: string | null;
    }
  | {
      /** A table that nobody may have. */
      readonly kind: 'block';
      /** The block. */
      readonly block: TableBlock;
    }
  | {
      /** A table that is held for a guest who has not decided yet (D35). */
      readonly kind: 'hold';
      /** The hold. */
      readonly hold: TableHold;
    };

/** How far a visit is: `gone` when the party has left, or the booking is completed. */
export type VisitStage = 'expected' | 'arrived' | 'seated' | 'gone';

/** A party, from when until when it has its tables. */
export interface TimelineBar extends Interval {
  /** Whose visit it is. */
  readonly booking: Booking;
  /** The tables are free again: the end and the buffer, or when it has gone. */
  readonly heldUntilMs: number;
  /** How far the visit is. */
  readonly stage: VisitStage;
  /** It belongs to another service date and is shown because it holds tables. */
  readonly isOther: boolean;
}

/** The covers that start within one slot step. */
export interface CoverStep extends Interval {
  /** Guests of the parties that start in it: those that are expected, and those that have been there. */
  readonly covers: number;
  /** How many parties that is. */
  readonly parties: number;
  /** The most guests that may start in it; null for no limit. */
  readonly coversMax: number | null;
  /** The most parties that may start in it; null for no limit. */
  readonly partiesMax: number | null;
  /** The kitchen takes no more. */
  readonly isFull: boolean;
}
