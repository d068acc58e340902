/** D35 on the wire: hold, confirm, release, in every world. The engine's decisions are tested in d35-holds.test.ts. */
import { expect } from 'vitest';
import { DEMO_ID, IN_MEMORY, inEveryWorld, type World } from '../support/world.ts';

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
      code: 'too_many_holds',
      docs: '/docs#error-too_many_holds',
      message: expect.stringContaining('holds'),
    });
    const { key } = await makeKey();
    expect((await post(holdsPath, at(20), key)).status).toBe(201);
    await clock.pass(110_000);
    expect((await post(holdsPath, at(21))).status).toBe(201);
  },
  IN_MEMORY,
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
    // An unknown hold is reported before faults of the body (D14).
    expect((await post(confirm('hd_0000000000000000000000'), {})).status).toBe(400);
    const wrong = await call('GET', `/holds/${id}`, { key });
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'DELETE']);
    expect((await post(confirm(id), GUEST)).status).toBe(201);
  },
  IN_MEMORY,
);
