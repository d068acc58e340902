/** The frame of the console and its own pages, looked at by axe in light and dark, at every width, and on paper. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { IS_LONG } from '../support/long.ts';
import { DEMO_ID } from '../support/world.ts';
import { faultsOf, SMALL_TARGETS } from './axe.ts';
import { leadOn, leaveBrowser, openProfile, sharedBrowser } from './browser.ts';
import { askForLink, type ConsoleRuntime, openConsoleRuntime } from './console-runtime.ts';
import { LOCATION_ID } from './guest-runtime.ts';

let browser: Browser;
let runtime: ConsoleRuntime;
let nobody: BrowserContext;
let anna: BrowserContext;
let bo: BrowserContext;
let views: readonly View[];
/** Passkeys have names only where the server has one. */
let named = '';

const PROFILE = { bypassCSP: true, locale: 'en-GB' } as const;

beforeAll(async () => {
  browser = await sharedBrowser();
  runtime = await openConsoleRuntime({ pages: { publicUrl: () => named } });
  named = runtime.url.replace('127.0.0.1', 'localhost');
  await runtime.invite('anna@example.se', 'manager');
  await runtime.invite('bo@example.se');
  await runtime.invite('bo@example.se', 'manager', DEMO_ID);
  nobody = await openProfile(browser, PROFILE);
  [anna, bo] = [await signedIn('anna@example.se'), await signedIn('bo@example.se')];
  await (await signedIn('anna@example.se')).close();
  views = everyView();
});
afterAll(async () => {
  await leaveBrowser(browser);
  await runtime?.close();
});

interface View {
  readonly name: string;
  readonly by: BrowserContext;
  readonly open: (page: Page) => Promise<unknown>;
}

async function signedIn(email: string): Promise<BrowserContext> {
  const context = await openProfile(browser, PROFILE);
  const page = await context.newPage();
  await openLink(page, email);
  await leadOn(page, () => page.getByRole('button', { name: 'Sign in' }).click());
  await page.close();
  return context;
}

async function openLink(page: Page, email: string): Promise<void> {
  await page.goto(`${named}/console/sign-in`);
  await askForLink(page, email);
  await page.goto((await runtime.signInLink(email)).replace(runtime.url, named));
}

function everyView(): readonly View[] {
  const at = (name: string, by: BrowserContext, path: string): View => ({
    name,
    by,
    open: (page) => page.goto(named + path),
  });
  const typed = (name: string, email: string): View => ({
    name,
    by: nobody,
    async open(page) {
      await page.goto(`${named}/console/sign-in?lang=en`);
      await page.evaluate("document.querySelector('form').noValidate = true");
      await askForLink(page, email);
    },
  });
  return [
    at('sign-in', nobody, '/console/sign-in?lang=sv'),
    at('signed out', nobody, '/console/sign-in?out=1&lang=da'),
    typed('no address', 'x'),
    typed('look into your mail', 'nobody@example.se'),
    { name: 'the link', by: nobody, open: (page) => openLink(page, 'anna@example.se') },
    at('another link', nobody, '/console/sign-in/none'),
    at('evening', anna, `/console/${LOCATION_ID}?date=2026-12-04`),
    {
      name: 'menus',
      by: anna,
      async open(page) {
        await page.goto(`${named}/console/${LOCATION_ID}?view=list`);
        for (const menu of await page.locator('.menu > summary').all()) await menu.click();
      },
    },
    at('me', anna, '/console/me?done=ended'),
    at('houses', bo, '/console'),
    at('nothing there', anna, '/console/none'),
  ];
}

/** Opens every view on one page of each profile: a new page would be another process. */
async function onEveryView(look: (page: Page, view: View) => Promise<void>): Promise<void> {
  const pages = new Map<BrowserContext, Page>();
  for (const view of views) {
    const page = pages.get(view.by) ?? (await view.by.newPage());
    pages.set(view.by, page);
    await look(page, view);
  }
  await Promise.all([...pages.values()].map((page) => page.close()));
}

const WIDTHS = [320, 390, 768, 1024, 1280];

test('axe finds no fault on the pages of the console, in light and dark, at five widths', async () => {
  let seen = 0;
  await onEveryView(async (page, { name, open }) => {
    await open(page);
    // Each page at one width, the next page at the next; all of them in the long run.
    for (const width of IS_LONG ? WIDTHS : [WIDTHS[seen++ % WIDTHS.length]!]) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme: 'light' });
      expect(await faultsOf(page), `${name} at ${width}`).toEqual([]);
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await faultsOf(page, ['cat.color']), `${name} in the dark at ${width}`).toEqual([]);
    }
  });
});

test('no page scrolls sideways from 320 to 1600 points, and every target is large enough for a thumb', async () => {
  await onEveryView(async (page, { name, open }) => {
    for (const width of [320, 390, 1024, 1600]) {
      await page.setViewportSize({ width, height: 800 });
      await (width === 320 ? open(page) : null);
      const wide = await page.evaluate('document.documentElement.scrollWidth');
      expect(wide, `${name} at ${width}`).toBeLessThanOrEqual(width);
      expect(await page.evaluate(SMALL_TARGETS), `${name} at ${width}`).toEqual([]);
    }
  });
});

test('the first key press leads to the content, focus is visible, and the printed page has no bar', async () => {
  const page = await anna.newPage();
  await page.goto(`${named}/console/me`);
  await page.keyboard.press('Tab');
  const skipped = `(({ activeElement: it }) => it.className + (it.getBoundingClientRect().top >= 0))(document)`;
  expect(await page.evaluate(skipped)).toBe('skiptrue');
  await page.keyboard.press('Enter');
  expect(await page.evaluate('document.activeElement.id')).toBe('main');
  await page.keyboard.press('Tab');
  const outline = await page.evaluate('getComputedStyle(document.activeElement).outlineStyle');
  expect(outline).toBe('solid');
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('.bar').isVisible()).toBe(false);
  expect(await page.locator('main').isVisible()).toBe(true);
  await page.close();
});
