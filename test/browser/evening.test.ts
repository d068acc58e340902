/** The day as a page, in a real browser: on a screen, on a phone, and on paper. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { eveningPage } from '@bord/adapter-http/evening';
import type { DaySheet } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { anEvening } from '../support/day-sheets.ts';
import { faultsOf } from './axe.ts';
import { leaveBrowser, openProfile, sharedBrowser } from './browser.ts';

let browser: Browser;
let folder: string;

beforeAll(async () => {
  [browser, folder] = await Promise.all([sharedBrowser(), mkdtemp(join(tmpdir(), 'bord-evening-'))]);
});
afterAll(async () => {
  await leaveBrowser(browser);
  await rm(folder, { recursive: true });
});

/** A restaurant of `count` tables in two areas; the first tables have the day's parties. */
function evening(count: number): DaySheet {
  const sheet = anEvening();
  const { tables, ...floorPlan } = sheet.location.floorPlan;
  const more = Array.from({ length: Math.max(0, count - tables.length) }, (_, i) =>
    fixtures.aTable(`T${i + 1}`, { area: i % 2 === 0 ? 'Hall' : null }),
  );
  const all = [...tables, ...more].slice(0, count);
  return { ...sheet, location: { ...sheet.location, floorPlan: { ...floorPlan, tables: all } } };
}

/** Opens the page as a file, and records other requests and messages. */
async function open(sheet: DaySheet, width: number, bypassCSP = false) {
  const file = join(folder, `${width}-${sheet.location.floorPlan.tables.length}.html`);
  await writeFile(file, eveningPage(sheet));
  const profile = await openProfile(browser, { viewport: { width, height: 800 }, bypassCSP });
  onTestFinished(() => profile.close());
  const page = await profile.newPage();
  const noted: string[] = [];
  page.on('request', (request) => noted.push(request.url()));
  page.on('console', (message) => noted.push(message.text()));
  await page.goto(pathToFileURL(file).href);
  return { page, noted: () => noted.filter((each) => each !== pathToFileURL(file).href) };
}

const widthOf = (page: Page): Promise<number> => page.evaluate('document.documentElement.scrollWidth');

test('the page passes axe, requests no other file, and fits the screen', async () => {
  for (const width of [1440, 820, 375, 320]) {
    const { page, noted } = await open(evening(22), width);
    expect(await widthOf(page), `${width} points`).toBeLessThanOrEqual(width);
    expect(noted(), `${width} points`).toEqual([]);
  }
  for (const [count, width, colorScheme] of [
    [22, 1440, 'light'],
    [22, 375, 'dark'],
    [60, 375, 'light'],
  ] as const) {
    const { page } = await open(evening(count), width, true);
    await page.emulateMedia({ colorScheme });
    expect(await faultsOf(page)).toEqual([]);
  }
});

test('rows of labels and of time have equal heights, bars are within the time, and names stay in view on a phone', async () => {
  const { page } = await open(evening(22), 375);
  const outside = await page.evaluate<readonly string[]>(`(() => {
    const [labels, chart] = document.querySelector('.board .body').children;
    const all = chart.getBoundingClientRect();
    const beside = [...chart.querySelectorAll('.box')].filter((box) => {
      const { left, right, top, bottom } = box.getBoundingClientRect();
      return left < all.left - 1 || right > all.right + 1 || top < all.top || bottom > all.bottom;
    });
    const uneven = labels.getBoundingClientRect().height !== all.height;
    return [...beside.map((box) => box.outerHTML), ...(uneven ? ['uneven'] : [])];
  })()`);
  expect(outside).toEqual([]);
  const left = (): Promise<number> =>
    page.evaluate("document.querySelector('.labels').getBoundingClientRect().left");
  const before = await left();
  await page.evaluate("document.querySelector('.board').scrollLeft = 200");
  expect(await page.evaluate("document.querySelector('.board').scrollLeft")).toBe(200);
  expect(await left()).toBe(before);
  const low = await page.evaluate(
    "[...document.querySelectorAll('a[href]')].filter((a) => a.getBoundingClientRect().height < 44).length",
  );
  expect(low).toBe(0);
});

test('22 tables are printed on one sheet of A4 on its side, the list behind them; sixty on more', async () => {
  const sheets = async (count: number): Promise<number> => {
    const { page } = await open(evening(count), 1100);
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    const boxes = [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)];
    for (const [, across, down] of boxes)
      expect([Math.round(Number(across)), Math.round(Number(down))]).toEqual([842, 595]);
    return boxes.length;
  };
  expect(await sheets(22)).toBe(2);
  expect(await sheets(60)).toBeGreaterThan(3);
});

test('the page is dark on a dark screen, and light on paper', async () => {
  const { page } = await open(evening(22), 1100);
  const lightest = async (media: 'screen' | 'print'): Promise<number> => {
    await page.emulateMedia({ media, colorScheme: 'dark' });
    return page.evaluate("Math.max(...getComputedStyle(document.querySelector('h1')).color.match(/\\d+/g))");
  };
  expect(await lightest('screen')).toBeGreaterThan(200);
  expect(await lightest('print')).toBeLessThan(50);
});
