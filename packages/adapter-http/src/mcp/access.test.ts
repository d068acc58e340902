import type { Scope } from '@bord/engine';
import { expect, test } from 'vitest';
import { plan } from '../../test/book-runtime.ts';
import { openMcp, TOOLS, useTool } from '../../test/mcp-runtime.ts';

const FRIDAY = { date: '2026-12-04', weekday: 'Friday', time: '19:00', party_size: 2 };
const GUEST = { name: 'Astrid', email: 'astrid@example.se' };
const ALL = ['availability:read', 'bookings:read', 'bookings:write', 'menu:read'] as const;

/** Callers by the terms of their key; null: without a key. */
const CALLERS: Readonly<Record<string, { scopes: readonly Scope[]; list: 'own' | 'other' | 'none' } | null>> =
  {
    guest: null,
    'all scopes': { scopes: ALL, list: 'own' },
    'without availability:read': { scopes: ALL.filter((one) => one !== 'availability:read'), list: 'own' },
    'without bookings:read': { scopes: ALL.filter((one) => one !== 'bookings:read'), list: 'own' },
    'without bookings:write': { scopes: ALL.filter((one) => one !== 'bookings:write'), list: 'own' },
    'without menu:read': { scopes: ALL.filter((one) => one !== 'menu:read'), list: 'own' },
    'without a location list': { scopes: ALL, list: 'none' },
    'of another location': { scopes: ALL, list: 'other' },
  };

/** The reason for which a tool rejects a caller; left out: the tool does it. */
const REJECTED: Readonly<Record<string, Partial<Record<(typeof TOOLS)[number], string>>>> = {
  guest: {
    get_booking: 'booking_unknown',
    change_booking: 'booking_unknown',
    cancel_booking: 'booking_unknown',
    hold_table: 'offer_unknown',
    book_table: 'hold_unknown',
  },
  'all scopes': {},
  'without availability:read': { find_times: 'not_allowed' },
  'without bookings:read': {
    get_booking: 'not_allowed',
    change_booking: 'not_allowed',
    cancel_booking: 'not_allowed',
  },
  'without bookings:write': {
    hold_table: 'not_allowed',
    book_table: 'not_allowed',
    join_waitlist: 'not_allowed',
    change_booking: 'not_allowed',
    cancel_booking: 'not_allowed',
  },
  'without menu:read': { get_menu: 'not_allowed' },
  'without a location list': {
    get_booking: 'not_allowed',
    change_booking: 'not_allowed',
    cancel_booking: 'not_allowed',
  },
  'of another location': Object.fromEntries(
    TOOLS.filter((name) => name !== 'find_restaurants').map((name) => [
      name,
      /restaurant|times|waitlist|menu/.test(name)
        ? 'restaurant_unknown'
        : /booking/.test(name)
          ? 'booking_unknown'
          : 'not_allowed',
    ]),
  ),
};

