/** The program `bord` for the processes of a test run: bundled once from its sources, because a process loads the bundle with half the work. */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Plugin } from 'esbuild';
import type { TestProject } from 'vitest/node';

const SOURCE = fileURLToPath(new URL('../../packages/cli/src/main.ts', import.meta.url));

/**
 * Called by vitest before the first test; the workers inherit the environment. There is no bundle where sources change during a run: in watch
 * mode, and with `BORD_TEST_SOURCES`.
 */
export async function setup({ vitest }: TestProject): Promise<() => Promise<void>> {
  if (vitest.config.watch || process.env['BORD_TEST_SOURCES']) return async () => undefined;
  const outdir = await mkdtemp(join(tmpdir(), 'bord-program-'));
  const { build } = await import('esbuild');
  await build({
    entryPoints: [SOURCE],
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    conditions: ['@bord/source'],
    plugins: [keepingPaths],
  });
  process.env['BORD_TEST_PROGRAM'] = join(outdir, 'main.mjs');
  return () => rm(outdir, { recursive: true, force: true });
}

/** The file to run: the sources where a module is preloaded, which may look for them, or change them. */
export function programFor(env: Readonly<Record<string, string>>): string {
  const isObserved = env['NODE_OPTIONS']?.includes('--import') ?? false;
  return (isObserved ? undefined : process.env['BORD_TEST_PROGRAM']) ?? SOURCE;
}

/** Sources keep their `import.meta.url`, and packages are imported from their folders. */
const keepingPaths: Plugin = {
  name: 'keeping-paths',
  setup({ onLoad, onResolve, resolve }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const ownUrl = JSON.stringify(pathToFileURL(path).href);
      return { loader: 'ts', contents: readFileSync(path, 'utf8').replaceAll('import.meta.url', ownUrl) };
    });
    onResolve({ filter: /^[^./]/ }, async ({ path, pluginData, ...from }) => {
      if (path.startsWith('@bord/') || pluginData === RESOLVED) return null;
      if (isBuiltin(path)) return { path, external: true };
      const found = await resolve(path, { ...from, pluginData: RESOLVED });
      // An optional package may be missing.
      return { path: found.errors.length > 0 ? path : pathToFileURL(found.path).href, external: true };
    });
  },
};
const RESOLVED = {};
