import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packages, type Manifest } from '../packages.ts';
import { NOTICES_FILE, SBOM_FILE } from '../third-party.ts';

/** The names by which everything that is exported can be imported: `@bord/engine/storage`. */
export function subpaths(folder: string): string[] {
  return packages.flatMap(({ name }) =>
    Object.keys(manifestOf(folder, name).exports).map((subpath) => name + subpath.slice(1)),
  );
}

/** Throws if an installed package lacks a file that its manifest names, or its licence notices. */
export function assertFilesOfExports(folder: string): void {
  for (const { name, folder: workspace } of packages) {
    const { exports, bin = {} } = manifestOf(folder, name);
    const named = [...Object.values(exports).flatMap((it) => Object.values(it)), ...Object.values(bin)];
    const made = [NOTICES_FILE, SBOM_FILE].map((file) => `dist/${file}`);
    const notices = made.filter((path) => existsSync(join(workspace, path)));
    for (const path of [...named, ...notices])
      if (!existsSync(join(folder, 'node_modules', name, path))) throw new Error(`${name} lacks ${path}`);
  }
}

/** Imports every subpath, and throws if one has no exports. */
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
