/** The demo restaurant is opened only by a printed link, independent of the origin of a request (D55). */
import { DAY_MS } from '@bord/engine';
import { expect, test } from 'vitest';
import { openConsole } from '../../../../../test/support/console-visit.ts';
import { tokenIn } from '../../../../../test/support/signed-in.ts';

async function openDemo() {
  let prepared = 0;
  const demo = {
    locationId: '',
    email: 'demo@bord.invalid',
    prepare: async () => void (prepared += 1),
  };
  const opened = await openConsole({ consoleDemo: demo });
  demo.locationId = opened.location.id;
  const { staff } = opened.engine.operator;
  const member = await staff.add({
    email: demo.email,
    name: 'Demo',
    locationId: demo.locationId,
    role: 'manager',
  });
  const link = async () => `/console/sign-in/${(await staff.link(member.id, DAY_MS)).token}`;

  /** Presses the button on the page of the link, in a browser with these cookies. */
  async function press(path: string, cookies = '') {
    const browser = opened.browserWith(cookies);
    const page = await browser.ask(path);
    if (page.status !== 200) return page;
    const [cookie] = page.headers.get('set-cookie')!.split(';');
    return opened.browserWith(cookie!).ask(path, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams({ token: tokenIn(page.text) }),
    });
  }
  return { ...opened, member, link, press, prepared: () => prepared };
}

test('D55 a request from the local machine or with a sandbox key gets no session of the demo, and the sign-in page says which command prints a link', async () => {
  const { browserWith, engine, location, prepared } = await openDemo();
  const browser = browserWith('');
  const before = (await engine.operator.staff.sessions()).length;
  const entered = await browser.ask('/console/sign-in/demo', {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams(),
  });
  expect([entered.status, entered.headers.get('location')]).not.toEqual([303, expect.anything()]);
  expect((await engine.operator.staff.sessions()).length).toBe(before);
  const page = await browser.ask('/console/sign-in');
  expect(page.text).not.toContain('sign-in/demo');
  expect(page.text).toContain('bord staff link --demo');
  expect(prepared()).toBe(0);
  const { key } = await engine.operator.keys.createSandbox({
    locationId: location.id,
    email: 'a@example.com',
    system: 'A',
  });
  await browser.ask('/console/sign-in/sandbox', {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ key }),
  });
  expect((await engine.operator.staff.sessions()).length).toBe(before);
  await expect(engine.signIn.caller(key)).rejects.toMatchObject({ code: 'session_unknown' });
});

test('D55 a printed link opens the demo as a manager, prepared, in a new browser, once', async () => {
  const { browserWith, here, link, press, prepared } = await openDemo();
  const path = await link();
  const page = await browserWith('').ask(path);
  expect([page.status, prepared()]).toEqual([200, 0]); // programs follow links
  expect(page.text).toContain('Open the demo restaurant');
  const entered = await press(path);
  expect([entered.status, entered.headers.get('location'), prepared()]).toEqual([303, here, 1]);
  const [session] = entered.headers.get('set-cookie')!.split(';');
  const inside = browserWith(session!);
  expect((await inside.ask(here)).status).toBe(200);
  expect((await inside.ask(`${here}/staff`)).status).toBe(200);
  expect((await press(path)).status).toBe(404);
  expect((await press(path.slice(0, -1))).status).toBe(404);
  expect(prepared()).toBe(1);
});
