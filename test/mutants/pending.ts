/** Holds (D35) and the waitlist (D36) within a step, and the allocation of freed tables. */
import type { Faults } from './run/fault.ts';

const CORE = 'packages/engine/src/core/booking';
const APP = 'packages/engine/src/app';
const HOLDS = ['test/spec/d35-holds.test.ts'];
const WAITLIST = ['test/spec/d36-waitlist.test.ts'];
const JOINING = ['test/spec/d36-joining.test.ts'];
const SHOWN_DAYS = 'packages/engine/src/app/shown-days.test.ts';

export const faults: Faults = {
  'hold-confirmed-in-a-closure': {
    file: `${CORE}/decide-hold.ts`,
    find: "access) === 'closed')",
    replace: "access) === 'last_seating')",
    breaks: 'A closure does not list a pending offer, and the guest comes to a closed restaurant.',
    tests: HOLDS,
  },
  'waits-from-before-the-day': {
    file: `${APP}/waitlist.ts`,
    find: 'Math.max(fromMs, day.interval.startMs)',
    replace: 'fromMs',
    breaks: 'A waiting party without a time is never found by a step.',
    tests: JOINING,
  },
  'lapsed-hold-hers-on-any-day': {
    file: `${APP}/shown-days.ts`,
    find: 'days.some(({ date }) => waitedFor.has(date))',
    replace: 'waitedFor.size > 0',
    breaks: 'While a party waits, expired holds of other days block their tables without an event.',
    tests: [SHOWN_DAYS],
  },
  'outsiders-before-who-waits': {
    file: `${CORE}/step.ts`,
    find: 'const given = giveOut(read, withRows(input, read));',
    replace: 'const given = NOTHING;',
    breaks: 'A table of an expired hold goes to the next request instead of the waitlist.',
    tests: WAITLIST,
  },
  'left-and-still-offered': {
    file: `${APP}/waitlist.ts`,
    find: "others: [{ ...offer, status: 'cancelled' }]",
    replace: 'others: [offer]',
    breaks: 'A party that left the waitlist keeps its offered table until the offer expires.',
    tests: WAITLIST,
  },
};
