/** The restaurant's settings in the console: months, closures, files to review, staff, and the access to the demo. */
import type { Faults } from './run/fault.ts';

const DAYS = 'packages/cli/src/demo/demo-days.test.ts';

export const faults: Faults = {
  'demo-not-filled-up': {
    file: 'packages/cli/src/demo/demo-days.ts',
    find: '!made.has(index)',
    replace: 'made.size === 0 && index >= 0',
    breaks: 'The demo adds no parties to a day that has some, and is half empty after a night.',
    tests: [DAYS],
  },
};
