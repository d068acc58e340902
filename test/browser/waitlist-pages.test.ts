/** The pages behind the link of a waiting guest's e-mails (D36), with and without a browser. */
import { MINUTE_MS, type Waiting, type WaitingInput } from '@bord/engine';
import { LANGUAGES } from '@bord/adapter-http/languages';
import { fixtures } from '@bord/engine/testing';
import { expect, onTestFinished, test } from 'vitest';
import { EXPECTED } from '../support/languages.ts';
import { faultsOf, SMALL_TARGETS } from './axe.ts';
import { leadOn, leaveBrowser, openProfile, sharedBrowser } from './browser.ts';
import { aGuestRuntime, type GuestRuntime, LOCATION_ID, linkIn } from './guest-runtime.ts';
import { get, post, textOf } from './guest-requests.ts';

const { aTable } = fixtures;
const SEVEN_MS = Date.parse('2026-12-04T18:00:00Z');

/** Texts that are equal in all languages. */
const NAMES = /Sjöbaren|Strandvägen 1, 114 56 Stockholm|hej@\S+|Astrid Lindqvist/g;

/** One table, which is taken. */
async function aFullRestaurant(): Promise<{
  readonly runtime: GuestRuntime;
  readonly free: () => Promise<unknown>;
}> {
  const tables = [aTable('A', { seatsMax: 4 })];
  const runtime = await aGuestRuntime({
    plan: { floorPlan: { tables, combinations: [], wastedSeatsMax: null } },
  });
  const taken = await runtime.book({ email: 'first@example.se' });
  return { runtime, free: () => runtime.api('POST', `/bookings/${taken.id}/cancel`) };
}

const join = ({ engine }: GuestRuntime, given: Partial<WaitingInput> = {}): Promise<Waiting> =>
  engine.operator.at(LOCATION_ID).waitlist.add({
    date: '2026-12-04',
    fromMs: SEVEN_MS,
    toMs: SEVEN_MS + 60 * MINUTE_MS,
    partySize: 2,
    mode: 'offer',
    guest: { name: 'Astrid Lindqvist', email: 'astrid@example.se' },
    ...given,
  });

const linkFor = async (runtime: GuestRuntime, address = 'astrid@example.se'): Promise<string> =>
  linkIn(await runtime.mailTo(address), 'waitlist');
const stateOf = async ({ engine }: GuestRuntime, { id }: Waiting): Promise<string> =>
  (await engine.operator.waitlist.read(id)).state;

test('D36 the link shows the waiting guest the entry, accepts the held table, and leads to the booking', async () => {
  const { runtime, free } = await aFullRestaurant();
  const entry = await join(runtime);
  const link = await linkFor(runtime);
  const waiting = await textOf(link);
  expect(waiting).toContain('<h1>Du står på väntelistan</h1>');
  expect(waiting).toMatch(/Mellan kl\.\s19\.00 och kl\.\s20\.00/);
  expect(waiting).not.toContain('/accept');
  await free();
  expect(await linkFor(runtime)).toBe(link);
  expect(await textOf(link)).toContain('<h1>Det finns ett bord åt dig</h1>');
  // GET has no effect on any page, because mail scanners open every link.
  for (const step of ['', '/accept', '/leave', '?lang=en']) await get(link + step);
  expect(await stateOf(runtime, entry)).toBe('offered');
  expect((await post(`${link}/accept`, {}, { origin: 'https://evil.example' })).status).toBe(403);
  expect(await stateOf(runtime, entry)).toBe('offered');
  const accepted = await post(`${link}/accept`);
  expect([accepted.status, new URL(accepted.headers.get('location')!, link).href]).toEqual([303, link]);
  expect(await stateOf(runtime, entry)).toBe('booked');
  expect((await post(`${link}/accept`)).status).toBe(303);
  const booked = await textOf(link);
  expect(booked).toContain('<h1>Bordet är bokat</h1>');
  const [, manage] = /href="([^"]*\/manage\/[^"]+)"/.exec(booked)!;
  expect(await textOf(new URL(manage!, link).href)).toContain('<h1>Din bokning</h1>');
  const { bookingId } = await runtime.engine.operator.waitlist.read(entry.id);
  await runtime.api('POST', `/bookings/${bookingId}/cancel`);
  await runtime.engine.operator.bookings.cancel(bookingId!);
  expect((await get(link)).status).toBe(410);
  expect(runtime.faults).toEqual([]);
  expect(JSON.stringify(runtime.records)).not.toContain(link.slice(-43));
});

