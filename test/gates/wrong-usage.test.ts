/** The command line of each instrument of `npm run proof`. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sampleOf } from '../support/long.ts';

const root = new URL('../..', import.meta.url).pathname;

/** Values that an option does not take, by the instrument. */
const WRONG: Readonly<Record<string, readonly string[]>> = {
  simulate: ['--operations', 'x'],
  histories: ['--rounds', 'x'],
  events: ['--histories', 'x'],
  within: ['--rollbacks', 'x'],
  failover: ['--rounds', 'x'],
  upgrade: ['--clients', 'x'],
  theorem: ['--days', '1.5'],
  fuzz: ['--requests', 'x'],
  rush: ['--rounds', '0'],
  policies: ['--histories', 'x'],
  guests: ['--guests', 'x'],
  abuse: ['--seconds', 'x'],
  assistants: ['--calls', 'x'],
  mcp: ['--only', 'nonsense'],
  pages: ['--rounds', 'x'],
  console: ['--actions', 'x'],
  monkey: ['--steps', 'x'],
  model: ['--only', 'nonsense'],
  mutants: ['--since', 'nonsense'],
  mutate: ['--jobs', '3'],
  gates: ['--check', 'nonsense'],
  edge: ['--connections', 'x'],
  walk: ['--list', 'nonsense'],
  outputs: ['--against', '???'],
  site: ['--base', 'x'],
  image: ['--size', 'x'],
  packed: ['--runtime', 'x'],
  bench: ['--runs', 'x'],
};

/** Its exit code, its standard output, and the first line of its error. */
function exitOf(script: string, args: readonly string[]): Promise<readonly [number, string, string]> {
  const options = ['--conditions=@bord/source', '--disable-warning=ExperimentalWarning', script, ...args];
  return new Promise((done) => {
    const child = execFile(process.execPath, options, { cwd: root }, (_, out, err) =>
      done([child.exitCode ?? -1, out, err.split('\n', 1)[0]!]),
    );
  });
}

const source = readFileSync(`${root}scripts/proof.ts`, 'utf8');
const scripts = [...source.matchAll(/name: '(\w+)',\s+summary: '[^']*',\s+script: '([^']+)'/g)];

test('each instrument is tried with a wrong value', () => {
  expect(scripts.map(([, name]) => name)).toEqual(Object.keys(WRONG));
});

test('the page of the instruments has a row for each', () => {
  const page = readFileSync(`${root}test/proof/README.md`, 'utf8');
  const rows = [...page.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name);
  expect(rows).toEqual(scripts.map(([, name]) => name));
});

test('the page of results has a row for each', () => {
  const page = readFileSync(`${root}docs/explain/proof.md`, 'utf8');
  const rows = [...page.matchAll(/^\|[^|]* \| `npm run (?:proof -- )?(\w+)/gm)].map(([, name]) => name);
  expect(rows.toSorted()).toEqual(scripts.map(([, name]) => name).toSorted());
});

const calls = scripts.flatMap(([, name, script]) =>
  [['--nonsense'], WRONG[name!] ?? []].map((args) => ({ name, args, script: script! })),
);

test.concurrent.each(sampleOf(calls, 10))(
  '$name $args: an unknown option or a wrong value is reported with exit code 2, and it does not start',
  async ({ script, args }) => {
    const [code, out, complaint] = await exitOf(script, args);
    expect([code, out]).toEqual([2, '']);
    expect(complaint).toContain(args[0]!.slice(2));
  },
);
