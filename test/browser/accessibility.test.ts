/** Every page, looked at by axe in light and dark, and on the narrowest phone there is. */
import { type Language, LANGUAGES } from '@bord/adapter-http/languages';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { IS_LONG } from '../support/long.ts';
import { seed } from '../support/seed.ts';
import { EXPECTED } from '../support/languages.ts';
import { faultsOf, SMALL_TARGETS } from './axe.ts';
import { leadOn, leaveBrowser, openProfile, sharedBrowser } from './browser.ts';
import { type GuestRuntime, linkIn, openGuestRuntime } from './guest-runtime.ts';

let browser: Browser;
let runtime: GuestRuntime;
let views: readonly View[];

beforeAll(async () => {
  [browser, runtime] = await Promise.all([sharedBrowser(), openGuestRuntime()]);
  views = await everyView(runtime);
});
afterAll(async () => {
  await leaveBrowser(browser);
  await runtime?.close();
});

/** A page, and how to come to it. */
interface View {
  readonly name: string;
  readonly open: (page: Page) => Promise<unknown>;
  readonly heading: string;
}

/** Every page, in the language of the restaurant or of developers. */
async function everyView({ url, engine, book, linkOf, mailTo, api }: GuestRuntime): Promise<readonly View[]> {
  const link = await linkOf(await book());
  const late = await linkOf(await book({ startsAt: '2026-12-01T10:00:00Z' }));
  const gone = await book({ startsAt: '2026-12-06T18:00:00Z' });
  const goneLink = await linkOf(gone);
  await api('POST', `/bookings/${gone.id}/cancel`);
  const over = await book({ startsAt: '2026-12-06T18:00:00Z' });
  const overLink = await linkOf(over);
  await engine.operator.bookings.complete(over.id);
  for (const partySize of [6, 4])
    await book({ startsAt: '2026-12-10T18:00:00Z', partySize, email: 'other@example.se' });
  const signUpLink = async (email: string): Promise<string> => {
    await engine.sandbox.signUp({ email, system: 'Hotel Nord', clientAddress: email });
    return linkIn(await mailTo(email), 'sandbox');
  };
  const unused = await signUpLink('dev@example.com');
  const keys = [1, 2, 3].map(() =>
    engine.operator.keys.createSandbox({
      locationId: gone.locationId,
      email: 'busy@example.com',
      system: 'x',
    }),
  );
  await Promise.all(keys);
  const busy = await signUpLink('busy@example.com');
  let pressed = 0;

  const at = (name: string, path: string, heading: string): View => ({
    name,
    heading,
    open: (page) => page.goto(path),
  });
  const confirming = new URLSearchParams({
    date: '2026-12-05',
    partySize: '4',
    start: '2026-12-05T19:00:00Z',
  }).toString();
  return [
    at('booking', link, 'Din bokning'),
    at('moved', `${link}?done=moved`, 'Din bokning'),
    at('too late', late, 'Din bokning'),
    at('details', `${link}/edit`, 'Dina uppgifter'),
    at('times', `${link}/move`, 'Ändra bokningen'),
    at('no times', `${link}/move?date=2026-12-24&partySize=6`, 'Ändra bokningen'),
    at('no such day', `${link}/move?date=2020-01-01`, 'Ändra bokningen'),
    at('confirm', `${link}/move?${confirming}`, 'Vill du ändra till den här tiden?'),
    {
      name: 'confirm what is held',
      heading: 'Vill du ändra till den här tiden?',
      open: (page) => choose(page, link),
    },
    at('cancel', `${link}/cancel`, 'Vill du avboka?'),
    at('cancelled', goneLink, 'Bordet är avbokat'),
    at('over', overLink, 'Bokningen är avslutad'),
    at('unknown link', `${url}/manage/x`, 'This link is not valid'),
    at('sign-up', `${url}/sandbox`, 'Get a sandbox key'),
    at('unknown sign-up', `${url}/sandbox/x`, 'This link is not valid'),
    at('make the key', unused, 'Make your sandbox key'),
    {
      name: 'faulty details',
      heading: 'Dina uppgifter',
      open: (page) => send(page, `${link}/edit`, { name: ' ' }),
    },
    {
      name: 'faulty form',
      heading: 'Get a sandbox key',
      open: (page) => send(page, `${url}/sandbox`, { email: 'dev@' }),
    },
    {
      name: 'look into your mail',
      heading: 'Look into your mail',
      open: (page) =>
        send(page, `${url}/sandbox`, { email: `dev${(pressed += 1)}@example.com`, system: 'x' }),
    },
    { name: 'too many keys', heading: 'You have 3 keys already', open: (page) => send(page, busy, {}) },
    {
      name: 'the key',
      heading: 'Your sandbox key',
      open: async (page) => send(page, await signUpLink(`key${(pressed += 1)}@example.com`), {}),
    },
    {
      name: 'too often',
      heading: 'That was a little too often',
      async open(page) {
        for (let i = 0; i < 6; i++)
          await send(page, `${url}/sandbox`, { email: 'often@example.com', system: 'x' });
      },
    },
  ];
}

