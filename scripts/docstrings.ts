/**
 * Fails if a public name has no docstring in the built declarations, which editors show.
 *
 *     node scripts/docstrings.ts
 */
import { undocumented } from './docstring-gaps.ts';
import { entryFiles, readSurface } from './public-surface.ts';

const bare = undocumented(readSurface(entryFiles('declarations'), []));
if (bare.length > 0) {
  console.error(`There is no docstring for\n  ${bare.join('\n  ')}`);
  process.exitCode = 1;
}
