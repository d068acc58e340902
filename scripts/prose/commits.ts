/** Subjects of the commits that `origin/main` does not have. */
import { git } from './changed.ts';
import { dialect } from './constructions.ts';
import type { Finding } from './limits.ts';

/** The findings, and whether they fail the check: without a remote it is unknown which commits may still be changed. */
export interface CommitReport {
  readonly findings: readonly Finding[];
  readonly canFail: boolean;
}

const SUBJECT = /^[a-z][a-z0-9./-]*(?:, [a-z][a-z0-9./-]*)*: [a-z]\S* \S/;

export function checkCommits(root: string, since: string | null): CommitReport {
  if (since === null) return { findings: [], canFail: false };
  const canFail = hasRemote(root);
  const left = canFail ? ['^origin/main'] : [];
  const log = git(root, 'log', '--no-merges', '--format=%h %s', 'HEAD', `^${since}`, ...left);
  const findings = log
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => checkSubject(line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)));
  return { findings, canFail };
}

/** The findings of one subject. */
function checkSubject(hash: string, subject: string): readonly Finding[] {
  const words = [
    ...(SUBJECT.test(subject) ? [] : ['not "area: verb object"']),
    ...(subject.length > 72 ? [`${subject.length} characters`] : []),
    ...dialect('', subject).map(({ found, better }) => `${found} → ${better}`),
  ];
  return words.map((found) => ({
    check: 'commits',
    file: `commit ${hash}`,
    line: 0,
    words: found,
    context: subject,
  }));
}

function hasRemote(root: string): boolean {
  try {
    git(root, 'rev-parse', '--verify', '--quiet', 'origin/main');
    return true;
  } catch {
    return false;
  }
}
