/** The house behind its evenings in the console: months, closures, files to be checked, staff, and the way into the demo. */
import type { Fault } from './run/fault.ts';

const PARTS = 'packages/adapter-http/src/console/house';
const FILES = 'packages/cli/src/files/location-files.test.ts';
const MONTH = 'packages/engine/src/app/operator/read-month.test.ts';
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
    name: 'file-of-another-restaurant-checked',
    file: `${PARTS}/plan-routes.ts`,
    find: 'if (file.id !== null && file.id.toLowerCase() !== location.id) return tell(say.otherHouse);\n',
    replace: '',
    breaks: 'The file of one restaurant is compared with another.',
    tests: [FILES],
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
