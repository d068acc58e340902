/** When the nightly work ran, kept with the data: how it is noticed that time has jumped (D45). */
export interface MaintenanceLog {
  /** When it last ran on a time that could be trusted, by the storage's clock; null: never. */
  lastRunMs(): Promise<number | null>;

  /** Notes a run, also one that is earlier than the last: an operator may have said so. */
  noteRun(ranMs: number): Promise<void>;
}
