/** The day on the console in a real browser: at every width, light and dark, for touch, printed, without a script. */
import type { DaySheet } from '@bord/engine';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { busySheet, overrunSheet } from '../support/busy-sheet.ts';
import { assetAt, dayAnswer } from '../support/console-day.ts';
import { anEvening } from '../support/day-sheets.ts';
import { IS_LONG } from '../support/long.ts';
import { faultsOf } from './axe.ts';
import { leaveBrowser, openProfile, sharedBrowser } from './browser.ts';

const ORIGIN = 'https://console.test';
const TABLET = { viewport: { width: 1024, height: 768 }, hasTouch: true, isMobile: true } as const;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;

let browser: Browser;

beforeAll(async () => void (browser = await sharedBrowser()));
afterAll(() => leaveBrowser(browser));

interface Opened {
  readonly page: Page;
  /** Requests other than the page and its files, and messages in the browser's console. */
  readonly noted: readonly string[];
}

/** Opens the day with the headers that it goes out with; by default without scripts. */
async function open(
  sheet: DaySheet,
  view: string | null,
  options: BrowserContextOptions = {},
  language: 'sv' | 'en' = 'en',
): Promise<Opened> {
  const profile = await openProfile(browser, { javaScriptEnabled: false, ...options });
  onTestFinished(() => profile.close());
  const noted: string[] = [];
  const { body, headers = [] } = await dayAnswer(sheet, { view, language });
  await profile.route('**/*', async (route) => {
    const { pathname } = new URL(route.request().url());
    const asset = assetAt(pathname);
    if (asset) return route.fulfill(asset);
    if (pathname !== '/console/nord') noted.push(pathname);
    const pairs = Array.from({ length: headers.length / 2 }, (_, i) => [
      headers[2 * i]!,
      headers[2 * i + 1]!,
    ]);
    return route.fulfill({
      headers: { ...Object.fromEntries(pairs), 'content-type': 'text/html; charset=utf-8' },
      body: body as string,
    });
  });
  const page = await profile.newPage();
  page.on('console', (message) => noted.push(message.text()));
  await page.goto(`${ORIGIN}/console/nord`);
  return { page, noted };
}

const VIEWS = [null, 'timeline', 'list'] as const;

const WIDTHS = [320, 390, 768, 1024, 1280] as const;

test.each(VIEWS)('axe finds no fault on a busy day at five widths, light and dark: %s', async (view) => {
  const { page } = await open(busySheet(6), view, { bypassCSP: true, javaScriptEnabled: true });
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const about = colorScheme === 'dark' ? ['cat.color'] : undefined;
      expect(await faultsOf(page, about), `${width}, ${colorScheme}`).toEqual([]);
    }
  }
});

test('the page fits its screen, requests only its files, and logs no message', async () => {
  for (const view of VIEWS) {
    const { page, noted } = await open(busySheet(14), view);
    for (const width of [320, 390, 820, 1024, 1600]) {
      await page.setViewportSize({ width, height: 800 });
      const wide = await page.evaluate('document.documentElement.scrollWidth');
      expect(wide, `${width}, ${view}`).toBeLessThanOrEqual(width);
    }
    expect(noted, `${view}`).toEqual([]);
  }
});

test('without a script a phone shows what needs an action and a tablet the timeline next to it; a chosen view is the only one', async () => {
  const shown = async (options: BrowserContextOptions, view: string | null): Promise<readonly boolean[]> => {
    const { page } = await open(anEvening(), view, options);
    return Promise.all(['.as-timeline', '.as-list', '.rail'].map((part) => page.locator(part).isVisible()));
  };
  expect(await shown(PHONE, null)).toEqual([false, false, true]);
  expect(await shown(TABLET, null)).toEqual([true, false, true]);
  for (const [options, rail] of [
    [PHONE, false],
    [TABLET, true],
  ] as const) {
    expect(await shown(options, 'timeline')).toEqual([true, false, rail]);
    expect(await shown(options, 'list')).toEqual([false, true, rail]);
  }
});

test('everything for a finger is 44 points high next to the board and in the list, and 24 in the board', async () => {
  const low = `[...document.querySelectorAll('#evening :is(a, button)')].flatMap((each) => {
    const { width, height } = each.getBoundingClientRect();
    return width > 0 && height < (each.closest('.board') && innerWidth >= 900 ? 23.9 : each.closest('.board') ? 40 : 43.9) ? [height + ' ' + each.outerHTML.slice(0, 160)] : [];
  })`;
  for (const [options, view] of [
    [TABLET, 'timeline'],
    [TABLET, 'list'],
    [PHONE, 'list'],
    [PHONE, 'timeline'],
    [PHONE, null],
  ] as const) {
    const { page } = await open(busySheet(22), view, options);
    expect(await page.evaluate(low), `${options.viewport.width}, ${view}`).toEqual([]);
  }
});

