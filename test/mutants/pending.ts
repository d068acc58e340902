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
    breaks: 'A guest stands before a door that was closed, and nobody has called her.',
    tests: HOLDS,
  },
  'waits-from-before-the-day': {
    file: `${APP}/waitlist.ts`,
    find: 'Math.max(fromMs, day.interval.startMs)',
    replace: 'fromMs',
    breaks: 'Who would come at any time waits where no step of the day looks, and is given nothing.',
    tests: JOINING,
  },
  'lapsed-hold-hers-on-any-day': {
    file: `${APP}/shown-days.ts`,
    find: 'days.some(({ date }) => waitedFor.has(date))',
    replace: 'waitedFor.size > 0',
    breaks:
      'While somebody waits for tonight, what lapsed for tomorrow is shown as taken, and nobody is told when it is free again.',
    tests: [SHOWN_DAYS],
  },
  'outsiders-before-who-waits': {
    file: `${CORE}/step.ts`,
    find: 'const given = giveOut(read, withRows(plan, read));',
    replace: 'const given = NOTHING;',
    breaks: 'What time has freed goes to whoever asks first.',
    tests: WAITLIST,
  },
  'left-and-still-offered': {
    file: `${APP}/waitlist.ts`,
    find: "others: [{ ...offer, status: 'cancelled' }]",
    replace: 'others: [offer]',
    breaks: 'Nobody has the table of a party that has left the list, until its offer is over.',
    tests: WAITLIST,
  },
};
