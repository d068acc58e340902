import { expect } from 'vitest';
import { aRequest, bookingsPath, DEMO_ID, inEveryWorld } from '../support/world.ts';

inEveryWorld(
  '§2.7 §3 §4.3 a booking is made: 201, confirmed, with its id, start and reference',
  async ({ post }) => {
    const { status, body, headers } = await post(bookingsPath, aRequest({ partnerBookingRef: 'ref 7' }));
    expect(status).toBe(201);
    expect(headers.get('idempotent-replayed')).toBeNull();
    expect(body).toEqual({
      id: expect.any(String),
      startsAt: '2026-12-01T18:00:00Z',
      status: 'confirmed',
      partnerBookingRef: 'ref 7',
    });
    expect(body.id).not.toContain(':');
  },
);

inEveryWorld(
  '§2.7 §4.3.4 without a reference it is null; no manage token and no guest data come back',
  async ({ post }) => {
    const { body } = await post(bookingsPath, aRequest({ notes: 'by the window', phone: '+46 70' }));
    expect(Object.keys(body).toSorted()).toEqual(['id', 'partnerBookingRef', 'startsAt', 'status']);
    expect(body.partnerBookingRef).toBeNull();
  },
);

inEveryWorld('§2.6 all optional fields are taken; a reference may be used again', async ({ post }) => {
  const full = aRequest({
    phone: '+46 70 123',
    notes: 'Nötallergi 🥜',
    partnerBookingRef: 'same',
    lang: 'no',
  });
  const first = await post(bookingsPath, full);
  const second = await post(bookingsPath, full);
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(first.body.id).not.toBe(second.body.id);
  for (const lang of ['sv', 'en', 'da']) {
    expect((await post(bookingsPath, aRequest({ lang, startsAt: '2026-12-02T18:00:00Z' }))).status).toBe(201);
  }
});

inEveryWorld(
  'D8 an optional text that is empty or blank counts as not given, also in a replay',
  async ({ post, engine }) => {
    for (const blank of ['', ' \t', '\u3000']) {
      const given = { phone: blank, notes: blank, partnerBookingRef: blank, lang: '' };
      const startsAt = `2026-12-0${3 + blank.length}T18:00:00Z`;
      const request = aRequest({ ...given, startsAt, idempotencyKey: `blank ${blank.length}` });
      const { status, body } = await post(bookingsPath, request);
      expect([status, body.partnerBookingRef]).toEqual([201, null]);
      expect((await post(bookingsPath, request)).body.id).toBe(body.id);
      const { guest, partnerBookingRef } = await engine.operator.bookings.read(body.id);
      expect([guest.phone, guest.notes, guest.language, partnerBookingRef]).toEqual([null, null, null, null]);
      for (const field of ['name', 'email', 'idempotencyKey'])
        expect(
          (await post(bookingsPath, aRequest({ ...given, startsAt, [field]: blank }))).status,
          field,
        ).toBe(400);
    }
  },
);

inEveryWorld('§4.3.1 the last table: of eight at once one gets 201 and seven 409', async ({ post }) => {
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => post(bookingsPath, aRequest({ partySize: 6 }))),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409, 409, 409]);
});

inEveryWorld(
  '§3 §4.3 §7 a slot that is taken is 409, and a table that is free again is booked',
  async ({ post }) => {
    const first = await post(bookingsPath, aRequest({ partySize: 6 }));
    const taken = await post(bookingsPath, aRequest({ partySize: 6 }));
    expect(taken.status).toBe(409);
    expect(taken.body).toMatchObject({ statusCode: 409, error: 'Conflict', reason: 'tables' });
    expect(taken.body.message).not.toBe('');
    await post(`/bookings/${first.body.id}/cancel`);
    expect((await post(bookingsPath, aRequest({ partySize: 6 }))).status).toBe(201);
  },
);

inEveryWorld(
  'D8 well formed but not to be had is 409: closed, off the grid, past, too far ahead, too large a party',
  async ({ post, engine }) => {
    const plan = await engine.operator.locations.read(DEMO_ID);
    await engine.operator.locations.apply(
      {
        ...plan,
        leadTimeMinutes: 30,
        closures: [{ id: 'c', from: '2026-12-24', to: '2026-12-24', reason: null }],
      },
      DEMO_ID,
    );
    const reasonOf = async (given: Record<string, unknown>): Promise<unknown> => {
      const { status, body } = await post(bookingsPath, aRequest(given));
      return [status, body.reason];
    };
    expect(await reasonOf({ startsAt: '2026-12-24T18:00:00Z' })).toEqual([409, 'closed']);
    expect(await reasonOf({ startsAt: '2026-12-01T09:45:00Z' })).toEqual([409, 'closed']);
    expect(await reasonOf({ startsAt: '2026-12-01T18:07:00Z' })).toEqual([409, 'closed']);
    expect(await reasonOf({ startsAt: '2026-12-01T18:00:00.001Z' })).toEqual([409, 'closed']);
    expect(await reasonOf({ startsAt: '2026-12-01T19:45:00Z' })).toEqual([409, 'last_seating']);
    expect(await reasonOf({ startsAt: '2026-11-30T18:00:00Z' })).toEqual([409, 'too_soon']);
    expect(await reasonOf({ startsAt: '2026-12-01T08:15:00Z' })).toEqual([409, 'too_soon']);
    expect(await reasonOf({ startsAt: '2027-12-02T18:00:00Z' })).toEqual([409, 'too_far']);
    expect(await reasonOf({ startsAt: '9999-12-31T18:00:00Z' })).toEqual([409, 'too_far']);
    expect(await reasonOf({ startsAt: '0000-01-01T00:00:00Z' })).toEqual([409, 'too_soon']);
    expect(await reasonOf({ partySize: 7 })).toEqual([409, 'party_size']);
    expect(await reasonOf({ partySize: Number.MAX_SAFE_INTEGER })).toEqual([409, 'party_size']);
  },
);

