/** The restaurant's own booking page in Chromium: without JavaScript, by keyboard, in every size and colour, and in a frame. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LANGUAGES } from '@bord/adapter-http/languages';
import type { BookingPage } from '@bord/engine';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { faultsOf, SMALL_TARGETS } from './axe.ts';
import { bookOptions, FIRST, TABLES } from './book-options.ts';
import { leadOn, leaveBrowser, openProfile, sharedBrowser } from './browser.ts';
import { aGuestRuntime, type GuestRuntime, linkIn, LOCATION_ID } from './guest-runtime.ts';

let browser: Browser;
beforeAll(async () => (browser = await sharedBrowser()));
afterAll(() => leaveBrowser(browser));

function aBook(page: Partial<BookingPage> = {}): Promise<GuestRuntime> {
  return aGuestRuntime(bookOptions(page));
}

async function aPage(
  options: Parameters<typeof openProfile>[1] = {},
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await openProfile(browser, { bypassCSP: false, ...options });
  onTestFinished(() => context.close());
  return { context, page: await context.newPage() };
}

/** Presses Tab until the wanted element has the focus. */
async function tabTo(page: Page, wanted: string): Promise<number> {
  for (let presses = 0; presses < 60; presses++) {
    if ((await page.locator(`${wanted}:focus`).count()) > 0) return presses;
    await page.keyboard.press('Tab');
  }
  throw new Error(`no way to ${wanted}`);
}

test('D52 without JavaScript, by keyboard: two page loads after the first, at most 30 key presses in addition to typing, and an empty store', async () => {
  const runtime = await aBook();
  const { context, page } = await aPage({ javaScriptEnabled: false });
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.redirectedFrom() === null) loads += 1;
  });
  await page.goto(runtime.url + FIRST);
  let presses = await tabTo(page, 'button.time');
  await leadOn(page, () => page.keyboard.press('Enter'));
  await page.keyboard.type('Astrid Lindqvist');
  presses += 2;
  await page.keyboard.press('Tab');
  await page.keyboard.type('astrid@example.se');
  await leadOn(page, () => page.keyboard.press('Enter'));
  presses += 1;
  expect(new URL(page.url()).pathname).toMatch(/^\/manage\/bk_/);
  expect(await page.locator('.notice').textContent()).toContain('Your table is booked.');
  expect(loads).toBe(3);
  expect(presses).toBeLessThanOrEqual(30);
  expect(await context.storageState()).toEqual({ cookies: [], origins: [] });
  const [booking] = new URL(page.url()).pathname.split('.');
  expect(linkIn(await runtime.mailTo('astrid@example.se'), 'manage')).toContain(`${booking}.`);
});

test('D52 the first view has at most 14 kB, loads the picture only, and the whole journey leaves the stores of the browser empty', async () => {
  const runtime = await aBook();
  const { context, page } = await aPage();
  const network = await context.newCDPSession(page);
  await network.send('Network.enable');
  const sizes = new Map<string, number>();
  const urls = new Map<string, string>();
  network.on('Network.requestWillBeSent', ({ requestId, request }) => void urls.set(requestId, request.url));
  network.on(
    'Network.loadingFinished',
    ({ requestId, encodedDataLength }) => void sizes.set(urls.get(requestId)!, encodedDataLength),
  );
  await page.goto(runtime.url + FIRST, { waitUntil: 'networkidle' });
  const others = [...urls.values()].filter(
    (url) => url !== runtime.url + FIRST && !url.startsWith('data:') && !url.endsWith('/favicon.ico'),
  );
  expect(others.filter((url) => !url.startsWith(`${runtime.url}/files/`))).toEqual([]);
  expect(sizes.get(runtime.url + FIRST)).toBeLessThan(14_000);
  expect(await page.evaluate('document.scripts.length')).toBe(1); // data for search engines
  await leadOn(page, () => page.locator('button.time').first().click());
  await page.fill('#name', 'Astrid');
  await leadOn(page, () => page.getByRole('button', { name: 'Book the table' }).click());
  await page.getByText('No message is sent').waitFor();
  const stored =
    'Promise.all([indexedDB.databases(), caches.keys(), sessionStorage.length, localStorage.length, document.cookie])';
  const secure = await page.evaluate('isSecureContext');
  expect(secure).toBe(true);
  expect(await page.evaluate(stored)).toEqual([[], [], 0, 0, '']);
});

test('D52 above the limit the browser proves work and has the table, without a key press', async () => {
  const runtime = await aBook();
  for (let n = 0; n < 4; n++) {
    const { page } = await aPage();
    await page.goto(runtime.url + FIRST);
    await page.locator('button.time').first().click();
    await page.waitForURL('**/held/**', { timeout: 120_000 });
    expect(await page.locator('h1').textContent()).toBe('Your table is kept');
  }
});

/** The members of the browser's elements that are needed here. */
type InBrowser = {
  clientHeight: number;
  noValidate: boolean;
  requestSubmit(): void;
  getBoundingClientRect(): { readonly height: number };
};
const clientHeight = (it: unknown): number => (it as InBrowser).clientHeight;
const boxHeight = (it: unknown): number => Math.ceil((it as InBrowser).getBoundingClientRect().height);
/** Sends a form that the browser itself would not send. */
const submit = (it: unknown): void => {
  const form = it as InBrowser;
  form.noValidate = true;
  form.requestSubmit();
};

