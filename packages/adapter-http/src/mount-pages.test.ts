import { watchChanges } from '../../../test/support/watch-changes.ts';
import { expect, test } from 'vitest';
import { booking, MAILER, openRuntime, tokenOf } from '../test/runtime.ts';
import { mountPages, type PagesOptions } from './mount-pages.ts';

const FORM = 'application/x-www-form-urlencoded';

/** A server with pages, and requests to the manage link of a booking. */
async function openPages(options: Partial<PagesOptions> = {}) {
  const { api, engine, location, post } = await openRuntime({ mailer: MAILER });
  const pages = { api, engine, demoLocationId: location.id, publicUrl: () => 'http://x', mailFrom: 'a@b.se' };
  mountPages({ ...pages, ...options });
  const made = await post(`/locations/${location.id}/bookings`, booking());
  const link = `/manage/${tokenOf('manage', ((await made.json()) as { id: string }).id)}`;
  const ask = (path: string, ip: string, init: RequestInit = {}): Promise<Response> =>
    api.fetch(Object.assign(new Request(`http://x${path}`, init), { ip }));
  const signUp = async (email: string, ip: string, headers: Record<string, string> = {}): Promise<number> => {
    const body = new URLSearchParams({ email, system: 'Nord' });
    const answer = await ask('/sandbox', ip, {
      method: 'POST',
      headers: { 'content-type': FORM, ...headers },
      body,
    });
    return answer.status;
  };
  return { link, ask, signUp };
}

test('D27 one link is shown up to its limit in a minute, then a page says to wait', async () => {
  const { link, ask } = await openPages();
  for (let shown = 0; shown < 60; shown++) expect((await ask(link, `192.0.2.${shown}`)).status).toBe(200);
  const late = await ask(`${link}/move`, '198.51.100.9');
  expect([late.status, late.headers.get('content-type')]).toEqual([429, 'text/html; charset=utf-8']);
  expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await ask('/manage/other', '198.51.100.9')).status).toBe(404);
});

test('D27 one IP address is served up to its limit in a minute, whatever its headers say', async () => {
  const limits = { perToken: 100, perAddress: 3, windowMs: 60_000 };
  const { link, ask } = await openPages({ limits });
  const spoofing = { headers: { 'x-forwarded-for': '203.0.113.9' } };
  for (const path of [link, '/manage/x', '/sandbox'])
    expect((await ask(path, '192.0.2.7', spoofing)).status).not.toBe(429);
  expect((await ask(link, '192.0.2.7', { headers: { 'x-forwarded-for': '203.0.113.10' } })).status).toBe(429);
  expect((await ask(link, '203.0.113.9')).status).toBe(200);
});

test('D27 behind a trusted proxy each client is counted separately', async () => {
  const limits = { perToken: 100, perAddress: 1, windowMs: 60_000 };
  const { link, ask } = await openPages({ limits, trustedProxies: ['127.0.0.1'] });
  const from = async (address: string): Promise<number> =>
    (await ask(link, '127.0.0.1', { headers: { 'x-forwarded-for': address } })).status;
  expect([await from('192.0.2.1'), await from('192.0.2.2'), await from('192.0.2.1')]).toEqual([
    200, 200, 429,
  ]);
  expect(await from('192.0.2.9, 192.0.2.2')).toBe(429);
});

test('D20 sign-ups are counted by the IP address behind a trusted proxy', async () => {
  const { signUp } = await openPages({ trustedProxies: ['10.0.0.0/8'] });
  const through = (n: number, address: string): Promise<number> =>
    signUp(`dev${n}@example.se`, '10.0.0.7', { 'x-forwarded-for': address });
  for (let n = 0; n < 20; n++) expect(await through(n, '192.0.2.1')).toBe(200);
  expect(await through(20, '192.0.2.1')).toBe(429);
  expect(await through(21, '192.0.2.2')).toBe(200);
});

test('D20 a post without a form creates no key; the button of the page does', async () => {
  const { api, engine, location, storage } = await openRuntime({ mailer: MAILER });
  mountPages({ api, engine, demoLocationId: location.id, publicUrl: () => 'http://x', mailFrom: 'a@b.se' });
  const signedUp = Promise.withResolvers<string>();
  watchChanges(storage, ({ save }) => save?.signUps?.forEach(({ id }) => signedUp.resolve(id)));
  await engine.sandbox.signUp({ email: 'dev@example.se', system: 'Nord', clientAddress: 'test' });
  const link = `http://x/sandbox/${tokenOf('sign-up', await signedUp.promise)}`;
  const press = async (type: string): Promise<number> =>
    (await api.fetch(new Request(link, { method: 'POST', headers: { 'content-type': type }, body: '' })))
      .status;
  const keys = async (): Promise<number> => (await engine.operator.keys.list()).length;
  const before = await keys();
  for (const type of ['text/plain', 'application/json']) expect(await press(type)).toBe(400);
  expect(await keys()).toBe(before);
  expect([await press(FORM), await keys()]).toEqual([200, before + 1]);
});

test('the start page names the console and the API documentation, in the language of the browser, and only pages that the server has', async () => {
  const doors = async (options: Partial<PagesOptions>, language: string): Promise<readonly string[]> => {
    const { ask } = await openPages({ startPage: true, ...options });
    const page = await ask('/', '192.0.2.1', { headers: { 'accept-language': language } });
    expect(page.status).toBe(200);
    const links = (await page.text()).matchAll(/<a class="button" href="([^"]*)">([^<]*)</g);
    return [...links].map(([, href, label]) => `${label}: ${href}`);
  };
  const [console, docs] = ['Konsol: /bord/console', 'API-dokumentation: /bord/docs'];
  const publicUrl = (): string => 'http://x/bord/';
  expect(await doors({ console: true, publicUrl }, 'sv')).toEqual([console, docs]);
  expect(await doors({ publicUrl }, 'da')).toEqual([docs]);
});
