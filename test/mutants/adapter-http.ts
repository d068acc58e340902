/** What the edge answers: on the wire, in the caller’s language, of faults; and where webhooks may go. */
import type { Fault } from './run/fault.ts';

const HTTP = 'packages/adapter-http/src';

const wire: readonly Fault[] = [
  {
    name: 'wire-key-dropped',
    file: `${HTTP}/api/endpoints/create-booking.ts`,
    find: 'idempotencyKey: sent.idempotencyKey ?? null',
    replace: 'idempotencyKey: null',
    breaks: 'A retry books a second table.',
    tests: [`${HTTP}/api/partner-api.test.ts`],
    titled: 'D10',
  },
  {
    name: 'wire-created-in-whole-seconds',
    file: `${HTTP}/api/endpoints/booking-body.ts`,
    find: 'createdAt: formatInstantMs(found.createdMs)',
    replace: 'createdAt: formatInstantMs(found.startMs)',
    breaks: 'A booking is created when the guest comes.',
    tests: ['test/spec/4-4-read-cancel-menu.test.ts'],
    titled: '4.4',
  },
  {
    name: 'wire-request-id-of-a-secret',
    file: `${HTTP}/api/exchange.ts`,
    find: '/^(?!bord_|whsec_)[',
    replace: '/^[',
    breaks: 'A key sent in the wrong header is written into the log.',
    tests: [`${HTTP}/api/partner-api.test.ts`],
    titled: 'request id',
  },
  {
    name: 'wire-stand-of-the-limit',
    file: `${HTTP}/api/answer.ts`,
    find: "headers.push('ratelimit-remaining', `${rate.remaining}`);",
    replace: "headers.push('ratelimit-remaining', `${caller.rateLimit}`);",
    breaks: 'A partner that watches its limit runs into it.',
    tests: [`${HTTP}/api/guard.test.ts`],
  },
];

const language: readonly Fault[] = [
  {
    name: 'language-of-norwegian-browsers',
    file: `${HTTP}/i18n/no.ts`,
    find: "browserTags: ['no', 'nb', 'nn']",
    replace: "browserTags: ['no']",
    breaks: 'Norwegians, whose browsers ask for nb, read faults in English.',
    tests: [`${HTTP}/i18n/languages.test.ts`],
  },
];

const endpoints: readonly Fault[] = [
  {
    name: 'endpoint-query-of-another',
    file: `${HTTP}/api/fast-path.ts`,
    find: 'questions.set(address, question);',
    replace: "questions.set(address.replace(/&explain=.*/, ''), question);",
    breaks: 'Who asks for a day is given the reasons that somebody else has asked for.',
    tests: [`${HTTP}/api/partner-api.test.ts`, `${HTTP}/api/explain.test.ts`],
  },
  {
    name: 'endpoint-batch-as-reading',
    file: `${HTTP}/api/endpoints/read-availability-batch.ts`,
    find: "load: 'batch'",
    replace: "load: 'reading'",
    breaks: 'Batches take the places of single days when there is too much to do.',
    tests: ['test/spec/openapi/failures.test.ts', `${HTTP}/api/overload.test.ts`],
  },
];

const errors: readonly Fault[] = [
  {
    name: 'error-that-tells',
    file: `${HTTP}/api/errors.ts`,
    find: 'return errorAnswer(500, UNEXPECTED);',
    replace: 'return errorAnswer(500, String(error));',
    breaks: 'SQL and ids leave with a 500.',
    tests: [`${HTTP}/api/errors.test.ts`],
  },
  {
    name: 'error-unreported',
    file: `${HTTP}/api/errors.ts`,
    find: "  if (code === 'unavailable') report(error, exchange.requestId);\n",
    replace: '',
    breaks: 'A database that does not answer is in no log.',
    tests: [`${HTTP}/api/errors.test.ts`],
  },
  {
    name: 'error-without-retry-after',
    file: `${HTTP}/api/errors.ts`,
    find: "if (code === 'not_enabled' || code === 'unavailable') return",
    replace: "if (code === 'not_enabled') return",
    breaks: 'Clients retry at once, all of them, while the database comes back.',
    tests: [`${HTTP}/api/errors.test.ts`],
  },
  {
    name: 'error-of-a-foreign-booking',
    file: `${HTTP}/api/errors.ts`,
    find: '  booking_not_found: 404,',
    replace: '  booking_not_found: 403,',
    breaks: 'A booking that is unknown is told as a forbidden one.',
    tests: [`${HTTP}/api/errors.test.ts`],
  },
  {
    name: 'error-record-with-rows',
    file: `${HTTP}/api/error-record.ts`,
    find: "return message.replace(QUOTED, '…');",
    replace: 'return message;',
    breaks: 'What the database quotes of a guest is written into the log.',
    tests: [`${HTTP}/api/error-record.test.ts`],
  },
  {
    name: 'error-record-of-bad-rows',
    file: `${HTTP}/api/error-record.ts`,
    find: '(?:08|25|28|3D|40|42|53|54|55|57|58|XX)',
    replace: '(?:08|22|23|25|28|3D|40|42|53|54|55|57|58|XX)',
    breaks: 'PostgreSQL repeats the row it refused, in the log.',
    tests: [`${HTTP}/api/error-record.test.ts`],
  },
];

const webhooks: readonly Fault[] = [
  {
    name: 'webhook-to-a-mapped-loopback',
    file: `${HTTP}/webhooks/public-address.ts`,
    find: "return address.match(GLOBAL_IPV6) && address.range() === 'unicast';",
    replace: "return address.range() !== 'loopback';",
    breaks: 'A partner registers ::ffff:127.0.0.1 and talks to this machine.',
    tests: [`${HTTP}/webhooks/public-address.test.ts`],
  },
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

export const faults: readonly Fault[] = [...wire, ...language, ...endpoints, ...errors, ...webhooks];
