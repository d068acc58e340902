/** D35 on the wire: hold, confirm, release, in every world. What the engine decides is in d35-holds.test.ts. */
import { expect } from 'vitest';
import {
  availabilityPath,
  aRequest,
  bookingsPath,
  DEMO_ID,
  inEveryWorld,
  TODAY,
  type World,
} from '../support/world.ts';

const MINUTE_MS = 60_000;
const AT_SEVEN = '2026-12-01T18:00:00Z';
const holdsPath = `/locations/${DEMO_ID}/holds`;
const GUEST = { name: 'Alva Lind', email: 'alva@example.com' };
/** The largest table is the only one for six. */
const SIX = { startsAt: AT_SEVEN, partySize: 6 };

const confirm = (id: string): string => `/holds/${id}/confirm`;

async function held({ post }: Pick<World, 'post'>, given: object = {}): Promise<string> {
  const { status, body } = await post(holdsPath, { ...SIX, ...given });
  expect(status).toBe(201);
  return body.id as string;
}

const release = ({ call, key }: World, id: string, by = key) => call('DELETE', `/holds/${id}`, { key: by });

async function isFree({ get }: World): Promise<boolean> {
  const { slots } = (await get(availabilityPath(TODAY, 6))).body;
  return (slots as { slot: string; available: boolean }[]).find(({ slot }) => slot === AT_SEVEN)!.available;
}

inEveryWorld(
  'D35 a hold is taken for everybody and is no booking; confirmed it is one, and confirmed again the same',
  async (world) => {
    const { get, post } = world;
    const placed = await post(holdsPath, { ...SIX, seconds: 600, idempotencyKey: 'a' });
    expect([placed.status, placed.headers.get('idempotent-replayed')]).toEqual([201, null]);
    expect(placed.body).toEqual({
      id: expect.stringMatching(/^hd_\w{22}$/),
      startsAt: AT_SEVEN,
      partySize: 6,
      expiresAt: '2026-12-01T08:10:00Z',
    });
    const again = await post(holdsPath, { startsAt: AT_SEVEN, partySize: 2, idempotencyKey: 'a' });
    expect([again.status, again.body, again.headers.get('idempotent-replayed')]).toEqual([
      201,
      placed.body,
      'true',
    ]);
    const { id } = placed.body;
    expect(await isFree(world)).toBe(false);
    for (const path of [bookingsPath, holdsPath]) {
      const taken = await post(path, aRequest({ partySize: 6 }));
      expect([taken.status, taken.body.reason, taken.body.alternatives.length]).toEqual([409, 'tables', 4]);
    }
    expect((await get(`/bookings/${id}`)).status).toBe(404);
    expect((await post(`/bookings/${id}/cancel`)).status).toBe(404);
    expect((await post(`/bookings/${id}/move`, { partySize: 2 })).status).toBe(404);

    const booked = await post(confirm(id), { ...GUEST, partnerBookingRef: 'r-1' });
    expect([booked.status, booked.headers.get('idempotent-replayed')]).toEqual([201, null]);
    expect(booked.body).toEqual({
      id: expect.stringMatching(/^bk_\w{22}$/),
      startsAt: AT_SEVEN,
      status: 'confirmed',
      partnerBookingRef: 'r-1',
    });
    const read = (await get(`/bookings/${booked.body.id}`)).body;
    expect(read).toMatchObject({ startsAt: AT_SEVEN, partySize: 6, partnerBookingRef: 'r-1' });
    await post(`/bookings/${booked.body.id}/cancel`);
    const replay = await post(confirm(id), { name: 'Somebody else', email: 'else@example.com' });
    expect([replay.status, replay.body, replay.headers.get('idempotent-replayed')]).toEqual([
      201,
      { ...booked.body, status: 'cancelled' },
      'true',
    ]);
    // The keys of bookings are others.
    const other = await post(bookingsPath, aRequest({ idempotencyKey: 'a' }));
    expect([other.status, other.body.id === booked.body.id]).toEqual([201, false]);
  },
);

inEveryWorld(
  'D35 released it is free at once, also twice; a confirmation is then refused with other times',
  async (world) => {
    const id = await held(world);
    for (let times = 0; times < 2; times++) {
      const { status, body } = await release(world, id);
      expect([status, body]).toEqual([200, { ok: true }]);
    }
    expect(await isFree(world)).toBe(true);
    const refused = await world.post(confirm(id), GUEST);
    expect([refused.status, refused.body.reason]).toEqual([409, 'tables']);
    expect(refused.body.alternatives).not.toEqual([]);
    // What was confirmed is a booking, and stays one.
    const confirmed = await held(world);
    const { id: bookingId } = (await world.post(confirm(confirmed), GUEST)).body;
    expect((await release(world, confirmed)).status).toBe(200);
    expect((await world.get(`/bookings/${bookingId}`)).body.status).toBe('confirmed');
  },
);

