/** Into the demo restaurant from anywhere, with a sandbox key: who gets in, and no further than to what is hers. */
import { createPartnerApi } from '@bord/adapter-http';
import { mountPages } from '@bord/adapter-http/pages';
import { expect, test } from 'vitest';
import { openConsole } from '../../../../../../test/support/console-visit.ts';

async function openPublicDemo() {
  let prepared = 0;
  const demo = { locationId: '', isLocal: () => false, prepare: async () => void (prepared += 1) };
  const opened = await openConsole({ consoleDemo: demo, demoLocationId: 'there is a sandbox' });
  demo.locationId = opened.location.id;
  const { engine, location } = opened;
  const keyFor = (email: string, locationId = location.id) =>
    engine.operator.keys.createSandbox({ locationId, email, system: 'Hotel Nord' });
  const browser = opened.browserWith('');
  const enter = (key: string) =>
    browser.ask('/console/sign-in/sandbox', {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams({ key }),
    });
  async function visitor(key: string) {
    const [cookie] = (await enter(key)).headers.get('set-cookie')!.split(';');
    return opened.browserWith(cookie!);
  }
  return { ...opened, keyFor, browser, enter, visitor, prepared: () => prepared };
}

test('D20 D44 on any other address the demo asks for a sandbox key, and opens the evening with it; the key stands in no address', async () => {
  const { browser, enter, keyFor, here, browserWith, prepared } = await openPublicDemo();
  const door = await browser.ask('/console/sign-in');
  expect(door.text).toContain('action="/console/sign-in/sandbox"');
  expect(door.text).toContain('href="/sandbox"');
  const { key } = await keyFor('a@example.com');
  expect(prepared()).toBe(0);
  const entered = await enter(` ${key} `);
  expect([entered.status, entered.headers.get('location'), prepared()]).toEqual([303, here, 1]);
  const cookie = entered.headers.get('set-cookie')!;
  expect(cookie).not.toContain(key);
  expect(cookie).toContain('HttpOnly; SameSite=Lax');
  const inside = browserWith(cookie.split(';')[0]!);
  const evening = await inside.ask(here);
  expect(evening.status).toBe(200);
  expect(evening.text).toContain('You are visiting the demo.');
  await enter(key);
  expect(prepared()).toBe(1); // not by each who comes
  expect((await inside.ask('/console')).headers.get('location')).toBe(here);
  expect((await inside.ask('/console/me')).text).toContain('the sandbox key of Hotel Nord');
});

test('D20 D44 no other key opens it: none, a mistyped one, a partner’s, one of another restaurant, one that was revoked', async () => {
  const { engine, location, other, enter, keyFor, prepared } = await openPublicDemo();
  const partners = await engine.operator.keys.create({ partner: 'hotel', locationIds: [location.id] });
  const elsewhere = await keyFor('b@example.com', other.id);
  const revoked = await keyFor('c@example.com');
  await engine.operator.keys.revoke(revoked.record.id);
  for (const key of ['', 'bord_test_nonsense', partners.key, elsewhere.key, revoked.key]) {
    const answer = await enter(key);
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([400, null]);
    expect(answer.text).toContain('id="key-fault"');
    if (key) expect(answer.text).not.toContain(key);
  }
  expect(prepared()).toBe(0);
});

test('D44 what changes the restaurant for all is refused in a sentence, opened or sent', async () => {
  const { keyFor, visitor, here, engine, location } = await openPublicDemo();
  const { key } = await keyFor('a@example.com');
  const inside = await visitor(key);
  const before = JSON.stringify(await engine.operator.locations.read(location.id));
  for (const path of ['/block', '/close', '/staff']) {
    const page = await inside.ask(here + path);
    expect([path, page.status]).toEqual([path, 403]);
    expect(page.text).toContain('Not on the shared demo');
  }
  const forms = { '/block': { 'table.T1': '1', for: '1h' }, '/close': { minutes: '60' }, '/closures': {} };
  for (const [path, fields] of Object.entries(forms)) {
    const sent = await inside.send(`${here}/search`, fields, `${here}${path}`);
    expect([path, sent.status]).toEqual([path, 403]);
    expect(sent.text).toContain('visitors may not do it');
  }
  expect(JSON.stringify(await engine.operator.locations.read(location.id))).toBe(before);
  expect(await engine.operator.tables.blocks(location.id)).toEqual([]);
});

test('D44 a server that has no demo any more lets nobody stay who came in by a key', async () => {
  const { engine, keyFor, enter, here } = await openPublicDemo();
  const entered = await enter((await keyFor('a@example.com')).key);
  const api = createPartnerApi({ engine });
  const publicUrl = (): string => 'http://localhost:3000';
  mountPages({ api, engine, demoLocationId: null, publicUrl, mailFrom: 'a@b.se', console: true });
  const cookie = entered.headers.get('set-cookie')!.split(';')[0]!;
  const answer = await api.fetch(new Request(`http://localhost:3000${here}`, { headers: { cookie } }));
  expect([answer.status, answer.headers.get('location')]).toEqual([
    303,
    expect.stringContaining('/console/sign-in'),
  ]);
});

test('a visitor is answered 120 times a minute, over all her browsers; others are not held up by her', async () => {
  const { keyFor, visitor } = await openPublicDemo();
  const { key } = await keyFor('a@example.com');
  const browsers = [await visitor(key), await visitor(key)];
  const statuses: number[] = [];
  for (let i = 0; i < 61; i++)
    for (const browser of browsers) statuses.push((await browser.ask('/console/me')).status);
  expect([statuses.indexOf(429), statuses.filter((status) => status === 429).length]).toEqual([120, 2]);
  const next = await visitor((await keyFor('b@example.com')).key);
  expect((await next.ask('/console/me')).status).toBe(200);
});
