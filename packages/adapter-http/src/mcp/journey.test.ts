import { HOUR_MS, MINUTE_MS } from '@bord/engine';
import { expect, test } from 'vitest';
import { plan } from '../../test/book-runtime.ts';
import { openMcp, useTool } from '../../test/mcp-runtime.ts';

const FRIDAY = { date: '2026-12-04', weekday: 'Friday', time: '19:00', party_size: 2 };
const GUEST = { name: 'Astrid Lind', email: 'astrid@example.se' };

test('D53 an assistant books in three calls; the booking has its channel, source and author', async () => {
  const { connect, engine, restaurant, sent } = await openMcp();
  const client = await connect();
  const { times } = await useTool(client, 'find_times', { date: '2026-12-04', time: '19:00', party_size: 2 });
  expect(times[0]).toMatchObject({ date: '2026-12-04', weekday: 'Friday', time: '19:00' });
  const { hold, needs } = await useTool(client, 'hold_table', { offer: times[0].offer });
  expect(needs).toEqual(['name', 'email']);
  const booked = await useTool(client, 'book_table', { hold, ...GUEST, expect: FRIDAY });
  expect(booked).toMatchObject({ ...FRIDAY, status: 'confirmed', isError: false });
  const [booking] = await engine.operator.at(restaurant.id).bookings.list();
  expect(booking).toMatchObject({ channel: 'assistant', source: 'guest', guest: GUEST });
  expect(booking!.history).toMatchObject([{ kind: 'created', by: 'assistant:Claude' }]);
  await engine.background.deliverDue();
  expect(sent).toMatchObject([{ kind: 'confirmation', isByAssistant: true }]);
});

/** A client that holds a table for two on Friday at seven. */
async function openHeld(...options: Parameters<typeof openMcp>) {
  const server = await openMcp(...options);
  const client = await server.connect();
  const hold = await held(client);
  return { ...server, client, hold };
}

type Client = Awaited<ReturnType<Awaited<ReturnType<typeof openMcp>>['connect']>>;

async function offers(client: Client, input: object = {}): Promise<{ offer: string; time: string }[]> {
  const wish = { date: '2026-12-04', time: '19:00', party_size: 2, ...input };
  return (await useTool(client, 'find_times', wish))['times'];
}

async function held(client: Client): Promise<string> {
  const [first] = await offers(client);
  return (await useTool(client, 'hold_table', { offer: first!.offer }))['hold'];
}

test('D53 find_times gives at most six offers, the nearest first, and each answer has other offers', async () => {
  const { connect } = await openMcp();
  const client = await connect();
  const [some, again] = [await offers(client, { time: '20:10' }), await offers(client, { time: '20:10' })];
  expect(some.map(({ time }) => time)).toEqual(['20:15', '20:00', '20:30', '19:45', '20:45', '19:30']);
  expect(again.map(({ time }) => time)).toEqual(some.map(({ time }) => time));
  expect(new Set([...some, ...again].map(({ offer }) => offer)).size).toBe(12);
});

test('D53 the same offer is the same hold; another offer of the same time is another hold', async () => {
  const { connect, engine, restaurant } = await openMcp();
  const client = await connect();
  const [one] = await offers(client);
  const holds = async () => engine.operator.at(restaurant.id).holds.list();
  await useTool(client, 'hold_table', { offer: one!.offer });
  await useTool(await connect({ mode: 'legacy' }), 'hold_table', { offer: one!.offer });
  expect(await holds()).toHaveLength(1);
  const [other] = await offers(client);
  await useTool(client, 'hold_table', { offer: other!.offer });
  expect(await holds()).toHaveLength(2);
});

test('D53 an offer that is altered, too old, or of another caller or restaurant is rejected', async () => {
  const { connect, clock, engine, keyFor } = await openMcp();
  const client = await connect();
  const [{ offer } = { offer: '' }] = await offers(client);
  const reasonOf = async (of: Client, text: string) =>
    (await useTool(of, 'hold_table', { offer: text }))['reason'];
  const altered = (offer.startsWith('A') ? 'B' : 'A') + offer.slice(1);
  for (const text of [altered, `${offer}A`, offer.slice(1), '', 'x'.repeat(1000)])
    expect(await reasonOf(client, text)).toBe('offer_unknown');
  const headers = { authorization: `Bearer ${await keyFor({ list: false })}` };
  expect(await reasonOf(await connect({ headers }), offer)).toBe('offer_unknown');
  await engine.operator.locations.apply(plan({}, { alias: 'fyren', name: 'Fyren' }), null);
  clock.ms += MINUTE_MS; // the list of restaurants is kept for some seconds
  expect(await reasonOf(await connect({ path: '/mcp/fyren' }), offer)).toBe('offer_unknown');
  clock.ms += 10 * MINUTE_MS;
  expect(await reasonOf(client, offer)).toBe('offer_expired');
});

