/** What is named instead of a refused time. */
import type { Fault } from './run/fault.ts';

const CORE = 'packages/engine/src/core';
const APP = 'packages/engine/src/app';
const FOUND = `${APP}/alternatives.ts`;
const tests = [`${APP}/alternatives.test.ts`, 'test/proof/seating/alternatives.test.ts'];

export const faults: readonly Fault[] = [
  {
    name: 'alternatives-in-its-own-way',
    file: `${CORE}/booking/alternatives.ts`,
    find: 'const others = moved ? withoutBooking(state, moved, window) : state;',
    replace: 'const others = state;\n  void [moved, withoutBooking];',
    breaks: 'A party that would move by a quarter of an hour stands in its own way.',
    tests,
  },
  {
    name: 'alternatives-without-lead-time',
    file: `${CORE}/booking/alternatives.ts`,
    find: "if (tableAccess === 'online') return offeredSlots(location, day, partySize, window);",
    replace: '',
    breaks: 'A partner is named times that are too soon, and refused again.',
    tests,
  },
  {
    name: 'alternatives-beyond-pacing',
    file: `${CORE}/booking/alternatives.ts`,
    find: "const isRefused = isPaced && tableAccess === 'online';",
    replace: 'const isRefused = false;\n  void isPaced;',
    breaks: 'A partner is named times at which the kitchen takes no more.',
    tests,
  },
  {
    name: 'alternatives-in-the-past',
    file: `${CORE}/location/slots.ts`,
    find: 'gridStarts(location, day, open, partySize, nowMs)',
    replace: 'gridStarts(location, day, open, partySize, nowMs - 86_400_000)',
    breaks: 'At eight the guest on the phone is named seven.',
    tests,
  },
  {
    name: 'alternatives-without-their-own-tables',
    file: `${CORE}/booking/alternatives.ts`,
    find: 'moved ? seatAgain.bind(null, state, moved) : seatDuring.bind(null, state)',
    replace: 'seatDuring.bind(null, state)',
    breaks: 'A guest at a table that the house has chosen is told that no other time can be had there.',
    tests,
  },
  {
    name: 'alternatives-after-midnight-a-day-early',
    file: FOUND,
    find: 'minuteOfDayAt(timeZone, wantedMs) + 1440 * daysBetween(wanted, localDateAt(timeZone, wantedMs))',
    replace: 'minuteOfDayAt(timeZone, wantedMs)',
    breaks: 'Who wanted half past midnight is named the early evening.',
    tests,
  },
  {
    name: 'alternatives-without-a-budget',
    file: `${APP}/checked-slots.ts`,
    find: 'if (budget.stepsLeft <= 0) return;',
    replace: '',
    breaks: 'A refusal on a full fortnight costs as much as all of it.',
    tests,
  },
  {
    name: 'phone-times-over',
    file: `${APP}/operator/operator-times.ts`,
    find: "  if (isOver) return 'too_soon';\n",
    replace: '  void isOver;\n',
    breaks: 'The house reads that the party cannot finish, when the evening is over.',
    tests: [`${APP}/operator/operator-times.test.ts`],
  },
];
