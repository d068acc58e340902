/** The waitlist gets freed tables, whatever freed them, and its parties are notified (D36). */
import type { Faults } from './run/fault.ts';

const CORE = 'packages/engine/src/core';
const tests = ['test/spec/d36-giving-out.test.ts'];
const offer = ['test/spec/d36-offer.test.ts'];

export const faults: Faults = {
  'waitlist-lapsed-stays-shown-as-taken': {
    file: `${CORE}/booking/settle-waiting.ts`,
    find: 'over.length < line.length ? passingOver(all, nowMs) : {}',
    replace: '({} as BookingChanges)',
    breaks: 'A table that fits no waiting party is never free again that day.',
    tests,
  },
  'waitlist-joined-mail-after-the-offer': {
    file: `${CORE}/booking/waiting-mail.ts`,
    find: "kind === 'waitlist_joined' ? isInLine(row) : offer !== null && isLiveHold(offer, nowMs)",
    replace: "kind === 'waitlist_joined' || (offer !== null && isLiveHold(offer, nowMs))",
    breaks: 'A party that gets a table immediately receives the e-mail about waiting.',
    tests: offer,
  },
  'waitlist-accepts-in-a-closed-house': {
    file: `${CORE}/booking/decide-hold.ts`,
    find: "at.window, access) === 'closed'",
    replace: "at.window, access) === 'pacing'",
    breaks: 'An offer can be accepted at a closed restaurant.',
    tests: offer,
  },
  'waitlist-offer-lasts-as-everywhere': {
    file: `${CORE}/booking/fitting-slot.ts`,
    find: 'nowMs + location.offerMinutes * MINUTE_MS',
    replace: 'nowMs + 30 * MINUTE_MS',
    breaks: 'The settings for offers in the location file have no effect.',
    tests: offer,
  },
  'waitlist-one-method-a-path': {
    file: 'packages/adapter-http/src/api/general-router.ts',
    find: 'router.add(path, Object.fromEntries(handlers),',
    replace: 'router.add(path, Object.fromEntries(handlers.slice(0, 1)),',
    breaks: 'A guest on the waitlist cannot leave it.',
    tests: ['test/conformance/own-server.test.ts'],
  },
};