test('bars are in the row of their table and within the time; hours and table names stay in view', async () => {
  const { page } = await open(busySheet(40), 'timeline', { viewport: { width: 1024, height: 600 } });
  const wrong = await page.evaluate<readonly string[]>(`(() => {
    const chart = document.querySelector('svg.chart[data-from]').getBoundingClientRect();
    const rows = new Map([...document.querySelectorAll('g.row')].map((row) => [row.dataset.table, row.getBoundingClientRect()]));
    const labels = document.querySelector('.body .labels').getBoundingClientRect();
    const beside = [...document.querySelectorAll('a.party')].filter((party) => {
      const box = party.querySelector('.box').getBoundingClientRect();
      const row = rows.get(decodeURIComponent(party.dataset.tables.split(' ')[0]));
      return box.left < chart.left - 1 || box.right > chart.right + 1 || box.width <= 0 || !row;
    });
    const off = [...document.querySelectorAll('a.party')].filter((party) => {
      const [first] = party.dataset.tables.split(' ').map(decodeURIComponent);
      const boxes = [...party.querySelectorAll('.box')].map((box) => box.getBoundingClientRect());
      const all = [...document.querySelectorAll('g.row')].filter((row) => row.dataset.table === first);
      return !all.some((row) => boxes.some((box) => {
        const { top, bottom } = row.querySelector('.ground').getBoundingClientRect();
        return top <= box.top + 1 && box.top < bottom;
      }));
    });
    return [...beside, ...off].map((each) => each.outerHTML.slice(0, 200)).concat(labels.height === chart.height ? [] : ['uneven']);
  })()`);
  expect(wrong).toEqual([]);
  const top = (): Promise<number> =>
    page.evaluate("document.querySelector('.hours').getBoundingClientRect().top");
  await page.evaluate('scrollTo(0, document.querySelector(".body").getBoundingClientRect().top + 600)');
  expect(await top()).toBe(52);
  const phone = await open(busySheet(14), 'timeline', PHONE);
  const left = (): Promise<number> =>
    phone.page.evaluate("document.querySelector('.body .labels').getBoundingClientRect().left");
  const before = await left();
  await phone.page.evaluate("document.querySelector('.board').scrollLeft = 200");
  expect(await phone.page.evaluate("document.querySelector('.board').scrollLeft")).toBe(200);
  expect(await left()).toBe(before);
});

test('22 tables with five overdue parties are in view on a tablet and a desk, and six parties on a phone', async () => {
  const hidden = `[...document.querySelectorAll('g.row .ground')].flatMap((row) => {
    const [{ top, bottom }, head, foot] = [row, document.querySelector('.board .head'), document.querySelector('.board .foot')].map((each) => each.getBoundingClientRect());
    return top < head.bottom - 1 || bottom > Math.min(foot.top, innerHeight) + 1 ? [row.parentElement.dataset.table + ' ' + top] : [];
  })`;
  for (const viewport of [TABLET.viewport, { width: 1280, height: 800 }]) {
    const { page } = await open(overrunSheet(), null, { viewport });
    expect(await page.locator('g.row').count()).toBeGreaterThanOrEqual(22);
    expect(await page.evaluate(hidden), `${viewport.width}`).toEqual([]);
  }
  const { page } = await open(overrunSheet(), null, PHONE);
  const rows = await page.evaluate<number>(`[...document.querySelectorAll('#rail-next li')]
    .filter((row) => row.getBoundingClientRect().bottom <= document.querySelector('.tools').getBoundingClientRect().top).length`);
  expect(rows).toBeGreaterThanOrEqual(6);
  const tabs = (await page.locator('.sections').boundingBox())!;
  for (const name of ['Walk-in', 'New booking']) {
    const { y, height } = (await page.getByRole('link', { name, exact: true }).boundingBox())!;
    expect(y + height, name).toBeLessThanOrEqual(tabs.y);
  }
});

test('by the keyboard one goes from party to party as they come, and each has a name', async () => {
  const { page } = await open(busySheet(14), 'timeline', { viewport: { width: 1600, height: 1000 } });
  for (const name of [
    '18:45 Nowak · 4 guests · table W4 · 57 min late',
    'New booking: table W14 · 1–2',
    /^Table W14 is blocked from 17:00 to 20:15: wobbles$/,
  ])
    expect(await page.getByRole('link', { name, exact: true }).count(), `${name}`).toBe(1);
  await page.locator('a.party').first().focus();
  const starts: number[] = [];
  const count = await page.locator('a.party, a.block').count();
  for (let i = 0; i < count; i++) {
    starts.push(Number(await page.evaluate('document.activeElement.dataset.start')));
    await page.keyboard.press('Tab');
  }
  expect(starts.filter((ms) => !Number.isFinite(ms))).toEqual([]);
  expect(starts).toHaveLength(count);
  expect(await page.evaluate('document.activeElement.className.baseVal ?? ""')).not.toContain('party');
});

test('it is printed on A4 on its side without the bar: the timeline on one sheet, the list behind it', async () => {
  for (const count of IS_LONG ? [22, 40, 60] : [40]) {
    const { page } = await open(busySheet(count), 'timeline', { viewport: { width: 1100, height: 800 } });
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    const boxes = [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)];
    for (const [, across, down] of boxes)
      expect([Math.round(Number(across)), Math.round(Number(down))]).toEqual([842, 595]);
    expect(boxes.length).toBeGreaterThan(1);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.bar').isVisible()).toBe(false);
    expect(await page.locator('.as-list').isVisible()).toBe(true);
    // An edge would cover the first digit of the time.
    const edge = await page.evaluate("getComputedStyle(document.querySelector('li.visit')).borderLeftWidth");
    expect(edge).toBe('0px');
    // 210 mm less the margins, at 96 points an inch.
    const end = await page.evaluate<number>(
      "document.querySelector('.board').getBoundingClientRect().bottom",
    );
    expect(end).toBeLessThan(((210 - 18) / 25.4) * 96);
  }
});
