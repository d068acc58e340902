/** The samples of `/docs`, and that they work when they are copied. */
import type { Faults } from './run/fault.ts';

const HTTP = 'packages/adapter-http/src';
const PAGE = ['test/spec/openapi/docs-page.test.ts'];
const SAMPLES = ['test/spec/openapi/samples.test.ts'];

/** Faults of the documentation for new developers. */

export const faults: Faults = {
  'refusal-between-slots-is-closed': {
    file: `${HTTP}/api/refusal-answer.ts`,
    find: "reason === 'closed' && found?.offGrid ? OFF_GRID : REFUSALS[reason]",
    replace: 'OFF_GRID && REFUSALS[reason]',
    breaks: 'A request for 18:05 is rejected as closed.',
    tests: [`${HTTP}/http/errors.test.ts`],
  },
  'docs-example-with-everybodys-key': {
    file: `${HTTP}/openapi/samples/sample-request.ts`,
    find: '.replace(`"${IDEMPOTENCY_KEY}"`, freshKey)',
    replace: '.replace(`"no such key"`, freshKey)',
    breaks: 'Two developers who copy the example use the same idempotency key.',
    tests: SAMPLES,
  },
  'docs-check-of-one-signature': {
    file: `${HTTP}/openapi/samples/receiver.ts`,
    find: '    return any(name == "v1"',
    replace: '    return all(name == "v1"',
    breaks: 'The Python example rejects every webhook.',
    tests: SAMPLES,
  },
  'docs-receiver-hears-twice': {
    file: `${HTTP}/openapi/samples/receiver.ts`,
    find: '  seen.add(event.id);\n',
    replace: '',
    breaks: 'The example of a receiver handles repeated deliveries again.',
    tests: SAMPLES,
  },
  'docs-copies-what-is-hidden': {
    file: `${HTTP}/docs/docs-script.ts`,
    find: '.find((code) => code.offsetParent !== null)',
    replace: '[0]',
    breaks: 'The copy button of the Python example copies curl.',
    tests: PAGE,
  },
  'docs-language-of-one-example': {
    file: `${HTTP}/docs/docs-script.ts`,
    find: '  choose(target.value);\n',
    replace: '',
    breaks: 'The chosen language is lost at the next example.',
    tests: PAGE,
  },
};
