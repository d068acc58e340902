/** What `/docs` shows to who begins, and whether it works when it is copied. */
import type { Fault } from './run/fault.ts';

const HTTP = 'packages/adapter-http/src';
const PAGE = ['test/spec/openapi/docs-page.test.ts'];
const SAMPLES = ['test/spec/openapi/samples.test.ts'];

/** Faults of what a developer is told who begins. */
const SANDBOX = ['test/browser/sandbox-mail.test.ts'];

export const faults: readonly Fault[] = [
  {
    name: 'sandbox-mail-through-a-proxy',
    file: `${HTTP}/pages/this-machine.ts`,
    find: "isLoopback(headers.get('host') ?? '') && OF_PROXIES.every((name) => headers.get(name) === null)",
    replace: "isLoopback(headers.get('host') ?? '')",
    breaks: 'Whoever comes through a proxy on the same machine reads other developers’ mails.',
    tests: SANDBOX,
  },
  {
    name: 'sandbox-mail-of-every-kind',
    file: `${HTTP}/mail/written-mail.ts`,
    find: '(kind !== undefined && about !== kind)',
    replace: 'false',
    breaks: 'The page shows the newest mail of all: a link of a guest, or of a manager who signs in.',
    tests: ['packages/cli/src/commands/mails.test.ts'],
  },
  {
    name: 'sandbox-mail-of-the-one-before',
    file: `${HTTP}/mail/written-mail.ts`,
    find: 'dueMs < Math.floor(sinceMs / 1000) * 1000',
    replace: 'dueMs < 0',
    breaks: 'Who asks again is shown the mail of the first time, whose link is used up.',
    tests: SANDBOX,
  },
  {
    name: 'refusal-between-slots-is-closed',
    file: `${HTTP}/api/refusal-answer.ts`,
    find: "reason === 'closed' && found?.offGrid ? OFF_GRID : REFUSALS[reason]",
    replace: 'OFF_GRID && REFUSALS[reason]',
    breaks: 'Who books 18:05 is told that the restaurant is closed.',
    tests: [`${HTTP}/api/errors.test.ts`],
  },
  {
    name: 'refusal-at-night-is-between-slots',
    file: 'packages/engine/src/core/location/slots.ts',
    find: 'open !== null && !onGrid(open, startMs)',
    replace: 'open === null || !onGrid(open, startMs)',
    breaks: 'Who books in the middle of the night is told of slots.',
    tests: [`${HTTP}/api/errors.test.ts`],
  },
  {
    name: 'kit-any-first-fault',
    file: 'packages/cli/src/conformance/rules/hints.ts',
    find: " &&\n    field(errors[0], 'message') === field(json, 'message');",
    replace: ';',
    breaks: 'A server that tells one fault and lists others passes.',
    tests: ['test/spec/kit/wrong-servers.test.ts'],
  },
  {
    name: 'docs-example-with-an-old-date',
    file: `${HTTP}/docs/operation-section.ts`,
    find: 'code: withOpenDates(source),',
    replace: 'code: source,',
    breaks: 'The first command that a developer copies asks for a day that has passed.',
    tests: SAMPLES,
  },
  {
    name: 'docs-example-without-its-body',
    file: `${HTTP}/openapi/samples/python.ts`,
    find: '...(body === null ? [] : [`    data=',
    replace: '...(body !== null ? [] : [`    data=',
    breaks: 'Who books in Python is told that the body is missing.',
    tests: SAMPLES,
  },
  {
    name: 'docs-example-with-everybodys-key',
    file: `${HTTP}/openapi/samples/sample-request.ts`,
    find: '.replace(`"${IDEMPOTENCY_KEY}"`, freshKey)',
    replace: '.replace(`"no such key"`, freshKey)',
    breaks: 'Everybody’s first booking is a replay of somebody else’s.',
    tests: SAMPLES,
  },
  {
    name: 'docs-check-of-one-signature',
    file: `${HTTP}/openapi/samples/receiver.ts`,
    find: '    return any(name == "v1"',
    replace: '    return all(name == "v1"',
    breaks: 'Receivers in Python refuse every delivery.',
    tests: SAMPLES,
  },
  {
    name: 'docs-receiver-hears-twice',
    file: `${HTTP}/openapi/samples/receiver.ts`,
    find: '  seen.add(event.id);\n',
    replace: '',
    breaks: 'A receiver made after the page does its work again for each repeated delivery.',
    tests: SAMPLES,
  },
  {
    name: 'docs-code-with-a-piece-missing',
    file: `${HTTP}/docs/highlight.ts`,
    find: 'parts.push(code.slice(end));',
    replace: 'parts.push(code.slice(end).trimStart());',
    breaks: 'What is copied is not what was tried.',
    tests: [...PAGE, ...SAMPLES],
  },
  {
    name: 'docs-sandbox-that-there-is-not',
    file: `${HTTP}/api/assemble-api.ts`,
    find: "added.has('/sandbox')",
    replace: 'true',
    breaks: 'The first button of the page leads to a 404.',
    tests: PAGE,
  },
  {
    name: 'docs-copies-what-is-hidden',
    file: `${HTTP}/docs/docs-script.ts`,
    find: '.find((code) => code.offsetParent !== null)',
    replace: '[0]',
    breaks: 'Who reads Python copies curl.',
    tests: PAGE,
  },
  {
    name: 'docs-language-of-one-example',
    file: `${HTTP}/docs/docs-script.ts`,
    find: '  choose(target.value);\n',
    replace: '',
    breaks: 'The language has to be chosen in every example anew.',
    tests: PAGE,
  },
];
