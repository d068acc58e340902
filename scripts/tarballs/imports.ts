import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packages, type Manifest } from '../packages.ts';

/** The names by which everything that is exported can be imported: `@bord/engine/storage`. */
export function subpaths(folder: string): string[] {
  return packages.flatMap(({ name }) =>
    Object.keys(manifestOf(folder, name).exports).map((subpath) => name + subpath.slice(1)),
  );
}

/** Throws when an installed package lacks a file that its manifest names. */
export function assertFilesOfExports(folder: string): void {
  for (const { name } of packages) {
    const { exports, bin = {} } = manifestOf(folder, name);
    for (const path of [
      ...Object.values(exports).flatMap((it) => Object.values(it)),
      ...Object.values(bin),
    ]) {
      if (!existsSync(join(folder, 'node_modules', name, path))) throw new Error(`${name} lacks ${path}`);
    }
  }
}

/** Imports every subpath, and throws when one has nothing to offer. */
export function importSubpaths(folder: string): void {
  const program = `
    for (const name of ${JSON.stringify(subpaths(folder))}) {
      if (Object.keys(await import(name)).length === 0) throw new Error(name + ' exports nothing');
    }`;
  execFileSync(process.execPath, ['--input-type=module', '--eval', program], { cwd: folder, stdio: 'pipe' });
}

function manifestOf(folder: string, name: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8'));
}
