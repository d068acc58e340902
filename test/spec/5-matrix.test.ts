/** §5 as one table: who may do what, where. Every cell is asked, in both forms of the header. */
import { SCOPES } from '@bord/engine';
import { expect } from 'vitest';
import { ENDPOINTS, type Ownership, type SpecifiedEndpoint } from '../support/endpoints.ts';
import { aRequest, DEMO_ID, demoPlan, IN_MEMORY, inEveryWorld, TODAY, type World } from '../support/world.ts';

const OTHER_ID = '00000000-0000-4000-8000-0000000000a2';
const NOWHERE_ID = '00000000-0000-4000-8000-0000000000ff';

const LOCATION: Readonly<Record<Ownership, string>> = {
  own: DEMO_ID,
  other: OTHER_ID,
  nowhere: NOWHERE_ID,
};

/** Counts the bookings in a world: each one has its own date. */
let day = 0;

async function furnish({ engine }: World): Promise<void> {
  day = 0;
  await engine.operator.locations.apply({ ...demoPlan, name: 'Other' }, OTHER_ID);
  for (const id of [DEMO_ID, OTHER_ID])
    await engine.operator.menus.apply(id, { currency: 'SEK', categories: [] });
}

/** A booking of the partner at each place. */
async function bookingsOf({ engine, makeKey }: World): Promise<Record<Ownership, string>> {
  const { key } = await makeKey({ locationIds: [DEMO_ID, OTHER_ID] });
  const caller = await engine.authenticate(key);
  const book = async (locationId: string): Promise<string> => {
    day += 1;
    const outcome = await engine.partner(caller).createBooking(locationId, {
      startMs: Date.UTC(2026, 11, 2 + day, 18),
      partySize: 2,
      guest: { name: 'Alva', email: 'alva@example.com', phone: null, notes: null, language: null },
      partnerBookingRef: null,
      idempotencyKey: null,
    });
    if (outcome.kind !== 'booked') throw new Error(outcome.kind);
    return outcome.booking.id;
  };
  return { own: await book(DEMO_ID), other: await book(OTHER_ID), nowhere: 'bk_0000000000000000000000' };
}

/** A hold of the partner at each place. */
async function holdsOf({ engine, makeKey }: World): Promise<Record<Ownership, string>> {
  const { key } = await makeKey({ locationIds: [DEMO_ID, OTHER_ID] });
  const partner = engine.partner(await engine.authenticate(key));
  const hold = async (locationId: string): Promise<string> => {
    day += 1;
    const startMs = Date.UTC(2026, 11, 2 + day, 18);
    const outcome = await partner.createHold(locationId, { startMs, partySize: 2, seconds: 900 });
    if (outcome.kind !== 'held') throw new Error(outcome.kind);
    return outcome.hold.id;
  };
  return { own: await hold(DEMO_ID), other: await hold(OTHER_ID), nowhere: 'hd_0000000000000000000000' };
}

/** An entry of the partner on the waitlist of each place. */
async function entriesOf({ engine, makeKey }: World): Promise<Record<Ownership, string>> {
  const { key } = await makeKey({ locationIds: [DEMO_ID, OTHER_ID] });
  const partner = engine.partner(await engine.authenticate(key));
  const join = async (locationId: string): Promise<string> => {
    day += 1;
    const fromMs = Date.UTC(2026, 11, 2 + day, 18);
    const date = new Date(fromMs).toISOString().slice(0, 10);
    const guest = { name: 'Alva', email: `alva-${day}@example.com` };
    const wish = { date, fromMs, toMs: fromMs, partySize: 2, mode: 'offer', guest } as const;
    return (await partner.joinWaitlist(locationId, wish)).id;
  };
  return { own: await join(DEMO_ID), other: await join(OTHER_ID), nowhere: 'wt_0000000000000000000000' };
}

type Ask = (
  endpoint: SpecifiedEndpoint,
  ownership: Ownership,
  headers: Record<string, string>,
) => Promise<{ status: number; text: string }>;

/** Asks an endpoint about a place, with whatever it needs. */
async function addressOf(world: World): Promise<Ask> {
  const bookings = await bookingsOf(world);
  const ending = await bookingsOf(world);
  const holds = await holdsOf(world);
  const entries = await entriesOf(world);
  return ({ name, method, request }, ownership, headers) => {
    const date = new Date(Date.UTC(2027, 0, 10 + (day++ % 70))).toISOString().slice(0, 10);
    const [path, body] = request({
      locationId: LOCATION[ownership],
      bookingId: (name === 'cancelBooking' ? ending : bookings)[ownership],
      holdId: holds[ownership],
      waitingId: entries[ownership],
      date: TODAY,
      startsAt: `${date}T18:00:00Z`,
    });
    return world.call(method, path, { headers, ...(body && { body }) });
  };
}

