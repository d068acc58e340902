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
  {
    name: 'changes-announced-by-no-step',
    file: 'packages/engine/src/app/shared/amend-diary.ts',
    find: 'return announcing(amended, snapshot);',
    replace: 'return amended;',
    breaks: 'Nobody who asked for it hears that a table was booked.',
    tests: ['test/properties/availability-events.test.ts'],
  },
  {
    name: 'plan-announced-to-nobody',
    file: 'packages/engine/src/app/operator/apply-location.ts',
    find: 'return announcing(before, plan);',
    replace: 'return undefined;',
    breaks: 'A closure is heard of by nobody who keeps times.',
    tests: ['test/properties/availability-events.test.ts'],
  },
  {
    name: 'cancellation-frees-nothing',
    file: `${CORE}/booking/availability-change.ts`,
    find: 'return isLive(booking) ? toDiary(booking) : null;',
    replace: 'return toDiary(booking);',
    breaks: 'What a cancellation frees is announced to nobody.',
    tests: ['test/properties/availability-events.test.ts'],
  },
  {
    name: 'change-of-the-new-time-alone',
    file: `${CORE}/booking/availability-change.ts`,
    find: ': [before, after];',
    replace: ': [after];',
    breaks: 'A booking that moves to another date frees its old one, and nobody hears of it.',
    tests: ['test/properties/availability-events.test.ts'],
  },
  {
    name: 'change-of-the-past-announced',
    file: `${CORE}/booking/availability-change.ts`,
    find: 'const startMs = Math.max(interval.startMs, days.nowMs);',
    replace: 'const { startMs } = interval;',
    breaks: 'Each party that has left hours ago and is marked so makes everybody ask again.',
    tests: [`${CORE}/booking/availability-change.test.ts`],
  },
  {
    name: 'event-absorbed-by-one-under-way',
    file: `${CORE}/outbox/coalesce.ts`,
    find: 'other.isFresh && isWithin(',
    replace: 'isWithin(',
    breaks:
      'A receiver that acted on an attempt before the change takes the next one for a repetition, and never asks again.',
    tests: ['packages/engine/src/memory/memory-storage.test.ts'],
  },
  {
    name: 'event-absorbed-while-leased',
    file: 'packages/adapter-sqlite/src/dated-deliveries.ts',
    find: '\n      AND (leased_until_ms IS NULL OR leased_until_ms <= @nowMs)`',
    replace: '\n      AND @nowMs > 0`',
    breaks:
      'What changes while an event is under way drops it, and the worker settles what is no longer there.',
    tests: ['packages/adapter-sqlite/src/contract.test.ts'],
  },
  {
    name: 'ranges-cut-to-the-newest',
    file: `${CORE}/outbox/coalesce.ts`,
    find: '    delivery.covers,\n  );',
    replace: '    delivery.covers,\n  ) && delivery.covers;',
    breaks: 'A closure replaces the event of another one, and its dates are lost.',
    tests: ['packages/engine/src/memory/memory-storage.test.ts'],
  },
  {
    name: 'listeners-never-read-again',
    file: 'packages/engine/src/app/operator/endpoints.ts',
    find: '  await app.storage.endpoints.insert(endpoint);\n  app.listeners.forget();\n',
    replace: '  await app.storage.endpoints.insert(endpoint);\n',
    breaks: 'Who has just been added hears nothing for some seconds.',
    tests: ['test/properties/availability-events.test.ts'],
  },
];
