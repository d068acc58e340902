/** What keeps typed text when an action is rejected, a form cannot be sent, or the session ends: messages, forms and the focus. */
import type { Booking } from '@bord/engine';
import type { Browser, Locator, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leadOn, leaveBrowser, sharedBrowser } from './browser.ts';
import { panel, party } from './live-page.ts';
import { type ConsoleRuntime, HERE, LOCATION_ID, MINUTE_MS, openConsole, SIX_MS } from './live-runtime.ts';

let browser: Browser;
beforeAll(async () => void (browser = await sharedBrowser()));
afterAll(() => leaveBrowser(browser));

const TABLET = { viewport: { width: 1024, height: 768 } };

const turn = (page: Page, name: string): Locator => page.locator('.rail li', { hasText: name }).first();
const sheet = (page: Page): Locator => page.locator('#sheet');
const notes = (page: Page): Locator => sheet(page).locator('[name=notes]');
const failure = (page: Page): Locator => panel(page).locator('.failure');

/** The day with a form about Lind in which notes are typed. */
async function withForm(runtime: ConsoleRuntime): Promise<Page> {
  await runtime.booked(15, 'Lind', 4, { tables: ['T4'] });
  const { page } = await runtime.opened(browser, 'Ada', { options: TABLET });
  await turn(page, 'Lind').getByRole('link').click();
  await page.locator('#sheet summary').click();
  await page.locator('#sheet a[href*="/edit"]').click();
  await notes(page).fill('Nuts');
  return page;
}

/** Berg has arrived, and cannot be seated: Falk sits at the table, which is blocked later. */
async function withObstacles({ engines, booked }: ConsoleRuntime): Promise<void> {
  const { bookings, at } = engines[0]!.operator;
  const falk = await booked(-60, 'Falk', 2, { tables: ['W1'] });
  await bookings.seat(falk.id);
  const [startMs, endMs] = [SIX_MS + 30 * MINUTE_MS, SIX_MS + 45 * MINUTE_MS];
  await at(LOCATION_ID).tables.block({ tables: ['W1'], startMs, endMs });
  const berg = await booked(45, 'Berg', 2, { tables: ['W1'] });
  await bookings.arrive(berg.id);
}

test('an open form stays as typed while an action for another party is rejected, and the reason is shown', async () => {
  const runtime = await openConsole();
  const berg = await runtime.booked(10, 'Berg', 2, { tables: ['W1'] });
  const page = await withForm(runtime);
  await page.route('**/arrive', async (route) => {
    await runtime.engines[0]!.operator.bookings.cancel(berg.id);
    await notes(page).focus();
    await route.continue();
  });
  await turn(page, 'Berg').getByRole('button').click();
  await expect.poll(() => panel(page).innerText()).toMatch(/Berg[^]*changed[^]*cancelled/);
  expect(await page.locator('[name=notes]:focus').inputValue()).toBe('Nuts');
  await panel(page).getByRole('button', { name: 'Close' }).click();
  await panel(page).waitFor({ state: 'hidden' });
});

test('the message of a rejection names each obstacle after its heading; that of an error page has its heading and text', async () => {
  const runtime = await openConsole();
  await withObstacles(runtime);
  const page = await withForm(runtime);
  const seat = turn(page, 'Berg').getByRole('button');
  await seat.click();
  await expect.poll(() => failure(page).locator('.title').innerText()).toMatch(/Berg.*: Not available$/);
  expect(await failure(page).locator('li').allInnerTexts()).toEqual([
    expect.stringMatching(/^In the way: 17:00 Falk · 2 guests/),
    expect.stringMatching(/^Blocked: Table W1 · 18:30–18:45$/),
  ]);
  // The same person signs in again: the token of the page is no longer valid.
  const value = await runtime.sessionOf('Ada', 'host');
  const cookies = await page.context().cookies();
  await page
    .context()
    .addCookies(cookies.flatMap((one) => (one.name.includes('session') ? [{ ...one, value }] : [])));
  await seat.click();
  await expect
    .poll(() => panel(page).innerText())
    .toMatch(/Berg.*: That did not work\s[^]*No change was made/);
});