/** Operations on a booking or a hold, whose id does not contain its location. */
const isOfBooking = ({ path }: SpecifiedEndpoint): boolean => /\{(?:booking|hold|waiting)Id\}/.test(path);

const HEADER_FORMS: readonly ((key: string) => Record<string, string>)[] = [
  (key) => ({ authorization: `Bearer ${key}` }),
  (key) => ({ 'x-partner-key': key }),
];

inEveryWorld(
  '§5.3 §5.5 §5.6 every scope × list × endpoint × place × header form gets the answer of the table',
  async (world) => {
    await furnish(world);
    const ask = await addressOf(world);
    let cells = 0;
    for (const endpoint of ENDPOINTS) expect(await ask(endpoint, 'own', {})).toMatchObject({ status: 401 });
    for (const list of ['list', 'no list'] as const) {
      for (const scope of SCOPES) {
        const { key } = await world.makeKey({
          scopes: [scope],
          locationIds: list === 'list' ? [DEMO_ID] : null,
        });
        for (const form of HEADER_FORMS) {
          for (const endpoint of ENDPOINTS) {
            for (const ownership of ['own', 'other', 'nowhere'] as const) {
              const { status } = await ask(endpoint, ownership, form(key));
              const expected = scope === endpoint.scope ? endpoint.access[list][ownership] : 403;
              expect(status, `${list}, ${scope}, ${endpoint.name}, ${ownership}`).toBe(expected);
              cells += 1;
            }
          }
        }
      }
    }
    expect(cells).toBe(2 * 4 * 2 * ENDPOINTS.length * 3);
  },
  IN_MEMORY,
);

inEveryWorld(
  '§4.4 §5.5 §5.7 D49 a foreign booking, hold or waitlist entry and an unknown one are answered with the same bytes',
  async (world) => {
    await furnish(world);
    const ask = await addressOf(world);
    const { key } = await world.makeKey();
    const { key: foreign } = await world.makeKey({ partner: 'other' });
    const headers = { 'x-partner-key': key };
    for (const endpoint of ENDPOINTS.filter(isOfBooking)) {
      const unknown = await ask(endpoint, 'nowhere', headers);
      expect(await ask(endpoint, 'other', headers)).toMatchObject({ status: 404, text: unknown.text });
      // Another partner's, at a location that this key may see.
      expect(await ask(endpoint, 'own', { 'x-partner-key': foreign })).toMatchObject({
        status: 404,
        text: unknown.text,
      });
    }
    for (const endpoint of ENDPOINTS.filter((each) => !isOfBooking(each))) {
      const unknown = await ask(endpoint, 'nowhere', headers);
      expect(await ask(endpoint, 'other', headers)).toMatchObject({ status: 403, text: unknown.text });
    }
  },
  IN_MEMORY,
);

inEveryWorld(
  'D19 a rotated key sees the old one’s bookings; the old one goes on for the overlap and no longer',
  async (world) => {
    const { key: old, record } = await world.makeKey();
    const made = await world.post(`/locations/${DEMO_ID}/bookings`, aRequest(), old);
    const { id } = made.body as { id: string };
    const { key: fresh, old: ending } = await world.engine.operator.keys.rotate(record.id, 3_600_000);
    expect(ending.expiresMs).toBe(world.clock.nowMs() + 3_600_000);
    const statusOf = async (key: string): Promise<number> => (await world.get(`/bookings/${id}`, key)).status;
    expect([await statusOf(old), await statusOf(fresh)]).toEqual([200, 200]);
    await world.clock.pass(3_600_000);
    expect([await statusOf(old), await statusOf(fresh)]).toEqual([401, 200]);
    await expect(world.engine.operator.keys.rotate(record.id)).rejects.toMatchObject({ code: 'conflict' });
    await expect(world.engine.operator.keys.rotate('key_none')).rejects.toMatchObject({
      code: 'key_not_found',
    });
    // Without overlap, for a leaked key.
    const { record: leaked, key } = await world.makeKey();
    expect(await statusOf(key)).toBe(200);
    const { key: next } = await world.engine.operator.keys.rotate(leaked.id, 0);
    expect([await statusOf(key), await statusOf(next)]).toEqual([401, 200]);
  },
  IN_MEMORY,
);

inEveryWorld(
  'D19 it is known when a key was last used, and a key that nobody uses says so',
  async (world) => {
    const { key, record } = await world.makeKey();
    const { record: idle } = await world.makeKey();
    await world.get(`/bookings/none`, key);
    await world.clock.pass(1000);
    await world.get(`/bookings/none`, key);
    await world.engine.background.storeKeyUses();
    const keys = new Map((await world.engine.operator.keys.list()).map((each) => [each.id, each.lastUsedMs]));
    expect([keys.get(record.id), keys.get(idle.id)]).toEqual([world.clock.nowMs(), null]);
  },
  IN_MEMORY,
);