test.each([
  ['date', { date: '2026-12-05' }],
  ['weekday', { weekday: 'Saturday' }],
  ['time', { time: '07:00' }],
  ['party_size', { party_size: 3 }],
])(
  'D53 a booking whose expected %s differs is rejected, and the difference is named',
  async (field, other) => {
    const { client, hold, engine, restaurant } = await openHeld();
    const answer = await useTool(client, 'book_table', { hold, ...GUEST, expect: { ...FRIDAY, ...other } });
    expect(answer).toMatchObject({ isError: true, reason: 'expect_differs', differences: [{ field }] });
    expect(await engine.operator.at(restaurant.id).bookings.list()).toEqual([]);
  },
);

test('D53 a hold is booked once: repeated it is the same booking, with other details it is rejected', async () => {
  const { client, hold, connect, engine, restaurant } = await openHeld();
  const book = { hold, ...GUEST, expect: FRIDAY };
  const booked = await useTool(client, 'book_table', book);
  const again = await useTool(await connect({ mode: 'legacy' }), 'book_table', {
    ...book,
    email: 'Astrid@Example.se',
  });
  expect({ ...again, booking: '', text: '' }).toEqual({ ...booked, booking: '', text: '' });
  for (const other of [{ name: 'Eve' }, { email: 'eve@example.se' }, { phone: '112' }]) {
    const answer = await useTool(client, 'book_table', { ...book, ...other });
    expect(answer).toMatchObject({ isError: true, reason: 'hold_used' });
    expect(JSON.stringify(answer)).not.toMatch(/astrid/i);
  }
  expect(await engine.operator.at(restaurant.id).bookings.list()).toHaveLength(1);
});

test('D53 an answer has a handle, never the link; a booking is read, moved and cancelled with it', async () => {
  const { client, hold, engine, restaurant, sent } = await openHeld();
  const { booking, text } = await useTool(client, 'book_table', {
    hold,
    ...GUEST,
    notes: 'Allergy',
    expect: FRIDAY,
  });
  await engine.background.deliverDue();
  const [mail] = sent;
  const token = mail && 'manageToken' in mail ? mail.manageToken! : '';
  expect(token).not.toBe('');
  expect(text).not.toContain(token);
  expect(await useTool(client, 'get_booking', { booking: token })).toMatchObject({
    reason: 'booking_unknown',
  });
  const [{ offer } = { offer: '' }] = await offers(client, { time: '20:00', booking });
  const later = { ...FRIDAY, time: '20:00' };
  const moves = { booking, offer, expect: later };
  expect(await useTool(client, 'change_booking', { ...moves, expect: FRIDAY })).toMatchObject({
    reason: 'expect_differs',
  });
  expect(await useTool(client, 'change_booking', moves)).toMatchObject({ status: 'confirmed', ...later });
  expect(await useTool(client, 'change_booking', moves)).toMatchObject({ status: 'confirmed', ...later });
  const cancels = { booking, expect: later };
  expect(await useTool(client, 'cancel_booking', { booking, expect: FRIDAY })).toMatchObject({
    reason: 'expect_differs',
  });
  expect(await useTool(client, 'cancel_booking', cancels)).toMatchObject({ status: 'cancelled' });
  expect(await useTool(client, 'cancel_booking', cancels)).toMatchObject({ status: 'cancelled' });
  const read = await useTool(client, 'get_booking', { booking });
  expect(read).toMatchObject({ status: 'cancelled', ...later });
  expect(JSON.stringify(read)).not.toMatch(/astrid|allergy/i);
  const [stored] = await engine.operator.at(restaurant.id).bookings.list();
  expect(stored!.history.map(({ by }) => by)).toEqual([
    'assistant:Claude',
    'assistant:Claude',
    'assistant:Claude',
  ]);
  expect(stored!.visitor?.isConfirmed).toBe(false);
});

test('D53 without forms a call without required details is rejected and names them', async () => {
  const { client, hold } = await openHeld();
  const answer = await useTool(client, 'book_table', { hold, name: 'Astrid', expect: FRIDAY });
  expect(answer).toMatchObject({ isError: true, reason: 'missing', missing: ['email'] });
});

test('D53 with forms the guest is asked once, in their language, for what is missing', async () => {
  const server = await openMcp({ phone: 'required' });
  const forms: unknown[] = [];
  const client = await server.connect({
    headers: { 'accept-language': 'da' },
    fill(message, fields) {
      forms.push([message, fields]);
      return { email: GUEST.email, phone: '112' };
    },
  });
  const hold = await held(client);
  const booked = await useTool(client, 'book_table', { hold, name: GUEST.name, expect: FRIDAY });
  expect(booked).toMatchObject({ status: 'confirmed' });
  expect(forms).toEqual([['Dine oplysninger til bordet hos Sjöbaren', ['email', 'phone']]]);
  const [stored] = await server.engine.operator.at(server.restaurant.id).bookings.list();
  expect(stored!.guest).toMatchObject({ ...GUEST, phone: '112', language: 'da' });
});

