/** What is told by name only: offers to the waitlist, and that what can be had has changed. */
import type { Fault } from './run/fault.ts';

const CORE = 'packages/engine/src/core';

export const faults: readonly Fault[] = [
  {
    name: 'endpoint-without-a-list-hears-all',
    file: `${CORE}/outbox/event.ts`,
    find: 'eventTypes ?? SPECIFIED_EVENT_TYPES;\n  return types.includes(type)',
    replace: 'eventTypes ?? SPECIFIED_EVENT_TYPES;\n  return (eventTypes === null || types.includes(type))',
    breaks: 'Receivers that were written for three types are sent others, fail, and are disabled.',
    tests: [`${CORE}/outbox/event.test.ts`],
  },
  {
    name: 'offer-told-to-all-partners',
    file: `${CORE}/outbox/offer-event.ts`,
    find: 'isOf(endpoint, channel) && hears(',
    replace: 'hears(',
    breaks: 'Partners hear who waits at whose waitlist.',
    tests: [`${CORE}/outbox/event.test.ts`],
  },
  {
    name: 'offer-with-the-guest-to-all',
    file: `${CORE}/outbox/offer-event.ts`,
    find: 'guest: includeGuest ? eventGuest(guest) : null',
    replace: 'guest: eventGuest(guest)',
    breaks: 'Guests who wait are sent to receivers with whom there is no agreement.',
    tests: [`${CORE}/outbox/event.test.ts`],
  },
  {
    name: 'test-event-of-all-types',
    file: `${CORE}/outbox/test-event.ts`,
    find: 'endpoint.eventTypes ?? SPECIFIED_EVENT_TYPES;',
    replace: 'SPECIFIED_EVENT_TYPES;',
    breaks: 'A receiver for times alone is tried with a booking, which it never gets.',
    tests: [`${CORE}/outbox/event.test.ts`],
  },
];
