import { fixtures } from '@bord/engine/testing';
import { expect } from 'vitest';
import { aRequest, bookingsPath, DEMO_ID, demoPlan, inEveryWorld, type World } from '../support/world.ts';

const OTHER_ID = '00000000-0000-4000-8000-00000000d312';
const UNKNOWN_ID = '00000000-0000-4000-8000-00000000d399';

async function booked({ post }: Pick<World, 'post'>, given: Record<string, unknown> = {}): Promise<string> {
  const { status, body } = await post(bookingsPath, aRequest(given));
  expect(status).toBe(201);
  return body.id;
}

inEveryWorld('§2.8 §4.4 a booking is read back as the partner made it, without the guest', async (world) => {
  const id = await booked(world, { partySize: 4, partnerBookingRef: 'r' });
  const { status, body } = await world.get(`/bookings/${id}`);
  expect(status).toBe(200);
  expect(body).toEqual({
    id,
    locationId: DEMO_ID,
    startsAt: '2026-12-01T18:00:00Z',
    partySize: 4,
    status: 'confirmed',
    source: 'partner',
    channel: 'partner:acme',
    partnerBookingRef: 'r',
    createdAt: '2026-12-01T08:00:00.000Z',
  });
});

inEveryWorld(
  '§4.4 §5.5 §5.7 §7 unknown, foreign and outside the list are the same 404, byte for byte',
  async (world) => {
    const { get, post, call, makeKey, engine } = world;
    await engine.operator.locations.apply({ ...demoPlan, name: 'Other' }, OTHER_ID);
    const id = await booked(world);
    const otherPartner = await makeKey({ partner: 'other' });
    const otherList = await makeKey({ locationIds: [OTHER_ID] });
    const unknown = await get('/bookings/bk_0000000000000000000000');
    expect(unknown.status).toBe(404);
    expect(unknown.body).toEqual({ statusCode: 404, message: expect.any(String), error: 'Not Found' });
    for (const { key } of [otherPartner, otherList]) {
      expect((await get(`/bookings/${id}`, key)).text).toBe(unknown.text);
      const cancel = await post(`/bookings/${id}/cancel`, undefined, key);
      expect([cancel.status, cancel.text]).toEqual([404, unknown.text]);
    }
    for (const odd of ['x', '%00', '%F0%9F%8D%BD', "'%20OR%201=1", '..%2f', 'a'.repeat(2000)]) {
      expect((await call('GET', `/bookings/${odd}`, { key: world.key })).status).toBe(404);
    }
    expect((await get(`/bookings/${id}`)).body.status).toBe('confirmed');
  },
);

inEveryWorld(
  'D19 every key of a partner sees the partner’s bookings, also after the first was revoked',
  async (world) => {
    const first = await world.makeKey();
    const { body } = await world.post(bookingsPath, aRequest(), first.key);
    await world.engine.operator.keys.revoke(first.record.id);
    expect((await world.get(`/bookings/${body.id}`, first.key)).status).toBe(401);
    const second = await world.makeKey();
    expect((await world.get(`/bookings/${body.id}`, second.key)).status).toBe(200);
  },
);

inEveryWorld(
  '§3 §4.5 §2.9 cancelling answers ok, twice the same, and the booking is cancelled',
  async (world) => {
    const id = await booked(world);
    for (let i = 0; i < 2; i++) {
      const { status, body } = await world.post(`/bookings/${id}/cancel`);
      expect([status, body]).toEqual([200, { ok: true }]);
    }
    expect((await world.get(`/bookings/${id}`)).body.status).toBe('cancelled');
  },
);

inEveryWorld(
  '§3 §4.5 §7 D16 a completed or no-show booking cannot be cancelled: 400, in Swedish, and it stays',
  async (world) => {
    const completed = await booked(world);
    const noShow = await booked(world);
    await world.engine.operator.bookings.complete(completed);
    await world.engine.operator.bookings.markNoShow(noShow);
    for (const [id, state] of [
      [completed, 'completed'],
      [noShow, 'no_show'],
    ] as const) {
      const { status, body } = await world.post(`/bookings/${id}/cancel`);
      expect(status).toBe(400);
      expect(body).toMatchObject({ statusCode: 400, error: 'Bad Request' });
      expect(body.message).toMatch(/bokning/i);
      expect((await world.get(`/bookings/${id}`)).body.status).toBe(state);
    }
  },
);

