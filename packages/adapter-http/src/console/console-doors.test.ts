/** The headers of every page of the console, and the requests that are rejected. */
import { expect, test } from 'vitest';
import { LANGUAGES, consoleWordsIn } from '../i18n/languages.ts';
import { tokenIn } from '../../../../test/support/signed-in.ts';
import { openConsole } from '../../test/console-browser.ts';
import { consoleFault, faultKindOf } from './bare-page.ts';

const HOUSE = '00000000-0000-4000-8000-0000000000aa';
const OTHER = '00000000-0000-4000-8000-0000000000bb';

test('D44 every page has the same headers: not cached, not framed, without external or inline code', async () => {
  const { member, browser } = await openConsole();
  const anna = await member();
  const answers = await Promise.all([
    anna.get('/console/me'),
    anna.get(`/console/${HOUSE}`),
    anna.get(`/console/${OTHER}`),
    anna.get('/console/none/such'),
    browser().get('/console/sign-in'),
    browser().get('/console/sign-in/none'),
    browser().get('/console/me'),
    browser().post('/console/sign-in', { email: 'x' }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 404, 404, 200, 404, 303, 400]);
  for (const answer of answers) {
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types bord",
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-robots-tag': 'noindex, nofollow',
    });
    const page = await answer.text();
    expect(page).not.toMatch(/<style|<script(?! type="module" src=)|\sstyle=|\son\w+=|https?:\/\//);
  }
});

test('D44 other restaurants answer 404 to a member, and pages for managers are for managers only', async () => {
  const { member, engine, location } = await openConsole();
  const anna = await member('anna@example.se', 'host');
  for (const id of [OTHER, 'none', `${location.id}x`])
    expect([id, (await anna.get(`/console/${id}`)).status]).toEqual([id, 404]);
  expect((await anna.get(`/console/${location.id}`)).status).toBe(200);
  const forManagers = await anna.get(`/console/${location.id}/staff`);
  expect([forManagers.status, await forManagers.text()]).toEqual([
    403,
    expect.stringContaining('This is for managers'),
  ]);
  // Also if the page itself does not need a manager's permission.
  expect((await anna.get(`/console/${location.id}/staff/st_1`)).status).toBe(403);
  await engine.operator.staff.add({ email: 'anna@example.se', locationId: OTHER, role: 'host' });
  const choice = await (await anna.get('/console')).text();
  for (const id of [OTHER, location.id]) expect(choice).toContain(`href="/console/${id}"`);
});

test('a member of one restaurant is redirected to it, and a member of none gets a message', async () => {
  const { member, engine, location } = await openConsole();
  const anna = await member();
  const there = await anna.get('/console');
  expect([there.status, there.headers.get('location')]).toEqual([303, `/console/${location.id}`]);
  const plan = await engine.operator.locations.read(location.id);
  await engine.operator.locations.apply({ ...plan, alias: 'bord' }, location.id);
  expect((await anna.get('/console')).headers.get('location')).toBe('/console/bord');
  expect((await anna.get('/console/bord')).status).toBe(200);
  expect((await anna.get(`/console/${location.id}`)).status).toBe(200);
});

test('one member has a share of the live streams, whatever the number of sessions, and others get theirs', async () => {
  const { member, engine, location } = await openConsole();
  const [anna, bo] = [await member('anna@example.se'), await member('bo@example.se')];
  const { signIn } = engine;
  const callerOf = signIn.caller.bind(signIn);
  let sessions = 0;
  signIn.caller = async (token) => ({ ...(await callerOf(token)), sessionId: `ss_${sessions++}` });
  const streams: Response[] = [];
  for (let i = 0; i < 40; i++) streams.push(await anna.get(`/console/${location.id}/live`));
  expect(streams.filter(({ status }) => status === 200)).toHaveLength(32);
  expect(streams.at(-1)!.status).toBe(204);
  streams.push(await bo.get(`/console/${location.id}/live`));
  expect(streams.at(-1)!.status).toBe(200);
  for (const { body } of streams) await body?.cancel();
});

