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
    breaks: 'A host takes the block of another house away.',
    tests: MATRIX,
  },
  'staff-under-the-house': {
    file: `${CORE}/access/policy.ts`,
    find: '    ? `staff:${caller.staffId}`\n',
    replace: '    ? authorOfChannel(channelOf(caller))\n',
    breaks: 'Nobody can tell who of the house it was.',
    tests: MEMBER,
  },
  'version-without-history': {
    file: `${CORE}/booking/booking-version.ts`,
    find: '    [history.length, history.at(-1)?.atMs ?? 0],\n',
    replace: '',
    breaks: 'What was changed and changed back passes for untouched.',
    tests: MEMBER,
  },
  'asks-whether-anybody-has-it': {
    file: `${STAFF}/sign-in.ts`,
    find: '  await app.storage.records.amend(linkRequest(link, [linkMail(id, note)]));',
    replace:
      "  const known = (await app.storage.records.list('staff')).some((one) => one.email === email);\n  if (known) await app.storage.records.amend(linkRequest(link, [linkMail(id, note)]));",
    breaks: 'By how long the answer takes a stranger learns who works there.',
    tests: SIGN_IN,
  },
};
