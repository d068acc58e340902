/** Parties that are carried by what touches the screen: a finger, and a pen. In real browsers. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leaveBrowser, sharedBrowser } from './browser.ts';
import { middleOf, panel, rowAt } from './live-page.ts';
import { openConsole } from './live-runtime.ts';

let browser: Browser;
beforeAll(async () => void (browser = await sharedBrowser()));
afterAll(() => leaveBrowser(browser));

test('a finger carries what it has held, and scrolls what it has not', async () => {
  const runtime = await openConsole();
  const berg = await runtime.booked(90, 'Berg', 2, { tables: ['W1'] });
  const { page } = await runtime.opened(browser, 'Ada', {
    options: { viewport: { width: 1024, height: 768 }, hasTouch: true, isMobile: true },
  });
  const touch = await page.context().newCDPSession(page);
  const send = (type: string, x?: number, y?: number): Promise<unknown> =>
    touch.send('Input.dispatchTouchEvent', {
      type: type as 'touchStart',
      touchPoints: x === undefined || y === undefined ? [] : [{ x, y }],
    });
  const from = await middleOf(page, 'Berg');
  await send('touchStart', from.x, from.y);
  await send('touchMove', from.x, from.y + 60);
  await send('touchEnd');
  expect(await page.locator('.ghosts').count()).toBe(0);
  const again = await middleOf(page, 'Berg');
  await send('touchStart', again.x, again.y);
  await page.locator('.ghosts').waitFor({ state: 'attached' });
  const y = await rowAt(page, 'T4');
  await send('touchMove', again.x, (again.y + y) / 2);
  await send('touchMove', again.x, y);
  await expect.poll(() => panel(page).innerText()).toContain('19:30, table T4');
  await send('touchEnd');
  await expect.poll(async () => (await runtime.read(berg.id)).tables).toEqual(['T4']);
});

test('a pen carries what it has held, as a finger does', async () => {
  const runtime = await openConsole();
  const berg = await runtime.booked(90, 'Berg', 2, { tables: ['W1'] });
  const { page, complaints } = await runtime.opened(browser, 'Ada');
  const pen = await page.context().newCDPSession(page);
  const send = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', x: number, y: number) =>
    pen.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1, pointerType: 'pen' });
  const { x, y } = await middleOf(page, 'Berg');
  // What moves before it was held is no drag.
  await send('mousePressed', x, y);
  await send('mouseMoved', x, y + 60);
  await send('mouseReleased', x, y + 60);
  expect(await page.locator('.ghosts').count()).toBe(0);
  await send('mousePressed', x, y);
  await page.locator('.ghosts').waitFor({ state: 'attached' });
  const to = await rowAt(page, 'T4');
  await send('mouseMoved', x, (y + to) / 2);
  await send('mouseMoved', x, to);
  await expect.poll(() => panel(page).innerText()).toContain('19:30, table T4');
  await send('mouseReleased', x, to);
  await expect.poll(async () => (await runtime.read(berg.id)).tables).toEqual(['T4']);
  expect(page.url()).not.toContain('/bookings/');
  expect(complaints).toEqual([]);
});
