/** The form behind a guest's link for name, telephone and notes (D42), sent as browsers send it, and once in a real one. */
import type { Booking } from '@bord/engine';
import { LANGUAGES } from '@bord/adapter-http/languages';
import { expect, onTestFinished, test } from 'vitest';
import { wordsIn } from '../support/languages.ts';
import { leadOn, leaveBrowser, openProfile, sharedBrowser } from './browser.ts';
import { get, post, stateOf, textOf } from './guest-requests.ts';
import { aGuestRuntime, type GuestRuntime, HOUR_MS } from './guest-runtime.ts';

async function aGuest(given: Record<string, unknown> = {}) {
  const runtime: GuestRuntime = await aGuestRuntime();
  const booking: Booking = await runtime.book(given);
  return { runtime, booking, link: await runtime.linkOf(booking) };
}

/** The fields of a form with these values and changes. */
const sentForm = (
  shown: Record<string, string>,
  changed: Record<string, string>,
): Record<string, string> => ({
  ...shown,
  ...Object.fromEntries(Object.entries(shown).map(([field, value]) => [`${field}-shown`, value])),
  ...changed,
});
const SHOWN = { name: 'Astrid Lindqvist', phone: '', notes: '' };

test('D42 a guest changes name, phone and notes, reads them on the page, and the link stays valid', async () => {
  const { runtime, booking, link } = await aGuest();
  const form = await textOf(`${link}/edit`);
  expect(form).toContain('value="Astrid Lindqvist"');
  const notes = 'Nötallergi <b>\r\n\r\nBarnvagn & "hund"';
  const response = await post(`${link}/edit`, sentForm(SHOWN, { phone: '070-1', notes }));
  expect(response.status).toBe(303);
  const { guest, history } = await stateOf(runtime, booking);
  expect(guest).toMatchObject({ phone: '070-1', notes: 'Nötallergi <b>\n\nBarnvagn & "hund"' });
  expect(history).toMatchObject([{ by: 'guest', kind: 'edited', guestFields: ['phone', 'notes'] }]);
  const page = await textOf(new URL(response.headers.get('location')!, link).href);
  expect(page).toContain('Dina uppgifter är sparade.');
  expect(page).toContain('Telefon: 070-1');
  expect(page).toContain('Önskemål: Nötallergi &lt;b&gt;\nBarnvagn &amp; &quot;hund&quot;');
  expect(await textOf(`${link}/edit`)).toMatch(/<textarea[^>]*>\nNötallergi &lt;b&gt;\n\nBarnvagn/);
  const actions = runtime.records.map(({ action }) => action?.kind);
  expect(actions.at(-3)).toBe('edited');
});

test('D42 fields that the guest left unchanged keep the changes of others', async () => {
  const { runtime, booking, link } = await aGuest({ notes: 'old' });
  await runtime.engine.operator.bookings.edit(booking.id, { notes: 'allergic', name: 'Astrid L' });
  const shown = { ...SHOWN, notes: 'old' };
  await post(`${link}/edit`, sentForm(shown, { phone: '070-1' }));
  expect((await stateOf(runtime, booking)).guest).toMatchObject({
    name: 'Astrid L',
    phone: '070-1',
    notes: 'allergic',
  });
  const again = await post(`${link}/edit`, sentForm(shown, { phone: '1'.repeat(41) }));
  expect(await again.text(), 'nor is it put back by a form that is shown again').toMatch(/>\nallergic</);
  expect((await post(`${link}/edit`, sentForm(shown, {}))).status, 'nothing at all').toBe(303);
  expect((await stateOf(runtime, booking)).history).toHaveLength(2);
});

