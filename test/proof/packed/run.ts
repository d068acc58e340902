import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { root } from '../../../scripts/packages.ts';
import { assertFilesOfExports, importSubpaths, subpaths } from '../../../scripts/tarballs/imports.ts';
import { runReadme, writeReadmeProgram } from '../../../scripts/tarballs/readme.ts';
import { nodeOf } from '../../../scripts/release/tools.ts';
import { oneOf, readOptions } from '../../support/instrument-options.ts';
import { BUNDLERS, bundleAll, compileAll, exampleFiles, installRecipes } from './recipes.ts';
import { coldImport } from './cold-import.ts';
import { assertFails, controlsIn } from './controls.ts';
import { assertTested, installed, output, runExamples, RUNTIMES } from './run-examples.ts';

const HELP = `Packs the packages, installs them outside of the repository, and compiles, bundles and runs all examples there.

npm run proof -- packed [options]

  --runtime NAME  node22, node24, bun or deno; default: all
  --keep          keep the folder

Compiles with the earliest and the latest TypeScript, bundles with ${Object.keys(BUNDLERS).join(', ')}, and compares the time to import
@bord/adapter-http with that of express. Node.js 20 must fail with the least version. Controls plant faults in
copies and packages, and must fail with the message of that fault.

Exit code: 0 all held, 1 not, 2 wrong usage.`;

const options = readOptions(HELP, { runtime: undefined, keep: false });
const { runtime } = options;
const wanted = runtime === undefined ? RUNTIMES : [oneOf('runtime', RUNTIMES, runtime)];

/** A version that is too old. */
const OLD = '20.20.2';

const folder = mkdtempSync(join(tmpdir(), 'bord-packed-'));
try {
  await step('find a test of each example', assertTested);
  await step('pack and install', () => installRecipes(folder));
  await step('find all files of exports, and import every subpath', () => {
    assertFilesOfExports(folder);
    importSubpaths(folder);
  });
  await step('compile programs that use all packages', () => compileAll(folder, sources()));
  // The declarations of hono need those of browsers.
  await step('compile the examples', () =>
    compileAll(folder, exampleFiles(), ['es2024', 'dom', 'dom.iterable']),
  );
  await step('import @bord/adapter-http in at most 1.5 times the time of express', () => coldImport(folder));
  await step('name the least version on Node.js 20', failsOnOldNode);
  await step('name what createWebhookSender needs on Bun', failsOnBun);
  await step('run the program of docs/start/embed.md', () => runReadme(folder));
  const folders = [folder];
  for (const bundler of Object.keys(BUNDLERS))
    await step(`bundle by ${bundler}`, async () => void folders.push(await bundleAll(folder, bundler)));
  for (const name of wanted) {
    const started = installed(name);
    for (const programs of folders)
      await step(
        `${name}: run the examples${programs.slice(folder.length).replace('/', ' bundled by ')}`,
        () => runExamples(started, { recipes: folder, programs }),
      );
  }
  for (const control of controlsIn(folder))
    await step(`control: ${control.fault}`, () => assertFails(control));
} finally {
  if (options.keep) console.log(folder);
  else rmSync(folder, { recursive: true, force: true });
}

/** Does a step, and reports it; the steps after a failed one are done too. */
async function step(what: string, work: () => unknown): Promise<void> {
  const startedMs = performance.now();
  const seconds = (): string => `${((performance.now() - startedMs) / 1000).toFixed(1)} s`;
  try {
    const found = await work();
    console.log(`ok     ${what}${typeof found === 'string' ? `: ${found}` : ''} (${seconds()})`);
  } catch (error) {
    console.log(`FAILED ${what} (${seconds()})\n${(error as Error).message}`);
    process.exitCode = 1;
  }
}

/** Writes the files to compile: a consumer of all packages, the first program of the documentation, and an import of every subpath. */
function sources(): string[] {
  copyFileSync(resolve(root, 'test/packages/consumer.ts'), join(folder, 'consumer.ts'));
  const imports = subpaths(folder).map((name, i) => `export * as entry${i} from '${name}';\n`);
  writeFileSync(join(folder, 'subpaths.ts'), imports.join(''));
  return ['consumer.ts', 'subpaths.ts', writeReadmeProgram(folder)];
}

function failsOnOldNode(): string {
  const program = join(folder, 'old.mjs');
  const calls = `const host = { url: 'postgresql://127.0.0.1:9/bord' };
    for (const call of [() => createEngine({ storage: {} }), () => pgStorage(host), () => migrate(host), () => sqliteStorage({ path: ':memory:' })])
      try { await call(); console.log('It did not fail.'); } catch (error) { console.log(error.message); }`;
  writeFileSync(
    program,
    `import '@bord/adapter-http';
    import { createEngine } from '@bord/engine';
    import { migrate, pgStorage } from '@bord/adapter-pg';
    import { sqliteStorage } from '@bord/adapter-sqlite';
    ${calls}`,
  );
  const messages = new Set(output(nodeOf(OLD), [program], folder, process.env).trim().split('\n'));
  const [message = '', ...others] = messages;
  if (others.length > 0 || !message.startsWith('Bord needs Node.js 22.'))
    throw new Error([...messages].join('\n'));
  return message;
}

function failsOnBun(): string {
  const file = join(folder, 'webhooks.mjs');
  writeFileSync(
    file,
    `import { createWebhookSender } from '@bord/adapter-http/webhooks';
    try { createWebhookSender(); } catch (error) { console.log(error.message); }`,
  );
  const { program, options: given } = installed('bun');
  const message = output(program, [...given, file], folder, process.env).trim();
  if (!message.startsWith('createWebhookSender needs Node.js')) throw new Error(message);
  return message;
}
