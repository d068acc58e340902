/** `/docs` and `openapi.json` as they are served, and the page as a reader meets it. */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { createPartnerApi, openApiDocument, serveHttp } from '@bord/adapter-http';
import { mountPages } from '@bord/adapter-http/pages';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { faultsOf } from '../../browser/axe.ts';
import { leaveBrowser, sharedBrowser } from '../../browser/browser.ts';
import { BASE, DEMO_ID } from '../../support/world.ts';
import { type Demo, openDemo } from './demo.ts';
import { blocksOf, textOf } from './page-code.ts';

const document = openApiDocument();
const operations = Object.values(document.paths).flatMap((item) =>
  [item.get, item.post, item.delete].flatMap((operation) => operation ?? []),
);
const PAGES = { demoLocationId: DEMO_ID, mailFrom: 'Bord <bord@example.com>' };
let demo: Demo;
let url: string;
let page: string;
let browser: Browser;
let close: () => Promise<void>;

beforeAll(async () => {
  demo = await openDemo();
  const server = await serveHttp({ api: demo.api });
  ({ url } = server);
  close = () => server.close(0);
  page = await (await fetch(`${url}/docs`)).text();
  browser = await sharedBrowser();
});
afterAll(async () => {
  await leaveBrowser(browser);
  await close();
});

/** The blocks of code on the page. */
const blocks = (): string[] => blocksOf(page);

