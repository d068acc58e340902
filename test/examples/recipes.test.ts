/** The short recipes for integrators, run as a reader would run them. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { compileCache } from '../support/compile-cache.ts';

const EXAMPLES = join(import.meta.dirname, '../../examples');

async function output(...args: readonly string[]): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ['--conditions=@bord/source', ...args],
    { cwd: EXAMPLES, env: { PATH: process.env['PATH'], ...compileCache() } },
  );
  expect(stderr).toBe('');
  return stdout;
}

test.each([
  [
    'many-locations',
    [
      '500 locations created',
      '0 changed by the same list',
      'Bistro 8: -1 is not a whole number from 0 to 100000',
      '50 of 50 have a table for 2',
    ],
  ],
  ['next-routes', ['availability: 200', 'booking: 201', 'without a key: 401']],
  ['fastify', ['booking: 201', 'the same table again: 409', 'a route of the host: {"own":true}']],
])('the recipe %s prints what it says', async (name, lines) => {
  expect((await output(`${name}/src/main.ts`)).trimEnd().split('\n')).toEqual(lines);
});

test('the test suite of a host passes with a fake clock and a storage in memory', async () => {
  const report = await output('--test', '--test-reporter=tap', 'host-tests/src/reminders.test.ts');
  expect(report).toContain('# pass 2\n# fail 0\n');
});
