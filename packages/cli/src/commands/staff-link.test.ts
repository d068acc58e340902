/** Printed links (D44, D55): to the demo restaurant, and for a member of staff. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { tokenIn } from '../../../../test/support/signed-in.ts';
import { makeBord, words } from '../../test/run-bord.ts';
import { serveBord } from '../../test/serve-bord.ts';

const bord = makeBord();
afterAll(() => bord.remove());

const LINK = /http:\S+\/console\/sign-in\/signin_\S+/;

/** Opens the link as a browser does, and presses the button; the status, where that leads, and the cookies then. */
async function press(url: string) {
  const page = await fetch(url);
  const cookie = (answer: Response) =>
    answer.headers
      .getSetCookie()
      .map((line) => line.split(';', 1)[0])
      .join('; ');
  const entered = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: cookie(page), 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ token: tokenIn(await page.text()) }),
  });
  return { status: entered.status, to: entered.headers.get('location'), cookie: cookie(entered) };
}

test('D55 the server prints a link next to its log, which opens the demo and the mailbox once; bord staff link --demo prints another', async () => {
  const server = await serveBord(bord, 'serve --port 0', { BORD_LOG: 'trace' });
  const printed = LINK.exec(await server.firstErrorLine)![0];
  const entered = await press(printed);
  expect([entered.status, entered.to]).toEqual([303, expect.stringMatching(/^\/console\/[\w-]+/)]);
  const evening = await fetch(server.at.url + entered.to!, { headers: { cookie: entered.cookie } });
  expect(evening.status).toBe(200);
  const mail = (cookie: string) => fetch(`${server.at.url}/sandbox/mail`, { headers: { cookie } });
  expect([(await mail(entered.cookie)).status, (await mail('')).status]).toEqual([200, 404]);
  expect((await press(printed)).status).toBe(404);

  const { url, expiresAt } = await bord.json<{ url: string; expiresAt: string }>('staff', 'link', '--demo');
  expect(url).toMatch(new RegExp(`^${server.at.url}/console/sign-in/`));
  const lastsMs = Date.parse(expiresAt) - Date.now();
  expect(lastsMs > 23 * 3_600_000 && lastsMs <= 24 * 3_600_000).toBe(true);
  expect((await bord.run(words('staff link --demo'))).out).toMatch(LINK);
  expect((await press(url)).status).toBe(303);
  expect(await bord.refusal(words('staff link --demo'), { env: { BORD_DEMO: '0' } })).toMatch(/BORD_DEMO/);
  const other = { BORD_DATABASE: 'sqlite:./data/other.db' };
  await bord.run(['migrate'], { env: other });
  expect(await bord.refusal(words('staff link --demo'), { env: other })).toMatch(/start bord serve/);
  const { code, err } = await bord.run(words('staff link'));
  expect([code, err]).toEqual([2, 'bord: name an e-mail address, or use --demo\n']);

  server.kill('SIGTERM');
  expect((await server.ended).code).toBe(0);
  const token = printed.slice(printed.lastIndexOf('/') + 1);
  for (const secret of [token, token.split('.')[1]!]) expect(server.out.join('\n')).not.toContain(secret);
});

test('D55 without the demo no link is printed, and sessions of an earlier one end; --json prints it in its document', async () => {
  const before = await serveBord(bord, 'serve --port 0 --json');
  const { demo } = before.at as unknown as { demo: string };
  const { cookie, to } = await press(demo);
  before.kill('SIGTERM');
  expect((await before.ended).err).not.toContain(demo);
  const port = before.at.port;
  const without = await serveBord(bord, `serve --port ${port}`, { BORD_DEMO: '0' });
  expect((await fetch(without.at.url + to!, { headers: { cookie }, redirect: 'manual' })).status).toBe(303);
  expect((await bord.json<unknown[]>('staff', 'list')).length).toBe(0);
  without.kill('SIGTERM');
  expect(await without.ended).toEqual({ code: 0, err: '' });
});

test('D44 bord staff link EMAIL prints a link that signs the member in once, logs it, and notifies the member', async () => {
  const server = await serveBord(bord, 'serve --port 0');
  const email = 'anna@bistro-nord.se';
  await bord.json('staff', 'add', email, '--location', 'Bryggan', '--role', 'host');
  const { out, err } = await bord.run(['staff', 'link', email, '--json']);
  const made = JSON.parse(out) as { email: string; url: string; expiresAt: string };
  expect(Object.keys(made)).toEqual(['email', 'url', 'expiresAt']);
  expect(made.email).toBe(email);
  const lastsMs = Date.parse(made.expiresAt) - Date.now();
  expect(lastsMs > 0 && lastsMs <= 15 * 60_000).toBe(true);
  expect(JSON.parse(err)).toMatchObject({ msg: 'a sign-in link was printed', expiresAt: made.expiresAt });
  expect(err).not.toContain(made.url.split('/').at(-1));
  expect([(await press(made.url)).status, (await press(made.url)).status]).toEqual([303, 404]);
  const folder = join(bord.folder, 'data/mail');
  const mails = () =>
    existsSync(folder) ? readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8')) : [];
  await vi.waitFor(() => expect(mails().filter((mail) => mail.includes(email))).toHaveLength(1), {
    timeout: 60_000,
    interval: 200,
  });
  expect((await bord.run(['staff', 'link', 'ANNA@bistro-nord.se'])).out).toMatch(LINK);
  expect(await bord.refusal(words('staff link nobody@bistro-nord.se'))).toContain('bord staff list');
  server.kill('SIGTERM');
  expect((await server.ended).code).toBe(0);
});
