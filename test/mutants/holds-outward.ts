/** Holds as partners and the house meet them: on the wire, on the day, and in the way. */
import type { Fault } from './run/fault.ts';

const API = 'packages/adapter-http/src/api';
const ENGINE = 'packages/engine/src';
const wire = ['test/spec/d35-holds-wire.test.ts'];
const onTheDay = ['test/spec/d35-holds-day.test.ts'];

export const faults: readonly Fault[] = [
  {
    name: 'hold-needs-a-list-to-be-confirmed',
    file: `${API}/guard.ts`,
    find: 'requirement.access === undefined',
    replace: 'requirement.access !== undefined || true',
    breaks: 'Who may hold and book without a list of locations cannot confirm what it holds.',
    tests: wire,
  },
  {
    name: 'too-many-holds-until-the-last-lapses',
    file: `${ENGINE}/app/shared/holds.ts`,
    find: 'const lapsesMs = Math.min(',
    replace: 'const lapsesMs = Math.max(',
    breaks: 'Retry-After names when the last hold lapses, not the first.',
    tests: wire,
  },
  {
    name: 'hold-key-of-nothing',
    file: `${ENGINE}/app/shared/holds.ts`,
    find: "if (own !== null) assertText('idempotencyKey'",
    replace: "if (own) assertText('idempotencyKey'",
    breaks: 'An empty idempotency key is a key, the same for all whose program has lost theirs.',
    tests: wire,
  },
  {
    name: 'block-forces-a-hold',
    file: `${ENGINE}/core/seating/chosen-tables.ts`,
    find: 'inTheWay.length === 0 && holds.length === 0 && blocks.length === 0',
    replace: 'inTheWay.length === 0 && blocks.length === 0',
    breaks: 'A hold keeps its table under a block, and two are told that they have it.',
    tests: onTheDay,
  },
  {
    name: 'hold-named-as-a-booking',
    file: `${ENGINE}/core/seating/chosen-tables.ts`,
    find: 'staying.filter((one) => !isHold(one))',
    replace: 'staying',
    breaks: 'A refusal names a booking that there is not, and cannot be told.',
    tests: onTheDay,
  },
  {
    name: 'hold-moved-is-told',
    file: `${ENGINE}/core/booking/decide-block.ts`,
    find: 'reseatings.filter(({ bookingId }) => !isHold({ id: bookingId })).map(changeOf)',
    replace: 'reseatings.map(changeOf)',
    breaks: 'A block lists a party that has moved and is nobody.',
    tests: onTheDay,
  },
  {
    name: 'lapsed-hold-on-the-day',
    file: `${ENGINE}/app/shared/read-booking.ts`,
    find: ".filter(({ state }) => state === 'held')",
    replace: '',
    breaks: 'The day shows tables as held that anybody can have.',
    tests: onTheDay,
  },
  {
    name: 'held-table-shown-as-free',
    file: `${ENGINE}/core/timeline/rows.ts`,
    find: '[...holding, ...blocked, ...reserved, ...closed]',
    replace: '[...holding, ...blocked, ...closed]',
    breaks: 'The drawing offers a table that is held.',
    tests: [`${ENGINE}/core/timeline/timeline-of.test.ts`],
  },
  {
    name: 'lapsed-holds-pile-up',
    file: `${ENGINE}/app/background/waitlist-rounds.ts`,
    find: '  await sweepHolds(app, pending, overMs);\n',
    replace: '',
    breaks: 'Each hold that nobody confirms stays in its day for good.',
    tests: onTheDay,
  },
  {
    name: 'hold-swept-before-its-hour',
    file: `${ENGINE}/app/background/sweep-holds.ts`,
    find: 'lapsesMsOf(id) + CONFIRMABLE_MS <= overMs',
    replace: 'lapsesMsOf(id) <= overMs',
    breaks: 'A timer decides: who pays a minute too long finds her table given up, though nobody needs it.',
    tests: onTheDay,
  },
];
