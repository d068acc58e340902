/**
 * Writes the reference of all public names, from their docstrings, to `docs/reference`: a file for each entry of a package.
 *
 *     node scripts/reference.ts             writes it
 *     node scripts/reference.ts --check     fails when a file is not current
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { root } from './packages.ts';
import { entryFiles, readSurface } from './public-surface.ts';
import { referencePages } from './reference-pages.ts';

const folder = resolve(root, 'docs/reference');
const pages = referencePages(readSurface(entryFiles('sources')));

mkdirSync(folder, { recursive: true });
const known = new Map(
  readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const),
);
const stale = [...new Set([...pages.keys(), ...known.keys()])].filter(
  (name) => pages.get(name) !== known.get(name),
);

if (process.argv.includes('--check')) {
  for (const name of stale)
    console.error(`${relative(root, join(folder, name))} is not current: run node scripts/reference.ts`);
  if (stale.length > 0) process.exitCode = 1;
} else {
  for (const name of stale) {
    const text = pages.get(name);
    if (text === undefined) rmSync(join(folder, name));
    else writeFileSync(join(folder, name), text);
  }
  console.log(`Wrote ${stale.length} of ${pages.size} files of ${relative(root, folder)}`);
}
