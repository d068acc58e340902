/** Who of a house may come in, and what may be done by whom (D44). */
import type { Fault } from './run/fault.ts';

const CORE = 'packages/engine/src/core';
const STAFF = 'packages/engine/src/app/staff';
const MEMBER = [`${STAFF}/house-actions.test.ts`];
const SIGN_IN = [`${STAFF}/sign-in.test.ts`];
const PASSKEYS = [`${STAFF}/passkeys.test.ts`];
const MATRIX = ['test/spec/d44-access.test.ts'];

export const faults: readonly Fault[] = [
  {
    name: 'house-of-others-seen',
    file: `${CORE}/access/policy.ts`,
    find: 'if (isHouse(caller)) return { channel: caller.sight, locationIds: [caller.locationId] };',
    replace: 'if (isHouse(caller)) return null;',
    breaks: 'Who knows the id of a booking reads and changes it at any house.',
    tests: MATRIX,
  },
  {
    name: 'host-as-manager',
    file: `${CORE}/access/policy.ts`,
    find: "if (caller !== 'operator' && caller.role !== 'manager') throw",
    replace: "if (caller !== 'operator' && caller.role === undefined) throw",
    breaks: 'A host closes days and adds staff.',
    tests: MATRIX,
  },
  {
    name: 'any-location-of-a-member',
    file: `${STAFF}/staff-actions.ts`,
    find: "if (role === null) throw new BookingError('location_not_found');",
    replace: "if (roles.length === 0) throw new BookingError('location_not_found');",
    breaks: 'Who works at one house works at all.',
    tests: MATRIX,
  },
  {
    name: 'block-of-others',
    file: 'packages/engine/src/app/shared/read-booking.ts',
    find: 'const row = await app.storage.bookings.find(blockId, visibilityOf(caller));',
    replace: 'const row = await app.storage.bookings.find(blockId, null);',
    breaks: 'A host takes the block of another house away.',
    tests: MATRIX,
  },
  {
    name: 'staff-under-the-house',
    file: `${CORE}/access/policy.ts`,
    find: 'return isMember ? `staff:${caller.staffId}` : channelOf(caller);',
    replace: 'return channelOf(caller);',
    breaks: 'Nobody can tell who of the house it was.',
    tests: MEMBER,
  },
  {
    name: 'stale-card-changes',
    file: 'packages/engine/src/app/shared/change-booking.ts',
    find: 'if (version !== undefined && versionOf(before) !== version)',
    replace: 'if (version !== undefined && versionOf(read) !== version)',
    breaks: 'Of two hosts who act at once on one card the second undoes the first.',
    tests: MEMBER,
  },
  {
    name: 'version-without-history',
    file: `${CORE}/booking/booking-version.ts`,
    find: '    [history.length, history.at(-1)?.atMs ?? 0],\n',
    replace: '',
    breaks: 'What was changed and changed back passes for untouched.',
    tests: MEMBER,
  },
  {
    name: 'link-in-any-browser',
    file: `${STAFF}/sign-in.ts`,
    find: '    !isTokenOf(browser, found.link.browserHash) ||\n',
    replace: '',
    breaks: 'Who steals a mail, or has it sent to a fellow, is signed in.',
    tests: SIGN_IN,
  },
  {
    name: 'link-for-ever',
    file: `${STAFF}/sign-in.ts`,
    find: '!isLinkGood(found.link, nowMs)',
    replace: 'nowMs < 0',
    breaks: 'A link found in an old mailbox signs in.',
    tests: SIGN_IN,
  },
  {
    name: 'asks-whether-anybody-has-it',
    file: `${STAFF}/sign-in.ts`,
    find: '  await app.storage.staff.insertLink(link, [linkMail(id, note)]);',
    replace:
      '  const known = (await app.storage.staff.list(null)).some((one) => one.email === email);\n  if (known) await app.storage.staff.insertLink(link, [linkMail(id, note)]);',
    breaks: 'By how long the answer takes a stranger learns who works there.',
    tests: SIGN_IN,
  },
  {
    name: 'session-of-a-clock-set-back',
    file: `${CORE}/access/staff.ts`,
    find: 'lastMs <= nowMs + CLOCK_TOLERANCE_MS && nowMs < lastMs + SESSION_IDLE_MS',
    replace: 'nowMs < lastMs + SESSION_IDLE_MS',
    breaks: 'A clock that is set back makes a session last for days.',
    tests: SIGN_IN,
  },
  {
    name: 'dead-session-left',
    file: `${STAFF}/sessions.ts`,
    find: 'if (found) await app.storage.staff.end(found.session.id, null).catch(() => undefined);',
    replace: '',
    breaks: 'A session that was over lives again when the clock is set back.',
    tests: SIGN_IN,
  },
  {
    name: 'over-until-the-night',
    file: 'packages/engine/src/app/background/maintenance.ts',
    find: '  await app.storage.staff.purge(nowMs);\n',
    replace: '',
    breaks: 'Links and sessions pile up, and come back with a clock that is set back.',
    tests: SIGN_IN,
  },
  {
    name: 'seen-with-every-request',
    file: `${STAFF}/sessions.ts`,
    find: 'if (nowMs - session.seenMs >= SEEN_MS)',
    replace: 'if (nowMs > session.seenMs)',
    breaks: 'Each look at the evening writes to the disk.',
    tests: SIGN_IN,
  },
  {
    name: 'signed-out-elsewhere-unheard',
    file: 'packages/engine/src/engine.ts',
    find: "if (invalidation.kind === 'staff') return app.signedIn.clear();",
    replace: "if (invalidation.kind === 'staff') return;",
    breaks: 'Who was signed out goes on at the other server for a while.',
    tests: SIGN_IN,
  },
  {
    name: 'challenge-of-another',
    file: `${STAFF}/passkeys.ts`,
    find: 'challenge: () => newChallenge(app, `session ${sessionId}`),',
    replace: "challenge: () => newChallenge(app, 'session'),",
    breaks: 'Nobody can add a passkey any more.',
    tests: PASSKEYS,
  },
  {
    name: 'challenge-for-ever',
    file: `${STAFF}/passkeys.ts`,
    find: 'nowMs < madeMs + CHALLENGE_MS',
    replace: 'nowMs > 0',
    breaks: 'A signature that was recorded long ago signs in.',
    tests: PASSKEYS,
  },
  {
    name: 'host-opens-any-closure',
    file: `${STAFF}/house-closures.ts`,
    find: 'return toMs - fromMs <= mostMs && Math.abs(fromMs - nowMs) <= mostMs && toMs > nowMs;',
    replace: 'return toMs > nowMs;',
    breaks: 'A host opens the evening that a manager has closed.',
    tests: MEMBER,
  },
];
