/**
 * Fails when a package that is installed with Bord, or bundled into it, has a licence that is not permissive.
 *
 *     npm run check -- licences
 */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { packages, root } from './packages.ts';
import { mappedSources, packagesOf } from './third-party.ts';

const PERMISSIVE: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
  'WTFPL',
]);

/** A package of the lock file. */
interface Locked {
  readonly version: string;
  readonly license?: string;
  readonly link?: boolean;
  readonly resolved?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** Whether an SPDX expression gives a permissive choice: `(GPL-2.0 OR MIT)` does, `MIT AND GPL-2.0` does not. */
export function isPermissive(expression: string): boolean {
  const plain = expression.replaceAll(/[()]/g, '');
  return plain
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((name) => PERMISSIVE.has(name.trim())));
}

/** The packages that an installation of the project's packages gets, by path in the lock file. */
export function installedPackages(
  lock: Readonly<Record<string, Locked>>,
  from: readonly string[],
): ReadonlyMap<string, Locked> {
  const found = new Map<string, Locked>();
  const visit = (path: string): void => {
    const locked = lock[path]!;
    if (found.has(path)) return;
    found.set(path, locked);
    const needed = { ...locked.dependencies, ...locked.optionalDependencies, ...locked.peerDependencies };
    for (const name of Object.keys(needed)) {
      const target = resolved(lock, path, name);
      if (target !== null) visit(target);
    }
  };
  for (const path of from) visit(path);
  return found;
}

/** Where Node finds a package from another one; null for an optional one that is not installed. */
function resolved(lock: Readonly<Record<string, Locked>>, from: string, name: string): string | null {
  for (let at = from; ; at = at.slice(0, Math.max(at.lastIndexOf('/'), 0))) {
    if (at.endsWith('node_modules')) continue;
    const path = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
    const found = lock[path];
    if (found) return found.link === true ? found.resolved! : path;
    if (at === '') return null;
  }
}

if (import.meta.main) {
  const { packages: lock } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  const own = packages.map(({ folder }) => relative(root, folder));
  const installed = [...installedPackages(lock, own)].map(([path, { license }]) => [path, license] as const);
  const bundled = packages
    .flatMap(({ folder }) => packagesOf(mappedSources(join(folder, 'dist'))))
    .map(({ name, license }) => [`${name} (bundled)`, license] as const);
  const all = [...installed, ...bundled];
  const wrong = all.filter(([, licence]) => licence === undefined || !isPermissive(licence));
  for (const [path, licence] of wrong) console.error(`${path}: ${licence ?? 'no licence'} is not permissive`);
  console.log(`${all.length} packages, ${all.length - wrong.length} with a permissive licence`);
  if (wrong.length > 0) process.exitCode = 1;
}
