/** The waitlist on the wire (D36): requests, answers and access. */
import { expect } from 'vitest';
import { DEMO_ID, IN_MEMORY, inEveryWorld, type World } from '../support/world.ts';

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
  'D8 D36 what is malformed is 400 and names its field; nobody is in line for it',
  async (world) => {
    const ask = await asking(world);
    const wrong: readonly (readonly [object, string])[] = [
      [{ from: '7 pm' }, 'from must be'],
      [{ to: '2026-12-01T19:00:00' }, 'to must be'],
      [{ to: '18:00' }, 'to must not be before from'],
      [{ date: '2026-02-30' }, 'date'],
      [{ date: '0000-01-01' }, 'no time between from and to'],
      [{ date: '9999-12-31', to: '9999-12-31T23:59:59Z' }, 'no time between from and to'],
      [{ mode: 'perhaps' }, 'mode'],
      [{ partySize: 0 }, 'partySize'],
      [{ partySize: 70 }, 'partySize must be at most what the largest table holds'],
      [{ name: ' ' }, 'name'],
      [{ from: '03:00', to: '04:00' }, 'no time between from and to'],
    ];
    for (const [given, message] of wrong) {
      const { status, text } = await ask('POST', PATH, entry(given));
      expect([status, text]).toEqual([400, expect.stringContaining(message)]);
    }
    expect(await world.engine.operator.at(DEMO_ID).waitlist.list()).toEqual([]);
  },
  IN_MEMORY,
);

inEveryWorld(
  'D6 D36 a last start after the service date is answered as the end of that date',
  async (world) => {
    const ask = await asking(world);
    const { to, from } = bodyOf(await ask('POST', PATH, entry({ to: '9999-12-31T23:59:59-23:59' })));
    expect(Date.parse(String(to)) - Date.parse(String(from))).toBeLessThan(2 * 86_400_000);
  },
  IN_MEMORY,
);

inEveryWorld(
  'D10 D36 a malformed request under a known key is 400; a well-formed one is the entry, whatever its values',
  async (world) => {
    const ask = await asking(world);
    const join = (given: object) => ask('POST', PATH, entry({ idempotencyKey: 'known', ...given }));
    const { id } = bodyOf(await join({})) as { id: string };
    for (const given of [{ email: 'al' }, { name: ' ' }, { to: '18:00' }, { partySize: 0 }]) {
      const { status, text } = await join(given);
      expect([status, text]).toEqual([400, expect.stringContaining(Object.keys(given)[0]!)]);
    }
    for (const given of [{ partySize: 70 }, { from: '03:00', to: '04:00' }])
      expect(bodyOf(await join(given))).toMatchObject({ id });
  },
  IN_MEMORY,
);
