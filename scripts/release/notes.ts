/** The notes of a release: one page that people write, or else the section of the changelog. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../packages.ts';
import { changelogSection } from './version.ts';

/** One page. */
const WORDS_AT_MOST = 600;

/** The notes of a version. Throws when they are longer than a page. */
export function releaseNotes(version: string): string {
  const section = changelogSection(version);
  const file = join(root, `docs/releases/${version}.md`);
  const notes = existsSync(file) ? readFileSync(file, 'utf8') : section;
  const words = notes.split(/\s+/).length;
  if (words > WORDS_AT_MOST)
    throw new Error(
      `The notes of ${version} have ${words} words, not at most ${WORDS_AT_MOST}. Write docs/releases/${version}.md.`,
    );
  return notes;
}