test('Escape closes a message, the help or a question about a move, and an open form stays as typed', async () => {
  const runtime = await openConsole();
  await withObstacles(runtime);
  const page = await withForm(runtime);
  await turn(page, 'Berg').getByRole('button').click();
  await failure(page).locator('button:focus').waitFor();
  await page.keyboard.press('Escape');
  await panel(page).waitFor({ state: 'hidden' });
  expect(await notes(page).inputValue()).toBe('Nuts');
  await party(page, 'Lind').focus();
  await page.keyboard.press('?');
  await page.locator('dialog#keys').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('dialog#keys').waitFor({ state: 'detached' });
  expect(await notes(page).inputValue()).toBe('Nuts');
  await party(page, 'Lind').focus();
  for (const key of ['m', 'ArrowRight']) await page.keyboard.press(key);
  await expect.poll(() => panel(page).innerText()).toContain('18:30');
  await page.keyboard.press('Enter');
  await panel(page).locator('button:focus').waitFor();
  await page.keyboard.press('Escape');
  await panel(page).waitFor({ state: 'hidden' });
  expect(await notes(page).inputValue()).toBe('Nuts');
});

test('a repeated rejection replaces its message, and closing that returns the focus to where it was', async () => {
  const runtime = await openConsole();
  await withObstacles(runtime);
  const page = await withForm(runtime);
  const seat = turn(page, 'Berg').getByRole('button');
  await seat.click();
  await failure(page).waitFor();
  await page.evaluate("document.querySelector('.failure').classList.add('first')");
  await seat.click();
  await panel(page).locator('.failure:not(.first)').waitFor();
  expect(await failure(page).count()).toBe(1);
  await failure(page).locator('button:focus').press('Enter');
  await panel(page).waitFor({ state: 'hidden' });
  await turn(page, 'Berg').locator('button:focus').waitFor();
  await seat.click();
  await failure(page).waitFor();
  await notes(page).focus();
  await failure(page).getByRole('button', { name: 'Close' }).click();
  await page.locator('#sheet [name=notes]:focus').waitFor();
});

test('D42 a form that is saved after a change by another device keeps its typed fields, shows the other ones as they are, and can be saved again', async () => {
  const runtime = await openConsole();
  const page = await withForm(runtime);
  const [lind] = (await runtime.all()) as [Booking];
  const { bookings } = runtime.engines[0]!.operator;
  await bookings.arrive(lind.id);
  await bookings.edit(lind.id, { notes: 'Window', phone: '08-1' });
  const save = sheet(page).getByRole('button', { name: 'Save' });
  await save.click();
  const alert = sheet(page).getByRole('alert');
  await expect.poll(() => alert.innerText()).toMatch(/has changed[^]*arrived[^]*Notes: Window/);
  await save.click();
  await sheet(page).locator('.stage').waitFor();
  const { guest, visit } = await runtime.read(lind.id);
  expect([guest.notes, guest.phone, visit.arrivedMs]).toEqual(['Nuts', '08-1', SIX_MS]);
});

test('a booking that is sent without a connection or after the end of the session keeps its text, and is made after the next sign-in', async () => {
  const runtime = await openConsole();
  const { page, url } = await runtime.opened(browser, 'Ada', { path: `${HERE}/new?size=2` });
  await page.locator('[name=at]').first().check({ force: true });
  await page.locator('[name=name]').fill('Astrid Berg');
  await page.locator('[name=phone]').fill('070-123 45 67');
  await page.locator('[name=notes]').fill('Nuts');
  const book = page.getByRole('button', { name: 'Book', exact: true });
  for (const fail of [(route: Route) => route.abort(), (route: Route) => route.fulfill({ status: 503 })]) {
    const checked = Promise.withResolvers<Route>();
    await page.route('**/console/me', checked.resolve, { times: 1 });
    await book.click();
    const check = await checked.promise;
    expect(await book.getAttribute('aria-busy')).toBe('true');
    await fail(check);
    await page.getByRole('alert').getByText('No change was made. Try again.').waitFor();
    expect([await book.getAttribute('aria-busy'), page.url()]).toEqual([null, `${url}${HERE}/new?size=2`]);
    await page.evaluate("document.getElementById('banner').hidden = true");
  }
  const cookies = await page.context().cookies();
  await page.context().clearCookies({ name: /session/ });
  await book.click();
  const link = page.locator('#banner').getByRole('link', { name: 'Sign in' });
  await link.waitFor();
  expect([await link.getAttribute('target'), page.url()]).toEqual(['_blank', `${url}${HERE}/new?size=2`]);
  const value = await runtime.sessionOf('Bo', 'host');
  await page
    .context()
    .addCookies(cookies.map((one) => (one.name.includes('session') ? { ...one, value } : one)));
  await leadOn(page, () => book.click());
  expect((await runtime.all()).map(({ guest }) => [guest.name, guest.notes])).toEqual([
    ['Astrid Berg', 'Nuts'],
  ]);
});
