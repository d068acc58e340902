/** What the core decides: slots, pacing, deliveries, signatures. */
import type { Fault } from './run/fault.ts';

const CORE = 'packages/engine/src/core';

export const faults: readonly Fault[] = [
  {
    name: 'slots-horizon-in-hours',
    file: `${CORE}/slots.ts`,
    find: 'lastDate: addDays(today, location.horizonDays)',
    replace: 'lastDate: addDays(today, location.horizonDays - 1)',
    breaks: 'The last date of the horizon is not offered.',
    tests: [`${CORE}/slots.test.ts`],
  },
  {
    name: 'slots-last-start-lost',
    file: `${CORE}/slots.ts`,
    find: '? endMs <= open.closesMs :',
    replace: '? endMs < open.closesMs :',
    breaks: 'The start whose turn ends when the house closes is refused.',
    tests: [`${CORE}/slots.test.ts`],
  },
  {
    name: 'slots-buffer-forgotten',
    file: `${CORE}/slots.ts`,
    find: 'blockedUntilMs: endMs + location.bufferMinutes * MINUTE_MS',
    replace: 'blockedUntilMs: endMs',
    breaks: 'The next party sits down while the table is still being cleared.',
    tests: [`${CORE}/slots.test.ts`],
  },
  {
    name: 'slots-operator-writes-down-the-past',
    file: `${CORE}/slots.ts`,
    find: 'if (slot.endMs <= window.nowMs) return',
    replace: 'if (slot.startMs <= window.nowMs) return',
    breaks: 'The operator cannot write down the party that sat down ten minutes ago.',
    tests: [`${CORE}/slots.test.ts`],
  },
  {
    name: 'delivery-redirect-accepted',
    file: `${CORE}/delivery-rules.ts`,
    find: "answer.kind === 'answered' && answer.status >= 200 && answer.status < 300",
    replace: "answer.kind === 'answered' && answer.status >= 200 && answer.status < 400",
    breaks: 'A receiver that has moved counts as having taken the event, which is lost.',
    tests: [`${CORE}/delivery-rules.test.ts`],
  },
  {
    name: 'delivery-success-leaves-the-count',
    file: `${CORE}/delivery-rules.ts`,
    find: '{ ...endpoint, failedInARow: 0 }',
    replace: '{ ...endpoint }',
    breaks: 'Fifteen failures in a year disable a healthy endpoint.',
    tests: [`${CORE}/delivery-rules.test.ts`],
  },
  {
    name: 'delivery-disabled-again',
    file: `${CORE}/delivery-rules.ts`,
    find: 'failedInARow >= FAILED_EVENTS_MAX && endpoint.disabledMs === null',
    replace: 'failedInARow >= FAILED_EVENTS_MAX',
    breaks: 'The operator is mailed for each event that was under way when the endpoint was disabled.',
    tests: [`${CORE}/delivery-rules.test.ts`],
  },
  {
    name: 'signature-without-time',
    file: `${CORE}/signature.ts`,
    find: '.update(`${t}.`)',
    replace: '',
    breaks: 'What was once sent can be sent again by anybody, with a new time.',
    tests: [`${CORE}/signature.test.ts`],
  },
];
