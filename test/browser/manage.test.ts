/** What is behind a guest's link, asked without a browser: what must hold whoever asks. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Booking, LANGUAGES } from '@bord/engine';
import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { EXPECTED } from '../support/languages.ts';
import { aGuestRuntime, type GuestRuntime, HOUR_MS, LOCATION_ID, restaurantPlan } from './guest-runtime.ts';

const get = (url: string, init: RequestInit = {}): Promise<Response> =>
  fetch(url, { redirect: 'manual', ...init });
const post = (url: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  get(url, { method: 'POST', body: new URLSearchParams(fields), headers });
const queryOf = (fields: Record<string, string>): string => new URLSearchParams(fields).toString();
const textOf = async (url: string, init: RequestInit = {}): Promise<string> => (await get(url, init)).text();

/** The starts that a page offers. */
const timesIn = (html: string): string[] =>
  [...html.matchAll(/start=([^"&]+)/g)].map(([, start]) => decodeURIComponent(start!));

const stateOf = (runtime: GuestRuntime, { id }: Booking): Promise<Booking> =>
  runtime.engine.operator.bookings.read(id);

const aMove = { partySize: '2', start: '2026-12-05T18:00:00Z', date: '2026-12-05' };

test('D27 every answer is kept nowhere, tells nobody where the reader was, and may load nothing', async () => {
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

test('D27 looking changes nothing, whatever is looked at: mail scanners open every link', async () => {
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
  expect(await stateOf(runtime, booking)).toEqual(booking);
  expect((await post(`${link}/cancel`)).status).toBe(303); // what those could have done
  expect((await stateOf(runtime, booking)).status).toBe('cancelled');
});

test('D27 what another site sends is refused, and so is what is no form', async () => {
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
    for (const step of ['/move', '/cancel']) {
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
    for (const step of ['/move', '/cancel']) {
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

test('D12 D26 a guest who is too late is told so, with the telephone number, and changes nothing', async () => {
  const runtime = await aGuestRuntime();
  const booking = await runtime.book();
  const link = await runtime.linkOf(booking);
  runtime.clock.pass(booking.startMs - 2 * HOUR_MS - runtime.clock.nowMs() - 60_000); // a minute to go
  expect(await textOf(link)).toContain('/cancel');
  runtime.clock.pass(60_000);
  const html = await textOf(link);
  expect(html).toContain('Nu är det för sent att ändra eller avboka här. Ring oss, så hjälper vi dig.');
  expect(html).toContain('href="tel:081234567"');
  expect(html).not.toMatch(/\/cancel|\/move/);
  for (const step of ['/move', '/cancel']) {
    const response = await get(link + step);
    expect([response.status, response.headers.get('location')]).toEqual([303, new URL(link).pathname]);
    const refusal = await post(link + step, aMove);
    expect(refusal.status).toBe(409);
    expect(await refusal.text()).toContain('Nu är det för sent');
  }
  expect(await stateOf(runtime, booking)).toEqual(booking);
  expect((await get(`${link}/calendar.ics`)).status).toBe(200);

  await runtime.engine.operator.locations.apply(
    { ...restaurantPlan, contact: { ...restaurantPlan.contact, phone: null } },
    LOCATION_ID,
  );
  expect(await textOf(link)).toContain('Mejla oss');
  await runtime.engine.operator.locations.apply(
    { ...restaurantPlan, contact: { address: null, phone: null, email: null } },
    LOCATION_ID,
  );
  expect(await textOf(link)).toContain('Kontakta restaurangen');
});

test('D27 the link dies with the booking: then it tells how that ended, and nothing of the guest', async () => {
  const runtime = await aGuestRuntime();
  const personal = /Astrid|astrid|4 december|19\.00|två personer/;
  const ends: [string, (booking: Booking, link: string) => Promise<unknown>][] = [
    ['Bordet är avbokat', (_, link) => post(`${link}/cancel`)],
    ['Bordet är avbokat', ({ id }) => runtime.api('POST', `/bookings/${id}/cancel`)],
    ['Bokningen är avslutad', ({ id }) => runtime.engine.operator.bookings.complete(id)],
    ['Bokningen är avslutad', ({ id }) => runtime.engine.operator.bookings.markNoShow(id)],
  ];
  const links: string[] = [];
  for (const [title, end] of ends) {
    const booking = await runtime.book();
    const link = await runtime.linkOf(booking);
    links.push(link);
    expect(await textOf(link)).toMatch(personal);
    await end(booking, link);
    const response = await get(link);
    expect(response.status).toBe(410);
    const html = await response.text();
    expect(html).toContain(`<h1>${title}</h1>`);
    expect(html).toContain('href="tel:081234567"');
    expect(html).not.toMatch(personal);
    for (const step of ['/move', '/cancel', '/calendar.ics'])
      expect((await get(link + step)).status).toBe(410);
    expect((await post(`${link}/move`, aMove)).headers.get('location')).toBe(new URL(link).pathname);
    const { status } = await stateOf(runtime, booking);
    expect((await post(`${link}/cancel`)).status).toBe(303);
    expect((await stateOf(runtime, booking)).status).toBe(status);
  }
  await runtime.engine.operator.guests.erase('astrid@example.se');
  for (const link of links) expect((await get(link)).status).toBe(404); // of whom nothing is known, nothing is told
  const past = await runtime.book({ email: 'past@example.se' });
  const link = await runtime.linkOf(past);
  runtime.clock.pass(past.endMs - runtime.clock.nowMs() - 60_000);
  expect((await get(link)).status).toBe(200);
  runtime.clock.pass(60_000);
  expect((await get(link)).status).toBe(410);
});

const HALF_HOUR_MS = HOUR_MS / 2;

test('D12 D2 a time is offered exactly when moving to it succeeds, and her own table counts as free', async () => {
  const runtime = await aGuestRuntime();
  const booking = await runtime.book({ startsAt: '2026-12-04T17:00:00Z' });
  const link = await runtime.linkOf(booking);
  const others = new Map([
    [10, [2]],
    [12, [4]],
    [13, [2]],
    [17, [2]],
    [18, [4, 5]],
    [19, [2, 2]],
  ]);
  for (const [hour, sizes] of others) {
    for (const partySize of sizes)
      await runtime.book({ startsAt: `2026-12-04T${hour}:00:00Z`, partySize, email: 'other@example.se' });
  }
  for (const partySize of [2, 4]) {
    const offered = timesIn(await textOf(`${link}/move?date=2026-12-04&partySize=${partySize}`));
    for (
      let startMs = Date.UTC(2026, 11, 4, 9, 30);
      startMs < Date.UTC(2026, 11, 4, 21);
      startMs += HALF_HOUR_MS
    ) {
      const start = new Date(startMs).toISOString().replace('.000', '');
      if (startMs === booking.startMs && partySize === booking.partySize) continue;
      const { status } = await post(`${link}/move`, { date: '2026-12-04', partySize: `${partySize}`, start });
      expect([start, partySize, status]).toEqual([start, partySize, offered.includes(start) ? 303 : 409]);
      await runtime.engine.operator.bookings.move(booking.id, { startMs: booking.startMs, partySize: 2 });
    }
    expect(offered.length).toBeGreaterThan(0);
    expect(offered.length).toBeLessThan(36); // some are full
  }
});

test('D12 only what the house admits is offered: no size that would waste seats, no day that is closed', async () => {
  const { tables } = restaurantPlan.floorPlan;
  const four = tables.find(({ seatsMax }) => seatsMax === 4)!;
  const runtime = await aGuestRuntime({
    plan: {
      floorPlan: {
        tables: [four, { ...four, id: 'long', seatsMax: 8 }],
        combinations: [],
        wastedSeatsMax: 1,
      },
      servicePeriods: restaurantPlan.servicePeriods.map((it) => ({ ...it, weekdays: [1, 3, 4, 5, 6, 7] })),
      horizonDays: 20,
    },
  });
  const booking = await runtime.book({ partySize: 4 });
  const link = await runtime.linkOf(booking);
  const sizesIn = (html: string) =>
    [...html.matchAll(/<option([^>]*)>(\d+)</g)].map(([, how, size]) => size! + how!);
  const daysIn = (html: string) =>
    [...html.matchAll(/date=([\d-]+)[^>]*rel="(?:prev|next)"/g)].map(([, date]) => date);
  const first = await textOf(`${link}/move`);
  expect(sizesIn(first)).toEqual(['3', '4 selected', '7', '8']);
  expect(first).toContain('min="2026-12-02" max="2026-12-21"'); // 1 December is a Tuesday
  expect(daysIn(first)).toEqual(['2026-12-03', '2026-12-05']);
  expect(daysIn(await textOf(`${link}/move?date=2026-12-09`))).toEqual(['2026-12-07', '2026-12-10']);

  const start = '2026-12-05T18:00:00Z';
  for (let size = 1; size <= 9; size++) {
    const { status } = await post(`${link}/move`, { date: '2026-12-05', partySize: `${size}`, start });
    expect([size, status]).toEqual([size, [3, 4, 7, 8].includes(size) ? 303 : 409]);
  }
  await runtime.engine.operator.bookings.move(booking.id, { partySize: 5 });
  const odd = await textOf(`${link}/move`);
  expect(sizesIn(odd)).toEqual(['5 selected disabled', '3', '4', '7', '8']);
  expect(timesIn(odd)).toEqual([]);
  expect(daysIn(odd)).toEqual([]);
});

test('D12 in a full house she can still come a quarter of an hour later: nobody else could', async () => {
  const runtime = await aGuestRuntime({
    plan: { floorPlan: { ...restaurantPlan.floorPlan, tables: restaurantPlan.floorPlan.tables.slice(0, 1) } },
  });
  const booking = await runtime.book();
  const link = await runtime.linkOf(booking);
  const day = await runtime.api('GET', `/locations/${LOCATION_ID}/availability?date=2026-12-04&partySize=2`);
  const { slots } = (await day.json()) as { slots: { slot: string; available: boolean }[] };
  const later = '2026-12-04T18:15:00Z';
  expect(slots.find(({ slot }) => slot === later)).toMatchObject({ available: false });

  expect(timesIn(await textOf(`${link}/move`))).toContain(later);
  const asking = await textOf(`${link}/move?date=2026-12-04&partySize=2&start=${later}`);
  expect(asking).toContain('Vill du ändra till den här tiden?');
  const moved = await post(`${link}/move`, { date: '2026-12-04', partySize: '2', start: later });
  expect([moved.status, moved.headers.get('location')]).toEqual([
    303,
    `${new URL(link).pathname}?done=moved`,
  ]);
  expect(await stateOf(runtime, booking)).toMatchObject({
    startMs: Date.parse(later),
    tables: booking.tables,
  });
  expect(await textOf(`${link}?done=moved`)).toContain('Bokningen är ändrad.');
});

test('D12 a time that was taken meanwhile: the booking stays as it was, and other times are offered', async () => {
  const runtime = await aGuestRuntime({
    plan: { floorPlan: { ...restaurantPlan.floorPlan, tables: restaurantPlan.floorPlan.tables.slice(0, 1) } },
  });
  const booking = await runtime.book();
  const link = await runtime.linkOf(booking);
  const wanted = { date: '2026-12-05', partySize: '2', start: '2026-12-05T18:00:00Z' };
  const asking = `${link}/move?${queryOf(wanted)}`;
  expect((await get(asking)).status).toBe(200);
  await runtime.book({ startsAt: wanted.start, email: 'faster@example.se' });
  for (const pending of [get(asking), post(`${link}/move`, wanted)]) {
    const response = await pending;
    expect(response.status).toBe(409);
    const html = await response.text();
    expect(html).toContain('role="alert"');
    expect(html).toContain('Tiden hann tyvärr bli bokad av någon annan. Din bokning är oförändrad');
    expect(timesIn(html)).toContain('2026-12-05T10:00:00Z');
    expect(timesIn(html)).not.toContain(wanted.start);
  }
  const never = await post(`${link}/move`, { ...wanted, start: '2026-12-05T18:07:00Z' });
  expect([never.status, (await never.text()).includes('Den tiden går tyvärr inte att boka.')]).toEqual([
    409,
    true,
  ]);
  expect(await stateOf(runtime, booking)).toEqual(booking);

  const full = await textOf(`${link}/move?date=2026-12-05&partySize=1`);
  expect(timesIn(full).length).toBeGreaterThan(0);
  await runtime.engine.operator.closures.add(LOCATION_ID, {
    from: '2026-12-05',
    to: '2026-12-05',
    reason: null,
  });
  const closed = await textOf(`${link}/move?date=2026-12-05&partySize=1`);
  expect(closed).toContain('Tyvärr finns det inget ledigt bord för en person den här dagen.');
  expect([...closed.matchAll(/>(\S+ \d+ december)<\/a>/g)].map(([, day]) => day)).toEqual(
    ['Onsdag 2', 'Torsdag 3', 'Fredag 4', 'Söndag 6', 'Måndag 7', 'Tisdag 8'].map((day) => `${day} december`),
  );
});

test('D5 D12 a night past midnight is one day, and what is after midnight is said to be', async () => {
  const servicePeriods = restaurantPlan.servicePeriods.map((it) => ({
    ...it,
    opensMinute: 18 * 60,
    closesMinute: 26 * 60,
  }));
  const runtime = await aGuestRuntime({ plan: { servicePeriods } });
  const booking = await runtime.book();
  const link = await runtime.linkOf(booking);
  const html = await textOf(`${link}/move`);
  expect(html).toContain('Efter midnatt, lördag 5 december');
  expect(html).toContain('>00.15</a>');
  const start = '2026-12-04T23:15:00Z';
  expect((await post(`${link}/move`, { date: '2026-12-04', partySize: '2', start })).status).toBe(303);
  expect(await stateOf(runtime, booking)).toMatchObject({
    startMs: Date.parse(start),
    serviceDate: '2026-12-04',
  });
  expect(await textOf(link)).toContain('Lördag 5 december<br />kl.\u00A000.15');
  expect(await textOf(`${link}/move`)).toContain('value="2026-12-04"');

  runtime.clock.pass(Date.parse('2026-12-04T23:05:00Z') - runtime.clock.nowMs()); // in that night
  await runtime.engine.operator.locations.apply(
    { ...restaurantPlan, servicePeriods, guestCutoffMinutes: 0 },
    LOCATION_ID,
  );
  const late = await textOf(`${link}/move`);
  expect(late).toContain('min="2026-12-04"');
  expect(timesIn(late)).toContain('2026-12-04T23:30:00Z');
});

test('D12 whatever is asked for is answered, and nothing of it moves the booking', async () => {
  const runtime = await aGuestRuntime();
  const booking = await runtime.book();
  const link = await runtime.linkOf(booking);
  const dates = [
    '',
    'x',
    '2026-02-30',
    '2020-01-01',
    '9999-12-31',
    '0000-01-01',
    '2026-12-04',
    '-1',
    '２０２６-12-04',
  ];
  const sizes = ['', '0', '-1', '1e3', '2.5', '9999', '99999999999999999999', 'NaN', '2'];
  const starts = [
    '',
    'x',
    '2026-12-04T18:00:00',
    '9999-12-31T23:59:59Z',
    '0000-01-01T00:00:00Z',
    '2026-12-04T18:00:00.001Z',
  ];
  for (const date of dates) {
    for (const partySize of sizes) {
      for (const start of starts.slice(0, 1 + Number(date === '2026-12-04') * 5)) {
        const fields = { date, partySize, start };
        for (const pending of [get(`${link}/move?${queryOf(fields)}`), post(`${link}/move`, fields)]) {
          const { status } = await pending;
          expect([400, 409]).toContain(status);
        }
      }
    }
  }
  expect((await get(`${link}/move?date=2026-12-04&date=2026-12-05`)).status).toBe(400);
  expect((await get(`${link}?done=x&lang=xx&constructor=1&__proto__=2`)).status).toBe(200);
  expect(await stateOf(runtime, booking)).toEqual(booking);
  expect(runtime.faults).toEqual([]);
});

test('D12 of changes at the same moment all are answered, and the booking is in one place', async () => {
  const runtime = await aGuestRuntime();
  const booking = await runtime.book();
  const link = await runtime.linkOf(booking);
  const starts = Array.from(
    { length: 12 },
    (_, i) => `2026-12-05T${10 + Math.floor(i / 4)}:${['00', '15', '30', '45'][i % 4]}:00Z`,
  );
  const answers = await Promise.all([
    ...starts.map((start) => post(`${link}/move`, { ...aMove, start })),
    post(`${link}/cancel`),
    post(`${link}/cancel`),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 303));
  expect((await stateOf(runtime, booking)).status).toBe('cancelled');
  const { slots } = (await (
    await runtime.api('GET', `/locations/${LOCATION_ID}/availability?date=2026-12-05&partySize=2`)
  ).json()) as {
    slots: { remainingCovers: number }[];
  };
  expect(new Set(slots.map(({ remainingCovers }) => remainingCovers))).toEqual(new Set([14]));
});

test('D26 the calendar entry of the page is the one of the mails, before and after a move', async () => {
  const runtime = await aGuestRuntime();
  const booking = await runtime.book();
  const mails = [
    await runtime.mailTo('astrid@example.se', ({ subject }) => subject!.startsWith('Bordet är bokat')),
  ];
  const link = /http\S+/.exec(mails[0]!.text!)![0];
  for (const start of [null, '2026-12-05T18:00:00Z']) {
    if (start !== null) {
      expect((await post(`${link}/move`, { ...aMove, start })).status).toBe(303);
      mails.push(
        await runtime.mailTo('astrid@example.se', ({ subject }) => subject!.startsWith('Ändrad bokning')),
      );
    }
    const response = await get(`${link}/calendar.ics`);
    expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8; method=PUBLISH');
    expect(response.headers.get('content-disposition')).toBe('inline; filename="bokning.ics"');
    const [shown, sent] = [await response.text(), textOfAttachment(mails.at(-1)!)].map(entryOf);
    expect(shown).toEqual(sent);
    expect(shown!.uid).toBe(`${booking.id}@bord`);
    expect(shown!.start).toBe(Date.parse(start ?? '2026-12-04T18:00:00Z'));
  }
});

function textOfAttachment({
  attachments,
}: {
  attachments: { content: ArrayBuffer | Uint8Array | string }[];
}): string {
  const { content } = attachments[0]!;
  return typeof content === 'string' ? content : Buffer.from(content as Uint8Array).toString();
}

/** What an entry says, but for when it was written. */
function entryOf(text: string) {
  const event = new ICAL.Event(new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent')!);
  const { uid, sequence, summary, location, description } = event;
  const url = String(event.component.getFirstPropertyValue('url'));
  return {
    uid,
    sequence,
    summary,
    location,
    description,
    url,
    start: event.startDate.toUnixTime() * 1000,
    organizer: event.organizer,
  };
}

test('D26 D27 she reads her own language, or the one of the house, or the one that she picks', async () => {
  const runtime = await aGuestRuntime();
  for (const language of LANGUAGES) {
    const booking = await runtime.book({
      lang: language,
      startsAt: '2026-12-06T18:00:00Z',
      email: `${language}@example.se`,
    });
    const link = await runtime.linkOf(booking);
    const html = await textOf(link);
    expect(html).toContain(`<html lang="${EXPECTED[language].tag}">`);
    expect(html).toContain(`<h1>${EXPECTED[language].bookingTitle}</h1>`);
    const picked = await textOf(`${link}/move?lang=en`);
    expect(picked).toContain('<h1>Change the booking</h1>');
    expect(picked).toContain('name="lang" value="en"');
    expect(timesIn(picked).length).toBeGreaterThan(0);
    expect(picked.match(/lang=en&amp;date/g)?.length).toBeGreaterThan(timesIn(picked).length - 1);
    const moved = await post(`${link}/move?lang=en`, {
      ...aMove,
      date: '2026-12-06',
      start: '2026-12-06T10:00:00Z',
    });
    expect(moved.headers.get('location')).toContain('?lang=en&done=moved');
    await post(`${link}/cancel`);
  }
  expect(await textOf(await runtime.linkOf(await runtime.book()))).toContain('<html lang="sv">');
  const unknown = (language: string) =>
    textOf(`${runtime.url}/manage/x`, { headers: { 'accept-language': language } });
  expect(await unknown('da-DK,da;q=0.9,en;q=0.8')).toContain('Linket gælder ikke');
  expect(await unknown('de, nb;q=0.7, en;q=0.5')).toContain('Lenken gjelder ikke');
  expect(await unknown('fr;q=x, *')).toContain('This link is not valid');
});

test('D18 D27 a storage that does not answer is a page, which says nothing of the inside', async () => {
  const runtime = await aGuestRuntime();
  const link = await runtime.linkOf(await runtime.book());
  await runtime.breakStorage();
  for (const response of [
    await get(link),
    await post(`${link}/cancel`),
    await get(`${runtime.url}/sandbox/x`),
  ]) {
    expect([500, 503, 404]).toContain(response.status);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const html = await response.text();
    expect(html).not.toMatch(/sqlite|database|Error|\bat /);
  }
  expect(runtime.faults.length).toBe(2);
});

test('D27 links keep the path below which people see the server', async () => {
  const runtime = await aGuestRuntime({ pages: { publicUrl: () => 'https://boka.example.se/bord/' } });
  const booking = await runtime.book();
  const link = await runtime.linkOf(booking);
  const root = new URL(link).pathname.replace('/manage', '/bord/manage');
  const html = await textOf(link);
  expect(html).toContain(`href="${root}/move"`);
  expect(
    (await post(`${link}/cancel`, {}, { origin: 'https://boka.example.se' })).headers.get('location'),
  ).toBe(root);
});
