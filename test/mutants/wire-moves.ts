/** A partner's moves, and what a refusal names instead, on the wire. */
import type { Fault } from './run/fault.ts';

const API = 'packages/adapter-http/src/api';
const MOVE = 'packages/engine/src/core/booking/decide-partner.ts';
const tests = ['test/spec/d32-move.test.ts'];

export const faults: readonly Fault[] = [
  {
    name: 'move-to-any-table',
    file: MOVE,
    find: "move(at, request, 'online')",
    replace: "move(at, request, 'all')",
    breaks: 'A partner moves to tables, times and crowds that she could not book.',
    tests,
  },
  {
    name: 'move-of-what-is-over-is-a-conflict',
    file: MOVE,
    find: '!isLive(booking) || ',
    replace: '',
    breaks: 'A partner is told that somebody else was faster, and tries again and again.',
    tests,
  },
  {
    name: 'move-tells-who-sits',
    file: MOVE,
    find: '(isSeated(booking) && !isSame)',
    replace: 'isSeated(booking)',
    breaks: 'To send the same move once more after a lost answer is a fault, once the party sits.',
    tests,
  },
  {
    name: 'move-by-what-was-read',
    file: 'packages/engine/src/app/shared/change-booking.ts',
    find: 'clampedStart(startMs, { nowMs })',
    replace: 'startMs',
    breaks: 'A move to the year 9999 is a fault of ours instead of too far.',
    tests,
  },
  {
    name: 'alternatives-for-too-many',
    file: `${API}/refusal-answer.ts`,
    find: "reason === 'party_size' ? null : ",
    replace: '',
    breaks: 'It is searched for what there cannot be, and the answer says that there is none today.',
    tests,
  },
  {
    name: 'alternatives-break-the-refusal',
    file: `${API}/extra.ts`,
    find: '      return null;\n    });',
    replace: '      throw error;\n    });',
    breaks: 'A refusal becomes a 500 when other times cannot be read.',
    tests,
  },
  {
    name: 'alternatives-whatever-it-costs',
    file: `${API}/extra.ts`,
    find: "overload.run('reading', locationId, find)",
    replace: 'find()',
    breaks: 'A crowd at one table has all of its refusals search at the same time, before anybody books.',
    tests,
  },
  {
    name: 'alternatives-waited-for-for-ever',
    file: `${API}/extra.ts`,
    find: 'await Promise.race([found, late])',
    replace: 'await found',
    breaks: 'A refusal waits for a database that does not answer.',
    tests,
  },
  {
    name: 'move-without-a-scope-of-its-own',
    file: `${API}/endpoints/move-booking.ts`,
    find: "scope: 'bookings:write'",
    replace: "scope: 'bookings:read'",
    breaks: 'A key that may only read moves bookings.',
    tests: ['test/spec/5-matrix.test.ts'],
  },
];
