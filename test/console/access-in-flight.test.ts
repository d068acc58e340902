/** Staff who are signed out or lose rights during a request: a form that arrives slowly, and the stream of a page. */
import { request } from 'node:http';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { tokenIn } from '../support/signed-in.ts';
import { storages } from '../support/storages.ts';
import { aConsoleWorld, LOCATION_ID, OTHER_ID, type Person } from './console-client.ts';

type World = Awaited<ReturnType<typeof aConsoleWorld>>;

/** Begins to send a form; the result sends the rest of it, and is where that has led. */
async function halfSent(
  { url }: World,
  { cookie, get }: Person,
  path: string,
  fields: object,
): Promise<() => Promise<string>> {
  const token = tokenIn((await get('/search')).html);
  const form = new URLSearchParams({ ...fields, token }).toString();
  const headers = {
    cookie,
    origin: url,
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': `${form.length}`,
  };
  const sending = request(`${url}/console/${LOCATION_ID}${path}`, { method: 'POST', headers });
  const answered = new Promise<string>((resolve, reject) => {
    sending.on('response', (answer) => {
      answer.resume();
      resolve(`${answer.statusCode} ${answer.headers.location ?? ''}`);
    });
    sending.on('error', reject);
  });
  await new Promise<void>((resolve) => void sending.write(form.slice(0, 10), () => resolve()));
  // The server has looked who sends it once it has answered somebody who came later.
  await get('/search');
  return () => {
    sending.end(form.slice(10));
    return answered;
  };
}

const WALK_IN = { size: '2', tables: '["W1"]', key: 'k' };

describe.each(storages)('on $name', (kind) => {
  test('D44 a form is checked with the sender’s rights at its end', async () => {
    const world = await aConsoleWorld(kind);
    const { staff } = world.engine.operator;
    const [anna, bo, eva] = [
      await world.person('Anna'),
      await world.person('Bo'),
      await world.person('Eva', 'manager'),
    ];
    const email = (name: string): string => `${name}@sjobaren.example`;
    await staff.add({ email: email('bo'), locationId: OTHER_ID, role: 'host' });
    const rest = [
      await halfSent(world, anna, '/walk-in', WALK_IN),
      await halfSent(world, bo, '/walk-in', { ...WALK_IN, tables: '["T4"]' }),
      await halfSent(world, eva, '/staff', { name: 'Kari', email: email('kari'), role: 'manager' }),
    ];
    await staff.remove(anna.id);
    await staff.remove(bo.id, { locationId: LOCATION_ID });
    await staff.add({ email: email('eva'), locationId: LOCATION_ID, role: 'host' });
    expect(await Promise.all(rest.map((send) => send()))).toEqual([
      expect.stringMatching(/^303 \/console\/sign-in/),
      '404 ',
      '403 ',
    ]);
    expect(await world.engine.operator.at(LOCATION_ID).bookings.list()).toEqual([]);
    expect((await staff.list()).map(({ name }) => name)).toEqual(['Bo', 'Eva']);
    // a member with unchanged rights is not disturbed
    const stays = await halfSent(world, eva, '/walk-in', WALK_IN);
    expect(await stays()).toMatch(/^303 .*done=walked_in/);
    expect(world.faults).toEqual([]);
  });
});

describe('with no clock that would look every few seconds', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval'] }));
  afterEach(() => void vi.useRealTimers());

  test.each<[string, (world: World, id: string) => Promise<unknown>]>([
    ['is removed', ({ engine }, id) => engine.operator.staff.remove(id)],
    [
      'works here no more',
      async ({ engine }, id) => {
        await engine.operator.staff.add({
          email: 'anna@sjobaren.example',
          locationId: OTHER_ID,
          role: 'host',
        });
        await engine.operator.staff.remove(id, { locationId: LOCATION_ID });
      },
    ],
    [
      'is signed out by the operator',
      async ({ engine: { operator } }, id) =>
        operator.staff.endSession((await operator.staff.sessions(id))[0]!.id),
    ],
  ])('D44 the open page of a member who %s is notified immediately, and receives no more', async (_, act) => {
    const world = await aConsoleWorld();
    const anna = await world.person('Anna');
    const bo = await world.person('Bo');
    const open = async ({ cookie }: Person): Promise<Response> =>
      fetch(`${world.url}/console/${LOCATION_ID}/live`, { headers: { cookie, accept: 'text/event-stream' } });
    const [hers, his] = [await open(anna), await open(bo)];
    await act(world, anna.id);
    await world.booked(0);
    expect(await hers.text()).toMatch(/event: ended\ndata: \{\}\n\n$/);
    let heard = '';
    for await (const chunk of his.body!) {
      heard += Buffer.from(chunk).toString();
      if (heard.includes('event: changed')) break;
    }
    expect(heard).not.toContain('ended');
  });
});
