import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Bord, DEMO, makeBord, words } from '../../test/run-bord.ts';
import { loadConfig } from '../config/config.ts';
import { findingOn } from './staff-finding.ts';

let bord: Bord;
beforeEach(() => void (bord = makeBord()));
afterEach(() => bord.remove());

const on = (env: Record<string, string>) =>
  findingOn(loadConfig({ env: { BORD_MAIL: 'smtp://mail.example.se', ...env }, folder: '/nowhere' }), 2);

test.each([
  [
    { BORD_PUBLIC_URL: 'https://book.example.se' },
    'good',
    /2 people may sign in at https:\/\/book\.example\.se\/console/,
  ],
  [{ BORD_PUBLIC_URL: 'http://localhost:3000' }, 'good', /sign in at http:\/\/localhost:3000/],
  [{ BORD_PUBLIC_URL: 'http://[::1]:3000' }, 'good', /sign in/],
  [
    { BORD_PUBLIC_URL: 'http://book.example.se' },
    'bad',
    /without encryption: others on the network can read/,
  ],
  [
    { BORD_PUBLIC_URL: 'http://localhost.example.se' },
    'bad',
    /without encryption: others on the network can read/,
  ],
  [{ BORD_PUBLIC_URL: 'https://book.example.se', BORD_MAIL: 'file:./mails' }, 'weak', /stay in the folder/],
] as const)('D44 doctor checks that staff can sign in by e-mail: %j', (env, status, found) => {
  const finding = on(env);
  expect(finding).toMatchObject({ what: 'staff', status, found: expect.stringMatching(found) });
  expect(finding.advice === null).toBe(status === 'good');
});

test('D44 doctor omits staff until there are members', async () => {
  await bord.run(['migrate']);
  const found = async () =>
    (
      JSON.parse((await bord.run(['doctor', '--json'])).out) as {
        findings: { what: string; found: string }[];
      }
    ).findings;
  expect((await found()).map(({ what }) => what)).not.toContain('staff');
  await bord.json(...words(`staff add a@example.se --location ${DEMO} --role host`));
  expect((await found()).find(({ what }) => what === 'staff')?.found).toMatch(
    /^one person may sign in, and mails stay in the folder /,
  );
});
