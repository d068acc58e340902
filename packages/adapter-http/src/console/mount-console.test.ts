/** The console in memory: sign-in, cookies and form tokens. */
import { expect, test } from 'vitest';
import { tokenIn } from '../../../../test/support/signed-in.ts';
import { openConsole } from '../../test/console-browser.ts';

test('D44 the answer is the same for known and unknown e-mail addresses', async () => {
  const { invite, browser } = await openConsole();
  await invite('anna@example.se');
  const answers = await Promise.all(
    ['anna@example.se', 'nobody@example.se'].map(async (email) => {
      const response = await browser().post('/console/sign-in', { email });
      return [response.status, (await response.text()).replaceAll(email, '…'), [...response.headers.keys()]];
    }),
  );
  expect(answers[0]).toEqual(answers[1]);
  expect(answers[0]![1]).toContain('15 minutes');
});

test('D44 a link signs in the browser that requested it, once, only by the button, and leads to the requested page', async () => {
  const { invite, browser, askForLink, location } = await openConsole();
  await invite('anna@example.se');
  const anna = browser();
  const wanted = `/console/${location.id}?date=2026-12-05`;
  const first = await anna.get(wanted);
  expect([first.status, first.headers.get('location')]).toEqual([
    303,
    `/console/sign-in?to=${encodeURIComponent(wanted)}`,
  ]);
  const link = await askForLink(anna, 'anna@example.se', wanted);

  const thief = browser('198.51.100.7');
  expect((await thief.get(link)).status).toBe(404);
  await thief.post('/console/sign-in', { email: 'thief@example.com' }); // has the cookie of another browser
  const stolen = await thief.get(link);
  expect([stolen.status, tokenIn(await stolen.text())]).toEqual([404, '']);
  expect((await thief.post(link, { token: tokenIn(await (await anna.get(link)).text()) })).status).toBe(403);

  for (let scanned = 0; scanned < 3; scanned++) expect((await anna.get(link)).status).toBe(200);
  expect(anna.cookies.has('__Host-bord_session')).toBe(false);
  const token = tokenIn(await (await anna.get(link)).text());
  const entered = await anna.post(link, { token });
  expect([entered.status, entered.headers.get('location')]).toEqual([303, wanted]);
  const shown = await anna.get(wanted);
  expect(shown.status).toBe(200);
  expect(await shown.text()).toContain('anna'); // in the bar

  const again = await anna.post(link, { token });
  expect(again.status).toBe(404);
  expect(await again.text()).toContain('name="email"'); // with the form to request another link
});

test('D44 an expired link is rejected', async () => {
  const { invite, browser, askForLink, clock } = await openConsole();
  await invite('anna@example.se');
  const anna = browser();
  const link = await askForLink(anna, 'anna@example.se');
  const token = tokenIn(await (await anna.get(link)).text());
  clock.ms += 15 * 60_000;
  expect((await anna.get(link)).status).toBe(404);
  expect((await anna.post(link, { token })).status).toBe(404);
  expect(anna.cookies.has('__Host-bord_session')).toBe(false);
});

test('D44 a form is accepted only from a page of the same session', async () => {
  const { member, browser } = await openConsole();
  const [anna, bo] = [await member('anna@example.se'), await member('bo@example.se')];
  const tokenOf = async (who: typeof anna): Promise<string> =>
    tokenIn(await (await who.get('/console/me')).text());
  const [own, others] = [await tokenOf(anna), await tokenOf(bo)];
  const choose = async (fields: Record<string, string>, headers: Record<string, string | null> = {}) =>
    (await anna.post('/console/me/language', { language: 'da', ...fields }, headers)).status;

  for (const site of ['cross-site', 'same-site', 'none'])
    expect(await choose({ token: own }, { 'sec-fetch-site': site })).toBe(403);
  for (const origin of ['null', 'https://evil.example', null])
    expect(await choose({ token: own }, { 'sec-fetch-site': null, origin })).toBe(403);
  for (const token of [others, '', 'x']) expect(await choose({ token })).toBe(403);
  expect(await choose({})).toBe(403);
  expect(anna.cookies.has('__Host-bord_language')).toBe(false);
  expect(await choose({ token: own }, { 'content-type': 'text/plain' })).toBe(400);

  expect(await choose({ token: own }, { 'sec-fetch-site': null, origin: 'https://bord.example' })).toBe(303);
  expect(anna.cookies.get('__Host-bord_language')).toBe('da');
  expect(await (await browser().get('/console/sign-in?lang=da')).text()).toContain('Log ind');
});

test('D44 a form that requests or uses a link is rejected from another site', async () => {
  const { invite, browser, askForLink, links } = await openConsole();
  await invite('anna@example.se');
  const anna = browser();
  for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': null, origin: 'null' }])
    expect((await anna.post('/console/sign-in', { email: 'anna@example.se' }, headers)).status).toBe(403);
  expect(links).toEqual([]);
  const link = await askForLink(anna, 'anna@example.se');
  const token = tokenIn(await (await anna.get(link)).text());
  expect((await anna.post(link, { token }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  for (const wrong of ['', 'x']) expect((await anna.post(link, { token: wrong })).status).toBe(403);
  expect((await anna.post(link, { token })).status).toBe(303);
});

test('D44 a session ends when its owner ends it from any browser, and with it the access', async () => {
  const { member, browser, signIn } = await openConsole();
  const anna = await member('anna@example.se');
  const stolen = browser();
  for (const [name, value] of anna.cookies) stolen.cookies.set(name, value);
  expect((await stolen.get('/console/me')).status).toBe(200);
  const phone = browser();
  await signIn(phone, 'anna@example.se');
  const page = await (await phone.get('/console/me')).text();
  await phone.post('/console/me/end', { token: tokenIn(page), session: 'others' });
  for (const ended of [anna, stolen])
    expect((await ended.get('/console/me')).headers.get('location')).toMatch(/^\/console\/sign-in/);
  expect((await phone.get('/console/me')).status).toBe(200);

  const left = await phone.post('/console/sign-out', { token: tokenIn(page) });
  expect([left.status, phone.cookies.has('__Host-bord_session')]).toEqual([303, false]);
  const cookie = left.headers.getSetCookie().join();
  expect(cookie).toContain('Max-Age=0');
});

test('D44 a member cannot end sessions of others, and a new sign-in ends the previous session of the browser', async () => {
  const { member, engine, signIn } = await openConsole();
  const anna = await member('anna@example.se');
  const [annas] = await engine.operator.staff.sessions();
  const bo = await member('bo@example.se');
  const token = tokenIn(await (await bo.get('/console/me')).text());
  await bo.post('/console/me/end', { token, session: annas!.id });
  expect((await anna.get('/console/me')).status).toBe(200);
  await signIn(anna, 'anna@example.se');
  const now = await engine.operator.staff.sessions(annas!.staffId);
  expect([now.length, now[0]!.id === annas!.id]).toEqual([1, false]);
});
