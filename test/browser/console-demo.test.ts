/** The demo restaurant on an address that anybody reaches, as a partner’s developer comes to it: from the sign-up to her own booking among taken tables. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_ID } from '../support/world.ts';
import { faultsOf, SMALL_TARGETS } from './axe.ts';
import { leadOn, leaveBrowser, openProfile, sharedBrowser } from './browser.ts';
import { type ConsoleRuntime, openConsoleRuntime } from './console-runtime.ts';
import { linkIn } from './guest-runtime.ts';

let browser: Browser;
let runtime: ConsoleRuntime;

beforeAll(async () => {
  browser = await sharedBrowser();
  const prepare = async (): Promise<void> => {
    const startMs = Date.parse('2026-12-01T18:00:00Z');
    const request = {
      startMs,
      partySize: 2,
      guest: { name: 'Zetterholm', notes: 'nuts' },
      idempotencyKey: 'z',
    };
    await runtime.engine.operator.bookings.create(DEMO_ID, request);
  };
  const consoleDemo = { locationId: DEMO_ID, isLocal: () => false, prepare };
  runtime = await openConsoleRuntime({ pages: { consoleDemo } });
});
afterAll(async () => {
  await leaveBrowser(browser);
  await runtime?.close();
});

test('D20 D44 from the sign-up by mail to one’s own booking among taken tables, by buttons alone; axe finds nothing on the way', async () => {
  const context = await openProfile(browser, { bypassCSP: true, locale: 'en-GB' });
  const page = await context.newPage();
  const look = async (what: string, colorScheme: 'light' | 'dark', width: number): Promise<void> => {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    expect(await faultsOf(page), what).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth'), what).toBeLessThanOrEqual(width);
    expect(await page.evaluate(SMALL_TARGETS), what).toEqual([]);
  };
  await page.goto(`${runtime.url}/console`);
  await look('the door', 'dark', 320);
  await leadOn(page, () => page.getByRole('link', { name: 'Get one by e-mail' }).click());
  await page.locator('#email').fill('dev@example.com');
  await page.locator('#system').fill('Hotel Nord');
  await leadOn(page, () => page.locator('#system').press('Enter'));
  await page.goto(linkIn(await runtime.mailTo('dev@example.com'), 'sandbox'));
  await leadOn(page, () => page.getByRole('button', { name: 'Make the key' }).click());
  const key = await page.locator('#key').textContent();
  await leadOn(page, () => page.getByRole('button', { name: 'Look at the evening' }).click());
  expect(page.url()).toMatch(/\/console\/[\w-]+$/);
  await page.locator('g.taken').first().waitFor({ state: 'attached' });

  // What she books over the API is on her page, and what she books on the page is hers over the API.
  const booked = await runtime.api(
    'POST',
    `/locations/${DEMO_ID}/bookings`,
    { startsAt: '2026-12-01T19:00:00Z', partySize: 2, name: 'Astrid', email: 'a@example.com' },
    key!,
  );
  expect(booked.status).toBe(201);
  await page.locator('a.party[data-start]').first().waitFor({ state: 'attached' });
  expect(await page.content()).toContain('Astrid');
  expect(await page.content()).not.toMatch(/Zetterholm|nuts/);
  await look('the evening', 'dark', 1280);
  await look('the evening', 'light', 320);
  const own = await page.locator('a.party').first().getAttribute('data-booking');
  const read = await runtime.api('GET', `/bookings/${own}`, undefined, key!);
  expect(read.status).toBe(200);

  await leadOn(page, () => page.getByRole('link', { name: 'Block a table' }).click());
  expect(await page.locator('h1').textContent()).toBe('Not on the shared demo');
  await look('what is refused', 'light', 320);
  expect(runtime.faults).toEqual([]);
  await context.close();
});
