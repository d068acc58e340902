import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { resolve } from 'node:path';
import type { Metafile } from 'esbuild';
import type { Options } from 'tsup';
import { importsOf, mergeFiles, pointToMerged } from './merge-files.ts';
import { root, type Manifest } from './packages.ts';
import { inputsOf, NOTICES_FILE, noticesText, packagesOf, SBOM_FILE, sbomOf } from './third-party.ts';

/**
 * How tsup makes the JavaScript of one package. What a package lists under `dependencies` is left to be
 * imported, and so is what a user adds (`peerDependencies`); what it lists under `devDependencies` is bundled.
 */
export function bundleOptions(folder: string): Options {
  const manifest: Manifest = JSON.parse(readFileSync(resolve(folder, 'package.json'), 'utf8'));
  const { dependencies = {}, devDependencies = {}, peerDependencies = {} } = manifest;
  const imported = Object.keys({ ...dependencies, ...peerDependencies });
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
    external: imported.map((name) => new RegExp(`^${name.replaceAll('.', '\\.')}(?:/|$)`)),
    plugins: isProgram(manifest) ? [requireBuiltins] : [],
    banner: Object.keys(devDependencies).every((name) => name.startsWith('@types/')) ? {} : { js: REQUIRE },
    esbuildOptions(options) {
      options.conditions = ['@bord/source', 'module'];
    },
  };
}

/** Makes two files of what a program loads before it does anything, and of what its server loads before its first answer. */
export async function mergeStart(folder: string): Promise<void> {
  const dist = resolve(folder, 'dist');
  if (!existsSync(resolve(dist, 'main.js'))) return;
  const merged = new Set<string>();
  await mergeFiles(dist, 'common.js', importsOf(dist, 'main.js'), merged);
  const ofServer = readdirSync(dist).filter((file) => /^(?:serve|webhook-sender)-\w+\.js$/.test(file));
  await mergeFiles(dist, 'serve.js', ofServer, merged);
  await pointToMerged(dist, 'main.js', merged);
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

function isProgram({ bin }: Manifest): boolean {
  return bin !== undefined;
}

/**
 * Has a program require Node's modules instead of importing them. An import makes Node read every export of a module, and one of
 * `node:http` is its own fetch: 30 ms of a start, and 12 MiB. Lines stay where they are, for the source map.
 */
const requireBuiltins: NonNullable<Options['plugins']>[number] = {
  name: 'require-builtins',
  renderChunk: (code) => ({
    code: code.replaceAll(/^import ([^"';]+) from "([^"]+)";/gm, (statement, names: string, path: string) =>
      isBuiltin(path) ? constants(names, `require("${path}")`) : statement,
    ),
  }),
};

/** `fs, { join as join2 }` of an import, as constants with the value of a `require`. */
function constants(names: string, value: string): string {
  const [, whole = '', some = ''] = /^(?:\* as )?([\w$]*)(?:, )?(\{[^}]*\})?$/.exec(names) ?? [];
  const parts = some.replaceAll(' as ', ': ');
  if (whole === '' && some === '') throw new Error(`this import is written otherwise: ${names}`);
  if (whole === '') return `const ${parts} = ${value};`;
  return `const ${whole} = ${value}${some === '' ? '' : `, ${parts} = ${whole}`};`;
}

function entries({ exports, bin }: Manifest): string[] {
  const exported = Object.values(exports).map((it) => it['@bord/source'].replace(/^\.\/src\/|\.ts$/g, ''));
  return bin === undefined ? exported : [...exported, 'main'];
}
