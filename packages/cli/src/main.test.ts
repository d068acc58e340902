import { afterAll, expect, test } from 'vitest';
import { makeBord, words } from '../test/run-bord.ts';

const bord = makeBord();
/** Here each command is a process of its own, from its start to its end. */
const ownProcess = { ownProcess: true } as const;
afterAll(() => bord.remove());

test('wrong usage is exit 2, with nothing on stdout', async () => {
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
    'bord: BORD_DATABSE: there is no such variable (did you mean BORD_DATABASE?)',
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

test('migrate makes the database, and has nothing to do the second time', async () => {
  const first = await bord.json<{ applied: string[] }>('migrate');
  expect(first.applied.length).toBeGreaterThan(0);
  expect(await bord.json('migrate')).toEqual({ applied: [] });
  expect((await bord.run(['migrate'], ownProcess)).out).toBe('The database is up to date.\n');
});
