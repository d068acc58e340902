/** Runs the tests of the examples on copies of the examples, with another runtime. */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../scripts/packages.ts';
import { NODE_VERSIONS, nodeOf, onNode, runtimeOf } from '../../../scripts/release/tools.ts';
import { RECIPES } from './recipes.ts';

export const RUNTIMES = ['node22', 'node24', 'bun', 'deno'] as const;
type Runtime = (typeof RUNTIMES)[number];

/** A program that runs an example, and its options before the file's name. */
export interface Started {
  readonly runtime: Runtime;
  readonly program: string;
  readonly options: readonly string[];
  /** The Node on which the tests run: what they import runs there too. */
  readonly node: string;
}

/** Installs a runtime, if it is missing. */
export function installed(runtime: Runtime): Started {
  const node = nodeOf(NODE_VERSIONS[runtime === 'node22' ? 22 : 24]);
  if (runtime === 'bun')
    return { runtime, program: runtimeOf('bun', '1.4.5'), options: ['--no-install'], node };
  if (runtime === 'deno')
    return { runtime, program: runtimeOf('deno', '2.9.6'), options: ['run', '--allow-all'], node };
  return { runtime, program: node, options: ['--disable-warning=ExperimentalWarning'], node }; // Node 22 warns of TypeScript
}

/** The folder of the copies, and the one of the programs that are started: the copies, or their bundles. */
export interface Folders {
  readonly recipes: string;
  readonly programs: string;
}

/**
 * Titles of tests that a runtime cannot pass. The first starts the test runner of Node. `@hono/node-server` does not pass bodies to mounted applications
 * outside of Node. The last one needs undici, which Bun replaces.
 */
const NOT_ON: Readonly<Record<Runtime, string>> = {
  node22: 'no test',
  node24: 'no test',
  bun: 'the test suite of a host|mounted in hono|a booking and its order are committed together',
  deno: 'the test suite of a host|mounted in hono',
};

/** Runs the tests that start an example from this folder; those that only import one too, if it has the copies. */
export function runExamples({ runtime, node, ...started }: Started, folders: Folders): void {
  const tests = testsOfExamples().filter(({ starts }) => starts || folders.programs === folders.recipes);
  const surroundings = { ...folders, ...started };
  const env = { ...process.env, ...onNode(node, folders.recipes), BORD_PACKED: JSON.stringify(surroundings) };
  const vitest = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--config', CONFIG];
  const names = ['--testNamePattern', `^(?!.*(?:${NOT_ON[runtime]}))`];
  output(node, [...vitest, ...names, ...tests.map(({ file }) => file)], root, env);
}

const CONFIG = 'test/proof/packed/vitest.config.ts';

/** A test that imports or starts examples. */
interface ExampleTest {
  readonly file: string;
  readonly recipes: readonly string[];
  readonly starts: boolean;
}

function testsOfExamples(): readonly ExampleTest[] {
  return globSync('test/**/*.test.ts', { cwd: root }).flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const starts = /import\.meta\.dirname, '[./]+\/examples\b|from '\.\/run-example\.ts'/.test(text);
    if (!starts && !/from '[./]+\/examples\//.test(text)) return [];
    return { file, starts, recipes: RECIPES.filter((name) => new RegExp(`['/]${name}['/]`).test(text)) };
  });
}

/** Throws when an example has no test. */
export function assertTested(recipes = RECIPES): void {
  const tested = new Set(testsOfExamples().flatMap((one) => one.recipes));
  const missing = recipes.filter((recipe) => !tested.has(recipe));
  if (missing.length > 0) throw new Error(`No test imports or starts ${missing.join(', ')}.`);
}

/** Runs a process, and returns its output; an error has its last lines. */
export function output(node: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): string {
  try {
    return execFileSync(node, args, { cwd, env, encoding: 'utf8', stdio: 'pipe', maxBuffer: 2 ** 26 });
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${stdout}${stderr}`.trim().split('\n').slice(-60).join('\n'), { cause: error });
  }
}
