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
    breaks: 'What nobody in line fits is never to be had again that evening.',
    tests,
  },
  'waitlist-joined-mail-after-the-offer': {
    file: `${CORE}/booking/waiting-mail.ts`,
    find: "kind === 'waitlist_joined' ? isInLine(row) : offer !== null && isLiveHold(offer, nowMs)",
    replace: "kind === 'waitlist_joined' || (offer !== null && isLiveHold(offer, nowMs))",
    breaks: 'Who gets a table at once is written that she waits.',
    tests: offer,
  },
  'waitlist-accepts-in-a-closed-house': {
    file: `${CORE}/booking/decide-hold.ts`,
    find: "at.window, access) === 'closed'",
    replace: "at.window, access) === 'pacing'",
    breaks: 'A guest takes a table in a house that has closed.',
    tests: offer,
  },
  'waitlist-offer-lasts-as-everywhere': {
    file: `${CORE}/booking/fitting-slot.ts`,
    find: 'nowMs + location.offerMinutes * MINUTE_MS',
    replace: 'nowMs + 30 * MINUTE_MS',
    breaks: 'What the location file says of offers is passed over.',
    tests: offer,
  },
  'waitlist-one-method-a-path': {
    file: 'packages/adapter-http/src/api/general-router.ts',
    find: 'router.add(path, Object.fromEntries(handlers),',
    replace: 'router.add(path, Object.fromEntries(handlers.slice(0, 1)),',
    breaks: 'Who has joined the list can look, and never leave.',
    tests: ['test/conformance/own-server.test.ts'],
  },
};
