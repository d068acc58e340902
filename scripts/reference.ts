/**
 * Writes the reference to `docs/reference`: the library from its docstrings, a file for each entry of a package; settings, commands and
 * other pages from the sources that `scripts/reference/pages.ts` names. Writes the generated sections of other pages, too.
 *
 *     node scripts/reference.ts             writes it
 *     node scripts/reference.ts --check     fails when a file is not current
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join, relative, resolve } from 'node:path';
import { root } from './packages.ts';

// The packages' sources, not their builds, which may be older.
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier, { ...context, conditions: [...context.conditions, '@bord/source'] }),
});
const { allPages } = await import('./reference/pages.ts');
const { SECTIONS, withSection } = await import('./reference/sections.ts');

const folder = resolve(root, 'docs/reference');
mkdirSync(folder, { recursive: true });
const known = new Map(
  readdirSync(folder).map((name) => [join(folder, name), readFileSync(join(folder, name), 'utf8')] as const),
);
const pages = new Map([...(await allPages())].map(([name, text]) => [join(folder, name), text] as const));
for (const [name, [page]] of Object.entries(SECTIONS)) {
  const file = resolve(root, page);
  const text = readFileSync(file, 'utf8');
  known.set(file, text);
  pages.set(file, withSection(text, name));
}
const stale = [...new Set([...pages.keys(), ...known.keys()])].filter(
  (file) => pages.get(file) !== known.get(file),
);

if (process.argv.includes('--check')) {
  for (const file of stale)
    console.error(`${relative(root, file)} is not current: run node scripts/reference.ts`);
  if (stale.length > 0) process.exitCode = 1;
} else {
  for (const file of stale) {
    const text = pages.get(file);
    if (text === undefined) rmSync(file);
    else writeFileSync(file, text);
  }
  console.log(`Wrote ${stale.length} of ${pages.size} pages`);
}
