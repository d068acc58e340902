/**
 * Writes the reference to `docs/reference`: the library from its docstrings, a file for each entry of a package; settings, commands and
 * other pages from the sources that `scripts/reference/pages.ts` names.
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

const folder = resolve(root, 'docs/reference');
const pages = await allPages();

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
