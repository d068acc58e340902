/** Passkeys in a real browser, with an authenticator that Chromium plays. */
import type { Browser, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { leadOn, leaveBrowser, openProfile, sharedBrowser } from './browser.ts';
import { aConsoleRuntime, askForLink, type ConsoleRuntime, openConsoleRuntime } from './console-runtime.ts';

let browser: Browser;
let runtime: ConsoleRuntime;
let named = '';
beforeAll(async () => {
  browser = await sharedBrowser();
  runtime = await openConsoleRuntime({ pages: { publicUrl: () => named } });
  named = runtime.url.replace('127.0.0.1', 'localhost');
  await runtime.invite('anna@example.se');
});
afterAll(async () => {
  await leaveBrowser(browser);
  await runtime?.close();
});

/** A page of a device that asks for a finger, and gets it. */
async function device(): Promise<{ page: Page; session: CDPSession; authenticatorId: string }> {
  const context = await openProfile(browser, { locale: 'en' });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { page, session, authenticatorId };
}

async function signIn(page: Page): Promise<void> {
  await page.goto(`${named}/console/me`);
  await askForLink(page, 'anna@example.se');
  await page.goto((await runtime.signInLink('anna@example.se')).replace(runtime.url, named));
  await leadOn(page, () => page.getByRole('button', { name: 'Sign in' }).click());
}

const title = (page: Page): Promise<string | null> => page.locator('h1').textContent();

test('D44 a double tap on a form of passkeys asks the device once, and adds one passkey', async () => {
  const { page } = await device();
  await signIn(page);
  let prompts = 0;
  await page.route('**/console/me/passkeys', (route, request) => {
    if (request.method() === 'GET') prompts += 1;
    return route.continue();
  });
  await leadOn(page, () => page.getByRole('button', { name: 'Add a passkey' }).dblclick());
  expect([prompts, await page.getByRole('status').textContent()]).toEqual([1, 'The passkey is added.']);
});

test('D44 a passkey is added, signs in without a mail to where one wanted to go, and is removed', async () => {
  const { page, session, authenticatorId } = await device();
  await signIn(page);
  await page.getByLabel('Name of this device').fill('The tablet on the stand');
  await leadOn(page, () => page.getByRole('button', { name: 'Add a passkey' }).click());
  expect(await page.getByRole('status').textContent()).toBe('The passkey is added.');
  expect(await page.getByText('The tablet on the stand').count()).toBe(1);

  await page.context().clearCookies();
  await page.goto(`${named}/console/me?x=1`);
  await leadOn(page, () => page.getByRole('button', { name: 'Sign in with a passkey' }).click());
  await page.waitForURL(`${named}/console/me?x=1`);
  expect(await page.getByText(/Last used/).count()).toBe(1);

  await leadOn(page, () => page.getByRole('button', { name: 'Remove: The tablet on the stand' }).click());
  expect(await page.getByRole('status').textContent()).toBe('The passkey is removed.');
  const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId });
  expect(credentials).toHaveLength(1); // the device still has it
  await page.context().clearCookies();
  await page.goto(`${named}/console/sign-in`);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.waitForURL(/passkey=failed/);
  expect(await page.getByRole('alert').textContent()).toContain('not accepted');
});

test('D44 a signature of one browser is rejected in another one, and the second time', async () => {
  const { page } = await device();
  await signIn(page);
  await leadOn(page, () => page.getByRole('button', { name: 'Add a passkey' }).click());
  await page.context().clearCookies();
  await page.goto(`${named}/console/sign-in`);
  const signed = Promise.withResolvers<string>();
  await page.route('**/console/passkey', (route, request) => {
    if (request.method() !== 'POST') return route.continue();
    signed.resolve(request.postData() ?? '');
    return route.abort();
  });
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  const body = await signed.promise;
  const cookies = await page.context().cookies();
  const send = async (cookie: string): Promise<string | null> => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: named, cookie };
    const answer = await fetch(`${runtime.url}/console/passkey`, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
    });
    return answer.headers.get('location');
  };
  const own = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  expect(await send('')).toMatch(/passkey=failed/);
  expect(await send(own.replace(/=[\w-]{4}/, '=AAAA'))).toMatch(/passkey=failed/);
  expect(await send(own)).toBe('/console');
  expect(await send(own)).toMatch(/passkey=failed/);
});

test('where the server has no name no passkey is offered, and the page says why', async () => {
  const plain = await aConsoleRuntime();
  await plain.invite('bo@example.se');
  const context = await plain.signedIn(browser, 'bo@example.se', { locale: 'en' });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(`${plain.url}/console/me`);
  expect(await page.getByText('Passkeys need a server with a name').count()).toBe(1);
  expect(await page.locator('[data-passkey]').count()).toBe(0);
  await context.clearCookies();
  await page.goto(`${plain.url}/console/sign-in`);
  expect([await title(page), await page.locator('[data-passkey]').count()]).toEqual(['Sign in', 0]);
});
