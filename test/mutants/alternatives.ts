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
    breaks: 'Alternatives contain times that pacing rejects.',
    tests,
  },
  'alternatives-in-the-past': {
    file: `${CORE}/location/slots.ts`,
    find: 'gridStarts(location, day, open, partySize, nowMs)',
    replace: 'gridStarts(location, day, open, partySize, nowMs - 86_400_000)',
    breaks: 'Alternatives show seven o’clock for a table at eight.',
    tests,
  },
  'alternatives-after-midnight-a-day-early': {
    file: FOUND,
    find: 'minuteOfDayAt(timeZone, wantedMs) + 1440 * daysBetween(wanted, localDateAt(timeZone, wantedMs))',
    replace: 'minuteOfDayAt(timeZone, wantedMs)',
    breaks: 'For a request at half past midnight, alternatives are six hours earlier.',
    tests,
  },
};