test('D36 leaving needs a confirmation, and the next entry gets the table', async () => {
  const { runtime, free } = await aFullRestaurant();
  const entry = await join(runtime);
  const next = await join(runtime, { guest: { name: 'Next', email: 'next@example.se' } });
  const link = await linkFor(runtime);
  await free();
  expect(await textOf(`${link}/leave`)).toContain('<h1>Vill du lämna väntelistan?</h1>');
  expect((await post(`${link}/leave`)).status).toBe(303);
  expect([await stateOf(runtime, entry), await stateOf(runtime, next)]).toEqual(['left', 'offered']);
  const left = await get(link);
  expect([left.status, (await left.text()).includes('Astrid')]).toEqual([410, false]);
  expect((await post(`${link}/accept`)).status).toBe(303);
  expect((await get(`${link}/leave`)).status).toBe(303);
});

test('D36 a late guest gets the table while it is available, and is told if it was taken', async () => {
  const { runtime, free } = await aFullRestaurant();
  const entry = await join(runtime);
  const link = await linkFor(runtime);
  await free();
  runtime.clock.pass(31 * MINUTE_MS);
  expect(await textOf(link)).toContain('<h1>Tiden för erbjudandet har gått ut</h1>');
  await join(runtime, { guest: { name: 'Next', email: 'next@example.se' } });
  expect(await stateOf(runtime, entry)).toBe('lapsed');
  const late = await post(`${link}/accept`);
  expect([late.status, (await late.text()).includes('<h1>Erbjudandet har gått ut</h1>')]).toEqual([
    409,
    true,
  ]);
  expect((await get(link)).status).toBe(410);
});

/** Puts the guest on the list, offers the table, and closes the date. */
async function offeredOnClosedDate(): Promise<{ readonly runtime: GuestRuntime; readonly link: string }> {
  const { runtime, free } = await aFullRestaurant();
  await join(runtime);
  const link = await linkFor(runtime);
  await free();
  const closure = { from: '2026-12-04', to: '2026-12-04', reason: null };
  await runtime.engine.operator.at(LOCATION_ID).closures.add(closure);
  return { runtime, link };
}

test('D46 a live offer for a date that is closed is shown as an offer, and can be accepted', async () => {
  const { link } = await offeredOnClosedDate();
  expect(await textOf(link)).toContain('<h1>Det finns ett bord åt dig</h1>');
  expect((await post(`${link}/accept`)).status).toBe(303);
  expect(await textOf(link)).toContain('<h1>Bordet är bokat</h1>');
});

test('D36 an expired offer for a date that is closed is rejected, and the page says why', async () => {
  const { runtime, link } = await offeredOnClosedDate();
  runtime.clock.pass(31 * MINUTE_MS);
  const closed = await post(`${link}/accept`);
  expect([closed.status, (await closed.text()).includes('Restaurangen har stängt då')]).toEqual([409, true]);
});

test('D27 D36 a foreign link and the link of a booking are rejected', async () => {
  const { runtime } = await aFullRestaurant();
  const booking = await runtime.book({ startsAt: '2026-12-05T18:00:00Z' });
  const manage = await runtime.linkOf(booking);
  for (const url of [
    manage.replace('/manage/', '/waitlist/'),
    `${runtime.url}/waitlist/x`,
    `${runtime.url}/waitlist/x/y/z`,
  ])
    expect([(await get(url)).status, (await post(`${url}/accept`)).status]).toEqual([404, 404]);
});

test('D36 each page passes axe in every language, in light and dark, on a phone', async () => {
  const { runtime, free } = await aFullRestaurant();
  await join(runtime);
  const link = await linkFor(runtime);
  const browser = await sharedBrowser();
  onTestFinished(() => leaveBrowser(browser));
  const profile = await openProfile(browser, {
    bypassCSP: true,
    viewport: { width: 320, height: 640 },
  });
  onTestFinished(() => profile.close());
  const page = await profile.newPage();
  const folder = process.env['BORD_TEST_SHOTS'];
  const look = async (name: string, step = ''): Promise<void> => {
    for (const language of LANGUAGES) {
      await page.goto(`${link}${step}?lang=${language}`);
      expect(await page.locator('html').getAttribute('lang')).toBe(EXPECTED[language].tag);
      const text = (await page.locator('main').innerText()).replaceAll(NAMES, '');
      expect(text, `${name} in ${language}`).not.toMatch(EXPECTED[language].foreign);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      expect(await page.evaluate(SMALL_TARGETS)).toEqual([]);
      expect(await faultsOf(page), `${name} in ${language}`).toEqual([]);
      if (folder) await page.screenshot({ path: `${folder}/${name}-${language}.png`, fullPage: true });
    }
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await faultsOf(page, ['cat.color']), `${name} in the dark`).toEqual([]);
    if (folder) await page.screenshot({ path: `${folder}/${name}-dark.png`, fullPage: true });
    await page.emulateMedia({ colorScheme: 'light' });
  };
  await look('waiting');
  await look('leave', '/leave');
  await free();
  await look('offered');
  await page.goto(link);
  await leadOn(page, () => page.locator('form button').click());
  expect(await page.locator('h1').innerText()).toBe('Bordet är bokat');
  await look('booked');
});
