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
  readonly program: string;
  readonly options: readonly string[];
  /** The Node on which the tests run: what they import runs there too. */
  readonly node: string;
}

/** Installs a runtime, if it is missing. */
export function installed(name: Runtime): Started {
  const node = nodeOf(NODE_VERSIONS[name === 'node22' ? 22 : 24]);
  if (name === 'bun') return { program: runtimeOf('bun', '1.4.5'), options: ['--no-install'], node };
  if (name === 'deno') return { program: runtimeOf('deno', '2.9.6'), options: ['run', '--allow-all'], node };
  return { program: node, options: ['--disable-warning=ExperimentalWarning'], node }; // Node 22 warns of TypeScript
}

/** The folder of the copies, and the one of the programs that are started: the copies, or their bundles. */
export interface Folders {
  readonly recipes: string;
  readonly programs: string;
}

/** Tests of vitest that only Node can run: they start its test runner. */
const ON_NODE = 'the test suite of a host';

/** Runs the tests that start an example from this folder; those that only import one too, if it has the copies. */
export function runExamples({ node, ...started }: Started, folders: Folders): void {
  const tests = testsOfExamples().filter(({ starts }) => starts || folders.programs === folders.recipes);
  const surroundings = { ...folders, ...started };
  const env = { ...process.env, ...onNode(node, folders.recipes), BORD_PACKED: JSON.stringify(surroundings) };
  const vitest = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--config', CONFIG];
  const names = started.program === node ? [] : ['--testNamePattern', `^(?!.*${ON_NODE})`];
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
    const starts = /import\.meta\.dirname, '[./]+\/examples\b/.test(text);
    if (!starts && !/from '[./]+\/examples\//.test(text)) return [];
    return { file, starts, recipes: RECIPES.filter((name) => new RegExp(`['/]${name}['/]`).test(text)) };
  });
}

/** Throws when an example has no test. */
export function assertTested(): void {
  const tested = new Set(testsOfExamples().flatMap(({ recipes }) => recipes));
  const missing = RECIPES.filter((recipe) => !tested.has(recipe));
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
