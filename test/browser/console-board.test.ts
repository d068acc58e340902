/** The console during service: taps, keys, drags, and actions without an answer. */
import type { Booking } from '@bord/engine';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leadOn, leaveBrowser, sharedBrowser } from './browser.ts';
import { middleOf, panel, party, rowAt } from './live-page.ts';
import { HERE, openConsole, SIX_MS } from './live-runtime.ts';

let browser: Browser;
beforeAll(async () => void (browser = await sharedBrowser()));
afterAll(() => leaveBrowser(browser));

const TABLET = { viewport: { width: 1024, height: 768 } };

const turn = (page: Page, name: string): Locator => page.locator('.rail li', { hasText: name }).first();
const inSheet = (page: Page, name: string | RegExp): Locator =>
  page.locator('#sheet').getByRole('button', { name });

async function dragged(
  page: Page,
  from: { x: number; y: number },
  to: { x: number; y: number },
): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
  await page.mouse.move(to.x, to.y, { steps: 4 });
}

test('the most frequent actions take one tap or one drag, and the others two or three', async () => {
  const runtime = await openConsole();
  const berg = await runtime.booked(10, 'Berg', 2, { tables: ['W1'] });
  const lind = await runtime.booked(15, 'Lind', 4, { tables: ['T4'] });
  const holm = await runtime.booked(15, 'Holm', 3, { tables: ['T5'] });
  const { page, complaints } = await runtime.opened(browser, 'Ada', { options: TABLET });
  const taps: Record<string, number> = {};
  const counted = async (what: string, ...all: readonly (() => Locator)[]): Promise<void> => {
    for (const each of all) await each().click();
    taps[what] = all.length;
  };
  const visit = async ({ id }: Booking) => (await runtime.read(id)).visit;

  await counted('arrived', () => turn(page, 'Berg').getByRole('button'));
  await expect.poll(async () => (await visit(berg)).arrivedMs).not.toBeNull();
  await counted(
    'seat',
    () => turn(page, 'Lind').getByRole('link'),
    () => inSheet(page, /^Seat at/),
  );
  await expect.poll(async () => (await visit(lind)).seatedMs).not.toBeNull();
  await counted(
    '+30 minutes',
    () => turn(page, 'Lind').getByRole('link'),
    () => inSheet(page, /^\+30/),
  );
  await expect.poll(async () => (await runtime.read(lind.id)).endMs - lind.endMs).toBe(30 * 60_000);
  await page.waitForTimeout(900); // a button that has just changed its place rests
  await counted('left', () => turn(page, 'Lind').getByRole('button'));
  await expect.poll(async () => (await visit(lind)).leftMs).not.toBeNull();

  const row = (await turn(page, 'Holm').getByRole('link').boundingBox())!;
  await dragged(page, { x: row.x + 80, y: row.y + 20 }, { x: 700, y: await rowAt(page, 'T4') });
  await expect.poll(() => panel(page).innerText()).toContain('table T4');
  await page.mouse.up();
  await expect.poll(async () => (await visit(holm)).seatedMs).not.toBeNull();
  expect((await runtime.read(holm.id)).tables).toEqual(['T4']);
  await page.locator('body:not(.carrying)').waitFor(); // another drag can start after the answer

  const from = await middleOf(page, 'Berg');
  await dragged(page, from, { x: from.x + 5, y: await rowAt(page, 'W2') });
  await page.mouse.up();
  await expect.poll(async () => (await runtime.read(berg.id)).tables).toEqual(['W2']);

  await counted(
    'block a table',
    () => page.getByRole('link', { name: 'Block a table' }),
    () => page.locator('#sheet').getByRole('checkbox', { name: /T6/ }),
    () => page.locator('#sheet button[type=submit]').last(),
  );
  await page.locator('a.block').waitFor();

  await leadOn(page, () => counted('walk-in', () => page.getByRole('link', { name: 'Walk-in' })));
  await leadOn(page, () => counted('walk-in size', () => page.getByRole('link', { name: '2', exact: true })));
  await leadOn(page, () => counted('walk-in table', () => page.getByRole('button', { name: /\bW1/ })));
  expect((await runtime.all()).map(({ guest }) => guest.name)).toContain('Walk-in');

  await leadOn(page, () => counted('find', () => page.getByRole('link', { name: 'Search' })));
  await page.keyboard.type('lind');
  await leadOn(page, () => page.keyboard.press('Enter'));
  expect(await page.locator('.found li').innerText()).toContain('Lind');
  expect(taps).toEqual({
    arrived: 1,
    seat: 2,
    '+30 minutes': 2,
    left: 1,
    'block a table': 3,
    'walk-in': 1,
    'walk-in size': 1,
    'walk-in table': 1,
    find: 1,
  });
  expect(complaints).toEqual([]);
});

