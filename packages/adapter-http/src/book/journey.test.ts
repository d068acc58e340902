/** From a chosen time to a booking, as a guest without JavaScript has it. */
import { MINUTE_MS } from '@bord/engine';
import { expect, test } from 'vitest';
import { ALIAS, openBook } from '../../test/book-runtime.ts';

type Book = Awaited<ReturnType<typeof openBook>>;

const GUEST = { name: 'Astrid', email: 'astrid@example.se' };
const FIRST = `/book/${ALIAS}?lang=en`;

const bookingsOf = ({ engine, restaurant }: Book) => engine.operator.at(restaurant.id).bookings.list();
const heldOf = ({ engine, restaurant }: Book) => engine.operator.at(restaurant.id).holds.list();
/** Another party takes each table of a day. */
const fill = async ({ engine, restaurant }: Book, day: string, hours = ['16', '18', '20']): Promise<void> => {
  for (const [partySize, hour] of hours.flatMap((each) => [[4, each] as const, [2, each] as const]))
    await engine.operator.at(restaurant.id).bookings.create({
      startMs: Date.parse(`${day}T${hour}:00:00Z`),
      partySize,
      guest: { name: 'Rival' },
    });
};

test('D52 a guest chooses a time, types name and address, and has a booking: two page loads after the first', async () => {
  const book = await openBook({ areas: 'choose' });
  const first = await book.ask(`${FIRST}&ref=instagram&area=hall`);
  expect(first.status).toBe(200);
  const held = await book.press(first, '19:00');
  expect([held.status, held.url]).toEqual([
    200,
    expect.stringMatching(/^\/book\/sjobaren\/held\/[\w.-]+\?lang=en$/),
  ]);
  expect(held.text).toContain('We keep this table for you until 13:05: 5 more minutes.');
  const done = await book.press(held, 'Book the table', {
    ...GUEST,
    phone: '070',
    notes: 'A <b>high</b> chair',
  });
  expect([done.status, done.url]).toEqual([
    200,
    expect.stringMatching(/^\/manage\/bk_.*done=booked&lang=en$/),
  ]);
  expect(done.text).toContain('Your table is booked. An e-mail with the details is on its way.');
  expect(done.text).toContain('A &lt;b&gt;high&lt;/b&gt; chair');
  const guest = { ...GUEST, phone: '070', notes: 'A <b>high</b> chair', language: 'en' };
  expect(await bookingsOf(book)).toMatchObject([
    { source: 'guest', channel: 'web', tables: ['H1'], startMs: Date.parse('2026-12-01T18:00Z'), guest },
  ]);
});

test('D52 a second confirmation returns the same booking', async () => {
  const book = await openBook();
  const held = await book.press(await book.ask(FIRST), '19:00');
  const once = await book.press(held, 'Book the table', GUEST);
  const twice = await book.press(held, 'Book the table', GUEST);
  expect(twice.url).toBe(once.url);
  expect(await bookingsOf(book)).toHaveLength(1);
});

test('D52 a second confirmation with another e-mail address says that the first one stays', async () => {
  const book = await openBook();
  const held = await book.press(await book.ask(FIRST), '19:00');
  await book.press(held, 'Book the table', { ...GUEST, email: 'astrd@example.se' });
  const again = await book.press(held, 'Book the table', GUEST);
  expect(again.text).toContain('its e-mail address stays as it was');
  expect(again.text).not.toContain('on its way');
  expect(await bookingsOf(book)).toMatchObject([{ guest: { email: 'astrd@example.se' } }]);
});

test('D52 the page behind the mailed link confirms the address by a press of its button, not by being opened', async () => {
  const book = await openBook();
  const held = await book.press(await book.ask(FIRST), '19:00');
  const booked = await book.press(held, 'Book the table', GUEST);
  expect(booked.text).not.toContain('Confirm your e-mail address');
  await book.engine.background.deliverDue();
  const mailed = book.sent.flatMap((message) => ('manageToken' in message ? [message.manageToken] : []));
  const opened = await book.ask(`/manage/${mailed.at(-1)}?lang=en`);
  expect(await bookingsOf(book)).toMatchObject([{ visitor: { isConfirmed: false } }]);
  const confirmed = await book.press(opened, 'Confirm your e-mail address');
  expect(confirmed.text).toContain('Thank you. Your e-mail address is confirmed.');
  expect(confirmed.text).not.toContain('Confirm your e-mail address');
  expect(await bookingsOf(book)).toMatchObject([{ visitor: { isConfirmed: true } }]);
});

