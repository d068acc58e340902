import type { Storage } from '../ports/storage.ts';

/** A storage to be proved, empty, opened as often as its users would. */
export interface StorageHarness {
  /** The storage to try. */
  readonly storage: Storage;
  /**
   * Every way into the same database, `storage` among them: one opening for each process that might share it. A storage that
   * lives in one process has one.
   */
  readonly openings: readonly Storage[];
  /**
   * Advances the storage's clock. If that clock cannot be set (a database server's), stored times are moved back instead: at most half a minute
   * passes, but real waiting would be slow.
   */
  pass(ms: number): Promise<void>;
}

/** One promise of the ports. Rejects when the storage breaks it. */
export interface ContractCase {
  /** Begins with the port's name. */
  readonly name: string;
  /** Tries it on a storage that is empty. */
  run(harness: StorageHarness): Promise<void>;
}

export function test(name: string, run: ContractCase['run']): ContractCase {
  return { name, run };
}

/** Calls for one opening after the other, as a balancer would. */
export function spread(harness: StorageHarness): (i: number) => Storage {
  return (i) => harness.openings[i % harness.openings.length]!;
}

export function idsOf(all: readonly { readonly id: string }[]): string[] {
  return all.map(({ id }) => id);
}
