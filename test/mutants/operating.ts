/** What an operator is warned of, and what a log says of a request that failed. */
import type { Faults } from './run/fault.ts';

const CONFIG = 'packages/cli/src/config';

export const faults: Faults = {
  'kubelet-variables-unknown': {
    file: `${CONFIG}/remarks.ts`,
    find: 'PORT_\\w+)$/;',
    replace: 'PORT)$/;',
    breaks: 'Every server in Kubernetes warns of variables that nobody has set.',
    tests: [`${CONFIG}/config.test.ts`],
    titled: 'kubelet',
  },
};
