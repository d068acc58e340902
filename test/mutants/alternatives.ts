/** Alternatives to a rejected time. */
import type { Faults } from './run/fault.ts';

const CORE = 'packages/engine/src/core';
const APP = 'packages/engine/src/app';
const FOUND = `${APP}/alternatives.ts`;
const tests = [`${APP}/alternatives.test.ts`, 'test/proof/seating/alternatives.test.ts'];

export const faults: Faults = {
  'alternatives-beyond-pacing': {
    file: `${CORE}/booking/alternatives.ts`,
    find: 'const isRefused = isPaced && isOnline(tableAccess);',
    replace: 'const isRefused = false;\n  void isPaced;',
    breaks: 'A partner is named times at which the kitchen takes no more.',
    tests,
  },
  'alternatives-in-the-past': {
    file: `${CORE}/location/slots.ts`,
    find: 'gridStarts(location, day, open, partySize, nowMs)',
    replace: 'gridStarts(location, day, open, partySize, nowMs - 86_400_000)',
    breaks: 'At eight the guest on the phone is named seven.',
    tests,
  },
  'alternatives-after-midnight-a-day-early': {
    file: FOUND,
    find: 'minuteOfDayAt(timeZone, wantedMs) + 1440 * daysBetween(wanted, localDateAt(timeZone, wantedMs))',
    replace: 'minuteOfDayAt(timeZone, wantedMs)',
    breaks: 'Who wanted half past midnight is named the early evening.',
    tests,
  },
};
