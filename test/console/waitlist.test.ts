/** The waitlist on the console (D36): the list below the day, the form, its errors, and the question before a removal. */
import { describe, expect, test } from 'vitest';
import { storageSample } from '../support/storages.ts';
import {
  aConsoleWorld,
  at,
  LOCATION_ID,
  MINUTE_MS,
  OTHER_ID,
  type Person,
  textOf,
} from './console-client.ts';

const DATE = '2026-12-04';
const FORM = {
  day: DATE,
  from: '21:00',
  to: '21:30',
  size: '6',
  mode: 'offer',
  name: 'Lund',
  email: 'lund@example.com',
};

/** The waitlist below the day; empty without waiting parties. */
const lineOf = (html: string): string =>
  textOf(/<section class="line"[^]*?<\/section>/.exec(html)?.[0] ?? '');

const add = (person: Person, fields: Readonly<Record<string, string>> = {}) =>
  person.press('/waitlist', '/waitlist', { ...FORM, ...fields });

describe.each(storageSample)('on $name', (kind) => {
  test('D36 D44 a party joins the waitlist, appears below the day with reason and time, is offered a freed table, and is removed', async () => {
    const world = await aConsoleWorld(kind);
    const anna = await world.person('Anna');
    const { id } = await world.booked(60, { name: 'Berg', partySize: 6 }, { tables: ['T6'] });
    expect((await anna.get('')).html).not.toContain('class="line"');
    expect(textOf((await anna.get('/waitlist')).html)).toContain('No parties wait for this day.');

    const joined = await add(anna, { phone: '070-123 45 67' });
    expect([joined.answer.status, joined.status]).toEqual([303, 200]);
    expect(textOf(joined.html)).toContain('Lund is on the list');
    const line = 'Waitlist 1 party, 6 guests 21:00–21:30 Lund 6 guests, since 20:00 no table';
    const { html } = await anna.get('');
    expect(lineOf(html)).toContain(line);
    expect(lineOf(html)).toContain('is asked by mail 070-123 45 67');
    expect(html).toContain('href="tel:0701234567"');
    expect(textOf(html)).toContain('on the waitlist');

    world.clock.pass(MINUTE_MS);
    await world.engine.operator.bookings.cancel(id);
    expect(lineOf((await anna.get('')).html)).toContain('table T6 · 21:00 is offered until 20:31');

    const [entry] = await world.engine.operator.at(LOCATION_ID).waitlist.list();
    const path = `/waitlist/${entry!.id}/leave`;
    expect((await anna.get('/waitlist')).html).toContain(`${path}?date=${DATE}`);
    expect(textOf((await anna.get(path)).html)).toContain('Take Lund off the waitlist?');
    expect(await world.engine.operator.at(LOCATION_ID).waitlist.list()).toHaveLength(1);
    const left = await anna.press(path, path);
    expect(textOf(left.html)).toContain('Lund is no longer on the list');
    expect(await world.engine.operator.at(LOCATION_ID).waitlist.list()).toEqual([]);
    expect(await world.engine.operator.at(LOCATION_ID).holds.list()).toEqual([]);
    // Repeating has no further effect and asks no question.
    expect((await anna.post(path)).status).toBe(303);
    expect((await anna.get(path)).status).toBe(303);
    expect(world.faults).toEqual([]);
  });
});

