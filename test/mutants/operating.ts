/** Warnings for an operator, and the log of a failed request. */
import type { Faults } from './run/fault.ts';

const CONFIG = 'packages/cli/src/config';

export const faults: Faults = {
  'kubelet-variables-unknown': {
    file: `${CONFIG}/remarks.ts`,
    find: 'PORT_\\w+)$/;',
    replace: 'PORT)$/;',
    breaks: 'Every server in Kubernetes warns of variables that Kubernetes sets.',
    tests: [`${CONFIG}/config.test.ts`],
    titled: 'kubelet',
  },
};
