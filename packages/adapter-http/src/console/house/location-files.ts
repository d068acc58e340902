/** Reading and writing the file of a location: the command line passes the implementation. */
import type { ClosurePolicy, Location, LocationPlan, PlanReview, TurnReport } from '@bord/engine';

/** How the text of a location's file is read and written. */
export interface LocationFiles {
  /** Reads a text, JSON or YAML. */
  read(text: string): Promise<ReadFile>;
  /** The text of a location's file. */
  write(location: Location): Promise<string>;
  /** The changes of a plan, with the names that the file uses. */
  changes(review: PlanReview): Promise<readonly FileChange[]>;
  /** The text for the file that adopts the measured turn times; null if the file needs no change. */
  turnTimes(report: TurnReport): Promise<string | null>;
}

/** A file that was read, or its faults. */
export type ReadFile =
  | {
      /** The id in the file; null if it has none. */
      readonly id: string | null;
      /** The plan, with the defaults filled in. */
      readonly plan: LocationPlan;
      /** Whether closures that the file does not contain are kept or removed. */
      readonly closures: ClosurePolicy;
      /** The faults of an engine error with their places in the file; null for any other error. */
      readonly faultsOf: (error: unknown) => readonly string[] | null;
    }
  | {
      /** A line for each fault, with its place. */
      readonly faults: readonly string[];
    };

/** A field of the file that changes. */
export interface FileChange {
  /** `servicePeriods[Dinner].closes` */
  readonly path: string;
  /** The present value in the file; null: absent. */
  readonly from: string | null;
  /** The new value; null: removed. */
  readonly to: string | null;
}
