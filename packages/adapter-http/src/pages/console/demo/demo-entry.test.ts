import { expect, test } from 'vitest';
import { openConsole } from '../../../../../../test/support/console-visit.ts';

/** A restaurant that is the demo's, alone unless `others` stand beside it, on a server that is its machine's own unless it is not. */
async function openDemo({ isLocal = true, others = false } = {}) {
  let prepared = 0;
  const demo = { locationId: '', isLocal: () => isLocal, prepare: async () => void (prepared += 1) };
  const opened = await openConsole({ consoleDemo: demo });
  demo.locationId = others ? opened.other.id : opened.location.id; // the first by name
  if (!others) await opened.engine.operator.locations.remove(opened.other.id);
  const browser = opened.browserWith('');
  const enter = (headers: object = {}) =>
    browser.ask('/console/sign-in/demo', {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin', ...headers },
      body: new URLSearchParams(),
    });
  const members = async () => (await opened.engine.operator.staff.list()).length;
  return { ...opened, browser, enter, members, prepared: () => prepared };
}

test('on its own machine the demo is open after a click: prepared, without an address, as a manager', async () => {
  const { browser, browserWith, enter, here, prepared } = await openDemo();
  const first = await browser.ask('/console');
  const page = await browser.ask(first.headers.get('location')!);
  expect(page.text).toContain('Open the demo restaurant');
  expect(page.text).toContain('action="/console/sign-in/demo"');
  expect(prepared()).toBe(0);
  const entered = await enter();
  expect([entered.status, entered.headers.get('location'), prepared()]).toEqual([303, here, 1]);
  const [cookie] = entered.headers.get('set-cookie')!.split(';');
  const inside = browserWith(cookie!);
  expect((await inside.ask(here)).status).toBe(200);
  expect((await inside.ask(`${here}/staff`)).status).toBe(200);
  expect((await enter()).status).toBe(303); // twice is the same person
});

test('nobody is let in from elsewhere, through a proxy, by another name, or beside a real restaurant', async () => {
  const local = await openDemo();
  for (const headers of [
    { 'x-forwarded-for': '192.0.2.1' },
    { forwarded: 'for=192.0.2.1' },
    { via: '1.1 proxy' },
    { 'x-real-ip': '192.0.2.1' },
  ]) {
    expect((await local.enter(headers)).headers.get('location')).toBe('/console/sign-in');
    expect((await local.browser.ask('/console/sign-in', { headers })).text).not.toContain('sign-in/demo');
  }
  expect((await local.enter({ 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect((await local.enter({ host: 'evil.example' })).status).toBe(403);
  const elsewhere = [await openDemo({ isLocal: false }), await openDemo({ others: true })];
  for (const opened of elsewhere) {
    expect((await opened.browser.ask('/console/sign-in')).text).not.toContain('sign-in/demo');
    expect((await opened.enter()).headers.get('location')).toBe('/console/sign-in');
  }
  for (const { members, prepared } of [local, ...elsewhere])
    expect([await members(), prepared()]).toEqual([0, 0]);
});
