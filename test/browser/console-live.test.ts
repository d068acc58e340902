/** An open console during changes by others, drags, and lost connections, in real browsers. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storages } from '../support/storages.ts';
import { leaveBrowser, sharedBrowser } from './browser.ts';
import { middleOf, panel, party, rowAt } from './live-page.ts';
import { HERE, LOCATION_ID, MINUTE_MS, openConsole, SIX_MS } from './live-runtime.ts';

let browser: Browser;
beforeAll(async () => void (browser = await sharedBrowser()));
afterAll(() => leaveBrowser(browser));

test('D7 two hosts on two servers see what the other does, without doing anything', async () => {
  const postgres = storages.find(({ name }) => name === 'postgres')!;
  const runtime = await openConsole({ kind: postgres, serverCount: 2 });
  const berg = await runtime.booked(90, 'Berg', 2);
  const [ada, bo] = await Promise.all([
    runtime.opened(browser, 'Ada'),
    runtime.opened(browser, 'Bo', { server: 1 }),
  ]);
  await expect.poll(() => party(bo.page, 'Berg').getAttribute('data-stage')).toBe('expected');
  await runtime.engines[0]!.operator.bookings.arrive(berg.id);
  for (const { page } of [ada, bo])
    await expect.poll(() => party(page, 'Berg').getAttribute('data-stage')).toBe('arrived');
  await runtime.booked(120, 'Lind', 4);
  for (const { page } of [ada, bo]) await party(page, 'Lind').waitFor();
  await runtime.engines[1]!.operator.bookings.cancel(berg.id);
  for (const { page } of [ada, bo]) await party(page, 'Berg').waitFor({ state: 'detached' });
  for (const { complaints } of [ada, bo]) expect(complaints).toEqual([]);
});

test('D38 a dragged party shows the parties that would move before it is dropped, and then it is moved', async () => {
  const runtime = await openConsole();
  const berg = await runtime.booked(90, 'Berg', 2, { tables: ['W1'] });
  const lind = await runtime.booked(90, 'Lind', 2);
  await runtime.engines[0]!.operator.bookings.pin(lind.id, false);
  expect(lind.tables).toEqual(['W2']);
  const { page, complaints } = await runtime.opened(browser, 'Ada');
  const from = await middleOf(page, 'Berg');
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 4, from.y + 20, { steps: 3 });
  await page.mouse.move(from.x, await rowAt(page, 'W2'), { steps: 5 });
  await expect.poll(() => panel(page).innerText()).toContain('19:30 · table W2');
  await expect.poll(() => panel(page).innerText()).toMatch(/19:30 Lind → table W1/);
  expect(await page.locator('.ghost.own.changed').count()).toBe(1);
  expect(await page.locator('.ghost.other').count()).toBe(1);
  expect((await runtime.read(berg.id)).tables).toEqual(['W1']);
  await page.mouse.up();
  await expect.poll(async () => (await runtime.read(berg.id)).tables).toEqual(['W2']);
  expect((await runtime.read(lind.id)).tables).toEqual(['W1']);
  await expect.poll(() => party(page, 'Berg').getAttribute('data-tables')).toBe('W2');
  await expect.poll(() => page.locator('.ghosts').count()).toBe(0);
  expect(page.url()).not.toContain('/bookings/');
  expect(complaints).toEqual([]);
});

test('Escape cancels a drag, a drop without effect does too; an unavailable table names the party in the way', async () => {
  const runtime = await openConsole();
  const berg = await runtime.booked(90, 'Berg', 2, { tables: ['W1'] });
  await runtime.booked(90, 'Lind', 2, { tables: ['W2'] });
  for (const table of ['T4', 'T5', 'T6']) await runtime.booked(90, `On ${table}`, 2, { tables: [table] });
  const { page, complaints } = await runtime.opened(browser, 'Ada');
  const before = await runtime.all();
  const from = await middleOf(page, 'Berg');
  const lift = async (): Promise<void> => {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x, await rowAt(page, 'W2'), { steps: 5 });
  };
  await lift();
  await expect
    .poll(() => panel(page).innerText())
    .toMatch(/19:30 Lind · 2 guests · table W2.*: cannot be moved/);
  expect(await page.locator('.ghost.own.refused').count()).toBe(1);
  await page.keyboard.press('Escape');
  await expect.poll(() => page.locator('.ghosts').count()).toBe(0);
  await page.mouse.up();
  await lift();
  await expect.poll(() => panel(page).innerText()).toMatch(/cannot be moved/);
  await page.mouse.up();
  await page.getByRole('button', { name: 'Close' }).click();
  await lift();
  await page.mouse.move(from.x, from.y, { steps: 5 });
  await page.mouse.up();
  expect(page.url()).not.toContain('/bookings/');
  expect(await runtime.all()).toEqual(before);
  expect(berg.tables).toEqual(['W1']);
  expect(complaints).toEqual([]);
});

test('without a stream the day is asked for every ten seconds, and a stream again after a minute', async () => {
  const runtime = await openConsole();
  const berg = await runtime.booked(90, 'Berg', 2, { tables: ['W1'] });
  const { page, url } = await runtime.opened(browser, 'Ada', { path: `${HERE}/search` });
  let streams = 0;
  let isRefused = true;
  await page.route('**/live', async (route) => {
    streams += 1;
    await (isRefused ? route.fulfill({ status: 204 }) : route.continue());
  });
  await page.clock.install({ time: SIX_MS + 1000 });
  await page.goto(`${url}${HERE}?view=timeline`);
  await expect.poll(() => streams).toBe(1);
  const stage = (): Promise<string | null> => party(page, 'Berg').getAttribute('data-stage');
  // The page reads once when it is refused a stream: what is done now may be seen by that.
  await runtime.engines[0]!.operator.bookings.arrive(berg.id);
  await page.clock.runFor(10_000);
  await expect.poll(stage).toBe('arrived');
  await runtime.engines[0]!.operator.bookings.seat(berg.id);
  expect(await stage()).toBe('arrived');
  await page.clock.runFor(10_000);
  await expect.poll(stage).toBe('seated');
  expect([streams, await page.locator('#banner').isHidden()]).toEqual([1, true]);
  isRefused = false;
  await page.clock.runFor(70_000);
  await expect.poll(() => streams).toBe(2);
});

