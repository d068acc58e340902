/** Cards and forms over the day: what stays open, and what a tap on their place does. */
import type { Browser, Locator, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leadOn, leaveBrowser, sharedBrowser } from './browser.ts';
import { panel } from './live-page.ts';
import { HERE, openConsole } from './live-runtime.ts';

let browser: Browser;
beforeAll(async () => void (browser = await sharedBrowser()));
afterAll(() => leaveBrowser(browser));

const TABLET = { viewport: { width: 1024, height: 768 } };

const sheet = (page: Page): Locator => page.locator('#sheet');
const turn = (page: Page, name: string): Locator => page.locator('.rail li', { hasText: name }).first();

/** Taps, and returns what a second tap at the same place would reach in the moment in which the card has opened or closed. */
async function reachedByNextTap(page: Page, target: Locator): Promise<unknown> {
  await target.waitFor();
  await page.locator('.shield').waitFor({ state: 'detached' }); // by then the card is at its place
  const { x, y, width, height } = (await target.boundingBox())!;
  const [left, top] = [x + width / 2, y + height / 2];
  await page.evaluate(`void (globalThis.reached = new Promise((resolve) =>
    new MutationObserver(() => resolve(document.elementFromPoint(${left}, ${top}).className))
      .observe(document.getElementById('sheet'), { attributeFilter: ['hidden'] })))`);
  await page.mouse.click(left, top);
  return page.evaluate('globalThis.reached');
}

/** Holds requests until they are released. */
async function held(page: Page, url: string | RegExp): Promise<PromiseWithResolvers<void>> {
  const released = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await released.promise;
    await route.continue();
  });
  return released;
}

test('an action for another party and the skip link leave an open form as it was typed', async () => {
  const runtime = await openConsole();
  const berg = await runtime.booked(10, 'Berg', 2, { tables: ['W1'] });
  await runtime.booked(15, 'Lind', 4, { tables: ['T4'] });
  const { page } = await runtime.opened(browser, 'Ada', { options: TABLET });
  await turn(page, 'Lind').getByRole('link').click();
  await sheet(page).locator('summary').click();
  await sheet(page).locator('a[href*="/edit"]').click();
  await sheet(page).locator('[name=notes]').fill('Nuts');
  await turn(page, 'Berg').getByRole('button').click();
  await expect.poll(() => turn(page, 'Berg').getByRole('button').innerText()).toBe('Seat');
  expect((await runtime.read(berg.id)).visit.arrivedMs).not.toBeNull();
  expect(await sheet(page).locator('[name=notes]').inputValue()).toBe('Nuts');
  const skip = page.locator('.skip');
  await skip.focus();
  await skip.press('Enter');
  await expect.poll(() => page.locator('main:focus').count()).toBe(1);
  expect(await sheet(page).locator('[name=notes]').inputValue()).toBe('Nuts');
});

test('Back closes an open card; once it is closed, or the page is loaded again, Back leaves the day', async () => {
  const runtime = await openConsole();
  await runtime.booked(10, 'Berg', 2, { tables: ['W1'] });
  const { page, url } = await runtime.opened(browser, 'Ada', { path: `${HERE}/search`, options: TABLET });
  const [before, day] = [`${url}${HERE}/search`, `${url}${HERE}?view=timeline`];
  const open = async (): Promise<void> => {
    await turn(page, 'Berg').getByRole('link').click();
    await sheet(page).locator('.stage').waitFor();
  };
  await page.goto(day);
  await open();
  await page.goBack();
  await sheet(page).waitFor({ state: 'hidden' });
  expect(page.url()).toBe(day);
  await page.goForward();
  await sheet(page).locator('.stage').waitFor();
  await sheet(page).getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => page.evaluate('history.state')).toBeNull();
  await page.goBack();
  expect(page.url()).toBe(before);
  await page.goto(day);
  await open();
  await page.reload();
  await expect.poll(() => page.evaluate('history.state')).toBeNull();
  expect(await sheet(page).isVisible()).toBe(false);
  await page.goBack();
  expect(page.url()).toBe(before);
});

