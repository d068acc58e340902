import type { Storage } from '../ports/storage.ts';

/** An empty storage to test, opened once for each of its users. */
export interface StorageHarness {
  /** The storage to test. */
  readonly storage: Storage;
  /** All openings of the same database, including `storage`: one for each process that might share it. A storage that lives in one process has one. */
  readonly openings: readonly Storage[];
  /**
   * Advances the storage's clock. If that clock cannot be set (a database server's), stored times are moved back instead: for at most half a
   * minute, because real waiting would be slow.
   */
  pass(ms: number): Promise<void>;
}

/** One requirement of the ports. Rejects if the storage violates it. */
export interface ContractCase {
  /** Begins with the port's name. */
  readonly name: string;
  /** Tests it on an empty storage. */
  run(harness: StorageHarness): Promise<void>;
}

export function test(name: string, run: ContractCase['run']): ContractCase {
  return { name, run };
}

/** A case that needs one opening only. */
export function testStorage(name: string, run: (storage: Storage) => Promise<void>): ContractCase {
  return { name, run: ({ storage }) => run(storage) };
}

/** Calls the openings in turn, like a load balancer. */
export function spread(harness: StorageHarness): (i: number) => Storage {
  return (i) => harness.openings[i % harness.openings.length]!;
}

/** Calls a function with 0, 1 and so on, without waiting between the calls. */
export function concurrently<T>(count: number, run: (i: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, i) => run(i)));
}

export function idsOf(all: readonly { readonly id: string }[]): string[] {
  return all.map(({ id }) => id);
}
