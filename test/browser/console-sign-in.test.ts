/** Staff in a real browser: how they sign in, where they are signed in, and who is rejected. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { leadOn, leaveBrowser, openProfile, sharedBrowser } from './browser.ts';
import { askForLink, type ConsoleRuntime, openConsoleRuntime } from './console-runtime.ts';
import { LOCATION_ID } from './guest-runtime.ts';
import { openConsole } from './live-runtime.ts';

let browser: Browser;
let runtime: ConsoleRuntime;
beforeAll(async () => {
  [browser, runtime] = await Promise.all([sharedBrowser(), openConsoleRuntime()]);
  await Promise.all(
    ['anna', 'bo', 'cecilia', 'disa', 'eva', 'fia'].map((name) => runtime.invite(`${name}@example.se`)),
  );
});
afterAll(async () => {
  await leaveBrowser(browser);
  await runtime?.close();
});

async function profile(): Promise<BrowserContext> {
  const context = await openProfile(browser, { locale: 'en' });
  onTestFinished(() => context.close());
  return context;
}

const evening = (): string => `${runtime.url}/console/${LOCATION_ID}`;

test('D44 the form sends an e-mail whose link opens the requested day; in another browser, or again, the link is rejected', async () => {
  const context = await profile();
  const page = await context.newPage();
  await page.goto(`${evening()}?date=2026-12-04&view=list`);
  await askForLink(page, 'anna@example.se');
  expect(await page.locator('h1').textContent()).toBe('Look into your mail');
  const link = await runtime.signInLink('anna@example.se');

  const thief = await (await profile()).newPage();
  await thief.goto(link);
  expect(await thief.locator('h1').textContent()).toBe('This link does not work here');
  expect(await thief.locator('form').count()).toBe(1); // the form that requests another link

  await page.goto(link);
  await leadOn(page, () => page.getByRole('button', { name: 'Sign in' }).click());
  expect(page.url()).toBe(`${evening()}?date=2026-12-04&view=list`);
  expect(await page.locator('.place').textContent()).toBe('Sjöbaren');
  await page.goto(link);
  expect(await page.locator('h1').textContent()).toBe('This link does not work here');
  await page.goto(evening());
  expect(await page.locator('.place').textContent()).toBe('Sjöbaren');
});

test('D44 the cookies are out of reach of scripts, for this site alone', async () => {
  const context = await runtime.signedIn(browser, 'bo@example.se');
  onTestFinished(() => context.close());
  const cookies = await context.cookies();
  expect(cookies.map(({ name }) => name.replace(/_\d+$/, '')).toSorted()).toEqual([
    'bord_browser',
    'bord_known',
    'bord_session',
  ]);
  for (const cookie of cookies)
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/', domain: '127.0.0.1' });
  const page = await context.newPage();
  await page.goto(evening());
  expect(await page.evaluate('document.cookie')).toBe('');
});

test('D44 signing out ends the session, also for a copied cookie; other sessions stay until they are ended', async () => {
  const here = await runtime.signedIn(browser, 'cecilia@example.se', { locale: 'en' });
  const there = await runtime.signedIn(browser, 'cecilia@example.se', { locale: 'en' });
  const copy = await profile();
  await copy.addCookies(await here.cookies());
  onTestFinished(async () => void (await Promise.all([here.close(), there.close()])));
  const pages = await Promise.all([here, there, copy].map((each) => each.newPage()));
  const [page, other, copied] = pages as [(typeof pages)[0], (typeof pages)[0], (typeof pages)[0]];
  const title = async (of: typeof page): Promise<string | null> => {
    await of.goto(`${runtime.url}/console/me`);
    return of.locator('h1').textContent();
  };
  expect(await Promise.all(pages.map(title))).toEqual(['Your sign-ins', 'Your sign-ins', 'Your sign-ins']);
  expect(await page.getByRole('button', { name: /^End: / }).count()).toBe(1);
  await page.locator('.person summary').click();
  await leadOn(page, () => page.getByRole('button', { name: 'Sign out' }).click());
  expect(await page.getByRole('status').textContent()).toBe('You are signed out.');
  expect([await title(copied), await title(page), await title(other)]).toEqual([
    'Sign in',
    'Sign in',
    'Your sign-ins',
  ]);
});

test('D44 a language that is saved after the end of the session stays chosen, and is saved after the next sign-in', async () => {
  const context = await runtime.signedIn(browser, 'fia@example.se', { locale: 'en' });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(`${runtime.url}/console/me`);
  await page.locator('select[name=language]').selectOption('da');
  const cookies = await context.cookies();
  await context.clearCookies({ name: /session/ });
  await page.getByRole('button', { name: 'Save' }).click();
  const link = page.locator('#banner').getByRole('link', { name: 'Sign in' });
  expect(await link.getAttribute('target')).toBe('_blank');
  await context.addCookies(cookies);
  await leadOn(page, () => page.getByRole('button', { name: 'Save' }).click());
  expect(await page.getByRole('status').textContent()).toBe('Gemt.');
});

test('D44 a form over the day keeps its text when the session ends, and is saved after a sign-in on another tab', async () => {
  const day = await openConsole();
  const { id } = await day.booked(15, 'Lind', 4);
  const { page, session } = await day.opened(browser, 'Ada');
  await page.locator('.rail li', { hasText: 'Lind' }).getByRole('link').click();
  await page.locator('#sheet summary').click();
  await page.locator('#sheet a[href*="/edit"]').click();
  await page.locator('#sheet [name=notes]').fill('Nuts');
  await day.engines[0]!.signIn.leave(session);
  const banner = page.locator('#banner');
  const link = banner.getByRole('link', { name: 'Sign in' });
  expect(await link.getAttribute('target')).toBe('_blank');
  const value = await day.sessionOf('Ada', 'host');
  const cookies = await page.context().cookies();
  await page
    .context()
    .addCookies(cookies.map((one) => (one.name.includes('session') ? { ...one, value } : one)));
  await page.evaluate("dispatchEvent(new Event('focus'))");
  await banner.waitFor({ state: 'hidden' });
  await page.locator('#sheet').getByRole('button', { name: 'Save' }).click();
  await page.locator('#sheet .stage').waitFor();
  expect((await day.read(id)).guest.notes).toBe('Nuts');
});

test('D44 a form of another site has no effect in the browser of a signed-in member', async () => {
  const context = await runtime.signedIn(browser, 'disa@example.se', { locale: 'en' });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(`${runtime.url}/console/me`);
  const token = await page.locator('input[name=token]').first().getAttribute('value');
  const evil = createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    // The right token, as if it had leaked.
    response.end(`<form method="post" action="${runtime.url}/console/sign-out">
      <input name="token" value="${token}"><button>win</button></form>`);
  });
  await new Promise<void>((done) => void evil.listen(0, '127.0.0.1', done));
  onTestFinished(() => void evil.close());
  // The same host: another port is the same site, so that the cookie goes along.
  await page.goto(`http://127.0.0.1:${(evil.address() as AddressInfo).port}`);
  await leadOn(page, () => page.getByRole('button').click());
  expect(await page.locator('h1').textContent()).toBe('That did not work');
  await page.goto(`${runtime.url}/console/me`);
  expect(await page.locator('h1').textContent()).toBe('Your sign-ins');
});

test('without JavaScript all of it goes as well, but for passkeys, and a page says so', async () => {
  const context = await runtime.signedIn(browser, 'eva@example.se', {
    locale: 'sv',
    javaScriptEnabled: false,
  });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(`${runtime.url}/console/me`);
  expect(await page.locator('h1').textContent()).toBe('Dina inloggningar');
  await page.locator('select[name=language]').selectOption('da');
  await leadOn(page, () => page.getByRole('button', { name: 'Spara' }).click());
  expect(await page.getByRole('status').textContent()).toBe('Gemt.');
  expect(await page.locator('html').getAttribute('lang')).toBe('da');
});
