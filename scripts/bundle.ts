import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Metafile } from 'esbuild';
import type { Options } from 'tsup';
import { root, type Manifest } from './packages.ts';
import { inputsOf, NOTICES_FILE, noticesText, packagesOf, SBOM_FILE, sbomOf } from './third-party.ts';

/**
 * How tsup makes the JavaScript of one package. What a package lists under `dependencies` is left to be
 * imported; what it lists under `devDependencies` is bundled.
 */
export function bundleOptions(folder: string): Options {
  const manifest: Manifest = JSON.parse(readFileSync(resolve(folder, 'package.json'), 'utf8'));
  const { dependencies = {}, devDependencies = {} } = manifest;
  return {
    entry: entries(manifest).map((name) => resolve(folder, 'src', `${name}.ts`)),
    outDir: resolve(folder, 'dist'),
    tsconfig: resolve(root, 'tsconfig.json'),
    format: 'esm',
    target: 'node22',
    platform: 'node',
    dts: false,
    sourcemap: true,
    metafile: true,
    splitting: true,
    minify: false,
    // All packages are built in one process: each option must be absolute, and no package may clean another's.
    clean: false,
    config: false,
    silent: true,
    external: Object.keys(dependencies).map((name) => new RegExp(`^${name.replaceAll('.', '\\.')}(?:/|$)`)),
    banner: Object.keys(devDependencies).every((name) => name.startsWith('@types/')) ? {} : { js: REQUIRE },
    esbuildOptions(options) {
      options.conditions = ['@bord/source', 'module'];
    },
  };
}

/** Writes what the bundle of a package has of others, by the bundler's metafile, which is removed: it names folders of this machine. */
export function writeNotices(folder: string): void {
  const dist = resolve(folder, 'dist');
  const metafile = resolve(dist, 'metafile-esm.json');
  const bundled = packagesOf(inputsOf(JSON.parse(readFileSync(metafile, 'utf8')) as Metafile));
  rmSync(metafile);
  if (bundled.length === 0) return;
  const manifest: Manifest = JSON.parse(readFileSync(resolve(folder, 'package.json'), 'utf8'));
  writeFileSync(resolve(dist, NOTICES_FILE), noticesText(manifest.name, bundled));
  writeFileSync(resolve(dist, SBOM_FILE), `${JSON.stringify(sbomOf(manifest, bundled), null, 2)}\n`);
}

/** CommonJS packages still call `require` for Node's own modules when they are part of an ESM bundle. */
const REQUIRE = `import { createRequire as createBundleRequire } from 'node:module';
const require = createBundleRequire(import.meta.url);`;

function entries({ exports, bin }: Manifest): string[] {
  const exported = Object.values(exports).map((it) => it['@bord/source'].replace(/^\.\/src\/|\.ts$/g, ''));
  return bin === undefined ? exported : [...exported, 'main'];
}
