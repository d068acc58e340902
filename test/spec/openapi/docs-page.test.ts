/** `/docs` and `openapi.json` as they are served, and the page as a reader meets it. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { createPartnerApi, openApiDocument, serveHttp } from '@bord/adapter-http';
import { signatureHeader } from '@bord/engine';
import axe, { type AxeResults } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../../browser/browser.ts';
import { BASE, DEMO_ID } from '../../support/world.ts';
import { type Demo, openDemo } from './demo.ts';

const document = openApiDocument();
const operations = Object.values(document.paths).flatMap(({ get, post }) => get ?? post ?? []);
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
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await close();
});

/** What a reader sees of some markup. */
const textOf = (markup: string): string =>
  markup
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

/** The blocks of code on the page. */
const blocks = (): string[] =>
  [...page.matchAll(/<pre><code>([^]*?)<\/code><\/pre>/g)].map(([, code]) => textOf(code!));

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

test('the page asks nothing of anybody: no script, nothing loaded, and a policy that forbids both', async () => {
  expect(page).not.toMatch(
    /<(?:script|link|img|iframe|object|form)\b|\ssrc=|\son\w+=|url\(|@import|https?:\/\/(?!127\.0\.0\.1)/i,
  );
  const { headers } = await fetch(`${url}/docs`);
  expect(headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'sha256-[\w+/=]+'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
  );
});

test('the page says where it was asked for, and lets nobody put words into it', async () => {
  expect(page).toContain(`export BORD=${url}${BASE}`);
  const answer = await demo.api.fetch(new Request('http://bord.test/docs'));
  expect(await answer.text()).toContain(`http://bord.test${BASE}`);
  const behind = createPartnerApi({ engine: demo.engine, publicUrl: 'https://book.example.com' });
  const examplesShown = await (await behind.fetch(new Request('http://10.0.0.7/docs'))).text();
  expect(examplesShown).toContain(`https://book.example.com${BASE}`);
  expect(examplesShown).not.toContain('10.0.0.7');
  const outgoing = request(`${url}/docs`, { headers: { host: `"><script>alert(1)</script>` } }).end();
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  expect(await text(response)).not.toContain('<script');
});

/** A shell in which `curl` is this: it tells what it was asked to do. */
const CURL = `curl() { "${process.execPath}" -e 'console.log(JSON.stringify(process.argv.slice(1)))' -- "$@"; }`;

test('the commands on the page can be copied: each does what it shows, for a day that is still ahead', async () => {
  const samples = blocks().filter((code) => code.startsWith('curl '));
  expect(samples).toHaveLength(operations.length);
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  demo.clock.ms = Date.now();
  let booking = '';
  let dated = 0;
  for (const sample of samples) {
    const env = { ...process.env, BORD: '', KEY: 'the-key', LOCATION: DEMO_ID, BOOKING: booking };
    const { stdout } = await promisify(execFile)('sh', ['-c', `${CURL}\n${sample}`], { env });
    const examplesShown = JSON.parse(stdout) as string[];
    const option = (name: string): string | undefined =>
      examplesShown.includes(name) ? examplesShown[examplesShown.indexOf(name) + 1] : undefined;
    const path = examplesShown.find((argument) => argument.startsWith('/'))!;
    const body = option('-d');
    expect(examplesShown).toContain('Authorization: Bearer the-key');
    const isDated = /\d{4}-\d\d-\d\d/.test(`${path}${body}`);
    expect([sample, `${path}${body}`.includes(tomorrow)]).toEqual([sample, isDated]);
    if (isDated) dated += 1;
    if (path.endsWith('/bookings')) expect(body).toMatch(/"idempotencyKey": "try-\d+"/);
    const method = body === undefined ? (option('-X') ?? 'GET') : 'POST';
    const answer = await demo.ask(method, path, body === undefined ? {} : { body });
    expect([sample, answer.status]).toEqual([sample, path.endsWith('/bookings') ? 201 : 200]);
    if (answer.status === 201) booking = answer.body.id as string;
  }
  expect(booking).not.toBe('');
  expect(dated).toBeGreaterThanOrEqual(3);
});

test('§6.4 the check of a signature that the page shows is right', async () => {
  const source = blocks().find((code) => code.startsWith('import '))!;
  const { isGenuine } = (await import(`data:text/javascript,${encodeURIComponent(source)}`)) as {
    isGenuine(secret: string, header: string, rawBody: Buffer, nowSeconds?: number): boolean;
  };
  const body = Buffer.from('{"id":"bk_1:booking.created:1"}');
  const header = signatureHeader(['whsec_new', 'whsec_old'], 1000, body);
  for (const secret of ['whsec_new', 'whsec_old']) {
    for (const now of [700, 1000, 1300]) expect(isGenuine(secret, header, body, now)).toBe(true);
    for (const now of [699, 1301]) expect(isGenuine(secret, header, body, now)).toBe(false);
  }
  expect(isGenuine('whsec_other', header, body, 1000)).toBe(false);
  expect(isGenuine('whsec_new', header, Buffer.from('{}'), 1000)).toBe(false);
  const zeros = '0'.repeat(64);
  for (const bad of [
    '',
    't=1000',
    'v1=00',
    `t=x,v1=${zeros}`,
    't=1000,v1=',
    't=1000,v1=zz',
    `t=1000,v1=${zeros}`,
  ]) {
    expect(isGenuine('whsec_new', bad, body, 1000)).toBe(false);
  }

  const [, t, secret] = /signed at (\d+) with (whsec_\w+)/.exec(textOf(page).replaceAll(/\s+/g, ' '))!;
  const sample = blocks().find((code) => code.startsWith('x-partner-signature'))!;
  const [, signature, rawBody] = /^x-partner-signature: (\S+)\n\n(.*)$/.exec(sample)!;
  expect(isGenuine(secret!, signature!, Buffer.from(rawBody!), Number(t))).toBe(true);
});

// In the dark the page has other colours, and nothing else.
test.each([
  ['light', { width: 1280, height: 900 }, []],
  ['dark', { width: 1280, height: 900 }, ['cat.color']],
  ['light', { width: 320, height: 640 }, []],
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

test('what is not for everybody is found', async () => {
  const tab = await browser.newPage();
  await tab.goto(`${url}/docs`);
  await tab.evaluate(`document.querySelector('.lead').style.color = '#ccc'`);
  expect(await faultsOf(tab, [])).toEqual([expect.stringContaining('color-contrast')]);
  expect(await faultsOf(tab, ['cat.color'])).toContainEqual(expect.stringContaining('color-contrast'));
});

/** What an independent checker finds: by all of its rules, or by those about some things. */
async function faultsOf(tab: Page, about: readonly string[]): Promise<string[]> {
  const options = { resultTypes: ['violations'], ...(about.length > 0 && { runOnly: about }) };
  const { violations } = await tab.evaluate<AxeResults>(
    `${axe.source}; axe.run(document, ${JSON.stringify(options)})`,
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}
