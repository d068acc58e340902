/** What the restaurant is answered on the phone, and finds. */
import type { Fault } from './run/fault.ts';

const COMMANDS = 'packages/cli/src/commands';

export const faults: readonly Fault[] = [
  {
    name: 'search-from-the-beginning',
    file: `${COMMANDS}/bookings/list.ts`,
    find: 'return { bookings: last.toReversed(), count };',
    replace: 'return { bookings: last, count };',
    breaks: 'Who calls about an umbrella is looked for from the opening of the house.',
    tests: [`${COMMANDS}/booking-search.test.ts`],
  },
  {
    name: 'search-cut-in-silence',
    file: `${COMMANDS}/bookings/list.ts`,
    find: 'left -= page.length;',
    replace: 'left = Math.max(0, left - page.length);',
    breaks: 'The guest is not among the first hundred, and the house believes that there is no booking.',
    tests: [`${COMMANDS}/booking-search.test.ts`],
  },
  {
    name: 'search-by-the-letter',
    file: 'packages/engine/src/core/booking/booking-filter.ts',
    find: "text.normalize('NFKD').replaceAll(/\\p{M}/gu, '').toLowerCase()",
    replace: 'text.toLowerCase()',
    breaks: 'Akesson is not found, who is written Åkesson.',
    tests: ['packages/engine/src/core/booking/booking-filter.test.ts'],
  },
  {
    name: 'search-of-digits-by-the-letter',
    file: 'packages/engine/src/core/booking/booking-filter.ts',
    find: ".replace(/^0+/, '')",
    replace: '',
    breaks: 'A number that was taken with its country is not found without it.',
    tests: ['packages/engine/src/core/booking/booking-filter.test.ts'],
  },
  {
    name: 'search-page-by-page-to-the-first',
    file: 'packages/engine/src/app/shared/read-booking.ts',
    find: 'if (page.length < PAGE_SIZE || !last || isPast(last)) return;',
    replace: 'if (wanted.length < PAGE_SIZE || !last || isPast(last)) return;',
    breaks: 'A search ends after the first 500 bookings.',
    tests: ['packages/engine/src/app/shared/read-booking.test.ts'],
  },
  {
    name: 'no-show-before-its-time-unasked',
    file: `${COMMANDS}/bookings/status.ts`,
    find: 'await confirm(await noShowQuestion(runtime, booking), options)',
    replace: 'await noShowQuestion(runtime, booking)',
    breaks: 'The table of a party that is still to come is given away by a slip of the hand.',
    tests: [`${COMMANDS}/availability.test.ts`],
    titled: 'no-show',
  },
  {
    name: 'refusal-without-what-else',
    file: `${COMMANDS}/bookings/refusal.ts`,
    find: 'await alternatives().catch(() => null)',
    replace: 'await Promise.resolve(void alternatives && null)',
    breaks: 'The caller is told no, and has to ask for each time in turn.',
    tests: [`${COMMANDS}/availability.test.ts`],
    titled: 'D31',
  },
  {
    name: 'refusal-in-json-as-success',
    file: 'packages/cli/src/command.ts',
    find: `      if (options.json && error instanceof Failure && error.json) printJson(error.json);
      throw error;`,
    replace: `      if (options.json && error instanceof Failure && error.json) return printJson(error.json);
      throw error;`,
    breaks: 'A program takes a refusal for a booking.',
    tests: [`${COMMANDS}/availability.test.ts`],
    titled: 'D31',
  },
  {
    name: 'between-seatings-in-silence',
    file: `${COMMANDS}/bookings/answer.ts`,
    find: 'if (sittingMs === null) return answer;',
    replace: 'if (sittingMs !== 0) return answer;',
    breaks: 'A walk-in at six takes the table that the second seating needs, and nobody is told.',
    tests: [`${COMMANDS}/availability.test.ts`],
    titled: 'between two seatings',
  },
];
