/** Decisions on a booking with its day: moves, cancellations, undo, re-seating, demand. */
import type { Faults } from './run/fault.ts';

const APP = 'packages/engine/src/app';
const CORE = 'packages/engine/src/core';

export const faults: Faults = {
  'move-counts-its-own-covers': {
    file: `${CORE}/booking/decide-move.ts`,
    find: 'coversLeft(others, location, slot)',
    replace: 'coversLeft(snapshot.bookings, location, slot)',
    breaks: 'A party of two cannot become three although one cover is left.',
    tests: [`${APP}/booking-changes.test.ts`],
  },
  'undone-at-a-taken-table': {
    file: `${CORE}/seating/table-assignment.ts`,
    find: 'const staysPut = isFreeFor(state, tables, interval, partySize);',
    replace: 'const staysPut = true;',
    breaks: 'An undone departure takes a table at which another party sits, and the step fails.',
    tests: [`${APP}/booking-changes.test.ts`],
  },
  'undone-at-any-table': {
    file: `${CORE}/seating/table-assignment.ts`,
    find: 'const staysPut = isFreeFor(state, tables, interval, partySize);',
    replace: 'const staysPut = false;',
    breaks: 'A move by a quarter of an hour changes the table, although it is free.',
    tests: [`${APP}/booking-changes.test.ts`],
  },
  'chosen-tables-and-moved-away-again': {
    file: `${CORE}/booking/decide-tables.ts`,
    find: '{ ...booking, pinned: true }, choice',
    replace: 'booking, choice',
    breaks: 'The next booking takes a pinned table.',
    tests: [`${APP}/operator/chosen-tables.test.ts`],
  },
};
