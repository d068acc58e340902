/** What an amendment makes of a page, and what is left of an erased guest: the same for every storage. */
import type { Fault } from './run/fault.ts';

const CORE = 'packages/engine/src/core';

export const faults: readonly Fault[] = [
  {
    name: 'evolved-page-keeps-who-has-left',
    file: `${CORE}/booking/evolve.ts`,
    find: 'else shown.delete(row.id);',
    replace: '',
    breaks: 'A booking that is moved still holds its old tables for whoever asks in the same group.',
    tests: [`${CORE}/booking/evolve.test.ts`],
  },
  {
    name: 'evolved-page-forgets-who-made-room',
    file: `${CORE}/booking/evolve.ts`,
    find: 'if (before) shown.set(bookingId, atTables(before, { bookingId, tables }));',
    replace: '',
    breaks: 'Who made room is moved again from a table where it no longer sits: a 500.',
    tests: [`${CORE}/booking/evolve.test.ts`],
  },
  {
    name: 'evolved-key-unknown',
    file: `${CORE}/booking/evolve.ts`,
    find: 'return saved ?? (before && reseated(before, amendment));',
    replace: 'void saved;\n  return before && reseated(before, amendment);',
    breaks: 'A retry in the same group as its first attempt is not found, and answered with a fault.',
    tests: [`${CORE}/booking/evolve.test.ts`],
  },
];
