/** The visit: seated, leaving and extended parties, and the parts that partners do not see. */
import type { Faults } from './run/fault.ts';

const CORE = 'packages/engine/src/core';
const USE_CASE = ['packages/engine/src/app/location/visits.test.ts'];

export const faults: Faults = {
  'seated-party-moved-by-its-own-size': {
    file: `${CORE}/booking/decide-move.ts`,
    find: 'isSeated(booking) && booking.tables.length > 0',
    replace: 'false as boolean',
    breaks: 'A larger size moves a seated party to another table in the plan.',
    tests: USE_CASE,
  },
  'extended-over-the-next-party': {
    file: `${CORE}/booking/decide-visit.ts`,
    find: 'clearTables(cleared, others, toDiary(longer));',
    replace: 'clearTables(cleared, [], toDiary(longer));',
    breaks: 'Two parties get one table, and the step fails.',
    tests: USE_CASE,
  },
  'stays-of-who-was-not-seated': {
    file: `${CORE}/booking/stays.ts`,
    find: 'const minutes = Math.ceil((leftMs - seatedMs) / MINUTE_MS);',
    replace: 'const minutes = Math.ceil((leftMs - booking.startMs) / MINUTE_MS);',
    breaks: 'The length of stay counts from the booked time instead of the seating.',
    tests: ['packages/engine/src/app/operator/read-turns.test.ts'],
  },
  'blocked-under-a-party-that-sits': {
    file: `${CORE}/seating/chosen-tables.ts`,
    find: 'inTheWay.filter((one) => maySit(one, nowMs))',
    replace: '[]',
    breaks: 'A forced block removes the table of a seated party.',
    tests: USE_CASE,
  },
};
