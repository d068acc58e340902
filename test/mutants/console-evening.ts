/** The day on the console. */
import type { Faults } from './run/fault.ts';

const DAY = 'packages/adapter-http/src/console/evening';
const DRAWN = [`${DAY}/day-html.test.ts`];
const BROWSER = ['test/browser/console-evening.test.ts'];

export const faults: Faults = {
  'console-day-free-beyond-the-step': {
    file: `${DAY}/free-svg.ts`,
    find: 'period.startMs + Math.ceil((startMs - period.startMs) / stepMs) * stepMs',
    replace: 'startMs',
    breaks: 'A new booking begins at 19:42.',
    tests: DRAWN,
  },
  'console-day-drawn-for-another': {
    file: `${DAY}/day-renderings.ts`,
    find: '[language, here, nowMs, ...madeOf(sheet, versions)]',
    replace: '[here, nowMs, ...madeOf(sheet, versions)]',
    breaks: 'Who reads Danish sees what was drawn for who reads Swedish.',
    tests: [`${DAY}/day-renderings.test.ts`],
  },
  'console-day-minute-that-was': {
    file: `${DAY}/day-renderings.ts`,
    find: 'language, here, nowMs, ...madeOf',
    replace: 'language, here, ...madeOf',
    breaks: 'The line of now stands still until somebody books.',
    tests: [`${DAY}/day-renderings.test.ts`],
  },
  'console-day-token-for-all': {
    file: `${DAY}/evening-routes.ts`,
    find: '${formField(input)}',
    replace: '',
    breaks: 'No button of the list does anything.',
    tests: [`${DAY}/day-renderings.test.ts`],
  },
  'console-day-thin-fingers': {
    file: `${DAY}/evening-widths.ts`,
    find: '--row: 44px',
    replace: '--row: 20px',
    breaks: 'On a phone one finger hits two tables.',
    tests: BROWSER,
  },
  'console-day-both-views': {
    file: `${DAY}/evening-widths.ts`,
    find: '#evening.view-timeline .as-list, #evening.view-auto .as-list { display: none; }\n@media screen {',
    replace: '#evening.view-auto .as-list { display: none; }\n@media screen {',
    breaks: 'Below the timeline the whole list stands once more.',
    tests: BROWSER,
  },
};
