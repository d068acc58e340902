/** The protections of a guest's link, without a browser, for any caller. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { aMove, get, post, queryOf, stateOf, textOf } from './guest-requests.ts';
import { aGuestRuntime, type GuestRuntime, LOCATION_ID } from './guest-runtime.ts';

test('D27 every answer is uncached, sends no referrer, and loads no foreign resource', async () => {
  const runtime = await aGuestRuntime();
  const link = await runtime.linkOf(await runtime.book());
  const pages = [
    '',
    '/move',
    '/move?date=2026-12-05&partySize=2&start=2026-12-05T18:00:00Z',
    '/cancel',
    '/calendar.ics',
  ];
  const urls = [
    ...pages.map((step) => link + step),
    `${runtime.url}/manage/x`,
    `${runtime.url}/manage/x/y/z`,
    `${runtime.url}/sandbox`,
  ];
  for (const url of urls) {
    const { headers } = await get(url);
    expect.soft(headers.get('cache-control'), url).toBe('no-store');
    expect.soft(headers.get('referrer-policy'), url).toBe('no-referrer');
    expect.soft(headers.get('x-robots-tag'), url).toContain('noindex');
    expect.soft(headers.get('x-content-type-options'), url).toBe('nosniff');
    expect.soft(headers.get('set-cookie'), url).toBeNull();
    if (url.endsWith('.ics')) continue;
    expect.soft(headers.get('content-type'), url).toBe('text/html; charset=utf-8');
    const policy = headers.get('content-security-policy');
    expect
      .soft(policy, url)
      .toMatch(
        /^default-src 'none'; style-src 'sha256-[\w+/]+='; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
      );
    expect
      .soft(await textOf(url), url)
      .not.toMatch(/<(?:img|link|iframe|object|video|base|script)\b|url\(|@import/i);
  }
  const redirect = await post(`${link}/move`, aMove);
  expect(redirect.status).toBe(303);
  expect(redirect.headers.get('referrer-policy')).toBe('no-referrer');
  expect(redirect.headers.get('cache-control')).toBe('no-store');
});

test('D27 GET has no effect on any page, because mail scanners open every link', async () => {
  const runtime = await aGuestRuntime();
  const booking = await runtime.book();
  const link = await runtime.linkOf(booking);
  const query = queryOf(aMove);
  for (const step of [
    '',
    '/move',
    `/move?${query}`,
    '/cancel',
    `/cancel?${query}`,
    '/calendar.ics',
    '?done=moved',
  ]) {
    for (const method of ['GET', 'HEAD']) expect((await get(link + step, { method })).status).toBe(200);
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      const response = await get(link + step, { method });
      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toMatch(/^GET, HEAD/);
    }
  }
  expect((await post(link)).status).toBe(405);
  expect((await get(`${link}/move/hold?${query}`)).status).toBe(303);
  expect(await runtime.engine.operator.at(LOCATION_ID).holds.list()).toEqual([]);
  expect(await stateOf(runtime, booking)).toEqual(booking);
  expect((await post(`${link}/cancel`)).status).toBe(303); // the effect that GET must not have
  expect((await stateOf(runtime, booking)).status).toBe('cancelled');
});

test('D27 a request from another site is rejected, and so is a body that is not a form', async () => {
  const runtime = await aGuestRuntime();
  const booking = await runtime.book();
  const link = await runtime.linkOf(booking);
  const foreign: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site', origin: runtime.url },
    { origin: 'https://evil.example' },
    { origin: `${runtime.url}.evil.example` },
    { origin: 'not an origin' },
  ];
  for (const headers of foreign) {
    for (const step of ['/move', '/move/hold', '/cancel']) {
      const response = await post(link + step, aMove, headers);
      expect(response.status).toBe(403);
      expect(await response.text()).toContain('another website');
    }
  }
  const bodies: [string | Buffer, string][] = [
    ['partySize=2&start=2026-12-05T18:00:00Z', 'text/plain'],
    [JSON.stringify(aMove), 'application/json'],
    [`${queryOf(aMove)}&x=${'x'.repeat(70_000)}`, 'application/x-www-form-urlencoded'],
    [`${queryOf(aMove)}&start=2026-12-06T18:00:00Z`, 'application/x-www-form-urlencoded'],
    [Buffer.from([0xff, 0xfe]), 'application/x-www-form-urlencoded'],
  ];
  for (const [body, type] of bodies) {
    for (const step of ['/move', '/move/hold', '/cancel']) {
      const response = await get(link + step, { method: 'POST', body, headers: { 'content-type': type } });
      expect(response.status).toBe(400);
      expect(response.headers.get('content-type')).toContain('text/html');
    }
  }
  for (const fields of [
    {},
    { ...aMove, start: 'soon' },
    { ...aMove, partySize: '-1' },
    { ...aMove, date: 'x' },
  ])
    expect((await post(`${link}/move`, fields)).status).toBe(400);
  for (const fields of [
    { ...aMove, start: 'soon' },
    { ...aMove, partySize: '-1' },
    { ...aMove, date: 'x' },
  ])
    expect((await post(`${link}/move/hold`, fields)).status).toBe(400);
  expect(await runtime.engine.operator.at(LOCATION_ID).holds.list()).toEqual([]);
  expect(await stateOf(runtime, booking)).toEqual(booking);

  const own = { 'sec-fetch-site': 'same-origin', origin: 'null' }; // as a browser sends it from a page without a referrer
  expect((await post(`${link}/move`, aMove, own)).status).toBe(303);
  expect((await post(`${link}/cancel`, {}, { origin: runtime.url })).status).toBe(303);
  expect((await stateOf(runtime, booking)).status).toBe('cancelled');
});

test('D27 all unknown links are alike, to the byte', async () => {
  const runtime = await aGuestRuntime();
  const [booking, other] = [await runtime.book(), await runtime.book({ startsAt: '2026-12-05T18:00:00Z' })];
  const [link, otherLink] = [await runtime.linkOf(booking), await runtime.linkOf(other)];
  const secret = link.split('.').at(-1)!;
  const tokens = [
    'x',
    'A'.repeat(43),
    `${booking.id}.${'A'.repeat(43)}`,
    `${other.id}.${secret}`,
    `bk_0000000000000000000000.${secret}`,
    `${booking.id}.${secret}A`,
    `${booking.id}.${secret.slice(1)}`,
    booking.id,
    'x'.repeat(8000),
    '%zz',
    '%00',
    '%3Cscript%3E',
    '..%2f..%2fetc',
    encodeURIComponent('bk_1.åäö'),
  ];
  const pages = new Set<string>();
  for (const token of tokens) {
    for (const step of ['', '/move', '/move?date=x&start=y', '/cancel', '/calendar.ics']) {
      const response = await get(`${runtime.url}/manage/${token}${step}`);
      expect(response.status).toBe(404);
      pages.add(await response.text());
    }
    for (const step of ['/move', '/cancel']) {
      const response = await post(`${runtime.url}/manage/${token}${step}`, aMove);
      expect(response.status).toBe(404);
      pages.add(await response.text());
    }
  }
  expect(pages.size).toBe(1);
  expect([...pages][0]).toContain('This link is not valid');
  for (const known of [link, otherLink]) expect((await get(known)).status).toBe(200);
  expect(runtime.faults).toEqual([]);
});

test('D27 the token is in no log and in no answer to a partner, and only its hash is in the database', async () => {
  const runtime = await aGuestRuntime();
  const booking = await runtime.book();
  const link = await runtime.linkOf(booking);
  const secret = link.split('.').at(-1)!;
  for (const step of ['', '/move', '/cancel', '/calendar.ics', '/nowhere']) await get(link + step);
  await post(`${link}/move`, aMove);
  await post(`${link}/cancel`);
  await get(link);
  const answers = [
    await runtime.api('GET', `/bookings/${booking.id}`),
    await runtime.api('POST', `/bookings/${booking.id}/cancel`),
  ];
  const logged = JSON.stringify(runtime.records);
  const answered = (await Promise.all(answers.map((answer) => answer.text()))).join('');
  const stored = await bytesOf(runtime);
  for (const text of [logged, answered, stored]) expect(text.includes(secret)).toBe(false);
  expect(logged).toContain('"/manage/:token/move"');
  expect(answered).toContain(booking.id);
  expect(stored).toContain(booking.id); // it can be found there, had it been stored
  expect(stored).toContain(booking.manageTokenHash!);
  const actions = runtime.records
    .filter(({ route }) => route?.startsWith('/manage'))
    .flatMap(({ action }) => action?.kind ?? []);
  expect(actions).toEqual(['moved', 'cancelled']);
});

async function bytesOf({ folder }: GuestRuntime): Promise<string> {
  const names = (await readdir(folder)).filter((name) => name.startsWith('bord.db'));
  const files = await Promise.all(names.map((name) => readFile(join(folder, name), 'latin1')));
  return files.join('');
}

test('D27 what people have written stays text, and cannot turn the direction of the page', async () => {
  const evil = '"><script>alert(1)</script><b>\u202E\u2066';
  const runtime = await aGuestRuntime({
    plan: {
      name: `Sjö${evil}`,
      contact: { address: evil, phone: `1"${evil}`, email: 'a"onload=x@b.example' },
    },
  });
  const link = await runtime.linkOf(await runtime.book({ name: `Astrid ${evil}` }));
  const steps = [
    '',
    '?lang="><script>alert(1)</script>',
    '/move',
    `/move?date=${encodeURIComponent(evil)}`,
    '/cancel',
    `/move?partySize=3&start=2026-12-05T18:00:00Z&date=2026-12-05`,
  ];
  for (const step of steps) {
    const html = await textOf(link + step);
    expect(html).not.toMatch(/<script|<b>|\p{Bidi_Control}/u);
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;'); // it is there, harmless
  }
});
