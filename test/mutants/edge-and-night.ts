/** Faults at the edge and in nightly maintenance that only tests of the whole server can see. */
import type { Faults } from './run/fault.ts';

const HTTP = 'packages/adapter-http/src';

export const faults: Faults = {
  'duty-done-by-everybody': {
    file: 'packages/engine/src/app/background/nightly-task.ts',
    find: `if (!(await take())) return 'held';`,
    replace: 'await take();',
    breaks: 'Every process does nightly maintenance.',
    tests: ['test/spec/d20-sweep-and-erasure.test.ts'],
    titled: 'sweep leaves other locations alone',
  },
  'request-id-may-be-a-key': {
    file: `${HTTP}/http/pipeline.ts`,
    find: '/^(?!bord_|whsec_)[',
    replace: '/^[',
    breaks: 'An API key in the wrong header is returned as the request id and reaches logs.',
    tests: [`${HTTP}/api/partner-api.test.ts`],
    titled: 'every answer has its headers',
  },
  'ranges-before-bookings': {
    file: `${HTTP}/http/overload.ts`,
    find: 'const open = inOrder.find(',
    replace: 'const open = inOrder.findLast(',
    breaks: 'Availability of long ranges is computed while bookings wait.',
    tests: [`${HTTP}/http/overload-strain.test.ts`],
  },
  'asleep-until-the-lock-is-free': {
    file: 'packages/adapter-sqlite/src/write-lock.ts',
    find: 'PRAGMA busy_timeout = ${ASLEEP_MS}; BEGIN IMMEDIATE',
    replace: 'PRAGMA busy_timeout = ${BUSY_MS}; BEGIN IMMEDIATE',
    breaks: 'While another process writes, the server blocks for seconds.',
    tests: ['packages/adapter-sqlite/src/group-commit.test.ts'],
  },
};
