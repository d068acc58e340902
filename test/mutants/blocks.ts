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
    breaks: 'A no-show cannot be undone for a party without a table.',
    tests: TESTS,
  },
  'block-of-what-has-passed': {
    file: DECIDE,
    find: 'Math.max(fromMs, startOfMinute(nowMs))',
    replace: 'fromMs',
    breaks: 'A party that left an hour ago without being marked blocks its table.',
    tests: TESTS,
  },
};
