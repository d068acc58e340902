import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeBord, words } from '../test/run-bord.ts';

const bord = makeBord(false);
/** Runs each command in its own process, from start to exit. */
const ownProcess = { ownProcess: true } as const;
afterAll(() => bord.remove());

test('wrong usage is exit 2, with an empty stdout', async () => {
  const { code, out, err } = await bord.run(words('bokings list --json'), ownProcess);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(/^bord: unknown command 'bokings'/);
  expect((await bord.run(words('keys create'), ownProcess)).code).toBe(2);
  expect((await bord.run(words('keys create --help'), ownProcess)).code).toBe(0);
  expect((await bord.run(['--version'], ownProcess)).out).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test('bad configuration is exit 1, with a line that names it', async () => {
  const refusal = (env: Record<string, string>) => bord.refusal(words('keys list'), { env, ...ownProcess });
  expect(await refusal({ BORD_DATABSE: 'x' })).toBe(
    'bord: BORD_DATABSE is not a setting: rename it to BORD_DATABASE, or remove it',
  );
  expect(await refusal({ BORD_DATABASE: 'postgres://u:hush@127.0.0.1:1/db' })).toMatch(
    /^bord: BORD_SECRET_KEY is missing/,
  );
  const BORD_SECRET_KEY = Buffer.alloc(32).toString('base64');
  expect(await refusal({ BORD_DATABASE: 'postgres://u:hush@127.0.0.1:1/db', BORD_SECRET_KEY })).toMatch(
    /^bord: the database postgres:\/\/u@127\.0\.0\.1:1\/db cannot be used: [^\n]*$/,
  );
  expect(await refusal({ BORD_DATABASE: `sqlite:${bord.folder}/data` })).toMatch(
    /^bord: the database .* cannot be used: [^\n]*$/,
  );
});

test('migrate creates the database, and changes nothing the second time', async () => {
  const first = await bord.json<{ applied: string[] }>('migrate');
  expect(first.applied.length).toBeGreaterThan(0);
  expect(await bord.json('migrate')).toEqual({ applied: [] });
  expect((await bord.run(['migrate'], ownProcess)).out).toBe('The database is up to date.\n');
});

test('D50 an unknown variable is a line on the standard error, and the command does its work', async () => {
  const { code, out, err } = await bord.run(words('keys list --json'), {
    env: { BORD_FAR_OFF: 'x' },
    ...ownProcess,
  });
  expect([code, JSON.parse(out)]).toEqual([0, []]);
  expect(err).toBe(
    'bord: warning: BORD_FAR_OFF is not a setting, and is ignored: remove it; the documentation has a page of all settings\n',
  );
});

test('a start on Node 20 names the Node of the project where there is one, and else what to install', () => {
  const bin = join(bord.folder, 'elsewhere/bin/bord.js');
  cpSync(join(import.meta.dirname, '../bin/bord.js'), bin);
  writeFileSync(join(bord.folder, 'elsewhere/package.json'), '{"type":"module"}');
  const old = `data:text/javascript,${encodeURIComponent(
    `Object.defineProperty(process, 'version', { value: 'v20.19.5' });
     Object.defineProperty(process, 'versions', { value: { node: '20.19.5' } });`,
  )}`;
  const start = () => {
    const { status, stderr } = spawnSync(process.execPath, [`--import=${old}`, bin, 'serve'], {
      cwd: bord.folder,
      encoding: 'utf8',
    });
    return [status, stderr];
  };
  const needs = 'bord: needs Node.js 22.19 or later, and this is v20.19.5: ';
  expect(start()).toEqual([1, `${needs}install Node.js 22.19 or later\n`]);
  mkdirSync(join(bord.folder, 'node_modules/.bin'), { recursive: true });
  writeFileSync(join(bord.folder, 'node_modules/.bin/node'), '');
  expect(start()).toEqual([
    1,
    `${needs}start it with node_modules/.bin/node ${join('elsewhere', 'bin', 'bord.js')}\n`,
  ]);
});
