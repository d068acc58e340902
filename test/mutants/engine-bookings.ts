/** Use cases of bookings: planning, idempotency, messages, ownership, and concurrent changes. */
import type { Faults } from './run/fault.ts';

const APP = 'packages/engine/src/app';
const CORE = 'packages/engine/src/core';

export const faults: Faults = {
  'link-of-another-kind': {
    file: `${APP}/guest-tokens.ts`,
    find: 'tokenHashOf(tokenOf(key, purpose, id)) : null',
    replace: "tokenHashOf(tokenOf(key, 'sign-up', id)) : null",
    breaks: 'The link in the e-mail is invalid.',
    tests: [`${APP}/partner/create-booking.test.ts`],
  },
  'change-judged-by-what-was-read': {
    file: `${APP}/change-booking.ts`,
    find: 'const needed = groundFor(before);',
    replace: 'const needed = groundFor(before && seen);',
    breaks: 'A new party size of a booking that was just moved is planned at its old time.',
    tests: [`${APP}/change-booking.test.ts`],
  },
  'size-read-before-the-lock': {
    file: `${CORE}/booking/decide-move.ts`,
    find: 'const to = goalOf(booking, request);',
    replace:
      'const to = { startMs: at.day.interval.startMs, ...request, partySize: request.partySize ?? 2 };',
    breaks: 'A move restores an outdated party size.',
    tests: [`${APP}/change-booking.test.ts`],
  },
};
