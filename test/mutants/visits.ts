/** The visit: seated, leaving and extended parties, and the parts that partners do not see. */
import type { Faults } from './run/fault.ts';

const CORE = 'packages/engine/src/core';
const USE_CASE = ['packages/engine/src/app/location/visits.test.ts'];

export const faults: Faults = {
  'seated-party-moved-by-its-own-size': {
    file: `${CORE}/booking/decide-move.ts`,
    find: 'isSeated(booking) && booking.tables.length > 0',
    replace: 'false as boolean',
    breaks: 'Two more join a party that sits, and the table in the book is another than the one they sit at.',
    tests: USE_CASE,
  },
  'extended-over-the-next-party': {
    file: `${CORE}/booking/decide-visit.ts`,
    find: 'clearTables(cleared, others, toDiary(longer));',
    replace: 'clearTables(cleared, [], toDiary(longer));',
    breaks: 'Two parties are promised one table: the step is a fault.',
    tests: USE_CASE,
  },
  'stays-of-who-was-not-seated': {
    file: `${CORE}/booking/stays.ts`,
    find: 'const minutes = Math.ceil((leftMs - seatedMs) / MINUTE_MS);',
    replace: 'const minutes = Math.ceil((leftMs - booking.startMs) / MINUTE_MS);',
    breaks: 'Who sat down late seems to have stayed for longer.',
    tests: ['packages/engine/src/app/operator/read-turns.test.ts'],
  },
  'blocked-under-a-party-that-sits': {
    file: `${CORE}/seating/chosen-tables.ts`,
    find: 'inTheWay.filter((one) => maySit(one, nowMs))',
    replace: '[]',
    breaks: 'A block takes the table from under a party that eats, if only it is forced.',
    tests: USE_CASE,
  },
};