test('WCAG 2.5.7 the same by keys: from party to party, picked up, moved by time and table, dropped or put back', async () => {
  const runtime = await openConsole();
  const berg = await runtime.booked(90, 'Berg', 2, { tables: ['W1'] });
  await runtime.booked(120, 'Lind', 2, { tables: ['T4'] });
  const { page, complaints } = await runtime.opened(browser, 'Ada');
  await party(page, 'Berg').focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toContain('Lind');
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toContain('Berg');
  await page.keyboard.press('m');
  await expect.poll(() => panel(page).innerText()).toContain('picked up');
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key);
  await expect.poll(() => panel(page).innerText()).toContain('20:00 · table W2');
  await page.keyboard.press('Escape');
  await expect.poll(() => page.locator('#spoken').innerText()).toContain('back where it was');
  expect((await runtime.read(berg.id)).tables).toEqual(['W1']);
  await page.keyboard.press('m');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => panel(page).innerText()).toContain('19:15 · table');
  await page.keyboard.press('Enter');
  await expect.poll(() => panel(page).innerText()).toContain('time changes: 19:30 → 19:15');
  expect((await runtime.read(berg.id)).startMs).toBe(berg.startMs);
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await runtime.read(berg.id)).startMs).toBe(SIX_MS + 75 * MINUTE_MS);
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toContain('Berg');
  await expect.poll(() => page.locator('.ghosts').count()).toBe(0);
  await page.keyboard.press('?');
  await page.locator('dialog#keys').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('n');
  await page.waitForURL(/\/new\?date=/);
  expect(complaints).toEqual([]);
});

test('a preview without an answer says so after 15 seconds, and dropping asks again', async () => {
  const runtime = await openConsole();
  const berg = await runtime.booked(90, 'Berg', 2, { tables: ['W1'] });
  const { page, url } = await runtime.opened(browser, 'Ada', { path: `${HERE}/search` });
  let isLost = true;
  await page.route('**/preview?*', (route) => (isLost ? undefined : route.continue()));
  await page.clock.install({ time: SIX_MS + 1000 });
  await page.goto(`${url}${HERE}?view=timeline`);
  const from = await middleOf(page, 'Berg');
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x, await rowAt(page, 'T4'), { steps: 5 });
  await expect.poll(() => panel(page).innerText()).toBe('Looking …');
  const later = async (): Promise<string> => {
    await page.clock.runFor(1000);
    return panel(page).innerText();
  };
  await expect.poll(later).toBe('That did not work. No change was made. Try again.');
  isLost = false;
  await page.mouse.up();
  await expect.poll(async () => (await runtime.read(berg.id)).tables).toEqual(['T4']);
});

test('an action can be undone for 15 seconds in its message, and afterwards in the list of last actions', async () => {
  const runtime = await openConsole();
  const berg = await runtime.booked(90, 'Berg', 2, { tables: ['W1'] });
  const { page } = await runtime.opened(browser, 'Ada');
  const move = async (): Promise<void> => {
    await party(page, 'Berg').focus();
    for (const key of ['m', 'ArrowDown']) await page.keyboard.press(key);
    await expect.poll(() => panel(page).innerText()).toContain('table W2');
    await page.keyboard.press('Enter');
    await page.locator('#notice form').waitFor();
  };
  await move();
  expect((await runtime.read(berg.id)).tables).toEqual(['W2']);
  await page.locator('#notice form button').click();
  await expect.poll(async () => (await runtime.read(berg.id)).tables).toEqual(['W1']);
  await expect.poll(() => party(page, 'Berg').getAttribute('data-tables')).toBe('W1');
  expect(page.url()).not.toContain('/undo');
  await move();
  await page.mouse.move(2, 2);
  await page.locator('#notice form').waitFor({ state: 'detached' });
  expect(await page.locator('#notice').innerText()).toBe('');
  await page.getByRole('link', { name: 'Last actions' }).click();
  await page.locator('#sheet').getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await runtime.read(berg.id)).tables).toEqual(['W1']);
  await page.locator('#sheet').waitFor({ state: 'hidden' });
});

