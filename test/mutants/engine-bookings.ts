/** Use cases of bookings: planning, idempotency, messages, ownership, and concurrent changes. */
import type { Faults } from './run/fault.ts';

const APP = 'packages/engine/src/app';
const CORE = 'packages/engine/src/core';

export const faults: Faults = {
  'link-of-another-kind': {
    file: `${APP}/guest-tokens.ts`,
    find: 'tokenHashOf(tokenOf(key, purpose, id)) : null',
    replace: "tokenHashOf(tokenOf(key, 'sign-up', id)) : null",
    breaks: 'The link in the mail opens nothing.',
    tests: [`${APP}/partner/create-booking.test.ts`],
  },
  'change-judged-by-what-was-read': {
    file: `${APP}/change-booking.ts`,
    find: 'const needed = groundFor(before);',
    replace: 'const needed = groundFor(before && seen);',
    breaks: 'A resize of a booking that was moved meanwhile is planned for where it was.',
    tests: [`${APP}/change-booking.test.ts`],
  },
  'size-read-before-the-lock': {
    file: `${CORE}/booking/decide-move.ts`,
    find: 'const to = goalOf(booking, request);',
    replace:
      'const to = { startMs: at.day.interval.startMs, ...request, partySize: request.partySize ?? 2 };',
    breaks: 'A move gives the party back the size that it had when it was looked at.',
    tests: [`${APP}/change-booking.test.ts`],
  },
};
