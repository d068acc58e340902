/** Publishes the packages of a tag from the release workflow. npm trusts the workflow's identity, and records it as provenance. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openPoints, RELEASE_FOLDER } from './dry-run.ts';
import { releaseNotes } from './notes.ts';
import { packAll } from './publish.ts';
import { nextVersion } from './version.ts';

/** Publishes each package that the registry does not have yet; false, with the reasons, when something is missing. */
export function publishToNpm(): boolean {
  const { current, changesets } = nextVersion();
  const { ACTIONS_ID_TOKEN_REQUEST_URL: identity, GITHUB_REF_NAME: tag } = process.env;
  const faults = [
    ...openPoints().map((point) => `Not ready: ${point}`),
    ...(identity === undefined ? ['No identity: only the release workflow publishes. Push a tag.'] : []),
    ...(tag === `v${current}`
      ? []
      : [`The tag must be v${current}, not ${tag}: it is the version of the packages.`]),
    ...(changesets === 0
      ? []
      : ['Changesets are left: run npm run release -- --prepare, commit, and tag again.']),
  ];
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) return false;
  const packed = packAll(RELEASE_FOLDER);
  for (const { name, version, file } of packed) {
    if (isPublished(name, version)) console.log(`already published: ${name}@${version}`);
    else execFileSync('npm', ['publish', file, '--provenance', '--access', 'public'], { stdio: 'inherit' });
  }
  mkdirSync(RELEASE_FOLDER, { recursive: true });
  writeFileSync(join(RELEASE_FOLDER, 'notes.md'), releaseNotes(current));
  return true;
}

/** A publication that broke off continues with the packages that are missing. */
function isPublished(name: string, version: string): boolean {
  try {
    return (
      execFileSync('npm', ['view', `${name}@${version}`, 'version'], {
        encoding: 'utf8',
        stdio: 'pipe',
      }).trim() !== ''
    );
  } catch {
    return false;
  }
}