test('D11 D42 invalid fields are shown again with their fault, in every language', async () => {
  const { runtime, booking, link } = await aGuest();
  for (const language of LANGUAGES) {
    const { edit } = wordsIn(language).page;
    const wrong = { name: ' ', phone: '1'.repeat(41), notes: '😀'.repeat(2001) };
    const response = await post(`${link}/edit?lang=${language}`, sentForm(SHOWN, wrong));
    expect(response.status).toBe(400);
    const html = await response.text();
    for (const text of [edit.nameless, edit.tooLong(40), edit.tooLong(2000)]) expect(html).toContain(text);
    expect(html.match(/aria-invalid="true"/g)).toHaveLength(3);
    expect(html.match(/ autofocus/g)).toHaveLength(1);
    expect(html).toContain('1'.repeat(41));
  }
  const long = '😀'.repeat(2000);
  expect((await post(`${link}/edit`, sentForm(SHOWN, { notes: long }))).status).toBe(303);
  expect((await post(`${link}/edit`, sentForm({ ...SHOWN, notes: long }, { phone: '1' }))).status).toBe(303);
  expect((await stateOf(runtime, booking)).guest).toMatchObject({ notes: long, phone: '1' });
});

test('D12 D42 after the change deadline, and after the visit, editing is rejected; the guest still reads the data until then', async () => {
  const { runtime, booking, link } = await aGuest({ notes: 'Nötallergi' });
  expect(await textOf(link)).toContain(`${new URL(link).pathname}/edit`);
  runtime.clock.pass(booking.startMs - 2 * HOUR_MS - runtime.clock.nowMs());
  const late = await textOf(link);
  expect(late).toContain('Önskemål: Nötallergi');
  expect(late).not.toContain('/edit');
  expect((await get(`${link}/edit`)).status).toBe(303);
  const refused = await post(`${link}/edit`, sentForm(SHOWN, { phone: '070-1' }));
  expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining('för sent')]);
  await runtime.engine.operator.bookings.complete(booking.id);
  expect((await get(`${link}/edit`)).status).toBe(410);
  await post(`${link}/edit`, sentForm(SHOWN, { phone: '070-1' }));
  expect((await stateOf(runtime, booking)).guest.phone).toBeNull();
});

test('D27 D42 after staff corrected the e-mail address the old link is invalid, and the new e-mail has the new link', async () => {
  const { runtime, booking, link } = await aGuest({ notes: 'Nötallergi' });
  await runtime.engine.operator.bookings.edit(booking.id, { email: 'astrid@example.org' });
  for (const path of ['', '/edit', '/move', '/cancel', '/calendar.ics'])
    expect((await get(link + path)).status).toBe(404);
  for (const path of ['/edit', '/cancel']) expect((await post(link + path, SHOWN)).status).toBe(404);
  expect((await stateOf(runtime, booking)).status).toBe('confirmed');
  const corrected = await runtime.linkOf(await stateOf(runtime, booking));
  expect(corrected).not.toBe(link);
  expect(await textOf(corrected)).toContain('Önskemål: Nötallergi');
});

test.each([true, false])('D42 in a browser, on a phone, with JavaScript: %s', async (javaScriptEnabled) => {
  const { runtime, booking, link } = await aGuest();
  const browser = await sharedBrowser();
  onTestFinished(() => leaveBrowser(browser));
  const profile = await openProfile(browser, { javaScriptEnabled, viewport: { width: 360, height: 740 } });
  const page = await profile.newPage();
  await page.goto(link);
  await leadOn(page, () => page.getByRole('link', { name: 'Ändra namn, telefon eller önskemål' }).click());
  await page.getByLabel('Namn').fill('Astrid Berg');
  await page.getByLabel('Önskemål').fill('Barnstol\noch lugnt bord');
  await leadOn(page, () => page.getByRole('button', { name: 'Spara' }).click());
  expect(await page.getByRole('status').innerText()).toBe('Dina uppgifter är sparade.');
  expect((await stateOf(runtime, booking)).guest).toMatchObject({
    name: 'Astrid Berg',
    notes: 'Barnstol\noch lugnt bord',
  });
  expect((await stateOf(runtime, booking)).history).toMatchObject([{ guestFields: ['name', 'notes'] }]);
});
