/** Decisions on a booking with its day: moves, cancellations, undo, re-seating, demand. */
import type { Faults } from './run/fault.ts';

const APP = 'packages/engine/src/app';
const CORE = 'packages/engine/src/core';

export const faults: Faults = {
  'move-counts-its-own-covers': {
    file: `${CORE}/booking/decide-move.ts`,
    find: 'coversLeft(others, location, slot)',
    replace: 'coversLeft(snapshot.bookings, location, slot)',
    breaks: 'A party of two cannot become three in a step that has room for one more.',
    tests: [`${APP}/booking-changes.test.ts`],
  },
  'undone-at-a-taken-table': {
    file: `${CORE}/seating/table-assignment.ts`,
    find: 'const staysPut = isFreeFor(state, tables, interval, partySize);',
    replace: 'const staysPut = true;',
    breaks: 'Who is back after all gets the table that somebody else sits at: the step is a fault.',
    tests: [`${APP}/booking-changes.test.ts`],
  },
  'undone-at-any-table': {
    file: `${CORE}/seating/table-assignment.ts`,
    find: 'const staysPut = isFreeFor(state, tables, interval, partySize);',
    replace: 'const staysPut = false;',
    breaks:
      'A party that comes a quarter of an hour later is sent to another table, although its own is free.',
    tests: [`${APP}/booking-changes.test.ts`],
  },
  'chosen-tables-and-moved-away-again': {
    file: `${CORE}/booking/decide-tables.ts`,
    find: '{ ...booking, pinned: true }, choice',
    replace: 'booking, choice',
    breaks: 'The table by the window was promised on the phone, and the next booking takes it.',
    tests: [`${APP}/operator/chosen-tables.test.ts`],
  },
};
