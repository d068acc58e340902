/** What is decided of a booking once its day is read: moves, cancellations, undoing, re-seating, demand. */
import type { Fault } from './run/fault.ts';

const APP = 'packages/engine/src/app';
const CORE = 'packages/engine/src/core';

export const faults: readonly Fault[] = [
  {
    name: 'move-counts-its-own-covers',
    file: `${CORE}/booking/decide.ts`,
    find: 'coversLeft(others, location, slot)',
    replace: 'coversLeft(snapshot.bookings, location, slot)',
    breaks: 'A party of two cannot become three in a step that has room for one more.',
    tests: [`${APP}/booking-changes.test.ts`],
  },
  {
    name: 'cancelled-visit-moved',
    file: `${CORE}/booking/decide.ts`,
    find: "  if (!isLive(booking))\n    throw new BookingError('conflict', `a booking that is ${booking.status} cannot be moved`);\n",
    replace: '',
    breaks: 'Moving a cancelled booking takes a table for nobody.',
    tests: [`${APP}/booking-changes.test.ts`],
  },
  {
    name: 'finished-visit-cancelled',
    file: `${CORE}/booking/decide.ts`,
    find: "if (!isLive(booking)) throw new BookingError('not_cancellable');",
    replace: '',
    breaks: 'A partner cancels a visit that has taken place.',
    tests: [`${APP}/booking-changes.test.ts`],
  },
  {
    name: 'cancelled-twice-told-twice',
    file: `${CORE}/booking/decide.ts`,
    find: "if (booking.status === 'cancelled') return { result: { kind: 'unchanged', booking } };",
    replace: '',
    breaks: 'A cancellation sent twice is an error.',
    tests: [`${APP}/booking-changes.test.ts`],
  },
  {
    name: 'cancellation-taken-back',
    file: `${CORE}/booking/decide-visit.ts`,
    find: "    if (booking.status === 'cancelled') throw wrongState(booking.status, 'confirmed');\n",
    replace: '',
    breaks: 'A booking that a guest has cancelled stands again.',
    tests: [`${APP}/booking-changes.test.ts`],
  },
  {
    name: 'undone-at-a-taken-table',
    file: `${CORE}/seating/table-assignment.ts`,
    find: 'const staysPut = isFreeFor(state, tables, interval, partySize);',
    replace: 'const staysPut = true;',
    breaks: 'Who is back after all gets the table that somebody else sits at: the step is a fault.',
    tests: [`${APP}/booking-changes.test.ts`],
  },
  {
    name: 'undone-at-any-table',
    file: `${CORE}/seating/table-assignment.ts`,
    find: 'const staysPut = isFreeFor(state, tables, interval, partySize);',
    replace: 'const staysPut = false;',
    breaks:
      'A party that comes a quarter of an hour later is sent to another table, although its own is free.',
    tests: [`${APP}/booking-changes.test.ts`],
  },
  {
    name: 'step-that-reads-no-further',
    file: 'packages/engine/src/core/booking/step.ts',
    find: 'if (range && !contains(interval, range)) throw new ReadTooLittleError(range);',
    replace: '',
    breaks: 'A party that outlasts the hours of its date makes no room, and a request that fits is rejected.',
    tests: [`${APP}/change-booking.test.ts`],
  },
  {
    name: 'demand-of-the-next-millennium',
    file: `${CORE}/booking/assigned-slot.ts`,
    find: 'if (isAbsurd) return { result };',
    replace: 'void isAbsurd;',
    breaks: 'A request for the year 275760 is stored where no database can keep it.',
    tests: [`${APP}/partner/create-booking.test.ts`],
  },
  {
    name: 'availability-without-pacing',
    file: `${CORE}/seating/table-assignment.ts`,
    find: `if (tableAccess === 'online' && coversLeft(state.bookings, state.location, slot) < partySize)
    return 'pacing';`,
    replace: '',
    breaks: 'The whole house starts at seven.',
    tests: [`${CORE}/seating/table-assignment.test.ts`],
  },
  {
    name: 'best-fit-largest-table-first',
    file: `${CORE}/seating/table-assignment.ts`,
    find: 'if (best && !isEquallyGood(best, option)) break;',
    replace: '',
    breaks: 'Two guests are given the table for six.',
    tests: [`${CORE}/seating/table-assignment.test.ts`],
  },
  {
    name: 'chosen-tables-taken-from-a-seated-party',
    file: `${CORE}/seating/chosen-tables.ts`,
    find: 'if (!isMovable(location, booking, known, nowMs)) return { assignment: null };',
    replace: '',
    breaks: 'Whoever sits there is sent to another table in the middle of dinner.',
    tests: ['test/proof/seating/chosen-tables.test.ts', `${APP}/operator/chosen-tables.test.ts`],
  },
  {
    name: 'chosen-tables-and-moved-away-again',
    file: `${CORE}/booking/decide-tables.ts`,
    find: '{ ...booking, pinned: true }, choice',
    replace: 'booking, choice',
    breaks: 'The table by the window was promised on the phone, and the next booking takes it.',
    tests: [`${APP}/operator/chosen-tables.test.ts`],
  },
];
