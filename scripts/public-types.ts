/**
 * Fails when a package's public types, as built, hold other packages' types than they should: who embeds Bord need not have, or agree
 * on the version of, what Bord is made with.
 *
 *     node scripts/public-types.ts
 */
import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { foreignTypes } from './foreign-types.ts';
import { type Manifest, packages, root } from './packages.ts';

/** Whose types a package shows on purpose. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  '@bord/adapter-pg': ['pg'], // a host's own pool
  '@bord/adapter-sqlite': ['better-sqlite3'], // a host's own database
  '@bord/cli': ['zod'], // the names of its variables, by their schemas; nobody embeds the command
};

for (const { name, folder } of packages) {
  const { exports }: Manifest = JSON.parse(readFileSync(resolve(folder, 'package.json'), 'utf8'));
  const entries = Object.values(exports).flatMap(({ types }) => (types ? [resolve(folder, types)] : []));
  for (const [module, file] of foreignTypes(entries)) {
    if (ALLOWED[name]?.includes(module)) continue;
    console.error(`${name}: its public types hold those of ${module}, in ${relative(root, file)}`);
    process.exitCode = 1;
  }
}
