/** The house behind its evenings in the console: months, closures, files to be checked, staff, and the way into the demo. */
import type { Faults } from './run/fault.ts';

const DAYS = 'packages/cli/src/demo/demo-days.test.ts';

export const faults: Faults = {
  'demo-never-made-again': {
    file: 'packages/cli/src/demo/demo-days.ts',
    find: '  const time = 1 + Math.max(0, ...made.map((one) => one.time));\n',
    replace: '  const time = 1;\n',
    breaks: 'After the first night the demo is empty for good.',
    tests: [DAYS],
  },
};
