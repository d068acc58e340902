/** The day of a restaurant for staff, and the one-tap actions of its list. */
import { describe, expect, test } from 'vitest';
import { storageSample } from '../support/storages.ts';
import { aConsoleWorld, at, LOCATION_ID, OTHER_ID, textOf } from './console-client.ts';

/** The buttons of the list, by the end of their address. */
function taps(html: string): Readonly<Record<string, string>> {
  const buttons = [...html.matchAll(/<button [^>]*formaction="([^"]*)"[^>]*>/g)];
  return Object.fromEntries(
    buttons.map(([tag, action]) => [
      action!.slice(action!.indexOf('/bookings')),
      / value="([^"]*)"/.exec(tag)![1]!,
    ]),
  );
}

describe.each(storageSample)('on $name', (kind) => {
  test('D41 D44 one tap in the list marks a party as arrived, seated or left, and returns to the list, with a message and undo', async () => {
    const world = await aConsoleWorld(kind);
    const anna = await world.person('Anna');
    const { id } = await world.booked(0, { name: 'Berg' }, { tables: ['W1'] });
    for (const step of ['arrive', 'seat', 'leave']) {
      const { html } = await anna.get('?view=list');
      const seen = taps(html)[`/bookings/${id}/${step}`];
      expect(seen, step).toBeDefined();
      const done = await anna.post(`/bookings/${id}/${step}`, {
        seen: seen!,
        date: '2026-12-04',
        view: 'list',
      });
      expect([step, done.status]).toEqual([step, 303]);
      const back = await anna.get(done.to);
      expect(back.html).toContain('class="view-list"');
      const [status] = /<div role="status" id="notice">[^]*?<\/div>/.exec(back.html)!;
      expect(textOf(status)).toContain('Berg');
      expect(status).toContain('data-undo');
    }
    expect((await world.read(id)).visit).toEqual({ arrivedMs: at(0), seatedMs: at(0), leftMs: at(0) });
    expect(taps((await anna.get('?view=list')).html)).toEqual({});
    expect(world.faults).toEqual([]);
  });

  test('D39 D44 a party without a table is shown with the way to one; another restaurant sees none of it', async () => {
    const world = await aConsoleWorld(kind);
    const [anna, stranger] = [await world.person('Anna'), await world.person('Ole', 'host', OTHER_ID)];
    const { id } = await world.booked(
      60,
      { name: 'Lund', guest: { name: 'Lund', phone: '+46 70 123 45 67' } },
      { tables: ['T4'] },
    );
    const wet = { tables: ['W1', 'W2', 'T4', 'T6'], startMs: at(30), endMs: at(300), reason: 'flood' };
    await world.engine.operator.at(LOCATION_ID).tables.block({ ...wet, force: true });
    const { html } = await anna.get('?view=timeline');
    const [row] = /<li class="turn[^]*?<\/li>/.exec(html)!;
    expect(textOf(row)).toContain('Lund 2 guests · no table');
    expect(row).toContain(`/bookings/${id}/assign`);
    expect(html.match(/<a class="block"/g)).toHaveLength(4);
    expect((await anna.get(`/bookings/${id}/assign`)).status).toBe(200);
    expect((await stranger.get('')).html).not.toContain('Lund');
    expect((await stranger.get(`/console/${LOCATION_ID}`)).status).toBe(404);
    expect(world.faults).toEqual([]);
  });
});
