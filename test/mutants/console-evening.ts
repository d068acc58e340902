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
    breaks: 'A new booking starts at 19:42, not at a slot.',
    tests: DRAWN,
  },
  'console-day-drawn-for-another': {
    file: `${DAY}/day-renderings.ts`,
    find: '[language, here, nowMs, ...madeOf(sheet, versions)]',
    replace: '[here, nowMs, ...madeOf(sheet, versions)]',
    breaks: 'A page in Danish shows the cached drawing in Swedish.',
    tests: [`${DAY}/day-renderings.test.ts`],
  },
  'console-day-minute-that-was': {
    file: `${DAY}/day-renderings.ts`,
    find: 'language, here, nowMs, ...madeOf',
    replace: 'language, here, ...madeOf',
    breaks: 'The line of the current time moves only after a change.',
    tests: [`${DAY}/day-renderings.test.ts`],
  },
  'console-day-token-for-all': {
    file: `${DAY}/evening-routes.ts`,
    find: '${formField(input)}',
    replace: '',
    breaks: 'Buttons of the list have no effect.',
    tests: [`${DAY}/day-renderings.test.ts`],
  },
  'console-day-thin-fingers': {
    file: `${DAY}/evening-widths.ts`,
    find: '--row: 44px',
    replace: '--row: 20px',
    breaks: 'On a phone, the rows of tables are too low for a finger.',
    tests: BROWSER,
  },
  'console-day-both-views': {
    file: `${DAY}/evening-widths.ts`,
    find: '#evening.view-timeline .as-list, #evening.view-auto .as-list { display: none; }\n@media screen {',
    replace: '#evening.view-auto .as-list { display: none; }\n@media screen {',
    breaks: 'The list is shown again below the timeline.',
    tests: BROWSER,
  },
};