inEveryWorld('D6 any offset names the same instant; a start without an offset is 400', async ({ post }) => {
  for (const startsAt of [
    '2026-12-01T19:00:00+01:00',
    '2026-12-02T08:00:00+14:00',
    '2026-12-01t18:00:00.000z',
  ]) {
    expect(
      (await post(bookingsPath, aRequest({ startsAt, partySize: 1 }))).body.startsAt ?? 'refused',
    ).toMatch(/^(2026-12-01T18:00:00Z|refused)$/);
  }
  for (const startsAt of [
    '2026-12-01T18:00:00',
    '2026-12-01',
    '2026-02-30T18:00:00Z',
    '',
    'now',
    1_764_612_000,
  ]) {
    expect((await post(bookingsPath, aRequest({ startsAt }))).status).toBe(400);
  }
});

inEveryWorld('D8 D11 what is malformed is 400, and says which field', async ({ post }) => {
  const malformed: [string, Record<string, unknown>][] = [
    ['startsAt', { startsAt: undefined }],
    ['partySize', { partySize: undefined }],
    ['partySize', { partySize: 0 }],
    ['partySize', { partySize: -2 }],
    ['partySize', { partySize: 2.5 }],
    ['partySize', { partySize: '2' }],
    ['partySize', { partySize: 1e308 }],
    ['partySize', { partySize: null }],
    ['name', { name: undefined }],
    ['name', { name: '' }],
    ['name', { name: 5 }],
    ['name', { name: 'n'.repeat(201) }],
    ['name', { name: 'a\0b' }],
    ['email', { email: undefined }],
    ['email', { email: 'nobody' }],
    ['email', { email: `${'a'.repeat(250)}@b.se` }],
    ['phone', { phone: 70 }],
    ['phone', { phone: '1'.repeat(41) }],
    ['phone', { phone: null }],
    ['notes', { notes: 'n'.repeat(2001) }],
    ['partnerBookingRef', { partnerBookingRef: 'r'.repeat(201) }],
    ['idempotencyKey', { idempotencyKey: '' }],
    ['idempotencyKey', { idempotencyKey: 'k'.repeat(121) }],
    ['idempotencyKey', { idempotencyKey: 7 }],
    ['lang', { lang: 'de' }],
    ['lang', { lang: 'SV' }],
  ];
  for (const [field, given] of malformed) {
    const { status, body } = await post(bookingsPath, aRequest(given));
    expect([field, status]).toEqual([field, 400]);
    expect(body.message).toContain(field);
  }
  const surrogate = JSON.stringify(aRequest({ name: 'X' })).replace('"X"', '"\\ud800"');
  expect((await post(bookingsPath, surrogate)).status).toBe(400);
});

inEveryWorld(
  'D11 the longest texts are taken, counted in code points; unknown fields are ignored',
  async ({ post, engine }) => {
    const longest = aRequest({
      name: '🍽'.repeat(200),
      email: `${'a'.repeat(242)}@example.com`,
      phone: '1'.repeat(40),
      notes: '🥜'.repeat(2000),
      partnerBookingRef: '🔖'.repeat(200),
      idempotencyKey: '🔑'.repeat(120),
      status: 'cancelled',
      id: 'mine',
      table: 'T3',
    });
    const { status, body } = await post(bookingsPath, longest);
    expect(status).toBe(201);
    expect(body.partnerBookingRef).toBe('🔖'.repeat(200));
    const [booking] = await engine.operator.bookings.list(DEMO_ID);
    expect(booking).toMatchObject({
      id: body.id,
      status: 'confirmed',
      tables: ['T1'],
      guest: { name: '🍽'.repeat(200), notes: '🥜'.repeat(2000) },
    });
  },
);

inEveryWorld('§4.3.2 §2.8 the booking is the partner’s: source and channel', async ({ post, get }) => {
  const { body } = await post(bookingsPath, aRequest());
  expect((await get(`/bookings/${body.id}`)).body).toMatchObject({
    source: 'partner',
    channel: 'partner:acme',
  });
});

inEveryWorld(
  'D13 an operator’s booking takes a table like any other, and no partner sees it',
  async ({ post, get, engine }) => {
    const request = {
      startMs: Date.parse('2026-12-01T18:00:00Z'),
      partySize: 6,
      guest: { name: 'Walk-in', email: null, phone: null, notes: null, language: null },
      partnerBookingRef: null,
      idempotencyKey: null,
    };
    const outcome = await engine.operator.bookings.create(DEMO_ID, request);
    if (outcome.kind !== 'booked') throw new Error(outcome.kind);
    expect(outcome.booking).toMatchObject({ source: 'operator', channel: 'operator' });
    expect((await post(bookingsPath, aRequest({ partySize: 6 }))).status).toBe(409);
    const unknown = await get('/bookings/bk_unknown');
    const foreign = await get(`/bookings/${outcome.booking.id}`);
    expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
    expect((await post(`/bookings/${outcome.booking.id}/cancel`)).status).toBe(404);
  },
);
