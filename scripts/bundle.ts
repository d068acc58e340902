import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Metafile, Plugin } from 'esbuild';
import type { Options } from 'tsup';
import { readMigrations } from '../packages/engine/src/ports/migrations.ts';
import { importsOf, mergeFiles, pointToMerged } from './merge-files.ts';
import { root, type Manifest } from './packages.ts';
import { inputsOf, NOTICES_FILE, noticesText, packagesOf, SBOM_FILE, sbomOf } from './third-party.ts';

/**
 * The tsup options of one package. `dependencies` and `peerDependencies` are imported; `devDependencies` are bundled.
 */
export function bundleOptions(folder: string): Options {
  const manifest: Manifest = JSON.parse(readFileSync(resolve(folder, 'package.json'), 'utf8'));
  const { dependencies = {}, peerDependencies = {} } = manifest;
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
    removeNodeProtocol: false,
    // All packages are built in one process: each option must be absolute, and no package may clean another's.
    clean: false,
    config: false,
    silent: true,
    external: imported.map((name) => new RegExp(`^${name.replaceAll('.', '\\.')}(?:/|$)`)),
    plugins: [withoutImport(isProgram(manifest) ? isBuiltin : (path) => path === 'node:http')],
    esbuildPlugins: [embedMigrations],
    banner: isProgram(manifest) ? { js: REQUIRE } : {},
    esbuildOptions(options) {
      options.conditions = ['@bord/source', 'module'];
    },
  };
}

/** Merges the modules of a program's start into one file, and those of its server's start into another. */
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

/** Puts the SQL of a storage into its code: the bundler of an integrator does not copy its files. */
const embedMigrations: Plugin = {
  name: 'embed-migrations',
  setup({ onLoad }) {
    onLoad({ filter: /adapter-\w+\/src\/migrations\.ts$/ }, ({ path }) => {
      const all = readMigrations(new URL('..', pathToFileURL(path)));
      return { contents: `const known = ${JSON.stringify(all)};\nexport const migrations = () => known;` };
    });
  },
};

/**
 * Takes modules of Node without `import`, which reads every export of a module; one of `node:http` is its own fetch: 30 ms of a start, and 12 MiB.
 * Lines keep their places, for the source map.
 */
const withoutImport = (isMeant: (path: string) => boolean): NonNullable<Options['plugins']>[number] => ({
  name: 'without-import',
  renderChunk: (code) => ({
    code: code.replaceAll(/^import ([^"';]+) from "([^"]+)";/gm, (statement, names: string, path: string) =>
      isMeant(path) ? constants(names, `globalThis.process.getBuiltinModule("${path}")`) : statement,
    ),
  }),
});

/** `fs, { join as join2 }` of an import, as constants with the parts of a value. */
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
