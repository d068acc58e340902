/** The examples as projects of integrators: copied next to the packed packages, compiled, bundled, and run by their tests. */
import { cpSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { build as esbuild } from 'esbuild';
import { build as tsup } from 'tsup';
import { build as vite } from 'vite';
import { compile, COMPILER_OPTIONS } from '../../../scripts/tarballs/compile.ts';
import { installTarballs } from '../../../scripts/tarballs/install.ts';
import { type Manifest, packages, root } from '../../../scripts/packages.ts';

/** The folders of `examples`. */
export const RECIPES: readonly string[] = readdirSync(join(root, 'examples'));

/** The earliest TypeScript whose users are promised that the declarations compile. */
const EARLIEST_TYPESCRIPT = '5.8.3';

/** Types that the compiler of an example needs in addition to those of its dependencies. */
const TYPES = { '@types/express': '^5.0.6' };

/** Installs the packed packages and the dependencies of all examples. Each example is a workspace, which gets the tarballs. */
export function installRecipes(folder: string): void {
  for (const recipe of RECIPES) {
    const to = join(folder, 'examples', recipe);
    cpSync(join(root, 'examples', recipe, 'src'), join(to, 'src'), { recursive: true });
    const manifest = JSON.parse(
      readFileSync(join(root, 'examples', recipe, 'package.json'), 'utf8'),
    ) as Manifest;
    const others = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }).filter(
      ([name]) => !packages.some((one) => one.name === name) && name !== 'typescript',
    );
    const { name, version } = manifest;
    const project = {
      name,
      version,
      private: true,
      type: 'module',
      dependencies: Object.fromEntries(others),
    };
    writeFileSync(join(to, 'package.json'), JSON.stringify(project));
  }
  installTarballs(folder, {
    workspaces: ['examples/*'],
    devDependencies: { ...TYPES, express: '^5.3.0', earliest: `npm:typescript@${EARLIEST_TYPESCRIPT}` },
  });
}

const MODULES = [
  { module: 'nodenext', moduleResolution: 'nodenext' },
  { module: 'preserve', moduleResolution: 'bundler' },
];

/** Compiles the files strictly, by both ways to resolve modules, with the earliest TypeScript and with the one of this repository. */
export function compileAll(folder: string, files: readonly string[], lib = COMPILER_OPTIONS.lib): void {
  for (const modules of MODULES)
    for (const tsc of [join(folder, 'node_modules/earliest/bin/tsc'), undefined])
      compile(
        folder,
        {
          compilerOptions: {
            ...COMPILER_OPTIONS,
            ...modules,
            lib,
            allowImportingTsExtensions: true,
            skipLibCheck: false,
          },
          files,
        },
        tsc,
      );
}

/** The files of all examples. */
export function exampleFiles(): readonly string[] {
  return globSync('examples/*/src/**/*.{ts,tsx}', { cwd: root });
}

/** The programs of the examples: files that Node is started with by a script of their `package.json`. */
function programs(): readonly string[] {
  return RECIPES.flatMap((recipe) => {
    const text = readFileSync(join(root, 'examples', recipe, 'package.json'), 'utf8');
    const started = [...text.matchAll(/"node [^"]*?(src\/[\w.-]+\.ts)"/g)];
    return started.map(([, file]) => join('examples', recipe, file!));
  });
}

/** Packages with code that is not JavaScript, which no bundler can take in, or that are optional. */
const EXTERNAL = ['better-sqlite3', 'pg-native'];

/** Modules of CommonJS call `require` for modules of Node. */
const REQUIRE = `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);`;

type Bundle = (entry: string, outfile: string) => Promise<unknown>;

/** How a program and all that it imports become one file, as docs/embed/runtimes.md describes it. */
export const BUNDLERS: Readonly<Record<string, Bundle>> = {
  esbuild: (entry, outfile) =>
    esbuild({
      entryPoints: [entry],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node22',
      external: EXTERNAL,
      banner: { js: REQUIRE },
      logLevel: 'error',
    }),
  tsup: (entry, outfile) =>
    tsup({
      entry: { [basename(outfile, '.mjs')]: entry },
      outDir: dirname(outfile),
      format: 'esm',
      outExtension: () => ({ js: '.mjs' }),
      platform: 'node',
      target: 'node22',
      noExternal: [/^(?!better-sqlite3$|pg-native$)/],
      external: EXTERNAL,
      banner: { js: REQUIRE },
      splitting: false,
      removeNodeProtocol: false, // `node:test` has no other name
      config: false,
      silent: true,
      tsconfig: join(root, 'tsconfig.base.json'),
    }),
  vite: (entry, outfile) =>
    vite({
      configFile: false,
      root: dirname(entry),
      logLevel: 'error',
      ssr: { noExternal: true, external: EXTERNAL },
      build: {
        ssr: entry,
        outDir: dirname(outfile),
        emptyOutDir: false,
        target: 'node22',
        rolldownOptions: { output: { entryFileNames: basename(outfile) } },
      },
    }),
};

/** Bundles all programs into a folder in which the tests find them by the names that they have in the repository. */
export async function bundleAll(folder: string, bundler: string): Promise<string> {
  const to = join(folder, bundler);
  for (const program of programs()) {
    const target = join(to, program);
    mkdirSync(dirname(target), { recursive: true });
    const name = basename(program, '.ts');
    await BUNDLERS[bundler]!(join(folder, program), join(dirname(target), `${name}.bundle.mjs`));
    writeFileSync(target, `import './${name}.bundle.mjs';\n`);
  }
  return to;
}
