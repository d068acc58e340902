/** What an operator is warned of, and what a log says of a request that failed. */
import type { Fault } from './run/fault.ts';

const CONFIG = 'packages/cli/src/config';
const FAILURE = 'packages/adapter-http/src/http/request-failure.test.ts';

export const faults: readonly Fault[] = [
  {
    name: 'kubelet-variables-unknown',
    file: `${CONFIG}/remarks.ts`,
    find: 'PORT_\\w+)$/;',
    replace: 'PORT)$/;',
    breaks: 'Every server in Kubernetes warns of variables that nobody has set.',
    tests: [`${CONFIG}/config.test.ts`],
    titled: 'kubelet',
  },
  {
    name: 'password-behind-a-question-mark',
    file: `${CONFIG}/remarks.ts`,
    find: "isRaw ? '' : name",
    replace: 'name',
    breaks: 'A part of a password is printed as the name of a URL parameter.',
    tests: [`${CONFIG}/config.test.ts`],
    titled: 'unknown parameter',
  },
  {
    name: 'revoked-key-as-expired',
    file: 'packages/engine/src/core/access/api-key.ts',
    find: "? 'revoked' : 'expired'",
    replace: "? 'expired' : 'revoked'",
    breaks: 'The log sends an operator to the wrong cause of a 401.',
    tests: [FAILURE],
    titled: 'a 401 is recorded',
  },
  {
    name: 'first-field-alone',
    file: 'packages/adapter-http/src/http/request-failure.ts',
    find: 'error instanceof Malformed ? error.faults.map(({ field }) => field) : [',
    replace: '[',
    breaks: 'The log names one field of a request in which several are wrong.',
    tests: [FAILURE],
    titled: 'a 400 is recorded',
  },
];
