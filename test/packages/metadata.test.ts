/** The manifests and files that the registry shows of each package. */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { CLI, type Manifest, packages, REPOSITORY, root } from '../../scripts/packages.ts';

const read = (...path: string[]): string => readFileSync(join(root, ...path), 'utf8');
const manifestIn = (folder: string): Manifest => JSON.parse(read(folder, 'package.json')) as Manifest;

const folders = packages.map(({ folder }) => relative(root, folder));

test.each(folders)('%s has the metadata that a registry and provenance need', (folder) => {
  const manifest = manifestIn(folder);
  expect(manifest).toMatchObject({
    license: 'MIT',
    repository: { type: 'git', url: `git+${REPOSITORY}.git`, directory: folder },
    homepage: `${REPOSITORY}#readme`,
    bugs: { url: `${REPOSITORY}/issues` },
    publishConfig: { access: 'public', provenance: true },
    engines: { node: '>=22.19' },
  });
  expect(manifest.description.length).toBeGreaterThan(20);
  expect(manifest.keywords.length).toBeGreaterThanOrEqual(5);
  expect(read(folder, 'LICENSE')).toBe(read('LICENSE'));
});

test.each(folders)('the README of %s begins with the name of the package and its reader', (folder) => {
  const [title, , first] = read(folder, 'README.md').split('\n');
  expect(title).toBe(`# ${manifestIn(folder).name}`);
  expect(first).toMatch(/^This package is for /);
});

test('the package of the command line has one name and one command', () => {
  expect(manifestIn('packages/cli')).toMatchObject({ name: CLI.name, bin: { [CLI.command]: 'bin/bord.js' } });
  expect(read('packages/cli/README.md')).toContain(`npm install ${CLI.name}\n`);
  const names = [manifestIn('.').name, ...folders.map((folder) => manifestIn(folder).name)];
  expect(names.filter((name) => name === CLI.command)).toEqual([]);
});

test('all packages have one version', () => {
  expect(new Set(folders.map((folder) => manifestIn(folder).version)).size).toBe(1);
});