test('style and script are cached by their content; a request for another version gets the current one, uncached', async () => {
  const { browser } = await openConsole();
  const page = await (await browser().get('/console/sign-in')).text();
  const files = [...page.matchAll(/(?:href|src)="(\/console\/assets\/[^"]+)"/g)].map(([, path]) => path!);
  expect(files.map((path) => path.replace(/\w{12}/, '…'))).toEqual([
    '/console/assets/console.….css',
    '/console/assets/console.….js',
  ]);
  for (const path of files) {
    const plain = await browser().get(path);
    expect([plain.status, plain.headers.get('cache-control')]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ]);
    const packed = await browser().get(path, { 'accept-encoding': 'gzip' });
    expect([packed.headers.get('content-encoding'), packed.headers.get('vary')]).toEqual([
      'gzip',
      'accept-encoding',
    ]);
    expect(Number(packed.headers.get('content-length'))).toBeLessThan(40_000);
    const older = await browser().get(path.replace(/\w{12}/, 'aaaaaaaaaaaa'));
    expect([older.status, older.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(await older.text()).toBe(await plain.text());
  }
  for (const none of ['x.css', 'console.css', 'console.a.map', 'console..css'])
    expect((await browser().get(`/console/assets/${none}`)).status).toBe(404);
});

test('a page over its rate limit says to wait, per session and per IP address', async () => {
  const { member, browser } = await openConsole({
    consoleLimits: { perToken: 8, perAddress: 20, windowMs: 60_000 },
  });
  const anna = await member();
  for (let shown = 0; shown < 8; shown++) expect((await anna.get('/console/me')).status).toBe(200);
  const late = await anna.get('/console/me');
  expect([late.status, late.headers.get('content-type')]).toEqual([429, 'text/html; charset=utf-8']);
  expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await browser().get('/console/sign-in')).status).toBe(200);
  const neighbour = browser();
  let last = 200;
  for (let shown = 0; shown < 20; shown++) last = (await neighbour.get('/console/sign-in')).status;
  expect(last).toBe(429);
  expect((await browser('198.51.100.7').get('/console/sign-in')).status).toBe(200);
});

test('the script gets a status without a session, and only the requested part of a page', async () => {
  const { member, browser, location } = await openConsole();
  const fragment = { 'x-bord-fragment': '1' };
  for (const headers of [fragment, { accept: 'text/event-stream' }])
    expect((await browser().get(`/console/${location.id}`, headers)).status).toBe(401);
  const anna = await member();
  const part = await (await anna.get(`/console/${location.id}`, fragment)).text();
  expect(part).toContain('id="notice"');
  expect(part).not.toMatch(/<html|<header/);
});

test('D44 without encryption the console is open only on the machine itself', async () => {
  const open = async (url: string, host?: string): Promise<number> => {
    const { browser } = await openConsole({ publicUrl: () => url });
    return (await browser().get('/console/sign-in', host === undefined ? {} : { host })).status;
  };
  expect(await open('http://localhost:3000')).toBe(200);
  expect(await open('http://localhost:3000', '192.168.1.7:3000')).toBe(403);
  expect(await open('http://bord.example')).toBe(403);
});

test('D44 below a path of a host, behind a proxy, links, cookies and redirects stay below that path', async () => {
  const { invite, browser, askForLink, location } = await openConsole({
    publicUrl: () => 'https://house.example/bord/',
  });
  // The proxy removes the path.
  const anna = browser();
  const bare = (url: string): string => new URL(url, 'https://house.example').pathname.slice('/bord'.length);
  await invite('anna@example.se');
  const first = await anna.get(`/console/${location.id}`);
  expect(first.headers.get('location')).toMatch(/^\/bord\/console\/sign-in\?to=%2Fbord%2Fconsole%2F/);
  const link = await askForLink(anna, 'anna@example.se', `/bord/console/${location.id}`);
  const page = await (await anna.get(link)).text();
  const action = /action="([^"]+)"/.exec(page)![1]!;
  expect(action).toMatch(/^\/bord\/console\/sign-in\//);
  const entered = await anna.post(bare(action), { token: tokenIn(page) });
  expect(entered.headers.get('location')).toBe(`/bord/console/${location.id}`);
  expect([...anna.cookies.keys()].toSorted()).toEqual([
    '__Host-bord_browser_bord',
    '__Host-bord_known_bord',
    '__Host-bord_session_bord',
  ]);
});

test("errors are pages with a text in the browser's language", async () => {
  const { browser, storage, errors } = await openConsole();
  const danish = { 'accept-language': 'da' };
  const text = async (path: string): Promise<string> => (await browser().get(path, danish)).text();
  expect(await text('/console/x/y/z')).toContain('Her er ingenting');
  const anna = browser();
  anna.cookies.set('__Host-bord_session', 'x'.repeat(43));
  storage.records.read = () => Promise.reject(new Error('broken'));
  const broken = await anna.get('/console/me', danish);
  expect([broken.status, await broken.text()]).toEqual([500, expect.stringContaining('Noget gik galt')]);
  expect(errors).toHaveLength(1);
});

test('every status of a page has a separate text in every language', () => {
  const titles = LANGUAGES.map((language) =>
    [400, 403, 404, 409, 429, 503, 500].map((status) => {
      const reader = { language, words: consoleWordsIn(language), root: '/console' };
      const { body, status: answered } = consoleFault(reader, faultKindOf(status), status);
      expect(answered).toBe(status);
      return /<h1>([^<]+)/.exec(body as string)![1];
    }),
  );
  for (const ofLanguage of titles) expect(new Set(ofLanguage).size).toBe(6); // 429 and 503 both say to wait
  expect(new Set(titles.flat()).size).toBeGreaterThan(20);
});

test('if mails are written to files, the page names the folder', async () => {
  const { browser } = await openConsole({ mailFolder: '/srv/bord/mail' });
  const page = await (await browser().post('/console/sign-in', { email: 'anna@example.se' })).text();
  expect(page).toContain('<code>/srv/bord/mail</code>');
});