inEveryWorld(
  'D35 a lapsed hold keeps nobody away, wins while nobody has needed its table, and not after',
  async (world) => {
    const { clock, post } = world;
    const late = await held(world, { seconds: 60 });
    await clock.pass(MINUTE_MS);
    expect(await isFree(world)).toBe(true);
    const booked = await post(confirm(late), GUEST);
    expect(booked.status).toBe(201);
    await post(`/bookings/${booked.body.id}/cancel`);

    const lost = await held(world);
    await clock.pass(5 * MINUTE_MS);
    expect((await post(bookingsPath, aRequest({ partySize: 6 }))).status).toBe(201);
    const refused = await post(confirm(lost), GUEST);
    expect([refused.status, refused.body.reason, refused.body.alternatives.length]).toEqual([
      409,
      'tables',
      4,
    ]);
    expect((await release(world, lost)).status).toBe(200);
  },
);

inEveryWorld(
  'D35 the eleventh hold of a key is 429, with the seconds until the first one lapses',
  async (world) => {
    const { clock, post, makeKey } = world;
    const at = (day: number) => ({ startsAt: `2026-12-${day}T18:00:00Z`, partySize: 2 });
    for (let day = 10; day < 20; day++) {
      await held(world, { ...at(day), seconds: day === 10 ? 120 : 900 });
      await clock.pass(1000);
    }
    const refused = await post(holdsPath, at(20));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '110']);
    expect(refused.body).toEqual({
      statusCode: 429,
      error: 'Too Many Requests',
      message: expect.stringContaining('holds'),
    });
    const { key } = await makeKey();
    expect((await post(holdsPath, at(20), key)).status).toBe(201);
    await clock.pass(110_000);
    expect((await post(holdsPath, at(21))).status).toBe(201);
  },
);

inEveryWorld(
  'D35 §5.6 a key without a list holds, confirms and releases its own; D30 nobody else’s is there',
  async (world) => {
    const { post, makeKey } = world;
    const { key } = await makeKey({ locationIds: null });
    const free = { startsAt: AT_SEVEN, partySize: 2 };
    const placed = await post(holdsPath, free, key);
    expect(placed.status).toBe(201);
    expect((await post(confirm(placed.body.id), GUEST, key)).status).toBe(201);
    const second = await post(holdsPath, free, key);
    expect((await release(world, second.body.id, key)).status).toBe(200);

    const own = await held(world);
    const { key: stranger } = await makeKey({ partner: 'other' });
    const unknown = await release(world, 'hd_0000000000000000000000');
    expect(unknown.status).toBe(404);
    for (const other of [key, stranger].slice(1)) {
      const foreign = await release(world, own, other);
      expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
      expect((await post(confirm(own), GUEST, other)).text).toBe(unknown.text);
    }
    for (const odd of ['x', '%00', 'bk_0000000000000000000000', 'a'.repeat(2000)])
      expect((await world.call('DELETE', `/holds/${odd}`, { key: world.key })).status).toBe(404);
    expect(await isFree(world)).toBe(false);
  },
);

inEveryWorld(
  'D14 D35 what is malformed is 400, and takes nothing; a method that there is not, 405',
  async (world) => {
    const { post, call, key } = world;
    for (const [field, value] of [
      ['startsAt', '2026-12-01T18:00:00'],
      ['startsAt', undefined],
      ['partySize', 0],
      ['partySize', 'two'],
      ['seconds', 59],
      ['seconds', 901],
      ['seconds', 60.5],
      ['idempotencyKey', ''],
      ['idempotencyKey', 'k'.repeat(121)],
    ] as const) {
      const { status, body } = await post(holdsPath, { ...SIX, [field]: value });
      expect([field, value, status, body.errors?.[0]?.field]).toEqual([field, value, 400, field]);
    }
    const id = await held(world);
    for (const [field, value] of [
      ['name', ' '],
      ['email', 'alva'],
      ['lang', 'fr'],
      ['notes', 'n'.repeat(2001)],
    ] as const) {
      const { status, body } = await post(confirm(id), { ...GUEST, [field]: value });
      expect([status, body.errors?.[0]?.field]).toEqual([400, field]);
    }
    // An unknown hold comes before what is sent to it (D14).
    expect((await post(confirm('hd_0000000000000000000000'), {})).status).toBe(400);
    const wrong = await call('GET', `/holds/${id}`, { key });
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'DELETE']);
    expect((await post(confirm(id), GUEST)).status).toBe(201);
  },
);
