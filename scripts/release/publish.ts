/** Packs the packages, and publishes them and invented versions of them. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packages, root } from '../packages.ts';
import { npmSettings, type Registry } from './registry.ts';

/** A package as it is published. */
export interface Packed {
  readonly name: string;
  readonly version: string;
  readonly file: string;
  readonly bytes: number;
  readonly fileCount: number;
}

/** Builds what is stale, and packs every package into a folder, in the order in which they can be published. */
export function packAll(folder: string): readonly Packed[] {
  execFileSync(process.execPath, [join(root, 'scripts/build.ts'), '--if-stale'], { stdio: 'inherit' });
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return packages.map(({ folder: from }) => {
    const args = ['pack', '--json', '--pack-destination', folder];
    const [packed] = JSON.parse(execFileSync('npm', args, { cwd: from, encoding: 'utf8' })) as [
      { name: string; version: string; filename: string; size: number; entryCount: number },
    ];
    const { name, version, filename, size: bytes, entryCount: fileCount } = packed;
    return { name, version, file: join(folder, filename), bytes, fileCount };
  });
}

/** Changes an unpacked package before it is published; the folder is that of the package `name`. */
export type Edit = (name: string, folder: string) => void;

/** Publishes the packed packages, or with an edit an invented version of them, under a tag of the registry. */
export function publishLocally(
  registry: Registry,
  packed: readonly Packed[],
  folder: string,
  { version, tag, edit }: { readonly version?: string; readonly tag: string; readonly edit?: Edit },
): void {
  const settings = join(folder, 'publish.npmrc');
  writeFileSync(settings, npmSettings(registry));
  for (const { name, file } of packed) {
    const what = version === undefined ? file : unpacked(file, join(folder, tag, name), version);
    if (version !== undefined) edit?.(name, what);
    execFileSync('npm', ['publish', what, '--tag', tag, '--no-provenance', '--userconfig', settings], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  }
}

/** The package of a tarball, in a folder, as if it were of this version, like those of the project that it needs. */
function unpacked(file: string, folder: string, version: string): string {
  mkdirSync(folder, { recursive: true });
  execFileSync('tar', ['-xzf', file, '-C', folder, '--strip-components=1']);
  const path = join(folder, 'package.json');
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as {
    version: string;
    dependencies?: Record<string, string>;
  };
  manifest.version = version;
  for (const name of Object.keys(manifest.dependencies ?? {}))
    if (packages.some((one) => one.name === name)) manifest.dependencies![name] = version;
  writeFileSync(path, JSON.stringify(manifest, null, 2));
  return folder;
}
