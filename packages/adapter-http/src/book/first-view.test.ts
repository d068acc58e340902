/** The booking page for browsers, search engines and other websites. */
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Weekday } from '@bord/engine';
import { expect, test } from 'vitest';
import { ALIAS, openBook, plan } from '../../test/book-runtime.ts';
import { EMBED_SCRIPT } from './embed-script.ts';
import { WORK_SCRIPT, WORKER_SCRIPT } from './work-script.ts';

const FIRST = `/book/${ALIAS}`;
const GUEST = { name: 'Astrid', email: 'astrid@example.se' };
const HOST = 'https://www.sjobaren.example';

test('D52 the first view is compressed, kept by browsers for 8 seconds, and found by search engines', async () => {
  const { ask, api } = await openBook();
  const { headers } = await ask(FIRST);
  expect(headers.get('cache-control')).toBe('private, max-age=8');
  expect(headers.get('x-robots-tag')).toBeNull();
  expect(headers.get('vary')).toBe('accept-encoding, accept-language');
  expect(headers.get('set-cookie')).toBeNull();
  const packed = await api.fetch(new Request(`http://x${FIRST}`, { headers: { 'accept-encoding': 'gzip' } }));
  expect(packed.headers.get('content-encoding')).toBe('gzip');
  const bytes = Buffer.from(await packed.arrayBuffer());
  expect(bytes.length).toBeLessThan(14_000);
  expect(gunzipSync(bytes).toString()).toContain('<h1>Boka bord</h1>');
});

test('D52 pages with a token are not cached, never compressed, and found by no search engine', async () => {
  const { ask, press, api } = await openBook();
  const held = await press(await ask(`${FIRST}?lang=en`), '19:00');
  const done = await press(held, 'Book the table', GUEST);
  for (const { url } of [held, done]) {
    const init = { headers: { 'accept-encoding': 'gzip' } };
    const { headers } = await api.fetch(new Request(`http://x${url}`, init));
    expect([headers.get('cache-control'), headers.get('content-encoding')]).toEqual(['no-store', null]);
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  }
});

test('the scripts are small: 4 kB for a page, 1.5 kB for the website of the restaurant', () => {
  for (const script of [WORK_SCRIPT, WORKER_SCRIPT]) expect(gzipSync(script).length).toBeLessThan(4000);
  expect(Buffer.from(EMBED_SCRIPT).length).toBeLessThan(1600);
  expect(gzipSync(EMBED_SCRIPT).length).toBeLessThan(1500);
});

test('D52 only the listed origins can frame the booking page and the page of the booking', async () => {
  const { ask, press, engine, clock } = await openBook({ embedOn: [HOST] });
  const policyOf = async (path: string): Promise<string> =>
    (await ask(path)).headers.get('content-security-policy')!;
  const held = await press(await ask(`${FIRST}?lang=en`), '19:00');
  const done = await press(held, 'Book the table', GUEST);
  for (const path of [FIRST, held.url, done.url]) {
    expect(await policyOf(path), path).toContain(`frame-ancestors ${HOST};`);
    const { headers } = await ask(path);
    expect(headers.get('cross-origin-embedder-policy')).toBe('require-corp');
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  }
  await engine.operator.locations.apply(plan({}, { alias: 'other', name: 'Other' }), null);
  clock.ms += 10_000;
  expect(await policyOf('/book')).toContain("frame-ancestors 'none'");
});

test('the head names the page in each language, and the restaurant as data', async () => {
  const { ask } = await openBook({}, { name: 'Bar </script><b>' });
  const { text } = await ask(`${FIRST}?date=2026-12-03&party=3`);
  expect(text).toContain('<link rel="canonical" href="http://x/book/sjobaren" />');
  for (const [tag, lang] of [
    ['sv', 'sv'],
    ['nb', 'no'],
  ])
    expect(text).toContain(
      `<link rel="alternate" hreflang="${tag}" href="http://x/book/sjobaren?lang=${lang}" />`,
    );
  const [, json] = /<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(text)!;
  expect(JSON.parse(json!)).toMatchObject({
    '@type': 'Restaurant',
    name: 'Bar </script><b>',
    telephone: '08-123 45 67',
    openingHoursSpecification: [{ opens: '17:00', closes: '23:00' }],
    potentialAction: {
      '@type': 'ReserveAction',
      target: { urlTemplate: 'http://x/book/sjobaren?date={date}&party={party}&time={time}' },
    },
  });
});

test('the language is that of the query, or of the browser, or of the restaurant', async () => {
  const { ask } = await openBook();
  const titleOf = async (path: string, language: string | null): Promise<string | undefined> => {
    const headers = language === null ? {} : { 'accept-language': language };
    return /<h1>([^<]*)</.exec((await ask(path, { headers })).text)?.[1];
  };
  expect(await titleOf(FIRST, null)).toBe('Boka bord');
  expect(await titleOf(FIRST, 'de, da;q=0.5')).toBe('Reservér bord');
  expect(await titleOf(`${FIRST}?lang=no`, 'da')).toBe('Bestill bord');
});

const DAILY: readonly Weekday[] = [1, 2, 3, 4, 5, 6, 7];