test('the keyboard comes to the first party by at most five presses, and the board is one stop', async () => {
  const runtime = await openConsole();
  await runtime.booked(10, 'Berg', 2, { tables: ['W1'] });
  await runtime.booked(30, 'Lind', 2, { tables: ['W2'] });
  const { page, url } = await runtime.opened(browser, 'Ada', { options: TABLET });
  for (const width of [320, 390, 768, 1280, 1024]) {
    await page.setViewportSize({ width, height: 800 });
    for (const view of ['', '?view=list', '?view=timeline']) {
      await page.goto(url + HERE + view);
      const isReached = async (): Promise<boolean> =>
        /Berg/.test(await page.evaluate('document.activeElement.closest("a, button")?.textContent ?? ""'));
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      for (let presses = 2; presses < 5 && !(await isReached()); presses++) await page.keyboard.press('Tab');
      expect(await isReached(), `${width} ${view}`).toBe(true);
    }
  }
  expect(await page.locator('svg.chart a.party[tabindex="0"]').count()).toBe(1);
  await party(page, 'Berg').focus();
  await page.keyboard.press('ArrowRight');
  expect(await page.evaluate('document.activeElement.textContent')).toContain('Lind');
  expect(await party(page, 'Lind').getAttribute('tabindex')).toBe('0');
});

test('an action without an answer is shown as failed where it was tapped, and tried again it is done once', async () => {
  const runtime = await openConsole();
  const berg = await runtime.booked(10, 'Berg', 2, { tables: ['W1'] });
  const { page } = await runtime.opened(browser, 'Ada', { options: TABLET });
  let isBroken = true;
  await page.route('**/arrive', (route) => (isBroken ? route.fulfill({ status: 500 }) : route.continue()));
  await turn(page, 'Berg').getByRole('button').click();
  await expect.poll(() => turn(page, 'Berg').getByRole('button').innerText()).toBe('Try again');
  await expect.poll(() => panel(page).innerText()).toContain('no answer');
  isBroken = false;
  await turn(page, 'Berg').getByRole('button').click();
  await expect.poll(async () => (await runtime.read(berg.id)).visit.arrivedMs).not.toBeNull();
  await expect.poll(() => turn(page, 'Berg').getByRole('button').innerText()).toBe('Seat');
  const { history } = await runtime.read(berg.id);
  expect(history.map(({ kind }) => kind)).toEqual(['arrived']);
});

test('an action at a second party, and a second drag, count while the first has no answer yet', async () => {
  const runtime = await openConsole();
  const berg = await runtime.booked(10, 'Berg', 2, { tables: ['W1'] });
  const lind = await runtime.booked(12, 'Lind', 2, { tables: ['W2'] });
  const { page } = await runtime.opened(browser, 'Ada', { options: TABLET });
  const answer = Promise.withResolvers<void>();
  await page.route(/\/bookings\/[^/]+\/(?:arrive|assign)$/, async (route) => {
    const isFirst = route.request().url().includes(berg.id);
    if (isFirst) await answer.promise;
    await route.continue();
  });
  await turn(page, 'Berg').getByRole('button').click();
  await turn(page, 'Lind').getByRole('button').click();
  await expect.poll(async () => (await runtime.read(lind.id)).visit.arrivedMs).not.toBeNull();
  for (const [name, table] of [
    ['Berg', 'T4'],
    ['Lind', 'T5'],
  ] as const) {
    const from = await middleOf(page, name);
    await dragged(page, from, { x: from.x, y: await rowAt(page, table) });
    await expect.poll(() => panel(page).innerText()).toContain(`table ${table}`);
    await page.mouse.up();
  }
  await expect.poll(async () => (await runtime.read(lind.id)).tables).toEqual(['T5']);
  answer.resolve();
  await expect.poll(async () => (await runtime.read(berg.id)).history.length).toBeGreaterThan(0);
});

test('a card that is opened while an action of its booking is answered stays open', async () => {
  const runtime = await openConsole();
  await runtime.booked(15, 'Lind', 4, { tables: ['T4'] });
  const { page } = await runtime.opened(browser, 'Ada', { options: TABLET });
  await page.route('**/seat', async (route) => {
    const response = await route.fetch();
    const read = page.waitForResponse((answer) => answer.request().method() === 'GET');
    await turn(page, 'Lind').getByRole('link').click();
    await read;
    await route.fulfill({ response });
  });
  await turn(page, 'Lind').getByRole('link').click();
  await inSheet(page, /^Seat at/).click();
  await inSheet(page, /^\+30/).waitFor();
  await expect.poll(() => turn(page, 'Lind').getByRole('button').innerText()).toBe('Left');
  expect(await page.locator('#sheet').isVisible()).toBe(true);
});

test('a drop without an answer stays shown as failed, also while another party is picked up', async () => {
  const runtime = await openConsole();
  const berg = await runtime.booked(60, 'Berg', 2, { tables: ['W1'] });
  await runtime.booked(60, 'Lind', 2, { tables: ['W2'] });
  const { page } = await runtime.opened(browser, 'Ada', { options: TABLET });
  let isBroken = true;
  await page.route('**/assign', (route) => (isBroken ? route.fulfill({ status: 500 }) : route.continue()));
  const from = await middleOf(page, 'Berg');
  await dragged(page, from, { x: from.x, y: await rowAt(page, 'T4') });
  await page.mouse.up();
  await expect.poll(() => panel(page).innerText()).toContain('no answer');
  isBroken = false;
  await party(page, 'Lind').focus();
  await page.keyboard.press('m');
  await expect.poll(() => panel(page).innerText()).toMatch(/Berg[^]*no answer[^]*Lind[^]*picked up/);
  await page.keyboard.press('Escape');
  await panel(page).getByRole('button', { name: 'Try again' }).click();
  await expect.poll(async () => (await runtime.read(berg.id)).tables).toEqual(['T4']);
  await panel(page).waitFor({ state: 'hidden' });
});