test('a party that another device changes during a drag shows its new state, and is not moved', async () => {
  const runtime = await openConsole();
  const berg = await runtime.booked(90, 'Berg', 2, { tables: ['W1'] });
  const { page, complaints } = await runtime.opened(browser, 'Ada');
  await party(page, 'Berg').focus();
  for (const key of ['m', 'ArrowDown']) await page.keyboard.press(key);
  await expect.poll(() => panel(page).innerText()).toContain('table W2');
  await runtime.engines[0]!.operator.bookings.move(berg.id, { partySize: 1 });
  await expect.poll(() => panel(page).innerText()).toMatch(/Changed by somebody else: .*Berg · 1 guest/);
  await page.keyboard.press('Enter');
  const now = await runtime.read(berg.id);
  expect([now.tables, now.partySize]).toEqual([['W1'], 1]);
  expect(complaints).toEqual([]);
});

test('D44 an open card is updated when somebody else changes the booking, with author and change; its buttons match', async () => {
  const runtime = await openConsole();
  const berg = await runtime.booked(90, 'Berg', 2, { tables: ['W1'] });
  const path = `${HERE}/bookings/${berg.id}`;
  const { page, complaints } = await runtime.opened(browser, 'Ada', { path });
  const { page: other } = await runtime.opened(browser, 'Bo', { path });
  expect(await page.locator('#notice').innerText()).toBe('');
  await other.getByRole('button', { name: 'Arrived' }).click();
  await expect
    .poll(() => page.locator('#notice').innerText())
    .toMatch(/^Changed by somebody else: .*Bo: arrived/);
  await expect.poll(() => page.locator('.stage').innerText()).toBe('Arrived');
  await runtime.engines[0]!.operator.bookings.move(berg.id, { startMs: berg.startMs + 30 * MINUTE_MS });
  await expect.poll(() => page.locator('#notice').innerText()).toContain('19:30 → 20:00');
  await page.locator('article button', { hasText: /^Seat/ }).first().click();
  await page.waitForURL(/done=|date=/);
  expect((await runtime.read(berg.id)).visit.seatedMs).not.toBeNull();
  expect(complaints).toEqual([]);
});

test('while the server is away the day stays to be read, and says since when; afterwards it is as it is then', async () => {
  const runtime = await openConsole();
  const berg = await runtime.booked(90, 'Berg', 2);
  const { page } = await runtime.opened(browser, 'Ada');
  const banner = page.locator('#banner');
  expect(await banner.isHidden()).toBe(true);
  const { stopped, start } = runtime.restart();
  await stopped;
  await expect
    .poll(() => banner.innerText())
    .toMatch(/^No connection since \d\d:\d\d\. .* \d\d:\d\d; changes are not possible/);
  await party(page, 'Berg').focus();
  await page.keyboard.press('m');
  expect(await page.locator('.ghosts').count()).toBe(0);
  await party(page, 'Berg').click();
  await expect.poll(() => page.locator('#spoken').innerText()).toContain('Not possible');
  expect(page.url()).not.toContain('/bookings/');
  await runtime.engines[0]!.operator.bookings.arrive(berg.id);
  await start();
  await banner.waitFor({ state: 'hidden' });
  await expect.poll(() => party(page, 'Berg').getAttribute('data-stage')).toBe('arrived');
});

test('while its database is away the server says so, and the last day is shown with its time', async () => {
  const runtime = await openConsole();
  await runtime.booked(90, 'Berg', 2);
  const { page } = await runtime.opened(browser, 'Ada');
  const banner = page.locator('#banner');
  runtime.answers(false);
  await expect
    .poll(() => banner.innerText())
    .toMatch(/^The server has not reached its database since \d\d:\d\d/);
  expect(await party(page, 'Berg').isVisible()).toBe(true);
  runtime.answers(true);
  await banner.waitFor({ state: 'hidden' });
});

test('D44 an ended session is shown on the open page, which receives no more updates', async () => {
  const runtime = await openConsole();
  const { page } = await runtime.opened(browser, 'Ada');
  const [engine] = runtime.engines;
  const [ada] = await engine!.operator.staff.list();
  await engine!.operator.staff.remove(ada!.id, { locationId: LOCATION_ID });
  await expect.poll(() => page.locator('#banner').innerText()).toContain('You are signed out');
  expect(await page.locator('#banner a').getAttribute('href')).toContain(encodeURIComponent(HERE));
});
