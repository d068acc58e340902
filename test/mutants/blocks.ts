/** Blocked tables, and parties without a table (D39). */
import type { Faults } from './run/fault.ts';

const CORE = 'packages/engine/src/core';
const APP = 'packages/engine/src/app';
const TABLES = `${APP}/location/tables`;
const TESTS = [`${TABLES}.test.ts`, `${TABLES}-and-bookings.test.ts`];
const DECIDE = `${CORE}/booking/decide-block.ts`;

export const faults: Faults = {
  'unseated-cannot-be-taken-back': {
    file: `${CORE}/booking/decide-visit.ts`,
    find: "booking.tables.length === 0 && amendment.result.kind === 'refused'",
    replace: 'false',
    breaks: 'A party without a table that was marked as a no-show by mistake cannot be taken back.',
    tests: TESTS,
  },
  'block-of-what-has-passed': {
    file: DECIDE,
    find: 'Math.max(fromMs, startOfMinute(nowMs))',
    replace: 'fromMs',
    breaks: 'Who sat there an hour ago, and was not marked as gone, stands in the way.',
    tests: TESTS,
  },
};
