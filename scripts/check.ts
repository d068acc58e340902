/**
 * Every check that is not a test: types, lint, format, prose, unused code, and the packages as they would be published.
 *
 *     node scripts/check.ts [name…] [options of the prose or size check]     the named checks, or all but the tarballs and the size
 */
import { spawn } from 'node:child_process';
import { delimiter, relative, resolve } from 'node:path';
import { packages, root } from './packages.ts';

interface Check {
  readonly name: string;
  readonly commands: readonly (readonly [string, ...string[]])[];
  /** Made only when it is named: it takes half a minute, and perhaps the registry. */
  readonly isByName?: true;
  /** Its output is also shown if it passes. */
  readonly isReport?: true;
}

const folders = packages.map(({ folder }) => relative(root, folder));

const given = process.argv.slice(2);
const firstFlag = given.findIndex((argument) => argument.startsWith('--'));
const wanted = firstFlag < 0 ? given : given.slice(0, firstFlag);
const flags = firstFlag < 0 ? [] : given.slice(firstFlag);

const checks: readonly Check[] = [
  {
    name: 'types',
    commands: [
      ['node', 'scripts/build.ts', '--if-stale'], // the browser's script reads the built types
      ['tsc', '--noEmit'],
      ['tsc', '--noEmit', '-p', 'packages/adapter-http/src/console/script/browser'],
      ['node', 'scripts/console-script.ts', '--check'],
      ['node', 'scripts/handbook.ts', '--check'],
    ],
  },
  { name: 'lint', commands: [['oxlint', '--type-aware', '--deny-warnings']] },
  { name: 'format', commands: [['oxfmt', '--check']] },
  // It reports commit subjects even when it passes; with options its output is the answer.
  { name: 'prose', commands: [['node', 'scripts/prose.ts', ...flags]], isReport: true },
  { name: 'unused', commands: [['knip', '--no-progress', '--no-config-hints']] },
  {
    name: 'packages',
    commands: [
      ['node', 'scripts/build.ts', '--if-stale'],
      ['node', 'scripts/public-types.ts'],
      ['node', 'scripts/docstrings.ts'],
      ['node', 'scripts/notices.ts'],
      ...folders.flatMap((folder): [string, ...string[]][] => [
        ['publint', '--strict', folder],
        ['attw', '--quiet', '--profile', 'esm-only', '--pack', folder],
      ]),
    ],
  },
  { name: 'licences', commands: [['node', 'scripts/licences.ts']] },
  {
    name: 'tarballs',
    commands: [
      ['node', 'scripts/build.ts', '--if-stale'],
      ['node', 'scripts/tarballs.ts'],
    ],
    isByName: true,
  },
  // Budgets that do not hold yet are reported; with --budgets they fail.
  { name: 'size', commands: [['node', 'scripts/size.ts', ...flags]], isByName: true, isReport: true },
];

const unknown = wanted.filter((name) => !checks.some((check) => check.name === name));
if (unknown.length > 0) {
  console.error(
    `Unknown check: ${unknown.join(', ')}. There are: ${checks.map(({ name }) => name).join(', ')}.`,
  );
  process.exit(2);
}

const failed: string[] = [];
for (const { name, commands, isByName = false, isReport = false } of checks) {
  if (wanted.length > 0 ? !wanted.includes(name) : isByName) continue;
  const startedMs = performance.now();
  // One after the other: each uses every core, and their output stays readable.
  const passed = await runAll(commands, isReport);
  if (!passed) failed.push(name);
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  console.log(`${passed ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
}
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(', ')}`);
  process.exitCode = 1;
}

async function runAll(commands: Check['commands'], isReport: boolean): Promise<boolean> {
  for (const command of commands) {
    if (!(await run(command, isReport))) return false;
  }
  return true;
}

/** Runs a command and shows its output if it fails, or if it is a report. */
async function run([command, ...args]: readonly [string, ...string[]], isReport: boolean): Promise<boolean> {
  const path = `${resolve(root, 'node_modules/.bin')}${delimiter}${process.env['PATH'] ?? ''}`;
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, PATH: path },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk));
  const code = await new Promise<number | null>((done, fail) => {
    child.once('error', fail);
    child.once('close', done);
  });
  if (code !== 0) console.error(`${[command, ...args].join(' ')}\n${Buffer.concat(output).toString()}`);
  else if (isReport) process.stdout.write(Buffer.concat(output));
  return code === 0;
}