/** Every page of a journey, from here on without limits. */
async function everyPage(
  runtime: GuestRuntime,
  page: Page,
): Promise<readonly [string, () => Promise<unknown>][]> {
  const at = runtime.engine.operator.at(LOCATION_ID);
  for (const [i] of TABLES.entries())
    for (const hour of ['16', '18', '20'])
      await at.bookings.create({
        startMs: Date.parse(`2026-12-06T${hour}:00Z`),
        partySize: 3,
        guest: { name: `R${i}` },
      });
  const go = (path: string) => () => page.goto(runtime.url + path);
  const press = (name: string) => leadOn(page, () => page.getByRole('button', { name, exact: true }).click());
  return [
    ['first', go(FIRST)],
    ['requested time', go(`${FIRST}&time=19:00`)],
    [
      'full',
      async () => {
        await page.goto(`${runtime.url}/book/sjobaren?lang=en&date=2026-12-06&area=hall&party=4`);
        await page.locator('summary').click();
      },
    ],
    [
      'waitlist with a fault',
      () => {
        return leadOn(page, async () => {
          await page.locator('form[action*="/wait"]').evaluate(submit);
        });
      },
    ],
    ['fault', go(`${FIRST}&party=x`)],
    ['larger', go(`${FIRST}&party=12`)],
    ['privacy', go('/book/sjobaren/privacy?lang=en')],
    ['joined', go('/book/sjobaren/joined?lang=en')],
    ['gone', go('/book/sjobaren/held/x?lang=en')],
    ['unknown', go('/book/nobody?lang=en')],
    [
      'held',
      async () => {
        await page.goto(runtime.url + FIRST);
        await press('17:00');
      },
    ],
    [
      'held with a fault',
      async () => {
        await leadOn(page, async () => {
          await page.locator('form[action*="/confirm"]').evaluate(submit);
        });
      },
    ],
    ['another time', () => press('Choose another time')],
    ['held again', () => press('18:00')],
    [
      'booked',
      async () => {
        await page.fill('#name', 'Astrid');
        await press('Book the table');
      },
    ],
  ];
}

test.each(['light', 'dark'] as const)(
  'axe finds no fault on any page, %s, from 320 to 1280 px',
  async (colorScheme) => {
    const runtime = await aBook();
    const { page } = await aPage({ bypassCSP: true, colorScheme });
    for (const [name, open] of await everyPage(runtime, page)) {
      await open();
      for (const width of [320, 390, 768, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        expect.soft(await faultsOf(page), `${name} ${width}`).toEqual([]);
        expect
          .soft(await page.evaluate('document.documentElement.scrollWidth'), `${name} ${width}`)
          .toBeLessThanOrEqual(width);
        expect.soft(await page.evaluate(SMALL_TARGETS), `${name} ${width}`).toEqual([]);
      }
    }
  },
);

/** A website with its own policy, on another origin. */
async function aHost(): Promise<{ origin: string; serve: (bord: string) => void }> {
  let content = '';
  let policy = '';
  const server: Server = createServer((_, answer) => {
    answer.setHeader('content-type', 'text/html; charset=utf-8');
    answer.setHeader('content-security-policy', policy);
    answer.setHeader('cross-origin-embedder-policy', 'require-corp');
    answer.end(content);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    serve(bord) {
      policy = `default-src 'none'; script-src ${bord}; frame-src ${bord}`;
      content = `<!doctype html><title>Host</title><script async src="${bord}/embed.js"></script>
        <bord-booking><a href="${bord}${FIRST}">Book a table</a></bord-booking>`;
    },
  };
}

test('the labels next to each other at the start have one line in every language', async () => {
  const runtime = await aBook();
  const { page } = await aPage({ viewport: { width: 1024, height: 800 } });
  for (const language of LANGUAGES) {
    await page.goto(runtime.url + FIRST.replace('lang=en', `lang=${language}`));
    const [day, party] = [page.locator('label[for=date]'), page.locator('label[for=party]')];
    expect((await party.boundingBox())!.height, language).toBe((await day.boundingBox())!.height);
  }
});

test('D52 on a listed origin with its own CSP and COEP the page is in a frame as high as it is, to the end of the journey', async () => {
  const host = await aHost();
  const runtime = await aBook({ embedOn: [host.origin] });
  host.serve(runtime.url);
  const { page } = await aPage();
  await page.goto(host.origin);
  const frame = page.frameLocator('iframe');
  await page.locator('iframe').waitFor({ state: 'visible' });
  expect(await page.locator('bord-booking > a').isVisible()).toBe(false);
  const heightOf = (): Promise<number> => page.locator('iframe').evaluate(clientHeight);
  const contentOf = (): Promise<number> => frame.locator('body').evaluate(boxHeight);
  await expect.poll(async () => (await heightOf()) - (await contentOf())).toBe(0);
  const before = await heightOf();
  await frame.locator('button.time').first().click();
  await frame.locator('#name').fill('Astrid');
  await expect.poll(async () => (await heightOf()) - (await contentOf())).toBe(0);
  expect(await heightOf()).not.toBe(before);
  await frame.getByRole('button', { name: 'Book the table' }).click();
  await frame.getByText('Your table is booked.').waitFor();
  await expect.poll(async () => (await heightOf()) - (await contentOf())).toBe(0);
});

test('D52 on an unlisted origin the link stays, and the page is not shown in a frame', async () => {
  const host = await aHost();
  const runtime = await aBook({ embedOn: ['https://www.sjobaren.example'] });
  host.serve(runtime.url);
  const { page } = await aPage();
  const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
  await page.goto(host.origin);
  await refused;
  expect(await page.locator('bord-booking > a').isVisible()).toBe(true);
  expect(await page.locator('iframe').isVisible()).toBe(false);
  await leadOn(page, () => page.locator('bord-booking > a').click());
  expect(await page.locator('h1').textContent()).toBe('Book a table');
});
