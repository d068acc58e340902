/** The chosen time is held while the guest reads (D35), on the pages behind the link in the e-mail. */
import type { Booking } from '@bord/engine';
import { LANGUAGES } from '@bord/adapter-http/languages';
import { expect, onTestFinished, test } from 'vitest';
import { EXPECTED } from '../support/languages.ts';
import { leadOn, leaveBrowser, openProfile, sharedBrowser } from './browser.ts';
import { aMove, get, post, queryOf, stateOf, textOf, timesIn } from './guest-requests.ts';
import { aGuestRuntime, type GuestRuntime, LOCATION_ID, restaurantPlan } from './guest-runtime.ts';

const { floorPlan } = restaurantPlan;
const ONE_TABLE = { floorPlan: { ...floorPlan, tables: floorPlan.tables.slice(0, 1) } };
const MINUTE_MS = 60_000;

/** A restaurant of one table, and a guest on a separate date. */
async function aGuest(): Promise<{ runtime: GuestRuntime; booking: Booking; link: string }> {
  const runtime = await aGuestRuntime({ plan: ONE_TABLE });
  const booking = await runtime.book();
  return { runtime, booking, link: await runtime.linkOf(booking) };
}

const holdsOf = async ({ engine }: GuestRuntime): Promise<number> =>
  (await engine.operator.at(LOCATION_ID).holds.list()).filter(({ state }) => state === 'held').length;
const bookThere = async (runtime: GuestRuntime): Promise<number> => {
  const guest = { name: 'Other', email: 'other@example.se' };
  const body = { ...guest, startsAt: aMove.start, partySize: 2, idempotencyKey: crypto.randomUUID() };
  return (await runtime.api('POST', `/locations/${LOCATION_ID}/bookings`, body)).status;
};

for (const javaScriptEnabled of [true, false])
  test(`D35 D12 a chosen time is held while the guest reads, until they go back or change the booking${javaScriptEnabled ? '' : ', without JavaScript'}`, async () => {
    const { runtime, booking, link } = await aGuest();
    const browser = await sharedBrowser();
    onTestFinished(() => leaveBrowser(browser));
    const profile = await openProfile(browser, { javaScriptEnabled, locale: 'sv-SE' });
    const page = await profile.newPage();
    const press = (name: string): Promise<unknown> =>
      leadOn(page, () => page.getByRole('button', { name, exact: true }).click());
    await page.goto(`${link}/move?date=2026-12-05`);
    expect(await holdsOf(runtime)).toBe(0);
    await press('19.00');
    expect(await page.locator('h1').innerText()).toBe('Vill du ändra till den här tiden?');
    expect(await page.locator('main').innerText()).toMatch(/Vi håller tiden åt dig till kl\.\s09\.05\./);
    expect(await bookThere(runtime)).toBe(409);
    await page.reload();
    expect(await page.locator('main').innerText()).toContain('Vi håller tiden åt dig');
    await press('Välj en annan tid');
    expect(await page.locator('h2').innerText()).toBe('Lördag 5 december');
    expect(await holdsOf(runtime)).toBe(0);
    await press('19.00');
    await press('Ändra bokningen');
    expect(await page.locator('h1').innerText()).toBe('Din bokning');
    expect(await stateOf(runtime, booking)).toMatchObject({ startMs: Date.parse(aMove.start) });
    expect(await holdsOf(runtime)).toBe(0);
    expect(runtime.faults).toEqual([]);
  });

test('D35 after its expiry the time is still offered and available, unless another guest took it: then alternatives are listed', async () => {
  const { runtime, booking, link } = await aGuest();
  const asking = `${link}/move?${queryOf(aMove)}`;
  const chosen = await post(`${link}/move/hold`, aMove);
  expect([chosen.status, new URL(chosen.headers.get('location')!, link).href.split('?')[0]]).toEqual([
    303,
    `${link}/move`,
  ]);
  expect(await textOf(asking)).toContain('Vi håller tiden åt dig');
  runtime.clock.pass(5 * MINUTE_MS);
  expect(await textOf(asking)).toContain('Tiden är ledig, men vi håller den inte åt dig');
  expect(await bookThere(runtime)).toBe(201);
  for (const pending of [get(asking), post(`${link}/move`, aMove), post(`${link}/move/hold`, aMove)]) {
    const response = await pending;
    const html = await response.text();
    expect(response.status).toBe(409);
    expect(html).toContain('Tiden hann tyvärr bli bokad av någon annan.');
    expect(timesIn(html).length).toBeGreaterThan(5);
    expect(timesIn(html)).not.toContain(aMove.start);
  }
  expect(await stateOf(runtime, booking)).toEqual(booking);
  // A form that stayed open longer than the hold, without a rival.
  const again = { ...aMove, date: '2026-12-06', start: '2026-12-06T18:00:00Z' };
  expect((await post(`${link}/move/hold`, again)).status).toBe(303);
  runtime.clock.pass(6 * MINUTE_MS);
  const moves = await Promise.all([post(`${link}/move`, again), post(`${link}/move`, again)]);
  expect(moves.map(({ status }) => status)).toEqual([303, 303]);
  expect(await stateOf(runtime, booking)).toMatchObject({ startMs: Date.parse(again.start) });
});

test('D35 the expiry of the hold is shown in every language', async () => {
  const { runtime, link } = await aGuest();
  await post(`${link}/move/hold`, aMove);
  const texts = new Set<string>();
  for (const lang of LANGUAGES) {
    const held = await textOf(`${link}/move?${queryOf({ ...aMove, lang })}`);
    expect(held).toContain(`<html lang="${EXPECTED[lang].tag}">`);
    const text = /<p>([^<]*0?9[.:]05[^<]*)<\/p>/.exec(held)![1]!;
    const free = await textOf(`${link}/move?${queryOf({ ...aMove, start: '2026-12-05T12:00:00Z', lang })}`);
    expect(free).not.toContain(text);
    texts.add(text);
    expect(held).toContain(`/move/hold?lang=${lang}"`);
  }
  expect(texts.size).toBe(LANGUAGES.length);
  expect(await holdsOf(runtime)).toBe(1);
});

test('D35 D27 a foreign link, a cancelled booking and one after the deadline hold no table', async () => {
  const { runtime, booking, link } = await aGuest();
  const other = await runtime.book({ startsAt: '2026-12-06T18:00:00Z', email: 'other@example.se' });
  const late = await runtime.linkOf(other);
  const secret = late.split('.').at(-1)!;
  const forged = `${runtime.url}/manage/${booking.id}.${secret}/move/hold`;
  expect((await post(forged, aMove)).status).toBe(404);
  await post(`${link}/move/hold`, aMove);
  await runtime.engine.operator.bookings.cancel(booking.id);
  for (const step of ['/move/hold', '/move']) {
    const sent = await post(link + step, aMove);
    expect([step, sent.status]).toEqual([step, 303]);
  }
  expect((await get(`${link}/move?${queryOf(aMove)}`)).status).toBe(410);
  runtime.clock.pass(5 * MINUTE_MS);
  expect(await bookThere(runtime)).toBe(201);
  runtime.clock.pass(Date.parse('2026-12-06T17:30:00Z') - runtime.clock.nowMs());
  expect(
    (await post(`${late}/move/hold`, { ...aMove, start: '2026-12-06T19:00:00Z', date: '2026-12-06' })).status,
  ).toBe(409);
  expect(await holdsOf(runtime)).toBe(0);
  expect(runtime.faults).toEqual([]);
});
