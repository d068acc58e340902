/** The parts of a release that need no registry. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { installedPackages, isPermissive } from '../../scripts/licences.ts';
import { root } from '../../scripts/packages.ts';
import { releaseNotes } from '../../scripts/release/notes.ts';
import { changelogSection, nextVersion } from '../../scripts/release/version.ts';

const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const release = (...args: string[]) =>
  spawnSync(process.execPath, ['--conditions=@bord/source', 'scripts/release.ts', ...args], {
    cwd: root,
    encoding: 'utf8',
  });

test('the next version has a section in the changelog and notes of one page', () => {
  const { current, next, changesets } = nextVersion();
  expect(next === current).toBe(changesets === 0);
  expect(changelogSection(next)).toContain('### Added');
  expect(releaseNotes(next)).toContain(next);
  expect(() => changelogSection('9.9.9')).toThrow('CHANGELOG.md has no section 9.9.9. Add');
});

test('npm run release asks for one step, names unknown cases, and explains itself', () => {
  expect(release()).toMatchObject({ status: 2, stderr: expect.stringContaining('Name one of --dry-run') });
  expect(release('--dry-run', '--rehearse').status).toBe(2);
  expect(release('--dry-run', '--keep')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('--keep'),
  });
  const unknown = release('--rehearse', '--case', 'nonsense');
  expect(unknown).toMatchObject({ status: 2, stderr: expect.stringContaining('upgrade-postgresql') });
  expect(release('--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('--rehearse') });
});

test('without the identity of the release workflow publishing is rejected', () => {
  const { status, stderr } = release('--publish');
  expect(status).toBe(1);
  expect(stderr).toContain('No identity: only the release workflow publishes.');
});

test.each([
  ['MIT', true],
  ['(BSD-2-Clause OR MIT OR Apache-2.0)', true],
  ['(GPL-2.0-only OR MIT)', true],
  ['MIT AND ISC', true],
  ['MIT AND GPL-2.0-only', false],
  ['AGPL-3.0-only', false],
  ['SEE LICENSE IN LICENSE.md', false],
])('the licence %s is permissive: %s', (expression, wanted) => {
  expect(isPermissive(expression)).toBe(wanted);
});

test('installed packages are those that production code needs, from where Node finds them', () => {
  const lock = {
    'packages/a': { version: '1.0.0', dependencies: { b: '1', '@s/link': '1' } },
    'packages/a/node_modules/b': { version: '1.0.0', dependencies: { c: '1' } },
    'node_modules/b': { version: '2.0.0', dependencies: { d: '1' } },
    'node_modules/c': { version: '1.0.0', optionalDependencies: { missing: '1' } },
    'node_modules/d': { version: '1.0.0' },
    'node_modules/@s/link': { version: '1.0.0', link: true, resolved: 'packages/link' },
    'packages/link': { version: '1.0.0' },
  };
  expect([...installedPackages(lock, ['packages/a']).keys()].toSorted()).toEqual([
    'node_modules/c',
    'packages/a',
    'packages/a/node_modules/b',
    'packages/link',
  ]);
});

test('no file of the release names the host of a registry', () => {
  const files = ['scripts/release.ts', 'scripts/release/registry.ts', 'scripts/release/tools.ts', '.npmrc'];
  for (const file of [...files, '.github/workflows/release.yml'])
    expect(read(file), file).not.toMatch(/registry\.[\w.]+|npmjs/);
});
