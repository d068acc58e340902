/** A real Chromium from the npm package `@sparticuz/chromium`: it needs no installation. */
import { setTimeout as delay } from 'node:timers/promises';
import carried from '@sparticuz/chromium';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { outsideOfTheRun } from '../support/run-folder.ts';

/** Options that remove protections of a normal browser: site isolation, and separate processes for pages. */
const LESS_THAN_A_BROWSER =
  /^--(?:disable-web-security|allow-running-insecure-content|single-process|disable-site-isolation-trials)$/;

const ATTEMPTS = 30;

/** Starts a Chromium. The package unpacks it on first use; where another process is still at it, it is waited for. */
export async function openBrowser(more: readonly string[] = []): Promise<Browser> {
  const args = [...carried.args.filter((arg) => !LESS_THAN_A_BROWSER.test(arg)), ...more];
  for (let attempt = 1; ; attempt++) {
    try {
      const executablePath = await outsideOfTheRun(() => carried.executablePath());
      return await chromium.launch({ executablePath, args, timeout: 60_000 });
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      await delay(1000);
    }
  }
}

let ofThisProcess: Browser | undefined;

/** The browser that the test files of a process share, because its start takes longer than most files. */
export async function sharedBrowser(): Promise<Browser> {
  if (!ofThisProcess?.isConnected()) ofThisProcess = await openBrowser();
  return ofThisProcess;
}

/** Closes all profiles of the shared browser, so that the next file finds it as new. */
export async function leaveBrowser(browser: Browser | undefined): Promise<void> {
  await Promise.all((browser?.contexts() ?? []).map((profile) => profile.close()));
}

/** A fresh profile with a time limit of half a minute for each wait. */
export async function openProfile(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 375, height: 800 }, ...options });
  context.setDefaultTimeout(30_000);
  return context;
}

/** Runs an action that leads to another page, and resolves when that has loaded. */
export async function leadOn(page: Page, act: () => Promise<unknown>): Promise<void> {
  await page.waitForLoadState(); // a page that is still loading would end the wait too early
  await Promise.all([page.waitForEvent('load'), act()]);
}
