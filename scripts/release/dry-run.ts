/** All steps of a release but the publishing. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packages, REPOSITORY, root } from '../packages.ts';
import { releaseNotes } from './notes.ts';
import { packAll } from './publish.ts';
import { nextVersion } from './version.ts';

/** Tarballs and notes of the release, in the folder that git ignores. */
export const RELEASE_FOLDER = join(root, 'dist/release');

/** Makes the steps, and prints each; whether the release could be published. */
export function dryRun(): boolean {
  const { current, next, changesets } = nextVersion();
  console.log(
    `version   ${next} (${changesets === 0 ? 'no changesets' : `${changesets} changesets after ${current}`})`,
  );
  const notes = releaseNotes(next);
  const checks = ['types', 'lint', 'format', 'unused', 'packages', 'licences'];
  console.log(`check     ${checks.join(', ')}`);
  const { status } = spawnSync(process.execPath, [join(root, 'scripts/check.ts'), ...checks], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) {
    console.error('The release cannot be published: fix the checks above, then run it again.');
    return false;
  }
  console.log('pack');
  for (const { name, file, bytes, fileCount } of packAll(RELEASE_FOLDER))
    console.log(`          ${name}: ${fileCount} files, ${Math.ceil(bytes / 1024)} KiB, ${file}`);
  mkdirSync(RELEASE_FOLDER, { recursive: true });
  writeFileSync(join(RELEASE_FOLDER, 'notes.md'), notes);
  console.log(`notes     ${join(RELEASE_FOLDER, 'notes.md')}`);
  console.log(`\n${withdrawal(next)}`);
  for (const point of openPoints()) console.log(`\nBefore the first release: ${point}`);
  return true;
}

/** The commands that withdraw a bad version. */
function withdrawal(version: string): string {
  const names = packages.map(({ name }) => name);
  return [
    `To withdraw ${version} after its publication (GOOD is the last good version):`,
    ...names.map((name) => `  npm dist-tag add ${name}@GOOD latest`),
    ...names.map((name) => `  npm deprecate ${name}@${version} "Do not use: REASON. Install GOOD."`),
    'Then release a fixed version. A published version is never replaced.',
  ].join('\n');
}

/** The decisions that are left to a person. */
export function openPoints(): readonly string[] {
  return new URL(REPOSITORY).pathname.startsWith('/example/')
    ? [
        'replace the placeholder owner in REPOSITORY (scripts/packages.ts), in the manifests, and in SECURITY_CONTACT; test/packages/metadata.test.ts compares them.',
      ]
    : [];
}
