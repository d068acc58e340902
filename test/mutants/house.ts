/** The house behind its evenings in the console: months, closures, files to be checked, staff, and the way into the demo. */
import type { Fault } from './run/fault.ts';

const PARTS = 'packages/adapter-http/src/pages/console/house';
const DEMO = 'packages/adapter-http/src/pages/console/demo';
const PAGES = `${PARTS}/house-pages.test.ts`;
const FILES = 'packages/cli/src/console/location-files.test.ts';
const MONTH = 'packages/engine/src/app/operator/read-month.test.ts';
const ENTRY = `${DEMO}/demo-entry.test.ts`;
const DAYS = 'packages/cli/src/demo/demo-days.test.ts';

export const faults: readonly Fault[] = [
  {
    name: 'month-counts-who-cancelled',
    file: 'packages/engine/src/core/booking/month.ts',
    find: "    if (status === 'cancelled') day.cancelled += 1;\n    else if",
    replace: '    if',
    breaks: 'A day looks full of parties that have cancelled.',
    tests: [MONTH],
  },
  {
    name: 'month-reads-on-to-the-end',
    file: 'packages/engine/src/app/operator/read-month.ts',
    find: '{ from: first, before: addDays(last, 1) }',
    replace: '{ from: first }',
    breaks: 'A month reads all that is booked after it.',
    tests: [MONTH],
  },
  {
    name: 'month-begins-at-the-beginning',
    file: 'packages/engine/src/app/operator/read-month.ts',
    find: '{ from: first, before',
    replace: '{ before',
    breaks: 'A month reads the years before it.',
    tests: [MONTH],
  },
  {
    name: 'closure-names-who-has-been',
    file: `${PARTS}/closures-routes.ts`,
    find: 'booking.startMs >= startMs && ',
    replace: '',
    breaks: 'People are called who do not stand in the closure.',
    tests: [PAGES],
  },
  {
    name: 'file-of-another-restaurant-checked',
    file: `${PARTS}/plan-routes.ts`,
    find: 'if (file.id !== null && file.id.toLowerCase() !== location.id) return tell(say.otherHouse);\n',
    replace: '',
    breaks: 'The file of one restaurant is compared with another.',
    tests: [FILES],
  },
  {
    name: 'file-of-any-size-parsed',
    file: `${PARTS}/plan-routes.ts`,
    find: 'if (Buffer.byteLength(text) > FILE_KIB_MAX * 1024) return',
    replace: 'if (false) return',
    breaks: 'A megabyte of YAML is parsed while everybody waits.',
    tests: [FILES],
  },
  {
    name: 'refusing-file-said-to-pass',
    file: `${PARTS}/review-page.ts`,
    find: "concerns.includes('no_table') || ",
    replace: '',
    breaks: 'A file that takes a table from somebody looks as if it could be applied.',
    tests: [FILES],
  },
  {
    name: 'last-manager-removed',
    file: `${PARTS}/people-routes.ts`,
    find: "return BookingError.is(error) && error.code === 'last_manager';",
    replace: 'return false;',
    breaks:
      'Who would leave a house without a manager reads of bookings that stand, and not what to do first.',
    tests: [PAGES],
  },
  {
    name: 'demo-open-through-a-proxy',
    file: 'packages/adapter-http/src/pages/this-machine.ts',
    find: ' && OF_PROXIES.every((name) => headers.get(name) === null)',
    replace: '',
    breaks: 'Behind a proxy everybody is a manager of the demo.',
    tests: [ENTRY],
  },
  {
    name: 'demo-open-on-every-address',
    file: `${DEMO}/demo-entry.ts`,
    find: '!demo.isLocal() || ',
    replace: '',
    breaks: 'Whoever reaches a public server is let in without signing in.',
    tests: [ENTRY],
  },
  {
    name: 'demo-open-beside-a-restaurant',
    file: `${DEMO}/demo-entry.ts`,
    find: 'locations.length === 1 && ',
    replace: '',
    breaks: 'A real restaurant’s database gets parties that nobody has booked.',
    tests: [ENTRY],
  },
  {
    name: 'demo-made-twice',
    file: 'packages/cli/src/demo/demo-days.ts',
    find: "  if (made.some(({ booking }) => booking.status !== 'cancelled')) return;\n",
    replace: '',
    breaks: 'Each click fills the demo with the same parties again.',
    tests: [DAYS],
  },
  {
    name: 'demo-never-made-again',
    file: 'packages/cli/src/demo/demo-days.ts',
    find: '  const time = 1 + Math.max(0, ...made.map((one) => one.time));\n',
    replace: '  const time = 1;\n',
    breaks: 'After the first night the demo is empty for good.',
    tests: [DAYS],
  },
];
