import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBord } from '../../test/run-bord.ts';
import { createProgram } from '../program.ts';

const bord = makeBord();
afterAll(() => bord.remove());

const scripts: Record<string, string> = {};
beforeAll(async () => {
  for (const shell of ['bash', 'zsh', 'fish'])
    scripts[shell] = (await bord.json<{ script: string }>('completion', shell))['script'];
  bord.write('my house.yaml', '');
  bord.write('menu.yaml', '');
});

/** The suggestions of bash after the tab key behind the last of these words. */
function offered(...line: string[]): string[] {
  const list = line.map((word) => `'${word}'`).join(' ');
  const press = `COMP_WORDS=(${list}); COMP_CWORD=${line.length - 1}; _bord; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr, status } = spawnSync(
    'bash',
    ['--norc', '--noprofile', '-u', '-c', `${scripts['bash']}\n${press}`],
    {
      cwd: bord.folder,
      encoding: 'utf8',
    },
  );
  expect([stderr, status]).toEqual(['', 0]);
  return stdout.split('\n').filter((word) => word !== '');
}

test('bash completes the commands of the first level and of the second', async () => {
  const groups = (await createProgram('', [])).commands.map((command) => command.name());
  expect(offered('bord', '')).toEqual([...groups, '--version', '-h', '--help']);
  expect(offered('bord', 'loc')).toEqual(['locations']);
  expect(offered('bord', 'locations', '')).toEqual([
    'apply',
    'list',
    'show',
    'export',
    'remove',
    '-h',
    '--help',
  ]);
  expect(offered('bord', 'bookings', 'c')).toEqual(['create', 'cancel', 'complete']);
  expect(offered('bord', 'nothing-such', 'x')).toEqual([]);
});

test('bash completes the options of the command at any position', () => {
  expect(offered('bord', 'serve', '--p')).toEqual(['--port', '--public-url']);
  expect(offered('bord', 'serve', '--port', '80', '--ho')).toEqual(['--host']);
  expect(offered('bord', 'keys', '--par')).toEqual([]);
  expect(offered('bord', 'keys', 'create', '--location', 'x', '--par')).toEqual(['--partner']);
  expect(offered('bord', 'keys', 'create', '--partner', '')).toEqual([]); // a free text has no suggestions
});

test('bash completes files where a file is meant, and words where there are few', () => {
  expect(offered('bord', 'locations', 'apply', 'm').toSorted()).toEqual(['menu.yaml', 'my house.yaml']);
  expect(offered('bord', 'locations', 'show', 'm')).toEqual([]);
  expect(offered('bord', 'completion', '')).toEqual(['bash', 'zsh', 'fish', '--json', '-h', '--help']);
});

test('the other shells get the same commands and options', () => {
  for (const [shell, words] of [
    ['zsh', [`' locations apply'`, `'--port:`, '_files', `compadd -- 'bash' 'zsh' 'fish'`]],
    ['fish', [`' locations apply'`, '-l port -r -f', '-F', `-a 'bash zsh fish'`]],
  ] as const)
    for (const word of words) expect(scripts[shell]).toContain(word);
});

test('a shell that there is not is wrong usage', async () => {
  const { code, err } = await bord.run(['completion', 'tcsh']);
  expect([code, err]).toEqual([2, expect.stringContaining('Allowed choices are bash, zsh, fish')]);
});