test('the opening hours have one line for all periods of the same days', async () => {
  const hours = (name: string, opens: number, closes: number, weekdays: readonly Weekday[] = DAILY) => ({
    name,
    weekdays,
    opensMinute: opens * 60,
    closesMinute: closes * 60,
  });
  const servicePeriods = [hours('Lunch', 11, 14), hours('Brunch', 9, 10, [6, 7]), hours('Dinner', 17, 23)];
  const { ask } = await openBook({}, { servicePeriods });
  const [, list = ''] = /<dl class="hours">(.*?)<\/dl>/s.exec((await ask(`${FIRST}?lang=en`)).text)!;
  expect(
    list
      .replaceAll(/<[^>]*>|\s+/g, ' ')
      .split(/ {2,}/)
      .filter(Boolean),
  ).toEqual(['Monday–Sunday', '11:00–14:00, 17:00–23:00', 'Saturday–Sunday', '09:00–10:00']);
});

test('/book leads to the only listed restaurant, and lists several; robots.txt names the sitemap, which has the listed ones', async () => {
  const { ask, engine, clock } = await openBook();
  expect((await ask('/book?party=4&lang=en')).url).toBe('/book/sjobaren?party=4&lang=en');
  await engine.operator.locations.apply(plan({}, { alias: 'other', name: 'Other <b>' }), null);
  await engine.operator.locations.apply(plan({ listed: false }, { alias: 'hidden', name: 'Hidden' }), null);
  clock.ms += 10_000;
  const list = await ask('/book?lang=en');
  expect([...list.text.matchAll(/href="(\/book\/[^"]*)">([^<]*)</g)].map(([, ...link]) => link)).toEqual([
    ['/book/other?lang=en', 'Other &lt;b&gt;'],
    ['/book/sjobaren?lang=en', 'Sjöbaren'],
  ]);
  expect((await ask('/book/hidden')).status).toBe(200);
  expect((await ask(FIRST)).headers.get('content-security-policy')).toContain("connect-src 'self'");
  const { headers, text } = await ask('/robots.txt');
  expect([headers.get('content-type'), text]).toEqual([
    'text/plain; charset=utf-8',
    'User-agent: *\nDisallow:\n\nSitemap: http://x/sitemap.xml\n',
  ]);
  const map = await ask('/sitemap.xml');
  expect(map.headers.get('content-type')).toBe('application/xml; charset=utf-8');
  expect([...map.text.matchAll(/<loc>([^<]*)</g)].map(([, url]) => url)).toEqual([
    'http://x/book/other',
    'http://x/book/sjobaren',
  ]);
});

test('the start page has a door to the booking page while a restaurant is listed', async () => {
  const listed = await openBook();
  expect((await listed.ask('/')).text).toContain('<a class="button" href="/book">Book a table</a>');
  const hidden = await openBook({ listed: false });
  expect((await hidden.ask('/')).text).not.toContain('/book');
});

test('the data notice names the restaurant and the days, and links the notice of Bord or of the restaurant', async () => {
  const { ask, press } = await openBook();
  const held = await press(await ask(`${FIRST}?lang=en`), '19:00');
  expect(held.text).toContain(
    'Sjöbaren keeps your details for this booking, and deletes them 30 days after your visit.',
  );
  const bordsOwn = await ask(/href="([^"]*\/privacy[^"]*)"/.exec(held.text)![1]!);
  for (const fact of ['Sjöbaren', 'Strandvägen 1', 'They are deleted 30 days after your visit.'])
    expect(bordsOwn.text).toContain(fact);
  const own = await openBook(
    { privacyUrl: 'https://sjobaren.example/privacy' },
    { guestRetentionDays: null },
  );
  const other = await own.press(await own.ask(`${FIRST}?lang=en`), '19:00');
  expect(other.text).toContain('href="https://sjobaren.example/privacy"');
  expect(other.text).toContain('until you ask for their deletion');
});

test('only an image that Bord keeps is shown, with its size', async () => {
  const stored = `/files/${'a'.repeat(64)}`;
  const { ask } = await openBook({ picture: stored });
  expect((await ask(FIRST)).text).toMatch(
    new RegExp(
      `<img\\s+class="picture"\\s+src="${stored}"\\s+alt=""\\s+width="640"\\s+height="320"\\s+loading="lazy"`,
    ),
  );
  const foreign = await openBook({ picture: 'https://elsewhere.example/a.jpg' });
  expect((await foreign.ask(FIRST)).text).not.toContain('<img');
});

test('the menu has a separate page', async () => {
  const { ask, engine, restaurant } = await openBook();
  expect((await ask(`${FIRST}/menu?lang=en`)).url).toBe('/book/sjobaren?lang=en');
  const items = [{ id: 'i', name: 'Soup <1>', description: null, priceOre: 9500, tags: [] }];
  await engine.operator.menus.apply(restaurant.id, {
    currency: 'SEK',
    categories: [{ id: 'c', name: 'Starters', description: 'Small', items }],
  });
  expect((await ask(`${FIRST}?lang=en`)).text).toContain('href="/book/sjobaren/menu?lang=en"');
  expect((await ask(`${FIRST}/menu?lang=en`)).text).toMatch(/Soup &lt;1&gt;[\s\S]*SEK\s95/u);
});
