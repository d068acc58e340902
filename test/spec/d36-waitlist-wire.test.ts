/** The waiting list on the wire (D36): what a partner sends, what comes back, and to whom. */
import { expect } from 'vitest';
import { DEMO_ID, inEveryWorld, type World } from '../support/world.ts';

const PATH = `/locations/${DEMO_ID}/waitlist`;

const entry = (given: object = {}): object => ({
  date: '2026-12-01',
  from: '19:00',
  to: '20:00',
  partySize: 2,
  mode: 'offer',
  name: 'Alva Lind',
  email: 'alva@example.com',
  ...given,
});

interface Answered {
  readonly status: number;
  readonly text: string;
}

const bodyOf = ({ text }: Answered): Record<string, unknown> => JSON.parse(text) as Record<string, unknown>;

async function asking({ call, makeKey }: World) {
  const { key } = await makeKey();
  const headers = { authorization: `Bearer ${key}` };
  return (method: string, path: string, body?: object): Promise<Answered> =>
    call(method, path, { headers, ...(body && { body }) });
}

inEveryWorld(
  'D36 a party joins, is offered a table, reads how it stands, and leaves twice',
  async (world) => {
    const ask = await asking(world);
    const joined = await ask('POST', PATH, entry());
    expect([joined.status, bodyOf(joined)]).toMatchObject([
      201,
      {
        state: 'offered',
        date: '2026-12-01',
        from: '2026-12-01T18:00:00Z',
        to: '2026-12-01T19:00:00Z',
        partySize: 2,
        mode: 'offer',
        offer: { startsAt: '2026-12-01T18:00:00Z' },
        bookingId: null,
      },
    ]);
    const { id, offer } = bodyOf(joined) as { id: string; offer: { holdId: string } };
    expect(Object.keys(bodyOf(joined))).toEqual(
      'id state date from to partySize mode offer bookingId'.split(' '),
    );
    expect(bodyOf(await ask('GET', `/waitlist/${id}`))).toEqual(bodyOf(joined));
    expect((await ask('GET', `/bookings/${id}`)).status).toBe(404);
    expect((await ask('POST', `/bookings/${offer.holdId}/cancel`)).status).toBe(404);
    for (let i = 0; i < 2; i++) {
      const left = await ask('DELETE', `/waitlist/${id}`);
      expect([left.status, bodyOf(left)['state']]).toEqual([200, 'left']);
    }
  },
);

inEveryWorld(
  'D36 the hold of an offer is confirmed as any other, and mode book needs no more',
  async (world) => {
    const ask = await asking(world);
    const { id, offer } = bodyOf(await ask('POST', PATH, entry())) as {
      id: string;
      offer: { holdId: string };
    };
    const guest = { name: 'Alva Lind', email: 'alva@example.com' };
    const booked = await ask('POST', `/holds/${offer.holdId}/confirm`, guest);
    expect(booked.status).toBe(201);
    expect(bodyOf(await ask('GET', `/waitlist/${id}`))).toMatchObject({
      state: 'booked',
      bookingId: bodyOf(booked)['id'],
    });
    const at = {
      mode: 'book',
      from: '2026-12-01T18:00:00Z',
      to: '2026-12-01T20:00:00+01:00',
      email: 'b@example.com',
    };
    const direct = bodyOf(await ask('POST', PATH, entry(at)));
    expect(direct).toMatchObject({
      state: 'booked',
      from: '2026-12-01T18:00:00Z',
      to: '2026-12-01T19:00:00Z',
    });
    expect((await ask('GET', `/bookings/${String(direct['bookingId'])}`)).status).toBe(200);
  },
);

inEveryWorld(
  'D8 D36 what is malformed is 400 and names its field; nobody is in line for it',
  async (world) => {
    const ask = await asking(world);
    const wrong: readonly (readonly [object, string])[] = [
      [{ from: '7 pm' }, 'from must be'],
      [{ to: '2026-12-01T19:00:00' }, 'to must be'],
      [{ to: '18:00' }, 'to must not lie before from'],
      [{ date: '2026-02-30' }, 'date'],
      [{ mode: 'perhaps' }, 'mode'],
      [{ partySize: 0 }, 'partySize'],
      [{ partySize: 70 }, 'partySize is more than any table of the location holds'],
      [{ name: ' ' }, 'name'],
      [{ from: '03:00', to: '04:00' }, 'no time between from and to'],
    ];
    for (const [given, message] of wrong) {
      const { status, text } = await ask('POST', PATH, entry(given));
      expect([status, text]).toEqual([400, expect.stringContaining(message)]);
    }
    expect(await world.engine.operator.waitlist.list(DEMO_ID)).toEqual([]);
  },
);

inEveryWorld(
  'D21 D36 an entry of another partner is 404, with the bytes of one that is none',
  async (world) => {
    const ask = await asking(world);
    const { id } = bodyOf(await ask('POST', PATH, entry())) as { id: string };
    const { key } = await world.makeKey({ partner: 'other' });
    const headers = { authorization: `Bearer ${key}` };
    for (const method of ['GET', 'DELETE']) {
      const foreign = await world.call(method, `/waitlist/${id}`, { headers });
      const none = await world.call(method, '/waitlist/wt_none', { headers });
      expect([foreign.status, foreign.text]).toEqual([404, none.text]);
    }
    expect(bodyOf(await ask('GET', `/waitlist/${id}`))['state']).toBe('offered');
  },
);