test('a card that is slow to load is shown as loading until it is there', async () => {
  const runtime = await openConsole();
  await runtime.booked(10, 'Berg', 2, { tables: ['W1'] });
  const { page } = await runtime.opened(browser, 'Ada', { options: TABLET });
  const answer = await held(page, /\/bookings\//);
  await turn(page, 'Berg').getByRole('link').click();
  const busy = page.locator('main[aria-busy=true]');
  await busy.waitFor();
  await expect.poll(() => page.locator('#spoken').innerText()).toBe('Looking …');
  answer.resolve();
  await sheet(page).locator('.stage').waitFor();
  expect(await busy.count()).toBe(0);
});

test('two taps on the link to a form load it once, and typed text stays', async () => {
  const runtime = await openConsole();
  await runtime.booked(15, 'Lind', 4, { tables: ['T4'] });
  const { page } = await runtime.opened(browser, 'Ada', { options: TABLET });
  await turn(page, 'Lind').getByRole('link').click();
  await sheet(page).locator('summary').click();
  const requests: Route[] = [];
  await page.route(/\/edit/, (route) => void requests.push(route));
  const link = sheet(page).locator('a[href*="/edit"]');
  await link.click();
  await link.click();
  await expect.poll(() => requests.length).toBeGreaterThan(0);
  await requests[0]!.continue();
  await sheet(page).locator('[name=notes]').fill('Nuts');
  for (const late of requests.slice(1)) {
    const answered = page.waitForResponse(/\/edit/);
    await late.continue();
    await (await answered).finished();
  }
  expect([await sheet(page).locator('[name=notes]').inputValue(), requests.length]).toEqual(['Nuts', 1]);
});

test('a card that is slow to load opens after an action for another party is rejected, and the reason is shown', async () => {
  const runtime = await openConsole();
  const berg = await runtime.booked(10, 'Berg', 2, { tables: ['W1'] });
  const lind = await runtime.booked(15, 'Lind', 4, { tables: ['T4'] });
  const { page } = await runtime.opened(browser, 'Ada', { options: TABLET });
  const rejection = await held(page, '**/arrive');
  const card = await held(page, new RegExp(`/bookings/${lind.id}`));
  await turn(page, 'Berg').getByRole('button').click();
  await turn(page, 'Lind').getByRole('link').click();
  const busy = page.locator('main[aria-busy=true]');
  await busy.waitFor();
  await runtime.engines[0]!.operator.bookings.cancel(berg.id);
  rejection.resolve();
  await expect.poll(() => panel(page).innerText()).toMatch(/Berg[^]*changed/);
  card.resolve();
  await expect.poll(() => sheet(page).locator('h1').innerText()).toContain('Lind');
  expect(await busy.count()).toBe(0);
});

test('a card that is slow to load after Forward stays closed after Back', async () => {
  const runtime = await openConsole();
  await runtime.booked(10, 'Berg', 2, { tables: ['W1'] });
  const { page } = await runtime.opened(browser, 'Ada', { options: TABLET });
  await turn(page, 'Berg').getByRole('link').click();
  await sheet(page).locator('.stage').waitFor();
  await page.goBack();
  await sheet(page).waitFor({ state: 'hidden' });
  const answer = await held(page, /\/bookings\//);
  await page.goForward();
  const busy = page.locator('main[aria-busy=true]');
  await busy.waitFor();
  await page.goBack();
  const answered = page.waitForResponse(/\/bookings\//);
  answer.resolve();
  await (await answered).finished();
  expect([await busy.count(), await sheet(page).isVisible()]).toEqual([0, false]);
});

test('a card that is closed while another one is slow to load ends the display of loading', async () => {
  const runtime = await openConsole();
  await runtime.booked(10, 'Berg', 2, { tables: ['W1'] });
  const lind = await runtime.booked(15, 'Lind', 4, { tables: ['T4'] });
  const { page } = await runtime.opened(browser, 'Ada', { options: TABLET });
  await turn(page, 'Berg').getByRole('link').click();
  await sheet(page).locator('.stage').waitFor();
  const answer = await held(page, new RegExp(`/bookings/${lind.id}`));
  await turn(page, 'Lind').getByRole('link').click();
  const busy = page.locator('main[aria-busy=true]');
  await busy.waitFor();
  const answered = page.waitForResponse(new RegExp(`/bookings/${lind.id}`));
  await page.keyboard.press('Escape');
  answer.resolve();
  await (await answered).finished();
  expect([await busy.count(), await sheet(page).isVisible()]).toEqual([0, false]);
});

test('a card that cannot be loaded is reported in the page, and the open card stays current', async () => {
  const runtime = await openConsole();
  const berg = await runtime.booked(10, 'Berg', 2, { tables: ['W1'] });
  const lind = await runtime.booked(15, 'Lind', 4, { tables: ['T4'] });
  const { page } = await runtime.opened(browser, 'Ada', { options: TABLET });
  await turn(page, 'Berg').getByRole('link').click();
  await sheet(page).locator('.stage').waitFor();
  await page.route(new RegExp(`/bookings/${lind.id}`), (route) => route.abort());
  await turn(page, 'Lind').getByRole('link').click();
  await expect.poll(() => panel(page).innerText()).toContain('did not work');
  await runtime.engines[0]!.operator.bookings.arrive(berg.id);
  await expect.poll(() => sheet(page).locator('.stage').innerText()).toBe('Arrived');
});

/** Taps what has taken the place of the first button, in the moment in which the card has changed. */
const TAP_THE_CHANGED = `new MutationObserver((_, observer) => {
  const first = document.querySelector('[data-card] .first button');
  if (first.textContent.trim() === 'Arrived') return;
  observer.disconnect();
  addEventListener('submit', (event) => (globalThis.isSent = !event.defaultPrevented));
  first.click();
  globalThis.tapped = [first.ariaDisabled, globalThis.isSent || document.body.classList.contains('sending')];
}).observe(document.querySelector('[data-card]'), { subtree: true, childList: true, attributes: true, characterData: true })`;

test('a card that another device changes keeps its unfolded actions, and its buttons rest for a moment', async () => {
  const runtime = await openConsole();
  const berg = await runtime.booked(10, 'Berg', 2, { tables: ['W1'] });
  const { page } = await runtime.opened(browser, 'Ada', { options: TABLET });
  await turn(page, 'Berg').getByRole('link').click();
  await sheet(page).locator('summary').click();
  await page.evaluate(TAP_THE_CHANGED);
  await runtime.engines[0]!.operator.bookings.arrive(berg.id);
  await expect.poll(() => page.evaluate('globalThis.tapped')).toEqual(['true', false]);
  expect(await sheet(page).locator('details.rest').getAttribute('open')).not.toBeNull();
});

test('the buttons of a card on its own page rest for a moment after a change by another device', async () => {
  const runtime = await openConsole();
  const berg = await runtime.booked(10, 'Berg', 2, { tables: ['W1'] });
  const { page } = await runtime.opened(browser, 'Ada', { path: `${HERE}/bookings/${berg.id}` });
  await page.evaluate(TAP_THE_CHANGED);
  await runtime.engines[0]!.operator.bookings.arrive(berg.id);
  await expect.poll(() => page.evaluate('globalThis.tapped')).toEqual(['true', false]);
});

test('a page that is opened from the end of a card starts at its top', async () => {
  const runtime = await openConsole();
  await runtime.booked(10, 'Berg', 2, { tables: ['W1'] });
  const { page } = await runtime.opened(browser, 'Ada', {
    options: { viewport: { width: 1024, height: 400 } },
  });
  await turn(page, 'Berg').getByRole('link').click();
  await sheet(page).locator('summary').click();
  await page.evaluate("document.getElementById('sheet').scrollTo(0, 200)");
  await sheet(page).locator('a[href*="/edit"]').click();
  await sheet(page).locator('[name=notes]').waitFor();
  expect(await page.evaluate("document.getElementById('sheet').scrollTop")).toBe(0);
});

test('the second of two quick taps does not reach what appears when a card opens or closes', async () => {
  const runtime = await openConsole();
  const berg = await runtime.booked(10, 'Berg', 2, { tables: ['W1'] });
  await runtime.booked(15, 'Lind', 4, { tables: ['T4'] });
  const { page } = await runtime.opened(browser, 'Ada', { options: TABLET });
  await turn(page, 'Lind').getByRole('link').click();
  const seat = sheet(page).getByRole('button', { name: /^Seat at/ });
  expect(await reachedByNextTap(page, seat)).toBe('shield');
  // On a small screen the card covers the party that was tapped.
  await page.setViewportSize({ width: 390, height: 500 });
  await page.goto(page.url().replace('view=timeline', 'view=list'));
  const opener = page.locator(`[data-booking="${berg.id}"] a`).filter({ visible: true }).first();
  expect(await reachedByNextTap(page, opener)).toBe('shield');
});

test.each(['no-preference', 'reduce'] as const)(
  'the second of two quick taps at the size of a walk-in chooses no table, motion: %s',
  async (reducedMotion) => {
    const runtime = await openConsole();
    const options = { viewport: { width: 390, height: 844 }, reducedMotion };
    const { page } = await runtime.opened(browser, 'Ada', { path: `${HERE}/walk-in`, options });
    const size = page.getByRole('link', { name: '2', exact: true });
    const { x, y, width, height } = (await size.boundingBox())!;
    await page.addInitScript(`addEventListener('DOMContentLoaded', () => {
      globalThis.reached = document.elementFromPoint(${x + width / 2}, ${y + height / 2}).closest('button') !== null;
    })`);
    await size.click();
    const offer = page.getByRole('button', { name: /^Table W2/ });
    await offer.waitFor();
    expect(await page.evaluate('globalThis.reached')).toBe(false);
    await leadOn(page, () => offer.click());
    expect((await runtime.all()).map(({ tables }) => tables)).toEqual([['W2']]);
  },
);
