/** Checks that a storage has all methods of the ports, before other cases fail for a missing one. */
import assert from 'node:assert/strict';
import type { Storage } from '../ports/storage.ts';
import { type ContractCase, test } from './contract-case.ts';

/** The names of the required methods. The compiler compares this list with the ports. */
type Methods<T> = { readonly [K in keyof T as undefined extends T[K] ? never : K]: true };
type Shape = {
  readonly [K in keyof Storage as undefined extends Storage[K] ? never : K]: Storage[K] extends (
    ...args: never[]
  ) => unknown
    ? true
    : Methods<Storage[K]>;
};

const SHAPE: Shape = {
  bookings: {
    amend: true,
    diary: true,
    refusals: true,
    purgeRefusals: true,
    find: true,
    pending: true,
    liveCreatedBefore: true,
    changes: true,
    page: true,
    list: true,
  },
  locations: {
    get: true,
    list: true,
    timeZones: true,
    retentions: true,
    put: true,
    putAll: true,
    clear: true,
    remove: true,
    menu: true,
    putMenu: true,
  },
  guests: { bookingsOf: true, erase: true, endedBefore: true, forgetNetworks: true },
  outbox: {
    add: true,
    lease: true,
    leaseFrom: true,
    settle: true,
    nextDueInMs: true,
    ofQueue: true,
    ofBooking: true,
    find: true,
    waitingAt: true,
    stats: true,
    record: true,
    restart: true,
    purge: true,
  },
  events: { read: true, last: true, purge: true },
  rates: { take: true, purge: true },
  leaderLocks: { take: true, giveBack: true, purge: true },
  records: { amend: true, read: true, find: true, list: true },
  invalidations: { subscribe: true },
  nowMs: true,
  check: true,
  close: true,
};

export const shapeCases: readonly ContractCase[] = [
  test('storage: has every port, and each has all its methods', async ({ openings }) => {
    for (const one of openings) assert.deepEqual(missingIn(one), []);
  }),
];

/** `bookings.amend`, … */
function missingIn(storage: Storage): string[] {
  return Object.entries(SHAPE).flatMap(([name, methods]: [string, true | Readonly<Record<string, true>>]) => {
    const found = storage[name as keyof Storage] as unknown;
    if (methods === true) return typeof found === 'function' ? [] : [name];
    const has = (method: string): boolean =>
      typeof found === 'object' &&
      found !== null &&
      typeof (found as Readonly<Record<string, unknown>>)[method] === 'function';
    return Object.keys(methods)
      .filter((method) => !has(method))
      .map((method) => `${name}.${method}`);
  });
}
