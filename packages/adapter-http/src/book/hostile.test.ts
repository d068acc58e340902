/** Wrong and hostile inputs: the right values are kept, the wrong one is named, and no answer is a 500. */
import { expect, test } from 'vitest';
import { ALIAS, openBook, type Seen } from '../../test/book-runtime.ts';

const FIRST = `/book/${ALIAS}?lang=en`;
const GUEST = { name: 'Astrid', email: 'astrid@example.se' };

test.each([
  ['date=2026-02-30', 'That is not a date.', 'party', '2'],
  ['date=yesterday&party=3', 'That is not a date.', 'party', '3'],
  ['party=0&date=2026-12-03', 'That is not a number of guests.', 'date', '2026-12-03'],
  ['party=1e9&date=2026-12-03', 'That is not a number of guests.', 'date', '2026-12-03'],
  ['time=25:00&party=4', 'That is not a time such as 19:30.', 'party', '4'],
  ['area=roof&date=2026-12-03', 'There is no such part of the restaurant.', 'date', '2026-12-03'],
  ['date=2020-01-01&party=4', 'Choose a day between Tuesday 1 December and', 'party', '4'],
  ['date=9999-01-01&party=4', 'Choose a day between Tuesday 1 December and', 'party', '4'],
])('%s: the page names the fault and keeps the rest', async (query, complaint, field, value) => {
  const { ask } = await openBook({ areas: 'choose' });
  const page = await ask(`${FIRST}&${query}`);
  expect([page.status, page.text.includes('role="alert"')]).toEqual([400, true]);
  expect(page.text).toContain(complaint);
  expect(page.form('Show free times').fields[field]).toBe(value);
});

const TEXTS = {
  nul: 'a\0b',
  bidi: '\u202Eevil\u202C',
  markup: '<script>alert(1)</script>"\'&',
  lone: '\uD800',
  long: 'x'.repeat(10_000),
  controls: '\u0007\r\n\t',
  formula: '=1+1',
};

test('every text in every field: never a 500, never markup, and the other fields are kept', async () => {
  const { ask, press, errors } = await openBook({ email: 'optional', areas: 'choose' });
  const held = await press(await ask(FIRST), '19:00');
  for (const text of Object.values(TEXTS)) {
    for (const name of ['date', 'party', 'time', 'area', 'lang', 'ref'])
      expect(
        (await ask(`/book/${ALIAS}?${new URLSearchParams({ [name]: text }).toString()}`)).status,
      ).toBeLessThan(500);
    for (const name of ['email', 'phone', 'name', 'notes']) {
      const seen = await press(held, 'Book the table', { name: 'Astrid', email: 'bad', [name]: text });
      expect(seen.status, `${name} ${text.slice(0, 10)}`).toBe(400);
      expect(seen.text).not.toContain('<script>alert');
      if (name !== 'name') expect(seen.form('Book the table').fields['name']).toBe('Astrid');
      expect(seen.text).toMatch(/aria-invalid="true"/);
    }
  }
  expect(errors).toEqual([]);
});

test('a stored text has no control characters or direction marks', async () => {
  const { ask, press, engine, restaurant } = await openBook();
  const held = await press(await ask(FIRST), '19:00');
  const done = await press(held, 'Book the table', {
    ...GUEST,
    name: `${TEXTS.bidi}\u0007Eva`,
    notes: 'a\0\nb',
  });
  expect(done.url).toMatch(/^\/manage\//);
  const [booking] = await engine.operator.at(restaurant.id).bookings.list();
  expect(booking!.guest).toMatchObject({ name: 'evil Eva', notes: 'a\nb' });
});

test.each([
  ['hold', {}],
  ['hold', { start: 'never', party: '2' }],
  ['hold', { start: '2026-12-01T18:00:00Z', party: '-1' }],
  ['hold', { start: '2026-12-01T18:07:00Z', party: '2' }],
  ['hold', { start: '2020-12-01T18:00:00Z', party: '2' }],
  ['hold', { start: '2026-12-01T18:00:00Z', party: '999' }],
  ['hold', { start: '2026-12-01T18:00:00Z', party: '2', held: 'forged.token' }],
  ['hold', { start: '2026-12-01T18:00:00Z', party: '2', area: '../..' }],
  ['times', { held: 'x' }],
  ['times', { date: '2026-13-01', held: '\0' }],
  ['mail', { start: '2026-12-01T18:00:00Z', party: '2', email: 'a@b@c' }],
  ['mail', {}],
  ['wait', {}],
  ['wait', { date: '2026-12-02', party: '2', from: 'x', to: 'y', ...GUEST }],
  [
    'wait',
    { date: '2026-12-02', party: '2', from: '2026-12-02T18:00:00Z', to: '2026-12-02T17:00:00Z', ...GUEST },
  ],
  [
    'wait',
    { date: '2026-12-02', party: '2', from: '1970-01-01T00:00:00Z', to: '2099-12-02T17:00:00Z', ...GUEST },
  ],
  ['held/x/confirm', GUEST],
  ['link/x', {}],
])('a forged form for %s %o is answered with a page', async (path, fields) => {
  const { post, errors } = await openBook({ areas: 'choose' });
  const seen = await post(`/book/${ALIAS}/${path}?lang=en`, fields);
  expect(seen.status).toBeLessThan(500);
  expect(seen.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(errors).toEqual([]);
});

test('a form of another site is rejected on every route, and changes no data', async () => {
  const { ask, press, engine, restaurant } = await openBook();
  const held = await press(await ask(FIRST), '19:00');
  const fields = { ...GUEST, start: '2026-12-01T19:00:00Z', party: '2' };
  const at = engine.operator.at(restaurant.id);
  const before = await at.holds.list();
  for (const path of [
    'times',
    'hold',
    'mail',
    'wait',
    'link/x',
    `${held.url.split('/book/sjobaren/')[1]!.split('?')[0]}/confirm`,
  ]) {
    const body = new URLSearchParams(fields);
    const init = { method: 'POST', body, headers: { 'sec-fetch-site': 'cross-site' } };
    const seen = await ask(`/book/${ALIAS}/${path}?lang=en`, init);
    expect([path, seen.status]).toEqual([path, 403]);
    expect(seen.text).toContain('The attempt came from another website');
  }
  expect([await at.holds.list(), await at.bookings.list()]).toEqual([before, []]);
});

test('old tokens: the page of a held table says that it is over, the form of a used link shows its end', async () => {
  const { ask, press, clock, engine } = await openBook();
  const held = await press(await ask(FIRST), '19:00');
  const done = await press(held, 'Book the table', GUEST);
  const [booking] = /bk_\w+/.exec(done.url)!;
  await engine.operator.bookings.cancel(booking);
  const again = await press(held, 'Book the table', GUEST);
  expect([again.status < 500, again.text.includes('Astrid')]).toEqual([true, false]);
  clock.ms += 3 * 86_400_000;
  expect((await ask(held.url)).status).toBeLessThan(500);
});

test('an unknown restaurant, page or token is a page that says so', async () => {
  const { ask } = await openBook();
  const titleOf = ({ text }: Seen): string | undefined => /<h1>([^<]*)</.exec(text)?.[1];
  for (const path of [
    '/book/other',
    `/book/${ALIAS}/x/y/z`,
    '/book/%00',
    '/book/..%2f',
    `/book/${ALIAS}/nothing`,
  ])
    expect([titleOf(await ask(`${path}?lang=en`)), path]).toEqual(['There is no such page', path]);
  const gone = await ask(`/book/${ALIAS}/held/x?lang=en`);
  expect([gone.status, titleOf(gone)]).toEqual([410, 'The table is no longer kept']);
});
