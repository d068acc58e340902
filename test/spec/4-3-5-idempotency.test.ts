/** §4.3.5: a key makes a booking once, however often and whenever it comes again. */
import { expect } from 'vitest';
import {
  aRequest,
  availabilityPath,
  bookingsPath,
  DEMO_ID,
  demoPlan,
  inEveryWorld,
  TODAY,
} from '../support/world.ts';

const OTHER_ID = '00000000-0000-4000-8000-00000000d312';

inEveryWorld(
  '§4.3.5 D10 a known key answers with its booking: 201, same id, current state, marked as replayed',
  async ({ post, get }) => {
    const request = aRequest({ idempotencyKey: 'k', partnerBookingRef: 'first' });
    const first = await post(bookingsPath, request);
    const again = await post(bookingsPath, request);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    await post(`/bookings/${first.body.id}/cancel`);
    const cancelled = await post(bookingsPath, request);
    expect(cancelled.status).toBe(201);
    expect(cancelled.body).toEqual({ ...first.body, status: 'cancelled' });
    expect((await get(availabilityPath(TODAY, 2))).body.slots[32].remainingCovers).toBe(14);
  },
);

inEveryWorld(
  'D10 a known key is answered before the slot, the hours or the size could refuse',
  async ({ post, clock, engine }) => {
    const { body } = await post(bookingsPath, aRequest({ idempotencyKey: 'k' }));
    const others = [
      { startsAt: '2020-01-01T00:00:00Z' },
      { startsAt: '2035-01-01T00:00:00Z' },
      { startsAt: '2026-12-01T03:07:00Z' },
      { partySize: 500 },
      { name: 'Somebody Else', email: 'else@example.com' },
    ];
    for (const given of others) {
      const replay = await post(bookingsPath, aRequest({ idempotencyKey: 'k', ...given }));
      expect([replay.status, replay.body]).toEqual([201, body]);
    }
    await clock.pass(48 * 3_600_000);
    const plan = await engine.operator.locations.read(DEMO_ID);
    await engine.operator.locations.apply({ ...plan, servicePeriods: [] }, DEMO_ID);
    expect((await post(bookingsPath, aRequest({ idempotencyKey: 'k' }))).body).toEqual(body);
    expect((await post(bookingsPath, aRequest({ idempotencyKey: 'k', partySize: 0 }))).status).toBe(400);
    expect((await engine.operator.bookings.list(DEMO_ID)).length).toBe(1);
  },
);

inEveryWorld('D10 a refused create does not use its key up', async ({ post }) => {
  const blocking = await post(bookingsPath, aRequest({ partySize: 6 }));
  expect((await post(bookingsPath, aRequest({ partySize: 6, idempotencyKey: 'k' }))).status).toBe(409);
  await post(`/bookings/${blocking.body.id}/cancel`);
  const made = await post(bookingsPath, aRequest({ partySize: 6, idempotencyKey: 'k' }));
  expect(made.status).toBe(201);
  expect(made.headers.get('idempotent-replayed')).toBeNull();
});

inEveryWorld(
  '§4.3.5 keys are compared character by character, and without a key a retry books again',
  async ({ post }) => {
    const ids = new Set<string>();
    for (const idempotencyKey of ['key', 'Key', 'key ', 'k\u00e9y', 'ke\u0301y', undefined, undefined]) {
      const startsAt = `2026-12-0${ids.size + 2}T18:00:00Z`;
      const { status, body } = await post(bookingsPath, aRequest({ startsAt, idempotencyKey }));
      expect(status).toBe(201);
      ids.add(body.id);
    }
    expect(ids.size).toBe(7);
  },
);

inEveryWorld(
  '§4.3.5 twenty at once under one key: one booking, and every one of them gets it',
  async ({ post, engine }) => {
    const request = aRequest({ partySize: 6, idempotencyKey: 'k' });
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(bookingsPath, request)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]!.status).toBe(201);
    expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(19);
    expect(await engine.operator.bookings.list(DEMO_ID)).toHaveLength(1);
  },
);

inEveryWorld(
  '§4.3.5 §4.3.6 a key is unique in its location, whoever holds it; another location may use it again',
  async ({ post, engine, makeKey }) => {
    await engine.operator.locations.apply({ ...demoPlan, name: 'Other' }, OTHER_ID);
    const mine = await makeKey({ locationIds: [DEMO_ID, OTHER_ID] });
    const theirs = await makeKey({ partner: 'other' });
    const request = aRequest({ idempotencyKey: 'k' });
    const first = await post(bookingsPath, request, mine.key);
    const shared = await post(bookingsPath, request, theirs.key);
    expect(shared.body.id).toBe(first.body.id);
    const elsewhere = await post(`/locations/${OTHER_ID}/bookings`, request, mine.key);
    expect(elsewhere.status).toBe(201);
    expect(elsewhere.body.id).not.toBe(first.body.id);
  },
);