test('§7 D18 both are there without a key, while the service is switched off too, and count against no limit', async () => {
  await demo.engine.operator.service.setEnabled(false);
  for (const [path, type] of [
    [`${BASE}/openapi.json`, 'application/json; charset=utf-8'],
    ['/docs', 'text/html; charset=utf-8'],
  ] as const) {
    const read = await fetch(url + path);
    expect([read.status, read.headers.get('content-type')]).toEqual([200, type]);
    expect(read.headers.has('ratelimit-limit')).toBe(false);
    const head = await fetch(url + path, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    const posted = await fetch(url + path, { method: 'POST' });
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect(await posted.json()).toMatchObject({ statusCode: 405 });
  }
  expect((await demo.ask('GET', `/locations/${DEMO_ID}/menu`)).status).toBe(503);
  await demo.engine.operator.service.setEnabled(true);
});

test('openapi.json is the document, with the base path of its server, and may be read from any origin', async () => {
  const read = await fetch(`${url}${BASE}/openapi.json`);
  expect(read.headers.get('access-control-allow-origin')).toBe('*');
  expect(await read.json()).toEqual(document);
  expect(document.servers[0]!.url).toBe(BASE);
  expect(openApiDocument('/partners').servers[0]!.url).toBe('/partners');
  expect(openApiDocument('').servers[0]!.url).toBe('/');
});

test('the page has every endpoint, answer, example and field of the document, and each link in it leads somewhere', () => {
  const plain = (words: string): string => words.replaceAll(/[`*]/g, '').replaceAll(/\s+/g, ' ').trim();
  const seen = plain(textOf(page));
  const texts = [
    ...Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    ),
    ...Object.entries(document.webhooks).flatMap(([type, { post }]) => [
      type,
      post.summary,
      post.description,
    ]),
    ...Object.entries(document.components.headers).flatMap(([name, { description }]) => [name, description]),
    ...Object.values(document.components.schemas).flatMap(({ properties = {} }) => Object.keys(properties)),
  ];
  const examples: unknown[] = [];
  for (const { summary, description, parameters = [], requestBody, responses } of operations) {
    const answers = Object.values(responses).map((given) =>
      '$ref' in given ? document.components.responses[given.$ref.split('/').at(-1)!]! : given,
    );
    texts.push(
      summary,
      ...description.split('\n\n'),
      ...parameters.map((parameter) => parameter.description),
    );
    texts.push(...Object.keys(responses), ...answers.map((answer) => answer.description));
    for (const { content } of [...answers, ...(requestBody ? [requestBody] : [])]) {
      for (const example of Object.values(content?.['application/json'].examples ?? {})) {
        texts.push(example.summary);
        examples.push(example.value);
      }
    }
  }
  expect(texts.map(plain).filter((each) => !seen.includes(each))).toEqual([]);

  const shown = blocks().filter((code) => /^[{[]/.test(code));
  const examplesShown: unknown[] = shown.map((code): unknown => JSON.parse(code));
  expect(examples.length).toBeGreaterThan(80);
  for (const example of examples) expect(examplesShown).toContainEqual(example);

  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!);
  expect(new Set(ids).size).toBe(ids.length);
  for (const [, target] of page.matchAll(/ href="#([^"]+)"/g)) expect(ids).toContain(target);
});

test('the page loads no other resource: it has one inline script, and a policy that forbids the rest', async () => {
  expect(page).not.toMatch(
    /<(?:link|img|iframe|object|form)\b|\ssrc=|\son\w+=|url\(|@import|https?:\/\/(?!localhost|127\.0\.0\.1)/i,
  );
  expect(page.match(/<script/g)).toHaveLength(1);
  expect(/<script>([^]*)<\/script>/.exec(page)![1]).not.toMatch(/fetch|XMLHttp|import|http|innerHTML|eval/);
  const { headers } = await fetch(`${url}/docs`);
  expect(headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'sha256-[\w+/=]+'; script-src 'sha256-[\w+/=]+'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
  );
});

test('§5.8 the page leads to the sandbox of its server, where there is one', async () => {
  expect(page).not.toContain('/sandbox">');
  expect(textOf(page)).toContain('This server keeps no sandbox');
  const api = createPartnerApi({ engine: demo.engine, publicUrl: 'https://book.example.com/bord' });
  mountPages({ ...PAGES, api, engine: demo.engine, publicUrl: () => 'https://book.example.com/bord' });
  const linked = await (await api.fetch(new Request('http://10.0.0.7/docs'))).text();
  expect(linked).toContain('href="https://book.example.com/bord/sandbox">Get a sandbox key</a>');
  expect(linked).not.toContain('This server keeps no sandbox');
});

test('the page shows the public URL of its server, or its port on this machine, and never the Host of a request', async () => {
  expect(textOf(page)).toContain(`export BORD=http://localhost:${new URL(url).port}${BASE}`);
  const behind = createPartnerApi({ engine: demo.engine, publicUrl: 'https://book.example.com' });
  const examplesShown = await (await behind.fetch(new Request('http://10.0.0.7/docs'))).text();
  expect(examplesShown).toContain(`https://book.example.com${BASE}`);
  expect(examplesShown).not.toContain('10.0.0.7');
  const outgoing = request(`${url}/docs`, { headers: { host: `"><script>alert(1)</script>` } }).end();
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  expect(await text(response)).not.toContain('<script>alert');
});

// The dark scheme changes colours only.
test.each([
  ['light', { width: 1280, height: 900 }, undefined],
  ['dark', { width: 1280, height: 900 }, ['cat.color']],
  ['light', { width: 320, height: 640 }, undefined],
  ['dark', { width: 375, height: 812 }, ['cat.color']],
] as const)('the page is for everybody: %s, %j', async (colorScheme, viewport, about) => {
  const tab = await browser.newPage({ colorScheme, viewport });
  const complaints: string[] = [];
  tab.on('console', (message) => complaints.push(message.text()));
  tab.on('request', (outgoing) => void (outgoing.url() !== `${url}/docs` && complaints.push(outgoing.url())));
  await tab.goto(`${url}/docs`);
  expect(complaints).toEqual([]);
  const facts = `({
    wide: document.documentElement.scrollWidth,
    ground: getComputedStyle(document.body).backgroundColor,
    skip: document.querySelector('a').getAttribute('href'),
  })`;
  expect(await tab.evaluate(facts)).toEqual({
    wide: viewport.width,
    ground: colorScheme === 'dark' ? 'rgb(17, 23, 26)' : 'rgb(251, 252, 250)',
    skip: '#content',
  });
  await tab.evaluate(`for (const each of document.querySelectorAll('details')) each.open = true`);
  expect(await tab.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width);
  expect(await faultsOf(tab, about)).toEqual([]);
  await tab.close();
});

test('in a browser one language is chosen for all examples and kept, code is copied, and the contents say where one is', async () => {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const tab = await context.newPage();
  await tab.goto(`${url}/docs#createBooking`);
  const panel = tab.locator('section[aria-labelledby="createBooking"] .tabs');
  const shown = (): Promise<string[]> =>
    tab.evaluate(`[...document.querySelectorAll('.tabs')].map((each) =>
      [...each.querySelectorAll('.tab')].filter((one) => one.offsetParent).map((one) => one.dataset.tab).join())`);
  expect(new Set(await shown())).toEqual(new Set(['curl', 'JavaScript']));
  await panel.getByLabel('Python').check();
  expect(new Set(await shown())).toEqual(new Set(['Python']));
  await panel.getByRole('button', { name: 'Copy' }).click();
  await expect.poll(() => tab.locator('#spoken').textContent()).toBe('Copied');
  const copied = await tab.evaluate<string>('navigator.clipboard.readText()');
  expect(copied).toBe(blocks().find((code) => code.startsWith('import json') && code.includes('/bookings"')));
  const current = (): Promise<string | null> => tab.locator('.beside [aria-current]').getAttribute('href');
  await expect.poll(current).toBe('#createBooking');
  await tab.evaluate(`document.getElementById('verify').scrollIntoView()`);
  await expect.poll(current).toBe('#verify');
  const isBeside = await tab.evaluate(`(() => {
    document.getElementById('createBooking').scrollIntoView();
    scrollBy(0, 500);
    const { top, left } = document.querySelector('section[aria-labelledby="createBooking"] .stays').getBoundingClientRect();
    return top >= 0 && top < 50 && left > 800;
  })()`);
  expect(isBeside).toBe(true);
  await tab.goto(`${url}/docs`);
  expect(new Set(await shown())).toEqual(new Set(['Python']));
  await context.close();

  const bare = await browser.newContext({ javaScriptEnabled: false });
  const plain = await bare.newPage();
  await plain.goto(`${url}/docs`);
  expect(await plain.locator('.copy:visible').count()).toBe(0);
  const first = plain.locator('.tabs').first();
  await first.getByLabel('JavaScript').check();
  expect(await first.locator('.tab:visible').getAttribute('data-tab')).toBe('JavaScript');
  await bare.close();
});

test('inaccessible markup is found', async () => {
  const tab = await browser.newPage();
  await tab.goto(`${url}/docs`);
  // One part of the page is enough for this, and all of it is much to look at.
  await tab.evaluate(`for (const each of document.querySelectorAll('section')) each.remove()`);
  await tab.evaluate(`document.querySelector('.lead').style.color = '#ccc'`);
  expect(await faultsOf(tab)).toEqual([expect.stringContaining('color-contrast')]);
  expect(await faultsOf(tab, ['cat.color'])).toContainEqual(expect.stringContaining('color-contrast'));
});
