/** Visits the pages of a built site in Chromium, with and without JavaScript. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { COLOURS, faultsOf } from '../../test/browser/axe.ts';

/** A page as it is without JavaScript, and its faults. */
export interface Visit {
  /** The URLs that it links to, without the host. */
  readonly links: readonly string[];
  /** Those in its text, without navigation. */
  readonly contentLinks: readonly string[];
  readonly anchors: ReadonlySet<string>;
  readonly faults: readonly string[];
}

/** The text of a page, without navigation. */
const CONTENT = 'main, .VPPage';

/** Opens profiles of a browser; `visit` returns a page by its path, from the URL of the site. */
export async function openVisits(
  browser: Browser,
  url: string,
): Promise<{ readonly visit: (path: string) => Promise<Visit>; readonly close: () => Promise<void> }> {
  const faults: string[] = [];
  const bare = await browser.newContext({ javaScriptEnabled: false });
  const full = await browser.newContext({ bypassCSP: true, colorScheme: 'light' });
  const without = await watched(bare, url, faults);
  const withScript = await watched(full, url, faults);

  const visit = async (path: string): Promise<Visit> => {
    await without.goto(url + path);
    const read = await without.evaluate<
      Omit<Visit, 'faults' | 'anchors'> & { anchors: string[]; text: string }
    >(
      `(() => {
        const urls = (links) => [...links].filter(({ origin }) => origin === location.origin).map((link) => link.href.slice(origin.length));
        const origin = location.origin;
        return {
          links: urls(document.querySelectorAll('a[href]')),
          contentLinks: urls(document.querySelectorAll('${CONTENT}')[0]?.querySelectorAll('a[href]') ?? []),
          anchors: [...document.querySelectorAll('[id]')].map(({ id }) => id),
          text: ${textOf()},
        };
      })()`,
    );
    await withScript.emulateMedia({ colorScheme: 'light' });
    await withScript.goto(url + path, { waitUntil: 'networkidle' });
    if (read.text === '' || read.text !== (await withScript.evaluate(textOf())))
      faults.push('its text without JavaScript differs');
    faults.push(...(await faultsOf(withScript)).map((fault) => `light: ${fault.slice(0, 300)}`));
    await withScript.emulateMedia({ colorScheme: 'dark' });
    faults.push(...(await faultsOf(withScript, COLOURS)).map((fault) => `dark: ${fault.slice(0, 300)}`));
    return { ...read, anchors: new Set(read.anchors), faults: faults.splice(0) };
  };
  const close = async (): Promise<void> => {
    await Promise.all([bare.close(), full.close()]);
  };
  return { visit, close };
}

/** The number of results that the search shows for a word. */
export async function searchFor(browser: Browser, url: string, word: string): Promise<number> {
  const profile = await browser.newContext();
  const page = await profile.newPage();
  await page.goto(url);
  await page.locator('.VPNavBarSearch button').first().click();
  await page.locator('.VPLocalSearchBox input').fill(word);
  await page.locator('.VPLocalSearchBox :is(.result, .no-results)').first().waitFor();
  const results = await page.locator('.VPLocalSearchBox .result').count();
  await profile.close();
  return results;
}

/** A page of a profile that notes requests to other origins, failed requests and errors. */
async function watched(profile: BrowserContext, url: string, faults: string[]): Promise<Page> {
  const { origin } = new URL(url);
  const page = await profile.newPage();
  page.on('request', (request) => {
    if (!/^(?:data|blob):/.test(request.url()) && new URL(request.url()).origin !== origin)
      faults.push(`a request to ${request.url()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400)
      faults.push(`${response.status()} for ${response.url().slice(origin.length)}`);
  });
  page.on('pageerror', (error) => faults.push(`an error: ${error.message}`));
  return page;
}

/** An expression for the words of the page. */
function textOf(): string {
  return `(document.querySelector('${CONTENT}')?.innerText ?? '').replace(/\\s+/g, ' ').trim()`;
}