/** A restaurant with a booking, a hold and offers of the partner `acme` that has all scopes. */
async function openPartner() {
  const server = await openMcp({ unconfirmedPercent: 100 });
  const { engine, restaurant } = server;
  const { location: other } = await engine.operator.locations.apply(
    plan({}, { alias: 'fyren', name: 'Fyren' }),
    null,
  );
  await engine.operator.menus.apply(restaurant.id, { currency: 'SEK', categories: [] });
  const lists = { own: [restaurant.id], other: [other.id], none: null };
  const clientOf = async (terms: (typeof CALLERS)[string] | undefined) => {
    if (!terms) return server.connect();
    const { scopes, list } = terms;
    const { key } = await engine.operator.keys.create({ partner: 'acme', scopes, locationIds: lists[list] });
    return server.connect({ headers: { authorization: `Bearer ${key}` } });
  };
  const owner = await clientOf(CALLERS['all scopes']);
  const offersAt = async (time: string, input: object = {}) =>
    (
      await useTool(owner, 'find_times', {
        restaurant: 'sjobaren',
        ...FRIDAY,
        weekday: undefined,
        time,
        ...input,
      })
    )['times'];
  const holdAt = async (time: string) =>
    (await useTool(owner, 'hold_table', { offer: (await offersAt(time))[0].offer }))['hold'];
  const { booking } = await useTool(owner, 'book_table', {
    hold: await holdAt('17:00'),
    ...GUEST,
    expect: { ...FRIDAY, time: '17:00' },
  });
  const [moved] = await offersAt('21:00');
  const [offer] = await offersAt('19:00');
  const hold = await holdAt('19:00');
  const inputs = {
    find_restaurants: {},
    find_times: { restaurant: 'sjobaren', date: FRIDAY.date, party_size: 2 },
    hold_table: { offer: offer.offer },
    book_table: { hold, ...GUEST, expect: FRIDAY },
    join_waitlist: {
      restaurant: 'sjobaren',
      date: FRIDAY.date,
      weekday: 'Friday',
      from: '19:00',
      to: '20:00',
      party_size: 2,
      name: 'Bo',
      email: 'bo@example.se',
    },
    get_booking: { booking },
    change_booking: { booking, offer: moved.offer, expect: { ...FRIDAY, time: moved.time } },
    cancel_booking: { booking, expect: { ...FRIDAY, time: moved.time } },
    get_menu: { restaurant: 'sjobaren' },
  };
  return { ...server, clientOf, inputs };
}

test.each(Object.keys(CALLERS))('D53 access of each tool for the caller: %s', async (name) => {
  const { clientOf, inputs, errors } = await openPartner();
  const owner = await clientOf(CALLERS['all scopes']);
  const client = await clientOf(CALLERS[name]);
  for (const tool of TOOLS) {
    const expected = REJECTED[name]![tool];
    if (tool === 'cancel_booking' && REJECTED[name]!['change_booking'] !== undefined)
      await useTool(owner, 'change_booking', inputs.change_booking);
    const answer = await useTool(client, tool, inputs[tool]);
    expect([tool, answer['reason']]).toEqual([tool, expected]);
  }
  expect(errors).toEqual([]);
});

test('D53 a booking with a key has the channel of the partner; a booking of another partner is unknown', async () => {
  const { clientOf, inputs, engine, restaurant, connect } = await openPartner();
  const [booking] = await engine.operator.at(restaurant.id).bookings.list();
  expect(booking).toMatchObject({ channel: 'partner:acme', source: 'partner', guest: GUEST });
  const terms = { partner: 'rival', locationIds: [restaurant.id] };
  const { key } = await engine.operator.keys.create(terms);
  const rival = await connect({ headers: { authorization: `Bearer ${key}` } });
  expect(await useTool(rival, 'get_booking', inputs.get_booking)).toMatchObject({
    reason: 'booking_unknown',
  });
  expect(await useTool(rival, 'book_table', inputs.book_table)).toMatchObject({ reason: 'hold_unknown' });
  expect(await useTool(rival, 'hold_table', inputs.hold_table)).toMatchObject({ reason: 'offer_unknown' });
  const own = await clientOf(CALLERS['all scopes']);
  expect(await useTool(own, 'get_booking', inputs.get_booking)).toMatchObject({ status: 'confirmed' });
});

test('D17 the log of a request to the MCP server names the API key and its partner', async () => {
  const { connect, keyFor, records } = await openMcp();
  await connect({ headers: { authorization: `Bearer ${await keyFor()}` } });
  expect(records.at(-1)).toMatchObject({ route: '/mcp', partner: 'acme', keyId: expect.any(String) });
  await connect();
  expect(records.at(-1)).toMatchObject({ route: '/mcp', partner: null, keyId: null });
});

test('D17 the rate limit of a key counts requests to the MCP server', async () => {
  const { connect, keyFor } = await openMcp();
  const headers = { authorization: `Bearer ${await keyFor({ rateLimit: 1 })}` };
  await connect({ headers }).catch(() => undefined);
  await expect(connect({ headers })).rejects.toThrow(/429|Too many/);
});
