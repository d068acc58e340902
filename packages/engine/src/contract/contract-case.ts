import type { Storage } from '../ports/storage.ts';

/** A storage to be proved, empty, opened as often as its users would. */
export interface StorageHarness {
  readonly storage: Storage;
  /**
   * Every way into the same database, `storage` among them: one opening for each process that might share it. A storage that
   * lives in one process has one.
   */
  readonly openings: readonly Storage[];
  /** Lets time pass for the storage's clock. */
  pass(ms: number): Promise<void>;
}

/** One promise of the ports. Rejects when the storage breaks it. */
export interface ContractCase {
  /** Begins with the port's name. */
  readonly name: string;
  run(harness: StorageHarness): Promise<void>;
}

/** Calls for one opening after the other, as a balancer would. */
export function spread(harness: StorageHarness): (i: number) => Storage {
  return (i) => harness.openings[i % harness.openings.length]!;
}
