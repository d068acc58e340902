/** The texts of a guest's pages, without a browser: after the deadline or the visit, in each language, and on failures. */
import type { Booking } from '@bord/engine';
import { LANGUAGES } from '@bord/adapter-http/languages';
import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { EXPECTED } from '../support/languages.ts';
import { aMove, get, post, stateOf, textOf, timesIn } from './guest-requests.ts';
import { aGuestRuntime, HOUR_MS, LOCATION_ID, restaurantPlan } from './guest-runtime.ts';

test('D12 D26 after the deadline the guest reads so, with the telephone number, and the booking is unchanged', async () => {
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

test('a guest reads where the table is, by the name that it has for guests, when it is sure to stay', async () => {
  const areas = [{ id: 'window', name: 'Vid <fönstret>' }];
  const { tables } = restaurantPlan.floorPlan;
  const floorPlan = {
    ...restaurantPlan.floorPlan,
    tables: tables.map((table) => ({ ...table, area: 'window' })),
  };
  const runtime = await aGuestRuntime({ plan: { areas, floorPlan } });
  const booking = await runtime.book();
  const link = await runtime.linkOf(booking);
  expect(await textOf(link)).not.toContain('fönstret');
  await runtime.engine.operator.bookings.pin(booking.id, true);
  expect(await textOf(link)).toContain('<p>Vid &lt;fönstret&gt;</p>');
});

test('D27 the link ends with the booking: then it shows how the booking ended, without guest data', async () => {
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
  for (const link of links) expect((await get(link)).status).toBe(404); // erased or unknown guests
  const past = await runtime.book({ email: 'past@example.se' });
  const link = await runtime.linkOf(past);
  runtime.clock.pass(past.endMs - runtime.clock.nowMs() - 60_000);
  expect((await get(link)).status).toBe(200);
  runtime.clock.pass(60_000);
  expect((await get(link)).status).toBe(410);
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

/** A calendar entry without its time of writing. */
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

test('D26 D27 the page is in the guest’s language, else the restaurant’s, or the chosen one', async () => {
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
    expect(picked).toContain('/move/hold?lang=en"');
    expect(picked).toContain('/move?lang=en&amp;date');
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

test('D18 D27 an unavailable storage is an error page without internals', async () => {
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
