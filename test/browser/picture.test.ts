/** The pictures of the README and the handbook, taken by `npm run picture`. */
import { globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BOOKING_PAGE, HANDBOOK, README } from '../../scripts/pictures/shots.ts';
import { takePicture } from '../../scripts/pictures/take.ts';
import { leaveBrowser, sharedBrowser } from './browser.ts';

const ROOT = new URL('../../', import.meta.url).pathname;
const BYTES_MAX = 1_500_000;

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});
afterAll(() => leaveBrowser(browser));

test('the README shows the console and the booking page, light and dark, and the pictures are small', () => {
  const readme = readFileSync(`${ROOT}README.md`, 'utf8');
  const shown = [...readme.matchAll(/(?:src|srcset)="(docs\/[^"]+\.webp)"/g)].map(([, file]) => file!);
  const bytesMax = { [README.name]: 150_000, [BOOKING_PAGE.name]: 60_000 };
  const files = (name: string) => [`docs/${name}-dark.webp`, `docs/${name}-light.webp`];
  expect(shown.toSorted()).toEqual(Object.keys(bytesMax).flatMap(files).toSorted());
  for (const [name, bytes] of Object.entries(bytesMax))
    for (const file of files(name)) expect(statSync(ROOT + file).size).toBeLessThanOrEqual(bytes);
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

test('the picture of the README can be taken, and shows the same each time', async () => {
  const take = () => takePicture(browser, README, { scheme: 'light', language: 'en' });
  const first = await take();
  expect(first.subarray(8, 12).toString()).toBe('WEBP');
  expect(await largestDifference(first, await take())).toBeLessThan(DIFFERENCE_MAX);
});

/** Of 255: the browser smooths the edges of letters now and then in another way. Another letter differs by about 200. */
const DIFFERENCE_MAX = 100;

/** The largest difference of a colour of a pixel; 255 if the sizes differ. */
async function largestDifference(...pictures: readonly Buffer[]): Promise<number> {
  const page = await browser.newPage();
  const sources = pictures.map((picture) => `data:image/webp;base64,${picture.toString('base64')}`);
  const difference = await page.evaluate<number>(`(async () => {
    const [one, other] = await Promise.all(${JSON.stringify(sources)}.map(async (src) => {
      const image = Object.assign(new Image(), { src });
      await image.decode();
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
      context.drawImage(image, 0, 0);
      return context.getImageData(0, 0, image.width, image.height).data;
    }));
    return one.length === other.length ? one.reduce((most, it, i) => Math.max(most, Math.abs(it - other[i])), 0) : 255;
  })()`);
  await page.close();
  return difference;
}

test('control: the comparison notices another time', async () => {
  const look = { scheme: 'light', language: 'en' } as const;
  const [first, later] = [
    await takePicture(browser, README, look),
    await takePicture(browser, { ...README, time: '19:26' }, look),
  ];
  expect(await largestDifference(first, later)).toBeGreaterThan(DIFFERENCE_MAX);
});
