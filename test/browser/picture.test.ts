/** The pictures of the README and the handbook, taken by `npm run picture`. */
import { globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HANDBOOK, README } from '../../scripts/pictures/shots.ts';
import { takePicture } from '../../scripts/pictures/take.ts';
import { leaveBrowser, sharedBrowser } from './browser.ts';

const ROOT = new URL('../../', import.meta.url).pathname;
const BYTES_MAX = 1_500_000;

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});
afterAll(() => leaveBrowser(browser));

test('the README shows the console, light and dark, and the pictures are small', () => {
  const readme = readFileSync(`${ROOT}README.md`, 'utf8');
  const shown = [...readme.matchAll(/(?:src|srcset)="(docs\/[^"]+\.webp)"/g)].map(([, file]) => file!);
  expect(shown.toSorted()).toEqual(['docs/console-dark.webp', 'docs/console-light.webp']);
  for (const file of shown) expect(statSync(ROOT + file).size).toBeLessThan(150_000);
});

test('the command takes the pictures that the handbook shows, in each language; together they have at most 1.5 MB', () => {
  const folder = `${ROOT}docs/restaurant/handbook`;
  const files = globSync(`${folder}/pictures/**/*.webp`);
  const taken = ['', 'sv/'].flatMap((of) =>
    HANDBOOK.map(({ name }) => `${folder}/pictures/${of}${name}.webp`),
  );
  const shown = globSync(`${folder}/**/*.md`).flatMap((page) =>
    Array.from(readFileSync(page, 'utf8').matchAll(/\(([^)]+\.webp)\)/g), ([, file]) =>
      join(dirname(page), file!),
    ),
  );
  expect(files.toSorted()).toEqual(taken.toSorted());
  expect(shown.toSorted()).toEqual(taken.toSorted());
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
  expect(bytes).toBeLessThanOrEqual(BYTES_MAX);
});

test('the picture of the README can be taken, and is the same each time', async () => {
  const take = () => takePicture(browser, README, { scheme: 'light', language: 'en' });
  const first = await take();
  expect(first.subarray(8, 12).toString()).toBe('WEBP');
  expect((await take()).equals(first)).toBe(true);
});