test('D53 if the guest declines the form, no table is booked', async () => {
  const { connect, engine, restaurant } = await openMcp();
  const client = await connect({ fill: () => null });
  const answer = await useTool(client, 'book_table', { hold: await held(client), expect: FRIDAY });
  expect(answer).toMatchObject({ isError: true, reason: 'declined' });
  expect(await engine.operator.at(restaurant.id).bookings.list()).toEqual([]);
});

test('D53 a rejected hold has at most four other times as offers, and the waitlist', async () => {
  const { connect, restaurant, engine } = await openMcp({ unconfirmedPercent: 100 });
  const client = await connect();
  const [first] = await offers(client, { party_size: 4 });
  const startMs = Date.parse('2026-12-04T18:00:00Z');
  await engine.operator.at(restaurant.id).bookings.create({ startMs, partySize: 4, guest: { name: 'Bo' } });
  const answer = await useTool(client, 'hold_table', { offer: first!.offer });
  expect(answer).toMatchObject({ isError: true, reason: 'tables', waitlist: true });
  expect(answer['alternatives'].length).toBeGreaterThan(0);
  expect(answer['alternatives'].length).toBeLessThanOrEqual(4);
  const other = await useTool(client, 'hold_table', { offer: answer['alternatives'][0].offer });
  expect(other).toMatchObject({ isError: false });
  const waits = {
    date: '2026-12-04',
    weekday: 'Friday',
    from: '19:00',
    to: '20:00',
    party_size: 4,
    ...GUEST,
  };
  expect(await useTool(client, 'join_waitlist', { ...waits, weekday: 'Monday' })).toMatchObject({
    reason: 'expect_differs',
  });
  expect(await useTool(client, 'join_waitlist', waits)).toMatchObject({ joined: true });
  expect(await useTool(client, 'join_waitlist', waits)).toMatchObject({ joined: true });
  expect(await engine.operator.at(restaurant.id).waitlist.list()).toHaveLength(1);
});

test('D52 assistants without a confirmed e-mail address hold at most their share of the tables', async () => {
  const tables = ['A', 'B', 'C', 'D'].map((id) => ({ id, seatsMin: 1, seatsMax: 2, area: 'hall' }));
  const { connect } = await openMcp({}, { tables });
  const client = await connect();
  const outcomes = [];
  for (let i = 0; i < 3; i++) {
    const [one] = await offers(client);
    outcomes.push((await useTool(client, 'hold_table', { offer: one!.offer }))['reason']);
  }
  expect(outcomes).toEqual([undefined, undefined, 'limited']);
});

test('D52 a third booking of an address is not made: the guest gets an e-mail', async () => {
  const tables = 'ABCDEFGH'.split('').map((id) => ({ id, seatsMin: 1, seatsMax: 2, area: 'hall' }));
  const { connect, engine, restaurant } = await openMcp({ unconfirmedPercent: 100 }, { tables });
  const client = await connect();
  const answers = [];
  for (let i = 0; i < 3; i++) {
    const hold = await held(client);
    answers.push(await useTool(client, 'book_table', { hold, ...GUEST, expect: FRIDAY }));
  }
  expect(answers.map(({ reason }) => reason)).toEqual([undefined, undefined, 'confirm_by_email']);
  expect(await engine.operator.at(restaurant.id).bookings.list()).toHaveLength(2);
});

test('D53 an offer from before a change of plan is decided on the new plan', async () => {
  const { connect, engine, restaurant } = await openMcp();
  const client = await connect();
  const [{ offer } = { offer: '' }] = await offers(client);
  await engine.operator.locations.apply(
    plan({}, { closures: [{ id: 'c1', from: '2026-12-04', to: '2026-12-04', reason: null }] }),
    restaurant.id,
  );
  expect(await useTool(client, 'hold_table', { offer })).toMatchObject({ isError: true, reason: 'closed' });
});

test('D53 a hold that was evicted is not booked; until then it is', async () => {
  const { client, hold, clock } = await openHeld();
  clock.ms += HOUR_MS / 4;
  expect(await useTool(client, 'book_table', { hold, ...GUEST, expect: FRIDAY })).toMatchObject({
    status: 'confirmed',
  });
});

test('D53 /mcp finds listed restaurants only; /mcp/{alias} serves any with a booking page', async () => {
  const { connect, engine } = await openMcp({ listed: false });
  await engine.operator.locations.apply(plan({}, { alias: 'fyren', name: 'Fyren' }), null);
  const ids = async (path: string) => {
    const { restaurants } = await useTool(await connect({ path }), 'find_restaurants');
    return restaurants.map(({ id }: { id: string }) => id);
  };
  expect(await ids('/mcp')).toEqual(['fyren']);
  expect(await ids('/mcp/sjobaren')).toEqual(['sjobaren']);
  const client = await connect();
  const times = { restaurant: 'sjobaren', date: '2026-12-04', party_size: 2 };
  expect(await useTool(client, 'find_times', times)).toMatchObject({ reason: 'restaurant_unknown' });
  await expect(connect({ path: '/mcp/nowhere' })).rejects.toThrow();
});
