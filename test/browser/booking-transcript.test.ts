/** The booking page as a screen reader reads it, in each language. `npx vitest -u` writes the transcripts again. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { bookOptions } from './book-options.ts';
import { leadOn, leaveBrowser, openProfile, sharedBrowser } from './browser.ts';
import { aGuestRuntime } from './guest-runtime.ts';
import { readAloud } from './reading.ts';

let browser: Browser;
beforeAll(async () => (browser = await sharedBrowser()));
afterAll(() => leaveBrowser(browser));

/** Until when a table is held depends on the second in which the test runs. */
const steady = (text: string): string =>
  text.replaceAll(/^.*\b09[.:]\d\d.*$/gm, (line) => line.replaceAll(/\d+/g, '0'));

test.each(['sv', 'en', 'no', 'da'])(
  'D52 the transcript of a screen reader from the first view to the booking: %s',
  async (lang) => {
    const runtime = await aGuestRuntime(bookOptions());
    const context = await openProfile(browser);
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const parts: string[] = [];
    const hear = async (title: string): Promise<void> => {
      parts.push(`# ${title}\n\n${steady(await readAloud(session))}\n`);
    };
    await page.goto(`${runtime.url}/book/sjobaren?lang=${lang}&date=2026-12-04`);
    await hear('First view');
    await leadOn(page, () => page.locator('button.time').nth(4).click());
    await hear('Held table');
    await page.fill('#name', 'Astrid');
    await page.fill('#email', 'astrid@');
    await leadOn(page, () => page.locator('form[action*="/confirm"]').evaluate(submit));
    await hear('Wrong e-mail address');
    await page.fill('#email', 'astrid@example.se');
    await leadOn(page, () => page.locator('form[action*="/confirm"] button').first().click());
    await hear('Booking');
    await expect(parts.join('\n')).toMatchFileSnapshot(`transcripts/booking-${lang}.txt`);
  },
);

/** Sends a form that the browser itself would not send. */
const submit = (it: unknown): void => {
  const form = it as { noValidate: boolean; requestSubmit(): void };
  form.noValidate = true;
  form.requestSubmit();
};
