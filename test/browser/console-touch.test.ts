/** Parties that are dragged by a finger and a pen, in real browsers. */
import { isDeepStrictEqual } from 'node:util';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leaveBrowser, sharedBrowser } from './browser.ts';
import { middleOf, panel, rowAt } from './live-page.ts';
import { openConsole } from './live-runtime.ts';

let browser: Browser;
beforeAll(async () => void (browser = await sharedBrowser()));
afterAll(() => leaveBrowser(browser));

const TABLET: BrowserContextOptions = {
  viewport: { width: 1024, height: 768 },
  hasTouch: true,
  isMobile: true,
};

type TouchType = 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel';

async function fingerOn(page: Page) {
  const touch = await page.context().newCDPSession(page);
  return (type: TouchType, x?: number, y?: number): Promise<unknown> =>
    touch.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: x === undefined || y === undefined ? [] : [{ x, y }],
    });
}

test('a finger carries what it has held, and scrolls what it has not', async () => {
  const runtime = await openConsole();
  const berg = await runtime.booked(90, 'Berg', 2, { tables: ['W1'] });
  const { page } = await runtime.opened(browser, 'Ada', { options: TABLET });
  const send = await fingerOn(page);
  const from = await middleOf(page, 'Berg');
  // On a busy machine a finger that waited for the page would have held the party.
  await Promise.all([send('touchStart', from.x, from.y), send('touchMove', from.x, from.y + 60)]);
  await page.waitForTimeout(200); // the page stays in motion when a finger leaves it moving
  await send('touchEnd');
  expect(await page.locator('.ghosts').count()).toBe(0);
  const again = await middleOf(page, 'Berg');
  await send('touchStart', again.x, again.y);
  await page.locator('.ghosts').waitFor({ state: 'attached' });
  const y = await rowAt(page, 'T4');
  await send('touchMove', again.x, (again.y + y) / 2);
  await send('touchMove', again.x, y);
  await expect.poll(() => panel(page).innerText()).toContain('19:30 · table T4');
  await send('touchEnd');
  await expect.poll(async () => (await runtime.read(berg.id)).tables).toEqual(['T4']);
});

test('a finger that touches a party while the page is in motion does not lift it', async () => {
  const runtime = await openConsole();
  await runtime.booked(90, 'Berg', 2, { tables: ['T6'] });
  const { page } = await runtime.opened(browser, 'Ada', { options: TABLET });
  const send = await fingerOn(page);
  await page.evaluate(`
    document.body.style.paddingBottom = '9000px';
    addEventListener('touchstart', ({ target, cancelable }) => {
      globalThis.touched = { party: target.closest('a.party') !== null, cancelable };
    }, true)`);
  const x = (await middleOf(page, 'Berg')).x;
  let touched: unknown = null;
  // The motion might have ended, or have carried the party away, before the second touch.
  for (let attempt = 0; attempt < 50; attempt++) {
    await page.evaluate('scrollTo(0, 0)');
    await send('touchStart', x, 700);
    for (const y of [690, 670, 650]) await send('touchMove', x, y);
    await send('touchEnd');
    await page.evaluate('globalThis.touched = null');
    const { y } = await middleOf(page, 'Berg');
    await send('touchStart', x, y);
    await expect.poll(async () => (touched = await page.evaluate('touched'))).not.toBe(null);
    if (isDeepStrictEqual(touched, IN_MOTION)) break;
    await send('touchCancel');
  }
  expect(touched).toEqual(IN_MOTION);
  await page.evaluate('new Promise((resolve) => setTimeout(resolve, 500))'); // longer than a party has to be held
  expect(await page.locator('.ghosts').count()).toBe(0);
});

/** The browser scrolls, whatever the page says. */
const IN_MOTION = { party: true, cancelable: false };

test('a pen carries what it has held, as a finger does', async () => {
  const runtime = await openConsole();
  const berg = await runtime.booked(90, 'Berg', 2, { tables: ['W1'] });
  const { page, complaints } = await runtime.opened(browser, 'Ada');
  const pen = await page.context().newCDPSession(page);
  const send = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', x: number, y: number) =>
    pen.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1, pointerType: 'pen' });
  const { x, y } = await middleOf(page, 'Berg');
  // A movement before the long press is not a drag.
  await send('mousePressed', x, y);
  await send('mouseMoved', x, y + 60);
  await send('mouseReleased', x, y + 60);
  expect(await page.locator('.ghosts').count()).toBe(0);
  await send('mousePressed', x, y);
  await page.locator('.ghosts').waitFor({ state: 'attached' });
  const to = await rowAt(page, 'T4');
  await send('mouseMoved', x, (y + to) / 2);
  await send('mouseMoved', x, to);
  await expect.poll(() => panel(page).innerText()).toContain('19:30 · table T4');
  await send('mouseReleased', x, to);
  await expect.poll(async () => (await runtime.read(berg.id)).tables).toEqual(['T4']);
  expect(page.url()).not.toContain('/bookings/');
  expect(complaints).toEqual([]);
});
