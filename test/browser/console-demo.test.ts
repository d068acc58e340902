/** The demo restaurant as a partner’s developer comes to it: from the sign-up for a key over the printed link to the own booking on the console. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_ID } from '../support/world.ts';
import { faultsOf, SMALL_TARGETS } from './axe.ts';
import { leadOn, leaveBrowser, openProfile, sharedBrowser } from './browser.ts';
import { type ConsoleRuntime, openConsoleRuntime } from './console-runtime.ts';
import { linkIn } from './guest-runtime.ts';

const DEMO_EMAIL = 'demo@bord.invalid';

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
    await runtime.engine.operator.at(DEMO_ID).bookings.create(request);
  };
  const consoleDemo = { locationId: DEMO_ID, email: DEMO_EMAIL, prepare };
  runtime = await openConsoleRuntime({ pages: { consoleDemo } });
});
afterAll(async () => {
  await leaveBrowser(browser);
  await runtime?.close();
});

test('D20 D55 from the sign-up by e-mail and the printed link to the own booking on the console; axe finds no fault on the way', async () => {
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
  await page.goto(`${runtime.url}/sandbox`);
  await page.locator('#email').fill('dev@example.com');
  await page.locator('#system').fill('Hotel Nord');
  await leadOn(page, () => page.locator('#system').press('Enter'));
  await page.goto(linkIn(await runtime.mailTo('dev@example.com'), 'sandbox'));
  await leadOn(page, () => page.getByRole('button', { name: 'Make the key' }).click());
  const key = await page.locator('#key').textContent();
  expect(await page.content()).toContain('npx bord staff link --demo');
  await look('the key', 'light', 320);

  const { staff } = runtime.engine.operator;
  const member = await staff.add({ email: DEMO_EMAIL, name: 'Demo', locationId: DEMO_ID, role: 'manager' });
  await page.goto(`${runtime.url}/console/sign-in/${(await staff.link(member.id)).token}`);
  await leadOn(page, () => page.getByRole('button', { name: 'Open the demo restaurant' }).click());
  expect(page.url()).toMatch(/\/console\/[\w-]+$/);
  await page.getByText('Zetterholm').first().waitFor({ state: 'attached' });
  const booked = await runtime.api(
    'POST',
    `/locations/${DEMO_ID}/bookings`,
    { startsAt: '2026-12-01T19:00:00Z', partySize: 2, name: 'Astrid', email: 'a@example.com' },
    key!,
  );
  expect(booked.status).toBe(201);
  await page.getByText('Astrid').first().waitFor({ state: 'attached' });
  await look('the evening', 'dark', 1280);
  await look('the evening', 'light', 320);
  expect(runtime.faults).toEqual([]);
  await context.close();
});