test('the second of two quick taps does not do what took the place of the first', async () => {
  const runtime = await openConsole();
  const berg = await runtime.booked(10, 'Berg', 2, { tables: ['W1'] });
  const lind = await runtime.booked(12, 'Lind', 2, { tables: ['W2'] });
  const { page } = await runtime.opened(browser, 'Ada', { options: TABLET });
  // Both buttons are tapped in the moment in which the page has changed.
  await page.evaluate(`new MutationObserver((_, observer) => {
    const [other, own] = ['Lind', 'Berg'].map((name) =>
      [...document.querySelectorAll('.rail li')].find((each) => each.textContent.includes(name)).querySelector('button'));
    if (!own.getAttribute('formaction').endsWith('/seat')) return;
    observer.disconnect();
    own.click();
    other.click();
    globalThis.tapped = true;
  }).observe(document.querySelector('.rail'), { subtree: true, childList: true, attributes: true })`);
  await turn(page, 'Berg').getByRole('button').click();
  await expect.poll(() => page.evaluate('globalThis.tapped')).toBe(true);
  await page.waitForTimeout(1000);
  const [one, other] = [await runtime.read(berg.id), await runtime.read(lind.id)];
  expect([one.visit.seatedMs, other.visit.arrivedMs]).toEqual([null, null]);
  await turn(page, 'Berg').getByRole('button').click();
  await expect.poll(async () => (await runtime.read(berg.id)).visit.seatedMs).not.toBeNull();
});

test('a slip to the side while a party is dragged to another table does not change its time', async () => {
  const runtime = await openConsole();
  const berg = await runtime.booked(60, 'Berg', 2, { tables: ['W1'] });
  const { page } = await runtime.opened(browser, 'Ada', { options: TABLET });
  const from = await middleOf(page, 'Berg');
  await dragged(page, from, { x: from.x + 60, y: await rowAt(page, 'T4') });
  await page.mouse.up();
  await expect.poll(async () => (await runtime.read(berg.id)).tables).toEqual(['T4']);
  expect((await runtime.read(berg.id)).startMs).toBe(berg.startMs);
});

test('a tap on the time at which a table is free asks for a booking at that time', async () => {
  const runtime = await openConsole();
  await runtime.booked(60, 'Berg', 2, { tables: ['W1'] });
  const { page } = await runtime.opened(browser, 'Ada', { options: TABLET });
  const chart = (await page.locator('svg.chart[data-from]').boundingBox())!;
  const [from, to] = await page.evaluate<[number, number]>(
    "(({ from, to }) => [Number(from), Number(to)])(document.querySelector('svg.chart[data-from]').dataset)",
  );
  const wantedMs = SIX_MS + 155 * 60_000;
  await page.mouse.click(chart.x + (chart.width * (wantedMs - from)) / (to - from), await rowAt(page, 'T6'));
  await page.waitForURL(/\/new\?/);
  expect(Number(new URL(page.url()).searchParams.get('at'))).toBe(SIX_MS + 150 * 60_000);
});

test.each([
  ['no-preference', 'changed', '0.6s'],
  ['reduce', 'none', '0s'],
] as const)(
  'a change by another device pulses for 600 ms, and a change of this device does not: %s',
  async (reducedMotion, animation, duration) => {
    const runtime = await openConsole();
    const berg = await runtime.booked(10, 'Berg', 2, { tables: ['W1'] });
    await runtime.booked(15, 'Lind', 2, { tables: ['W2'] });
    const { page } = await runtime.opened(browser, 'Ada', { options: { reducedMotion } });
    await page.evaluate(`globalThis.pulses = {};
      new MutationObserver((changes) => {
        for (const { target } of changes) {
          if (!target.matches('a.party.changed')) continue;
          const { animationName, animationDuration } = getComputedStyle(target.querySelector('.box'));
          pulses[target.querySelector('.name').textContent] ??= [animationName, animationDuration];
        }
      }).observe(document.getElementById('evening'), { subtree: true, attributes: true, attributeFilter: ['class'] })`);
    const board = await page.locator('.board').boundingBox();
    await page.locator('.rail li', { hasText: 'Lind' }).getByRole('button').click();
    await expect.poll(() => party(page, 'Lind').getAttribute('data-stage')).toBe('arrived');
    await page.locator('#notice p').waitFor();
    // The message lies over the page.
    expect(await page.locator('.board').boundingBox()).toEqual(board);
    await runtime.engines[0]!.operator.bookings.arrive(berg.id);
    await expect.poll(() => page.evaluate('pulses')).toEqual({ Berg: [animation, duration] });
    await expect.poll(() => page.locator('#evening .changed').count()).toBe(0);
  },
);
