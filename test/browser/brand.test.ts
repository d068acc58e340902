/** A guest's page with the colour and logo of the restaurant: its policy allows these and no other origin. */
import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { leaveBrowser, openProfile, sharedBrowser } from './browser.ts';
import { type GuestRuntime, openGuestRuntime } from './guest-runtime.ts';

const LOGO = 'https://pictures.example/sjobaren.png';
/** The content type decides, not the file name. */
const PICTURE = {
  body: '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40"><rect width="120" height="40" rx="8" fill="#7a1f2b"/><circle cx="20" cy="20" r="12" fill="#f4e3d7"/></svg>',
  contentType: 'image/svg+xml',
};

/** Of a browser's own, as far as it is needed here. */
interface Looking {
  getComputedStyle(element: unknown): { readonly backgroundColor: string };
}

const ELSEWHERE = `document.body.append(Object.assign(new Image(), { src: 'https://elsewhere.example/dot.gif' }))`;

let browser: Browser;
let runtime: GuestRuntime;
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

beforeAll(async () => {
  const plan = {
    brand: { colour: '#7a1f2b', logo: LOGO },
  };
  [browser, runtime] = await Promise.all([sharedBrowser(), openGuestRuntime({ plan })]);
});
afterAll(async () => {
  await leaveBrowser(browser);
  await runtime?.close();
});

for (const [colorScheme, button] of [
  ['light', 'rgb(122, 31, 43)'],
  ['dark', 'rgb(182, 133, 139)'],
] as const) {
  test(`a page wears the brand in ${colorScheme}: logo and colour are shown, can be read, and break no policy`, async () => {
    const context = await openProfile(browser, { colorScheme, bypassCSP: false });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const loaded: { url: string; referrer: string | undefined }[] = [];
    const complaints: string[] = [];
    page.on('console', (message) => void complaints.push(message.text()));
    await page.route(/^https:/, async (route) => {
      loaded.push({ url: route.request().url(), referrer: route.request().headers()['referer'] });
      await route.fulfill(PICTURE);
    });
    await page.goto(await runtime.linkOf(await runtime.book()));
    const logo = page.locator('img.logo');
    await expect
      .poll(() => logo.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
      .toBe(120);
    expect(loaded).toEqual([{ url: LOGO, referrer: undefined }]);
    const colour = await page
      .locator('a.button')
      .first()
      .evaluate((link) => (globalThis as unknown as Looking).getComputedStyle(link).backgroundColor);
    expect(colour).toBe(button);
    expect(complaints).toEqual([]);
    // Control: another origin is blocked.
    await page.evaluate(ELSEWHERE);
    await expect.poll(() => complaints.join()).toContain('Content Security Policy');
    expect(loaded).toHaveLength(1);

    const looked = await openProfile(browser, { colorScheme, bypassCSP: true });
    onTestFinished(() => looked.close());
    const other = await looked.newPage();
    await other.route(/^https:/, (route) => route.fulfill(PICTURE));
    await other.goto(page.url());
    await other.addScriptTag({ content: axe });
    const violations = await other.evaluate(async () => {
      const run = (
        globalThis as unknown as { axe: { run(): Promise<{ violations: { id: string }[] }> } }
      ).axe.run();
      return (await run).violations.map(({ id }) => id);
    });
    expect(violations).toEqual([]);
  });
}
