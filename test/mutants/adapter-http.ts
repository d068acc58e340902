/** What the edge answers: on the wire, in the caller’s language, of faults; and where webhooks may go. */
import type { Fault } from './run/fault.ts';

const HTTP = 'packages/adapter-http/src';

const wire: readonly Fault[] = [
  {
    name: 'wire-request-id-of-a-secret',
    file: `${HTTP}/http/exchange.ts`,
    find: '/^(?!bord_|whsec_)[',
    replace: '/^[',
    breaks: 'A key sent in the wrong header is written into the log.',
    tests: [`${HTTP}/api/partner-api.test.ts`],
    titled: 'request id',
  },
];

const errors: readonly Fault[] = [
  {
    name: 'error-unreported',
    file: `${HTTP}/http/errors.ts`,
    find: "  if (code === 'unavailable') report(error, exchange.requestId);\n",
    replace: '',
    breaks: 'A database that does not answer is in no log.',
    tests: [`${HTTP}/http/errors.test.ts`],
  },
];

const webhooks: readonly Fault[] = [
  {
    name: 'webhook-one-good-address-is-enough',
    file: `${HTTP}/webhooks/open-connection.ts`,
    find: 'const bad = addresses.find((address) => !isPublicAddress(address));\n  if (bad !== undefined &&',
    replace: 'const bad = addresses[0]!;\n  if (!isPublicAddress(bad) &&',
    breaks: 'A name with a public and a private address leads to the private one.',
    tests: [`${HTTP}/webhooks/open-connection.test.ts`],
  },
  {
    name: 'webhook-other-end-not-looked-at',
    file: `${HTTP}/webhooks/open-connection.ts`,
    find: 'const fault = way.allowPrivate ? null : faultOf(socket.remoteAddress, url);',
    replace: 'const fault = null as NoAnswerError | null;\n  void faultOf;',
    breaks: 'A connection that ended somewhere else than was looked up is used.',
    tests: [`${HTTP}/webhooks/open-connection.test.ts`],
  },
  {
    name: 'webhook-with-a-password',
    file: `${HTTP}/webhooks/webhook-url.ts`,
    find: "  if (/^[a-z]+:\\/*[^/?#]*@/i.test(text)) return 'the URL contains a user name or password';\n",
    replace: '',
    breaks: 'https://acme.example@10.0.0.1 looks like a partner and is not.',
    tests: [`${HTTP}/webhooks/webhook-url.test.ts`],
  },
];

export const faults: readonly Fault[] = [...wire, ...errors, ...webhooks];
