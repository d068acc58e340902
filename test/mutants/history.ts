/** The history of a booking, its authors, and the erasure of guest data in it (D43). */
import type { Faults } from './run/fault.ts';

const APP = 'packages/engine/src/app';

export const faults: Faults = {
  'change-without-entry': {
    file: `${APP}/change-booking.ts`,
    find: 'withHistory(before, found(after), { atMs: at.window.nowMs, by: recordedBy })',
    replace: 'found(after)',
    breaks: 'A booking has no history.',
    tests: [`${APP}/change-authors.test.ts`],
  },
};