test('D36 an available table is booked or offered immediately, with a message; a skipped party has the reason', async () => {
  const world = await aConsoleWorld();
  const anna = await world.person('Anna');
  const booked = await add(anna, { size: '2', mode: 'book', email: '', name: 'Ek' });
  expect(textOf(booked.html)).toContain('A table was free: Ek is booked');
  const [booking] = await world.engine.operator.at(LOCATION_ID).bookings.list();
  expect(booking).toMatchObject({ guest: { name: 'Ek' }, startMs: at(60) });
  // Tapped twice, it is one party.
  await Promise.all([1, 2].map(() => anna.post('/waitlist', { ...FORM, key: 'tapped', name: 'Twice' })));
  const twice = (await world.engine.operator.at(LOCATION_ID).waitlist.list()).filter(
    ({ guest }) => guest.name === 'Twice',
  );
  expect(twice).toHaveLength(1);
  await world.engine.operator.waitlist.leave(twice[0]!.id);
  expect(booked.html).toContain(`/bookings/${booking!.id}?`);
  const offered = await add(anna, { size: '2', name: 'Alm' });
  expect(textOf(offered.html)).toContain('A table is free, and offered to Alm');
  await world.booked(60, { name: 'Lund', partySize: 6, guest: { name: 'Lund', email: 'LUND@example.com' } });
  expect(textOf((await add(anna)).html)).toContain('Lund is on the list');
  expect(lineOf((await anna.get('')).html)).toContain('has a booking at 21:00');
  expect(world.faults).toEqual([]);
});

test('D36 an invalid entry is explained at its field, typed values stay, and the waitlist is unchanged', async () => {
  const world = await aConsoleWorld();
  const anna = await world.person('Anna');
  for (const [fields, text] of [
    [{ email: '' }, 'To be asked, the guest needs an e-mail address.'],
    [{ email: 'nobody' }, 'Please enter an e-mail address, such as you@example.com.'],
    [{ name: ' ' }, 'Say who comes.'],
    [{ size: '7' }, 'No table holds such a party: enter fewer guests.'],
    [{ size: '' }, 'Say how many guests come.'],
    [
      { from: '09:00', to: '09:30' },
      'No time between the two can be booked for such a party on that day. Choose other times or another day.',
    ],
    [{ from: '21:30', to: '21:00' }, 'The latest time must not lie before the first.'],
    [{ from: 'soon' }, 'Choose a time.'],
    [{ day: '2026-02-30' }, 'Choose a time.'],
  ] as const) {
    const { answer } = await add(anna, { notes: 'a pram', ...fields });
    expect([text, answer.status]).toEqual([text, 422]);
    expect(textOf(answer.html)).toContain(text);
    expect(answer.html).toMatch(/<textarea [^>]*name="notes"[^>]*>\n?a pram/);
  }
  expect(await world.engine.operator.at(LOCATION_ID).waitlist.list()).toEqual([]);
  // The day has no more than its first, however long it is.
  await world.booked(60, { partySize: 6 }, { tables: ['T6'] });
  for (let i = 0; i < 12; i += 1) await add(anna, { name: `Lund ${i}`, email: `lund${i}@example.com` });
  const line = lineOf((await anna.get('')).html);
  expect(line).toMatch(/^Waitlist 12 parties, 72 guests .*Lund 4 .*All 12$/);
  expect(line).not.toContain('Lund 5');
  expect(textOf((await anna.get(`/waitlist?date=${DATE}`)).html)).toContain('Lund 11');
  const { answer } = await add(anna, { name: 'Another', email: 'LUND3@example.com' });
  expect([answer.status, textOf(answer.html)]).toEqual([422, expect.stringContaining('on the waitlist')]);
  expect(world.faults).toEqual([]);
});

test('D44 an entry of another restaurant is not there', async () => {
  const world = await aConsoleWorld();
  const [anna, stranger] = [await world.person('Anna'), await world.person('Ole', 'host', OTHER_ID)];
  await world.booked(60, { partySize: 6 }, { tables: ['T6'] });
  await add(anna, { name: 'Of the house', email: 'house@example.com' });
  const [entry] = await world.engine.operator.at(LOCATION_ID).waitlist.list();
  expect((await stranger.get(`/waitlist/${entry!.id}/leave`)).status).toBe(404);
  expect((await stranger.post(`/waitlist/${entry!.id}/leave`)).status).toBe(404);
  expect(textOf((await stranger.get('/waitlist')).html)).not.toContain('Of the house');
  // The result of the action is not shown to them either.
  expect(textOf((await stranger.get(`/waitlist?done=${entry!.id}`)).html)).not.toMatch(/is on the list/);
  expect(lineOf((await anna.get('')).html)).toContain('1 party');
  expect(world.faults).toEqual([]);
});