test('D52 another time is chosen without losing the held one, and without losing what was typed', async () => {
  const book = await openBook();
  const held = await book.press(await book.ask(FIRST), '19:00');
  const typed = { ...GUEST, notes: 'Nuts: "no" & <none>' };
  const times = await book.press(held, 'Choose another time', typed);
  expect(times.text).toContain('We still keep Tuesday 1 December at 19:00 for you.');
  expect(await heldOf(book)).toMatchObject([{ startMs: Date.parse('2026-12-01T18:00Z') }]);
  const tomorrow = await book.press(times, 'Next day →');
  const other = await book.press(tomorrow, '20:30');
  expect(other.form('Book the table').fields).toMatchObject(typed);
  expect(await heldOf(book)).toMatchObject([{ startMs: Date.parse('2026-12-02T19:30Z') }]);
  expect((await book.press(other, 'Book the table')).url).toMatch(/^\/manage\//);
});

test('D52 an expired hold whose tables another party took: other times, the typed fields, and one press to book', async () => {
  const book = await openBook();
  const held = await book.press(await book.ask(FIRST), '19:00');
  book.clock.ms += 6 * MINUTE_MS;
  await fill(book, '2026-12-01', ['18']);
  const refused = await book.press(held, 'Book the table', GUEST);
  expect(refused.status).toBe(409);
  expect(refused.text).toContain('Somebody else has just taken that time. Please choose another one.');
  expect(refused.form('21:00').fields).toMatchObject(GUEST);
  const done = await book.press(refused, '21:00');
  expect(done.url).toMatch(/^\/manage\/bk_.*done=booked/);
});

test('D52 an expired hold whose tables are still free is booked', async () => {
  const book = await openBook();
  const held = await book.press(await book.ask(FIRST), '19:00');
  book.clock.ms += 6 * MINUTE_MS;
  expect((await book.ask(held.url)).text).toMatch(
    /<h1>The table is no longer kept<[^]*You can still book it, unless somebody else has taken it\./,
  );
  expect((await book.press(held, 'Book the table', GUEST)).url).toMatch(/^\/manage\//);
});

test('D52 without a date the next day with a free table is shown', async () => {
  const book = await openBook();
  await fill(book, '2026-12-01');
  const first = await book.ask(FIRST);
  expect(first.text).toContain('Wednesday 2 December');
  expect(first.form('19:00').fields['date']).toBe('2026-12-02');
});

test('D52 a full day shows the other area, the next day and the waitlist in one view', async () => {
  const book = await openBook({ areas: 'choose' });
  await fill(book, '2026-12-02');
  const full = await book.ask(`${FIRST}&date=2026-12-02`);
  expect(full.status).toBe(200);
  expect(full.text).toContain('Sorry, there is no free table for two people on this day.');
  expect(full.text).toMatch(/href="[^"]*date=2026-12-03[^"]*">Thursday 3 December</);
  const joined = await book.press(full, 'Join the waitlist', GUEST);
  expect([joined.status, joined.text]).toEqual([200, expect.stringContaining('You are on the waitlist')]);
  const waiting = await book.engine.operator.at(book.restaurant.id).waitlist.list('2026-12-02');
  expect(waiting).toMatchObject([{ partySize: 2, mode: 'offer', guest: GUEST }]);
  const again = await book.press(full, 'Join the waitlist', GUEST);
  expect(again.url).toBe(joined.url);
  expect(await book.engine.operator.at(book.restaurant.id).waitlist.list('2026-12-02')).toHaveLength(1);
});

test('times of the waitlist in the wrong order are named at both fields', async () => {
  const book = await openBook();
  await fill(book, '2026-12-02');
  const full = await book.ask(`${FIRST}&date=2026-12-02`);
  const { from, to } = full.form('Join the waitlist').fields;
  const again = await book.press(full, 'Join the waitlist', { ...GUEST, from: to!, to: from! });
  expect(again.status).toBe(400);
  expect(again.text.match(/aria-describedby="span-fault"/g)).toHaveLength(2);
  expect(again.text).toMatch(/id="span-fault">The latest time must not be before the earliest\./);
});

test.each([
  { state: 'complete', typed: GUEST },
  { state: 'faulty', typed: { ...GUEST, email: '' } },
])('D52 a $state form for the waitlist keeps its fields when tables are free again', async ({ typed }) => {
  const book = await openBook();
  await fill(book, '2026-12-02');
  const full = await book.ask(`${FIRST}&date=2026-12-02`);
  const { bookings } = book.engine.operator.at(book.restaurant.id);
  for (const { id } of await bookings.list()) await book.engine.operator.bookings.cancel(id);
  const free = await book.press(full, 'Join the waitlist', typed);
  expect(free.status).toBe(409);
  const filled = Object.entries(typed).filter(([, value]) => value !== '');
  expect(free.form('19:00').fields).toMatchObject(Object.fromEntries(filled));
  const held = await book.press(free, '19:00');
  expect((await book.press(held, 'Book the table', GUEST)).url).toMatch(/^\/manage\/bk_/);
});

test('D52 a chosen area that is full names the area that is free', async () => {
  const book = await openBook({ areas: 'choose' });
  for (const hour of ['16', '18', '20'])
    await book.engine.operator.at(book.restaurant.id).bookings.create({
      startMs: Date.parse(`2026-12-02T${hour}:00Z`),
      partySize: 4,
      guest: { name: 'Rival' },
    });
  const full = await book.ask(`${FIRST}&date=2026-12-02&area=hall`);
  expect(full.text).toMatch(/Free elsewhere on this day[\s\S]*area=terrace[^"]*">Terrassen</);
});

test('D52 a larger party than any table sees the telephone number and the e-mail address', async () => {
  const book = await openBook();
  const page = await book.ask(`${FIRST}&party=9`);
  expect(page.text).toContain('More than 4 guests? Please get in touch, and we will help you.');
  expect(page.text).toContain('href="tel:081234567"');
  expect(page.text).toContain('href="mailto:hej@sjobaren.example"');
});

test('D52 a guest without an e-mail address gets the link as text and as a QR code, and no message is sent', async () => {
  const book = await openBook({ email: 'optional' });
  const held = await book.press(await book.ask(FIRST), '19:00');
  expect(held.text).toContain('Without an e-mail address you get no message');
  const done = await book.press(held, 'Book the table', { name: 'Astrid' });
  expect(done.text).toContain('No message is sent: keep this link, or photograph the code.');
  const [, link] = /<a href="(http:\/\/x\/manage\/[^"]*)"/.exec(done.text)!;
  expect(done.text).toMatch(
    /<svg\s+class="code"\s+role="img"\s+aria-label="QR code with the link to your booking"/,
  );
  expect((await book.ask(link!)).status).toBe(200);
  expect((await book.ask(link!)).text).not.toContain('<svg');
});

test('D52 the times of a day have the names and hours of the service periods, and those after midnight the name of their day', async () => {
  const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;
  const book = await openBook(
    {},
    {
      servicePeriods: [
        { name: 'Lunch & <co>', weekdays, opensMinute: 11 * 60, closesMinute: 14 * 60 },
        { name: 'Supper', weekdays, opensMinute: 22 * 60, closesMinute: 27 * 60 },
      ],
    },
  );
  const { text } = await book.ask(`${FIRST}&date=2026-12-02`);
  const titles = [...text.matchAll(/<h3>([\s\S]*?)<\/h3>\s*<ul class="times"/g)].map(([, title]) => title);
  expect(titles).toEqual([
    'Lunch &amp; &lt;co&gt; <small>11:00–14:00</small>',
    'Supper <small>22:00–03:00</small>',
    'After midnight, Thursday 3 December',
  ]);
});

test('D52 a requested time is offered first, or named as not free', async () => {
  const book = await openBook();
  const free = await book.ask(`${FIRST}&time=19:00&date=2026-12-02`);
  expect(free.text).toContain('19:00 is free.');
  const held = await book.press(free, 'Choose 19:00');
  expect(held.text).toContain('Wednesday 2 December');
  const none = await book.ask(`${FIRST}&time=11.15&date=2026-12-02`);
  expect(none.text).toContain('11:15 is not free. Please choose another time.');
});
