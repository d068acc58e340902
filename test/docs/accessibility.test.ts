import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CHECKS, PAGE, statement } from '../../scripts/accessibility-page.ts';
import { root } from '../../scripts/packages.ts';

const page = readFileSync(join(root, PAGE), 'utf8');
const [date = ''] = /\d{4}-\d\d-\d\d/.exec(page) ?? [];

test('the accessibility statement shows passed tests only, and is current: node scripts/accessibility.ts', () => {
  expect(page).toBe(statement({ date, failed: new Set() }));
  expect(page).not.toContain('failed');
});

test('control: a failed test changes the accessibility statement', () => {
  const failed = statement({ date, failed: new Set([CHECKS[0]!.file]) });
  expect(failed).toContain('**failed**');
  expect(failed).toContain(`${CHECKS.length - 1} of ${CHECKS.length} groups`);
});

test('the accessibility statement lists each test file that uses axe', () => {
  const args = ['grep', '-l', '^import .*axe.ts', '--', 'test/*.test.ts'];
  const users = execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim().split('\n');
  const listed = CHECKS.filter(({ required }) => required.startsWith('axe')).map(({ file }) => file);
  expect(listed.toSorted()).toEqual(users.toSorted());
});
