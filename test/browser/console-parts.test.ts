/** A day that a browser updates part by part equals the day on a newly opened page. */
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inFull } from '../support/long.ts';
import { seed } from '../support/seed.ts';
import { leaveBrowser, sharedBrowser } from './browser.ts';
import { party } from './live-page.ts';
import { type ConsoleRuntime, HERE, LOCATION_ID, MINUTE_MS, openConsole, SIX_MS } from './live-runtime.ts';

let browser: Browser;
/** The script from its sources, so that a fault in them shows here. */
let script = '';
beforeAll(async () => {
  browser = await sharedBrowser();
  const entry = fileURLToPath(new URL(MAIN, import.meta.url));
  const { outputFiles } = await build({ entryPoints: [entry], bundle: true, format: 'esm', write: false });
  script = outputFiles[0]!.text;
});
afterAll(() => leaveBrowser(browser));

const MAIN = '../../packages/adapter-http/src/console/script/browser/main.ts';

async function follow(page: Page): Promise<void> {
  await page.route('**/console/assets/*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script }),
  );
  await page.reload();
}

/** The test itself reads a page, which the policy keeps for the script. */
const FREE = { bypassCSP: true };

const STEPS = inFull(400, 24);

/** The next number below `below`, of the run's seed. */
function chanceOf(from: number): (below: number) => number {
  let state = from >>> 0 || 1;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** A random change of a busy day; rejected ones have no effect. */
async function change({ engines, all, booked }: ConsoleRuntime, next: (below: number) => number) {
  const { bookings } = engines[0]!.operator;
  const live = (await all()).filter(({ status }) => status === 'confirmed');
  const one = live[next(live.length)];
  const startMs = SIX_MS + 15 * MINUTE_MS * next(16);
  const acts = [
    () => booked((startMs - SIX_MS) / MINUTE_MS, `Party <${next(1000)}>`, 1 + next(4)),
    () => bookings.cancel(one!.id),
    () => bookings.move(one!.id, { startMs }),
    () => bookings.assign(one!.id, { tables: [['W1', 'T4', 'T6'][next(3)]!] }),
    () => bookings.arrive(one!.id),
    () => bookings.seat(one!.id),
    () => bookings.edit(one!.id, { notes: `note ${next(1000)}` }),
    () =>
      engines[0]!.operator
        .at(LOCATION_ID)
        .tables.block({ tables: ['W2'], startMs, endMs: startMs + 30 * MINUTE_MS }),
  ];
  // A rejected change is a case as well.
  await (one ? acts[next(acts.length)]! : acts[0]!)().catch(() => undefined);
}

/** Where the day that is shown differs from the one that the server shows who opens it now; empty: nowhere. */
function differenceTo(page: Page): Promise<string> {
  return page.evaluate(`(async () => {
    const answer = await fetch(location.href, { headers: { 'x-bord-fragment': '1' } });
    const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById('evening');
    const shown = document.getElementById('evening').cloneNode(true);
    // Which link the Tab key comes to is the reader's own.
    for (const each of [shown, fresh])
      for (const link of each.querySelectorAll('.board a:not(.new)')) link.removeAttribute('tabindex');
    shown.normalize();
    fresh.normalize();
    if (shown.isEqualNode(fresh)) return '';
    const [a, b] = [shown.outerHTML, fresh.outerHTML];
    let i = 0;
    while (i < a.length && a[i] === b[i]) i += 1;
    return a.slice(i - 200, i + 200) + ' INSTEAD OF ' + b.slice(i - 200, i + 200);
  })()`);
}

test('after any sequence of changes, a followed day equals a newly opened one', async () => {
  console.log(`seed ${seed} (again with BORD_TEST_SEED=${seed})`);
  const runtime = await openConsole();
  for (let i = 0; i < 7; i++) await runtime.booked(30 * i, `Party ${i}`, 1 + (i % 2));
  const { page, complaints } = await runtime.opened(browser, 'Ada', { options: FREE });
  let parts = 0;
  page.on('response', async (answer) => {
    const text = await answer.text().catch(() => '');
    if (text.includes('data-since=')) parts += 1;
  });
  await follow(page);
  const next = chanceOf(seed);
  for (let n = 0; n < STEPS; n++) {
    await change(runtime, next);
    await expect.poll(() => differenceTo(page), { message: `after ${n + 1} changes` }).toBe('');
  }
  expect(parts).toBeGreaterThan(STEPS / 3);
  expect(complaints).toEqual([]);
});

test('focus, selected text and scroll position stay during changes by others', async () => {
  const runtime = await openConsole();
  for (let i = 0; i < 7; i++) await runtime.booked(30 * i, `Party ${i}`, 1 + (i % 2));
  const [first] = await runtime.all();
  const { page } = await runtime.opened(browser, 'Ada', {
    path: `${HERE}?view=list`,
    options: { viewport: { width: 390, height: 500 } },
  });
  await follow(page);
  await page.evaluate(`
    globalThis.line = [...document.querySelectorAll('li.visit')].find((each) => each.textContent.includes('Party 5'));
    line.querySelector('a').focus();
    getSelection().selectAllChildren(line.querySelector('.when'));
    scrollTo(0, 300);
    globalThis.scrolled = scrollY;
  `);
  await runtime.booked(150, 'Lind', 2);
  await page.locator('li.visit', { hasText: 'Lind' }).waitFor();
  await runtime.engines[0]!.operator.bookings.cancel(first!.id);
  await page.locator('li.visit', { hasText: first!.guest.name }).waitFor({ state: 'detached' });
  const stayed = await page.evaluate(`[
    line.isConnected,
    line.contains(document.activeElement),
    getSelection().toString().includes(':'),
    Math.abs(scrollY - scrolled) < 200,
  ]`);
  expect(stayed).toEqual([true, true, true, true]);
});

test('a page that lacks a part that should stay reads the whole day', async () => {
  const runtime = await openConsole();
  for (let i = 0; i < 5; i++) await runtime.booked(30 * i, `Party ${i}`, 2);
  const last = (await runtime.all()).at(-1);
  const { page, complaints } = await runtime.opened(browser, 'Ada', { options: FREE });
  await follow(page);
  for (const lost of ['svg.chart a.party', '#day-list', 'svg.chart g.row', '#day-list li.visit']) {
    await page.evaluate(`[...document.querySelectorAll('${lost}')].slice(0, 2).at(-1).remove()`);
    await runtime.engines[0]!.operator.bookings.edit(last!.id, { notes: lost });
    await expect.poll(() => differenceTo(page), { message: lost }).toBe('');
  }
  expect(complaints).toEqual([]);
});

test('a change by another device during an action is shown, although the answer to the action is older', async () => {
  const runtime = await openConsole();
  const berg = await runtime.booked(90, 'Berg', 2, { tables: ['W1'] });
  const lind = await runtime.booked(90, 'Lind', 2, { tables: ['T4'] });
  const { page } = await runtime.opened(browser, 'Ada');
  const { bookings } = runtime.engines[0]!.operator;
  await page.route('**/arrive', async (route) => {
    const response = await route.fetch();
    const read = page.waitForResponse(
      async (answer) => answer.url().includes('view=timeline') && (await answer.text()).includes('3 guests'),
    );
    await bookings.move(lind.id, { partySize: 3 });
    await read;
    await route.fulfill({ response });
  });
  await page.locator(`.rail [data-booking="${berg.id}"] button.do`).click();
  await expect.poll(() => party(page, 'Berg').getAttribute('data-stage')).toBe('arrived');
  await expect.poll(() => party(page, 'Lind').getAttribute('data-party')).toBe('3');
});

test('a page of today shows the next service date once that has begun, the sheet is closed, and its history entry is left', async () => {
  let nowMs = SIX_MS;
  const runtime = await openConsole({ clock: { nowMs: () => nowMs } });
  const berg = await runtime.booked(90, 'Berg', 2);
  const others = [await runtime.booked(90, 'Lind', 2), await runtime.booked(90, 'Falk', 2)];
  const { page } = await runtime.opened(browser, 'Ada');
  await page.locator(`.rail [data-booking="${berg.id}"] a.opener`).click();
  await page.locator('#sheet summary').click();
  await page.locator('#sheet a[href*="/edit"]').click();
  const notes = page.locator('#sheet [name=notes]');
  await notes.fill('window');
  nowMs += 8 * 60 * MINUTE_MS;
  await runtime.booked(24 * 60 + 90, 'Moberg', 2);
  // After the second reading, the page has shown the first.
  for (const { id } of others) {
    const read = page.waitForResponse(
      async (answer) => answer.url().includes('view=timeline') && (await answer.text()).includes('Moberg'),
    );
    await runtime.engines[0]!.operator.bookings.cancel(id);
    await read;
  }
  expect(await notes.inputValue()).toBe('window');
  await page.evaluate(
    "void addEventListener('beforeunload', () => (sessionStorage.entry = JSON.stringify(history.state)))",
  );
  await page.locator('#sheet button.close').click();
  await party(page, 'Moberg').waitFor();
  expect(await page.evaluate('sessionStorage.entry')).toBe('null');
});

test('the message of an action without an answer stays when the next service date has begun, and leaving the day asks first', async () => {
  let nowMs = SIX_MS;
  const runtime = await openConsole({ clock: { nowMs: () => nowMs } });
  await runtime.booked(10, 'Berg', 2);
  const others = [await runtime.booked(90, 'Lind', 2), await runtime.booked(90, 'Falk', 2)];
  const { page } = await runtime.opened(browser, 'Ada');
  await page.route('**/arrive', (route) => route.fulfill({ status: 500 }));
  await page.locator('.rail li', { hasText: 'Berg' }).getByRole('button').click();
  const message = page.locator('#carry .failure');
  await message.waitFor();
  nowMs += 8 * 60 * MINUTE_MS;
  await runtime.booked(24 * 60 + 90, 'Moberg', 2);
  // After the second reading, the page has shown the first.
  for (const { id } of others) {
    const read = page.waitForResponse(
      async (answer) => answer.url().includes('view=timeline') && (await answer.text()).includes('Moberg'),
    );
    await runtime.engines[0]!.operator.bookings.cancel(id);
    await read;
  }
  const dialogKind = new Promise<string>((resolve) => {
    page.once('dialog', (dialog) => void dialog.dismiss().then(() => resolve(dialog.type())));
  });
  await page.locator('.bar a[rel=next]').click();
  expect(await dialogKind).toBe('beforeunload');
  await message.getByRole('button', { name: 'Close' }).click();
  await page.reload();
  await party(page, 'Moberg').waitFor();
});
