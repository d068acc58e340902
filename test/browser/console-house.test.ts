/** The restaurant's settings in a real browser: axe in light and dark, at 320 points, by touch; and closing and opening hours. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { LocationFiles } from '@bord/adapter-http/pages';
import type { LocationPlan } from '@bord/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COLOURS, faultsOf, SMALL_TARGETS } from './axe.ts';
import { leadOn, leaveBrowser, sharedBrowser } from './browser.ts';
import { type ConsoleRuntime, openConsoleRuntime } from './console-runtime.ts';
import { LOCATION_ID } from './guest-runtime.ts';

/** Files as JSON, of which the name may be another. */
const locationFiles: LocationFiles = {
  read: async (text) => ({
    id: null,
    plan: JSON.parse(text) as LocationPlan,
    closures: 'unchanged',
    faultsOf: () => null,
  }),
  write: async (location) => JSON.stringify(location, null, 2),
  changes: async ({ before, plan }) => [{ path: 'name', from: before?.name ?? null, to: plan.name }],
  turnTimes: async () => null,
};

const HERE = `/console/${LOCATION_ID}`;
let browser: Browser;
let runtime: ConsoleRuntime;
let manager: BrowserContext;
let paths: readonly string[];

beforeAll(async () => {
  browser = await sharedBrowser();
  runtime = await openConsoleRuntime({ pages: { locationFiles } });
  await runtime.invite('anna@example.se', 'manager');
  await runtime.invite('bo@example.se');
  await runtime.book();
  await runtime.book({ partySize: 40 }).catch(() => undefined); // rejected
  const { closures } = runtime.engine.operator.at(LOCATION_ID);
  const { id } = await closures.add({ from: '2026-12-04', to: '2026-12-05', reason: 'Julbord' });
  manager = await runtime.signedIn(browser, 'anna@example.se', { bypassCSP: true, locale: 'en-GB' });
  paths = [
    '/month',
    '/turns',
    '/plan',
    '/closures',
    `/closures?id=${id}`,
    `/closures/${id}`,
    '/staff',
    '/plan/check',
  ];
});
afterAll(async () => {
  await leaveBrowser(browser);
  await runtime?.close();
});

/** One page for all views: a new page would be another process. */
async function open(path: string, page?: Page): Promise<Page> {
  const on = page ?? (await manager.newPage());
  await on.goto(runtime.url + HERE + path);
  return on;
}

test('axe finds no fault on any settings page, light or dark', async () => {
  let page: Page | undefined;
  for (const path of paths) {
    page = await open(path, page);
    await page.setViewportSize({ width: 1024, height: 768 });
    await page.emulateMedia({ colorScheme: 'light' });
    expect(await faultsOf(page), `${path} light`).toEqual([]);
    // The dark scheme changes colours only.
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await faultsOf(page, COLOURS), `${path} dark`).toEqual([]);
  }
  await page?.close();
});

test('no settings page is wider than its screen from 320 points on, and targets are large enough', async () => {
  let page: Page | undefined;
  for (const path of paths) {
    page = await open(path, page);
    for (const width of [320, 390, 1600]) {
      await page.setViewportSize({ width, height: 768 });
      expect(
        await page.evaluate('document.documentElement.scrollWidth'),
        `${path} ${width}`,
      ).toBeLessThanOrEqual(width);
      expect(await page.evaluate(SMALL_TARGETS), `${path} ${width}`).toEqual([]);
    }
  }
  await page?.close();
});

test('a manager copies the file and reviews an edited one, in every scheme; it is not applied', async () => {
  const page = await open('/plan');
  await manager.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy the file' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  const text = await page.evaluate<string>('navigator.clipboard.readText()');
  expect(text).toBe(await page.locator('#location-file').textContent());
  await page.goto(`${runtime.url}${HERE}/plan/check`);
  await page.locator('#text').fill(text.replace(/"name": "[^"]*"/, '"name": "Another name"'));
  await leadOn(page, () => page.getByRole('button', { name: 'Check' }).click());
  expect(await page.locator('.changes').innerText()).toContain('Another name');
  expect(await faultsOf(page), 'light').toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await faultsOf(page, COLOURS), 'dark').toEqual([]);
  for (const width of [320, 390, 1600]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    expect(await page.evaluate(SMALL_TARGETS), `${width}`).toEqual([]);
  }
  expect((await runtime.engine.operator.locations.read(LOCATION_ID)).name).not.toBe('Another name');
  await page.close();
});

test('a manager selects a day in the month, closes hours, sees the bookings in them, and opens again', async () => {
  const page = await open('/month');
  await leadOn(page, () => page.locator('table.month a[href*="2026-12-04"]').click());
  expect(page.url()).toContain('date=2026-12-04');
  await page.goto(`${runtime.url}${HERE}/closures`);
  await page.locator('#fromDate').fill('2026-12-04');
  await page.locator('#fromTime').fill('18:00');
  await page.locator('#toTime').fill('20:00');
  await leadOn(page, () => page.locator('form.closure button').click());
  expect(await page.locator('#shown').textContent()).toContain('Friday 4 December at 18:00');
  expect(await page.locator('.shown tbody tr').count()).toBe(1);
  await leadOn(page, () =>
    page.getByRole('link', { name: 'Open again: Friday 4 December at 18:00' }).click(),
  );
  await leadOn(page, () => page.getByRole('button', { name: 'Open again' }).click());
  expect(await page.locator('#notice').textContent()).toContain('The restaurant is open again.');
  expect(runtime.faults).toEqual([]);
});