/** Fills the form of a page with whatever it takes, and sends it: what a browser would check first is the server's to refuse. */
async function send(page: Page, url: string, fields: Readonly<Record<string, string>>): Promise<void> {
  await page.goto(url);
  await page.evaluate("document.querySelector('form').noValidate = true");
  for (const [name, value] of Object.entries(fields)) await page.locator(`[name=${name}]`).fill(value);
  await leadOn(page, () => page.locator('form button').click());
}

/** Presses the first time that is offered. */
async function choose(page: Page, link: string): Promise<void> {
  await page.goto(`${link}/move?date=2026-12-07`);
  await leadOn(page, () => page.locator('button.time').first().click());
}

async function aPage(options: Parameters<typeof openProfile>[1]): Promise<Page> {
  const profile = await openProfile(browser, { bypassCSP: true, locale: 'en-GB', ...options });
  onTestFinished(() => profile.close());
  return profile.newPage();
}

/** Opens the same page in another language, if it is a guest's page. */
async function translate(page: Page, language: Language): Promise<void> {
  const url = new URL(page.url());
  if (!url.pathname.startsWith('/manage/')) return;
  url.searchParams.set('lang', language);
  await page.goto(url.href);
  expect(await page.locator('html').getAttribute('lang')).toBe(EXPECTED[language].tag);
}

test('D26 D27 axe finds no fault on any page, in light and dark, in any language', async () => {
  const page = await aPage({ colorScheme: 'light' });
  for (const [i, { name, open, heading }] of views.entries()) {
    await open(page);
    expect(await page.locator('h1').innerText()).toBe(heading);
    await translate(page, LANGUAGES[i % LANGUAGES.length]!);
    expect(await faultsOf(page), name).toEqual([]);
    // The dark scheme changes colours only.
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await faultsOf(page, ['cat.color']), `${name} in the dark`).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
  }
});

test('D27 axe looks at all of a page: it finds what is wrong with a bad one', async () => {
  const page = await aPage({ colorScheme: 'dark' });
  await views[0]!.open(page);
  await page.evaluate(
    `document.querySelector('.muted').style.color = '#445';
     document.querySelector('main').insertAdjacentHTML('beforeend', '<input><img src="x"><h5>x</h5>')`,
  );
  const found = (await faultsOf(page)).join('\n');
  for (const rule of ['color-contrast', 'label', 'image-alt', 'heading-order'])
    expect(found).toContain(`${rule}:`);
  expect((await faultsOf(page, ['cat.color'])).join()).toContain('color-contrast:');
});

test('D27 no page scrolls sideways at 320 points, and every target is large enough for a thumb', async () => {
  const page = await aPage({ viewport: { width: 320, height: 568 } });
  for (const [i, { name, open }] of views.entries()) {
    await open(page);
    const others = LANGUAGES.filter((_, at) => IS_LONG || (at + i + seed) % LANGUAGES.length < 2);
    for (const language of page.url().includes('/manage/') ? others : (['sv'] as const)) {
      if (language !== 'sv') await translate(page, language);
      expect(
        await page.evaluate('document.documentElement.scrollWidth'),
        `${name} in ${language}`,
      ).toBeLessThanOrEqual(320);
      expect(await page.evaluate(SMALL_TARGETS), `${name} in ${language}`).toEqual([]);
    }
  }
  await page.setContent('<div style="width:400px">x</div><a href="/">x</a>');
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeGreaterThan(320);
  expect(await page.evaluate(SMALL_TARGETS)).toEqual(['x']);
});
