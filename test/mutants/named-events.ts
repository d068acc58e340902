/** Events that are sent by name only: offers of the waitlist, and changed availability. */
import type { Faults } from './run/fault.ts';

const CORE = 'packages/engine/src/core';

export const faults: Faults = {
  'change-of-the-past-announced': {
    file: `${CORE}/booking/availability-change.ts`,
    find: 'const startMs = Math.max(interval.startMs, nowMs);',
    replace: 'const { startMs } = interval;',
    breaks: 'Marking a party as left hours later sends availability.changed to all.',
    tests: [`${CORE}/booking/availability-change.test.ts`],
  },
  'untaken-event-waits-beside-later-ones': {
    file: `${CORE}/outbox/coalesce.ts`,
    find: 'waiting.find(({ isFresh }) => isFresh)',
    replace: 'waiting.find(() => false)',
    breaks: 'After a failure, a receiver gets a date twice: with the event of a plan, and alone.',
    tests: ['packages/engine/src/memory/memory-storage.test.ts', `${CORE}/outbox/coalesce.test.ts`],
  },
  'untaken-event-joined-to-one-that-was-seen': {
    file: `${CORE}/outbox/coalesce.ts`,
    find: 'waiting.find(({ isFresh }) => isFresh)',
    replace: 'waiting.find((other) => other.id !== id)',
    breaks: 'Dates are added to an event that its receiver has seen, and it ignores the next attempt.',
    tests: [`${CORE}/outbox/coalesce.test.ts`],
  },
  'pg-ranges-joined-with-neighbours-alone': {
    file: 'packages/adapter-pg/functions.sql',
    find: 'EXIT WHEN whole = reached;',
    replace: 'EXIT;',
    breaks: 'The event of a plan does not replace the events of its dates, and these are sent twice.',
    tests: ['packages/adapter-pg/src/contract.test.ts'],
    titled: 'outbox: .* about dates',
  },
  'pg-untaken-event-waits-beside-later-ones': {
    file: 'packages/adapter-pg/functions.sql',
    find: '  IF dated IS NOT NULL THEN',
    replace: '  IF false THEN',
    breaks: 'After a failure, a receiver gets a date twice: with the event of a plan, and alone.',
    tests: ['packages/adapter-pg/src/contract.test.ts'],
    titled: 'outbox: (where|an event)',
  },
  'pg-dated-settled-without-its-lock': {
    file: 'packages/adapter-pg/functions.sql',
    find: '    PERFORM bord.lock_dated(ARRAY(SELECT s.id',
    replace: '    PERFORM (ARRAY(SELECT s.id',
    breaks: 'A change and a simultaneous failed attempt miss each other, or deadlock.',
    tests: ['packages/adapter-pg/src/dated-deliveries.test.ts'],
  },
  'availability-of-a-search-not-announced': {
    file: `${CORE}/seating/plain-answers.ts`,
    find: 'isAnyFree(taken, at[slot]!, wanted)) return null;',
    replace: 'isAnyFree(taken, at[slot]!, wanted)) covers.push(0);',
    breaks: 'A re-seated party is pinned, and partners are not notified of the availability.',
    tests: [`${CORE}/booking/availability-change.test.ts`],
  },
};
