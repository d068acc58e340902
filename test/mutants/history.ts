/** What was changed of a booking, by whom, and what of it goes with the guest (D43). */
import type { Faults } from './run/fault.ts';

const APP = 'packages/engine/src/app';

export const faults: Faults = {
  'change-without-entry': {
    file: `${APP}/change-booking.ts`,
    find: 'withHistory(before, found(after), { atMs: at.window.nowMs, by: recordedBy })',
    replace: 'found(after)',
    breaks: 'No history at all.',
    tests: [`${APP}/change-authors.test.ts`],
  },
};
