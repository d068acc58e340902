/** Access of staff, and their permissions (D44). */
import type { Faults } from './run/fault.ts';

const CORE = 'packages/engine/src/core';
const STAFF = 'packages/engine/src/app/sign-in';
const MEMBER = [`packages/engine/src/app/location/location-actions.test.ts`];
const SIGN_IN = [`${STAFF}/sign-in.test.ts`];
const MATRIX = ['test/spec/d44-access.test.ts'];

export const faults: Faults = {
  'block-of-others': {
    file: 'packages/engine/src/app/read-booking.ts',
    find: 'const row = await app.storage.bookings.find(blockId, visibilityOf(caller));',
    replace: 'const row = await app.storage.bookings.find(blockId, null);',
    breaks: 'A host removes a block of another restaurant.',
    tests: MATRIX,
  },
  'staff-under-the-house': {
    file: `${CORE}/access/policy.ts`,
    find: '    ? `staff:${caller.staffId}`\n',
    replace: '    ? authorOfChannel(channelOf(caller))\n',
    breaks: 'The history lacks the member of staff.',
    tests: MEMBER,
  },
  'version-without-history': {
    file: `${CORE}/booking/booking-version.ts`,
    find: '    [history.length, history.at(-1)?.atMs ?? 0],\n',
    replace: '',
    breaks: 'A change that was reverted during an action is not noticed.',
    tests: MEMBER,
  },
  'asks-whether-anybody-has-it': {
    file: `${STAFF}/sign-in.ts`,
    find: '  await app.storage.records.amend(linkRequest(link, [linkMail(id, note)]));',
    replace:
      "  const known = (await app.storage.records.list('staff')).some((one) => one.email === email);\n  if (known) await app.storage.records.amend(linkRequest(link, [linkMail(id, note)]));",
    breaks: 'The duration of an answer reveals the e-mail addresses of staff.',
    tests: SIGN_IN,
  },
};