inEveryWorld('§4.5 cancelling needs no body, and a body that is sent changes nothing', async (world) => {
  const id = await booked(world);
  const sent = await world.call('POST', `/bookings/${id}/cancel`, {
    key: world.key,
    body: 'anything',
    headers: { 'content-type': 'text/plain' },
  });
  expect(sent.status).toBe(200);
});

inEveryWorld(
  'D12 an operator completes, marks a no-show and undoes either; the tables follow',
  async (world) => {
    const { engine } = world;
    const id = await booked(world, { partySize: 6 });
    await engine.operator.bookings.markNoShow(id);
    const other = await booked(world, { partySize: 6 });
    expect(await engine.operator.bookings.undo(id)).toEqual({ kind: 'refused', reason: 'tables' });
    expect((await world.get(`/bookings/${id}`)).body.status).toBe('no_show');
    await engine.operator.bookings.cancel(other);
    expect(await engine.operator.bookings.undo(id)).toMatchObject({
      kind: 'changed',
      booking: { status: 'confirmed', tables: ['T3'] },
    });
    expect(await engine.operator.bookings.complete(id)).toMatchObject({ kind: 'changed' });
    expect(await engine.operator.bookings.complete(id)).toMatchObject({ kind: 'unchanged' });
    await expect(engine.operator.bookings.markNoShow(id)).rejects.toMatchObject({ code: 'conflict' });
    await expect(engine.operator.bookings.undo(other)).rejects.toMatchObject({ code: 'conflict' });
  },
);

inEveryWorld(
  'D12 every change of a booking writes its event: created, updated for each change of state, cancelled',
  async (world) => {
    const { engine, storage } = world;
    await storage.endpoints.insert(fixtures.anEndpoint());
    const id = await booked(world);
    await engine.operator.bookings.complete(id);
    await engine.operator.bookings.undo(id);
    await engine.operator.bookings.cancel(id);
    await world.post(`/bookings/${id}/cancel`);
    const types = (await storage.outbox.ofQueue('e', 10)).map(({ body }) => JSON.parse(body).type);
    expect(types.toSorted()).toEqual([
      'booking.cancelled',
      'booking.created',
      'booking.updated',
      'booking.updated',
    ]);
  },
);

inEveryWorld(
  '§2.10 §4.6 the menu has the location’s name, the currency and its categories',
  async ({ get, engine }) => {
    const item = {
      id: 'herring',
      name: 'Sill',
      description: null,
      priceOre: 14_500,
      tags: ['fish', 'gluten-free'],
    };
    await engine.operator.menus.apply(DEMO_ID, {
      currency: 'SEK',
      categories: [{ id: 'starters', name: 'Förrätter', description: 'small', items: [item] }],
    });
    const { status, body } = await get(`/locations/${DEMO_ID}/menu`);
    expect(status).toBe(200);
    expect(body).toEqual({
      locationName: 'Demo',
      currency: 'SEK',
      categories: [
        {
          id: 'starters',
          name: 'Förrätter',
          description: 'small',
          items: [
            {
              id: 'herring',
              name: 'Sill',
              description: null,
              price_ore: 14_500,
              tags: ['fish', 'gluten-free'],
            },
          ],
        },
      ],
    });
  },
);

inEveryWorld(
  '§4.6 D15 no menu, an unknown location and an id that is no UUID are 404; outside the list is 403',
  async (world) => {
    const { get, engine, makeKey } = world;
    await engine.operator.locations.apply({ ...demoPlan, name: 'Other' }, OTHER_ID);
    const unlisted = (await makeKey({ locationIds: null })).key;
    expect((await get(`/locations/${DEMO_ID}/menu`)).status).toBe(404);
    expect((await get(`/locations/${UNKNOWN_ID}/menu`, unlisted)).status).toBe(404);
    expect((await get('/locations/demo/menu')).status).toBe(404);
    expect((await get(`/locations/${OTHER_ID}/menu`)).status).toBe(403);
  },
);
