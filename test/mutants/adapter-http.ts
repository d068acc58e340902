/** Answers at the edge: on the wire, in the caller’s language, for errors; and the allowed targets of webhooks. */
import type { Faults } from './run/fault.ts';

const HTTP = 'packages/adapter-http/src';

const wire: Faults = {
  'wire-request-id-of-a-secret': {
    file: `${HTTP}/http/pipeline.ts`,
    find: '/^(?!bord_|whsec_)[',
    replace: '/^[',
    breaks: 'An API key in the wrong header is written to the log.',
    tests: [`${HTTP}/api/partner-api.test.ts`],
    titled: 'request id',
  },
};

const webhooks: Faults = {
  'webhook-one-good-address-is-enough': {
    file: `${HTTP}/webhooks/open-connection.ts`,
    find: 'const bad = addresses.find((address) => !isPublicAddress(address));\n  if (bad !== undefined &&',
    replace: 'const bad = addresses[0]!;\n  if (!isPublicAddress(bad) &&',
    breaks: 'A webhook is sent to the private IP address of a name that also has a public one.',
    tests: [`${HTTP}/webhooks/open-connection.test.ts`],
  },
};

export const faults: Faults = { ...wire, ...webhooks };
