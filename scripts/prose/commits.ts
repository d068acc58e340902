/** Subjects of the commits that `origin/main` does not have. */
import { spawnSync } from 'node:child_process';
import { dialect } from './constructions.ts';
import type { Finding } from './checks.ts';

/** The findings, and whether they fail the check: without a remote it is unknown which commits may still be changed. */
export interface CommitReport {
  readonly findings: readonly Finding[];
  readonly canFail: boolean;
}

const SUBJECT = /^[a-z][a-z0-9./-]*(?:, [a-z][a-z0-9./-]*)*: [a-z]\S* \S/;

/** The number of commits that are reported without a remote. */
const REPORTED = 100;

/** Checks the commits that `origin/main` does not have; without a remote the latest ones. */
export function checkCommits(root: string): CommitReport {
  const canFail = git(root, 'rev-parse', '--verify', '--quiet', 'origin/main') !== null;
  const range = canFail ? ['HEAD', '^origin/main'] : [`--max-count=${REPORTED}`, 'HEAD'];
  const log = git(root, 'log', '--no-merges', '--format=%h %s', ...range);
  const findings = (log ?? '')
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

/** The output of a git command; null if it fails, as outside of a repository. */
function git(root: string, ...args: readonly string[]): string | null {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout : null;
}
