/** `bord verify-store`: what it must not take for a storage that holds. */
import type { Faults } from './run/fault.ts';

const CONTRACT = 'packages/cli/src/contract';
const tests = ['packages/cli/src/commands/verify-store.test.ts'];

export const faults: Faults = {
  'verify-store-time-stands-still': {
    file: `${CONTRACT}/serve-cases.ts`,
    find: 'pass = async (ms) => void (nowMs += ms),',
    replace: 'pass = async () => undefined,',
    breaks: 'Leases never expire, and a correct storage is reported as wrong.',
    tests,
    titled: 'holds$',
  },
};
