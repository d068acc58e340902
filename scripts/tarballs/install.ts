import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { packages, root } from '../packages.ts';

/** The pool and the database that a consumer of all packages hands over, and the types that its compiler needs. */
const OWN = ['pg', 'better-sqlite3', '@types/node', '@types/pg', '@types/better-sqlite3'];

/**
 * Packs all packages and installs them into a folder, as an integrator's project.
 *
 * @param more of its manifest, such as workspaces and other dependencies
 */
export function installTarballs(folder: string, more: Readonly<Record<string, unknown>> = {}): void {
  const tarballs = join(folder, 'tarballs');
  mkdirSync(tarballs);
  const packed = packages.map(({ name, folder: from }): [string, string] => {
    const args = ['pack', '--json', '--pack-destination', tarballs];
    const [{ filename }] = JSON.parse(execFileSync('npm', args, { cwd: from, encoding: 'utf8' })) as [
      { filename: string },
    ];
    return [name, `file:tarballs/${filename}`];
  });
  const own = OWN.map((name): [string, string] => [name, installedVersion(name)]);
  const dependencies = Object.fromEntries([...packed, ...own]);
  const manifest = { private: true, type: 'module', dependencies, ...more };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  const args = ['install', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
}

function installedVersion(name: string): string {
  const { version } = JSON.parse(
    readFileSync(resolve(root, 'node_modules', name, 'package.json'), 'utf8'),
  ) as {
    version: string;
  };
  return version;
}
