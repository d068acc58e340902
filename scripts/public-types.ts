/**
 * Fails if a package's built public types contain types of other packages: an integrator should not need Bord's dependencies, nor their
 * versions.
 *
 *     node scripts/public-types.ts
 */
import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { foreignTypes } from './foreign-types.ts';
import { type Manifest, packages, root } from './packages.ts';

for (const { name, folder } of packages) {
  const { exports }: Manifest = JSON.parse(readFileSync(resolve(folder, 'package.json'), 'utf8'));
  const entries = Object.values(exports).flatMap(({ types }) => (types ? [resolve(folder, types)] : []));
  for (const [module, file] of foreignTypes(entries)) {
    console.error(`${name}: its public types hold those of ${module}, in ${relative(root, file)}`);
    process.exitCode = 1;
  }
}
