/** The version of a release: from the changesets, with a section of the changelog that people write. */
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { CLI, type Manifest, packages, root } from '../packages.ts';

const CHANGESET = join(root, 'node_modules/@changesets/cli/bin.js');
const CHANGELOG = join(root, 'CHANGELOG.md');

/** The name of the next release. */
export interface NextVersion {
  readonly current: string;
  readonly next: string;
  readonly changesets: number;
}

/** The version that the changesets lead to, without a change of any file. */
export function nextVersion(): NextVersion {
  const copy = mkdtempSync(join(tmpdir(), 'bord-version-'));
  try {
    const manifests = [
      'package.json',
      ...packages.map(({ folder }) => `${relative(root, folder)}/package.json`),
    ];
    for (const path of [
      ...manifests,
      ...globSync('examples/*/package.json', { cwd: root }),
      'package-lock.json',
    ])
      cpSync(join(root, path), join(copy, path));
    cpSync(join(root, '.changeset'), join(copy, '.changeset'), { recursive: true });
    const changesets = changesetsIn(copy);
    if (changesets > 0) applyChangesets(copy);
    return { current: versionIn(root), next: versionIn(copy), changesets };
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** Writes the next version into the manifests and the lock file, and the date into the changelog. */
export function prepare(): boolean {
  const { next, changesets } = nextVersion();
  changelogSection(next);
  if (changesets > 0) applyChangesets(root);
  execFileSync('npm', ['install', '--package-lock-only', '--ignore-scripts'], { cwd: root, stdio: 'ignore' });
  const today = new Date().toISOString().slice(0, 10);
  const dated = readFileSync(CHANGELOG, 'utf8').replace(`## ${next} — unreleased`, `## ${next} — ${today}`);
  writeFileSync(CHANGELOG, dated);
  console.log(`Version ${next} is written. Commit it, then tag the commit: git tag v${next}`);
  return true;
}

/** The section of the changelog about a version. Throws when it is missing. */
export function changelogSection(version: string): string {
  const sections = readFileSync(CHANGELOG, 'utf8').split(/^(?=## )/m);
  const section = sections.find((one) => one.startsWith(`## ${version} `));
  if (section === undefined)
    throw new Error(
      `CHANGELOG.md has no section ${version}. Add "## ${version} — unreleased" with its entries.`,
    );
  return section;
}

function applyChangesets(folder: string): void {
  execFileSync(process.execPath, [CHANGESET, 'version'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

function changesetsIn(folder: string): number {
  return globSync('.changeset/*.md', { cwd: folder }).filter((path) => !path.endsWith('README.md')).length;
}

function versionIn(folder: string): string {
  const path = relative(root, packages.find(({ name }) => name === CLI.name)!.folder);
  return (JSON.parse(readFileSync(join(folder, path, 'package.json'), 'utf8')) as Manifest).version;
}
