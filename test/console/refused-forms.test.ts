/** Rejected forms of the console: the party in the way, alternatives, concurrent changes, and foreign bookings. */
import { describe, expect, test } from 'vitest';
import { storageSample } from '../support/storages.ts';
import { aConsoleWorld, at, MINUTE_MS, textOf } from './console-client.ts';

describe.each(storageSample)('on $name', (kind) => {
  test('D43 D44 a form on a card that somebody else has changed shows the change and its author, and has no effect', async () => {
    const world = await aConsoleWorld(kind);
    const [anna, bo] = [await world.person('Anna'), await world.person('Bo')];
    const { id } = await world.booked(60, { name: 'Berg' }, { tables: ['W1'] });
    const card = `/bookings/${id}`;
    const { html } = await anna.get(card);
    world.clock.pass(MINUTE_MS);
    await bo.press(`${card}/assign`, `${card}/assign`, { tables: '["T4"]' });
    const before = await world.read(id);
    for (const [step, fields] of [
      ['move', { time: '22:00' }],
      ['seat', { tables: '["T6"]' }],
      ['cancel', {}],
      ['edit', { name: 'Bergman', 'name-shown': 'Berg' }],
      ['extend', { until: `${at(240)}` }],
      ['leave', {}],
      ['undo', { as: 'latest' }],
    ] as const) {
      const answer = await anna.post(`${card}/${step}`, { ...seenIn(html), ...fields });
      expect([step, answer.status]).toEqual([step, 409]);
      const text = textOf(answer.html);
      expect(text).toContain('The booking has changed No change was made.');
      expect(text).toContain('20:01 Bo: given a table, table W1 → table T4');
      expect(answer.html).toContain(step === 'edit' ? 'value="Bergman"' : `data-card="${id}"`);
    }
    const faulty = await anna.post(`${card}/edit`, { ...seenIn(html), email: 'x', 'email-shown': '' });
    expect([faulty.status, textOf(faulty.html)]).toEqual([422, expect.stringContaining('has changed')]);
    expect(await world.read(id)).toEqual(before);
    // The card that came with the refusal is the one of now: what is pressed on it is done.
    const stale = await anna.post(`${card}/leave`, seenIn(html));
    const done = await anna.post(`${card}/arrive`, seenIn(stale.html));
    expect(done.status).toBe(303);
    expect(world.faults).toEqual([]);
  });

  test('D41 D44 a form that is sent twice, or after the same action of another device, succeeds with one effect', async () => {
    const world = await aConsoleWorld(kind);
    const [anna, bo] = [await world.person('Anna'), await world.person('Bo')];
    const { id, endMs } = await world.booked(0, { name: 'Berg' }, { tables: ['W1'] });
    const card = `/bookings/${id}`;
    const until = `${endMs + 15 * MINUTE_MS}`;
    for (const [step, fields] of [
      ['arrive', {}],
      ['seat', {}],
      ['extend', { until }],
      ['pin', { as: 'off' }],
      ['edit', { notes: 'window', 'notes-shown': '' }],
      ['leave', {}],
    ] as const) {
      const sent = { ...seenIn((await anna.get(card)).html), ...fields };
      const answers = await Promise.all([
        anna.post(`${card}/${step}`, sent),
        bo.post(`${card}/${step}`, sent),
      ]);
      expect([step, ...answers.map(({ status }) => status)]).toEqual([step, 303, 303]);
    }
    const { history } = await world.read(id);
    expect(history.map((entry) => entry.kind)).toEqual(
      ['arrived', 'seated', 'extended', 'unpinned', 'edited', 'left'], // prettier-ignore
    );
    expect((await world.read(id)).endMs).toBe(endMs + 15 * MINUTE_MS);
  });
});

test('D38 D41 the party in the way is named with time, size, telephone and card; alternatives fill the form, and typed values stay', async () => {
  const world = await aConsoleWorld();
  const anna = await world.person('Anna');
  const inTheWay = await world.booked(
    90,
    { guest: { name: 'Lund', phone: '08-55 55 55' } },
    { tables: ['W1'] },
  );
  const { id } = await world.booked(-30, { name: 'Berg' }, { tables: ['W1'] });
  await world.engine.operator.bookings.seat(id);
  const card = `/bookings/${id}`;
  const refused = await anna.press(`${card}/extend`, `${card}/extend`, { until: `${at(120)}` });
  expect(refused.status).toBe(409);
  expect(textOf(refused.html)).toContain('In the way 21:30 Lund · 2 guests · table W1 · 08-55 55 55');
  expect(refused.html).toContain('href="tel:08555555"');
  expect(refused.html).toMatch(new RegExp(`href="[^"]*/bookings/${inTheWay.id}"`));
  await anna.post(`${card}/extend`, { ...seenIn(refused.html), until: `${at(120)}`, force: '1' });
  expect(await world.read(id)).toMatchObject({ endMs: at(120) });
  expect(await world.read(inTheWay.id)).toMatchObject({ tables: [], status: 'confirmed' });

  const wish = {
    size: '2',
    day: '2026-12-04',
    tables: '["W1"]',
    at: `${at(30)}`,
    name: '<b>Ek',
    phone: '070 1',
    key: 'k1',
    notes: 'two\r\nlines',
  };
  const full = await anna.post('/new', wish);
  expect(full.status).toBe(409);
  expect(textOf(full.html)).toContain('In the way 19:30 Berg · 2 guests · table W1');
  expect(textOf(full.html)).toContain('Other times at the same table 22:00');
  for (const typed of ['value="&lt;b&gt;Ek"', 'value="070 1"', '>\ntwo', 'value="k1"'])
    expect(full.html).toContain(typed);
  const filled = await anna.post('/new', { ...wish, pick: `${at(120)}` });
  expect(filled.status).toBe(200);
  expect(filled.html).toMatch(new RegExp(`value="${at(120)}" checked`));
  expect((await anna.post('/new', { ...wish, at: `${at(120)}` })).status).toBe(303);

  const moved = await anna.press(`/bookings/${inTheWay.id}/move`, `/bookings/${inTheWay.id}/move`, {
    size: '9',
    look: '1',
  });
  expect([moved.status, textOf(moved.html)]).toEqual([
    409,
    expect.stringContaining('These tables are not for so many.'),
  ]);
  const walkIn = await anna.post('/walk-in', { size: '2', tables: '["W1"]', key: 'k2', name: 'Kling' });
  expect([walkIn.status, textOf(walkIn.html)]).toEqual([
    409,
    expect.stringContaining('In the way 19:30 Berg'),
  ]);
  expect(walkIn.html).toContain('value="Kling"');
  expect(world.faults).toEqual([]);
});

test('D39 a block lists the parties that would move or lose their table, asks, and is undone in one press', async () => {
  const world = await aConsoleWorld();
  const anna = await world.person('Anna');
  const [moved, left] = [
    await world.booked(30, { name: 'Berg' }),
    await world.booked(60, { guest: { name: 'Lund', phone: '08-1' } }, { tables: ['T6'] }),
  ];
  await world.engine.operator.bookings.assign(moved.id, { tables: ['T6'] }).catch(() => undefined);
  await world.engine.operator.bookings.assign(moved.id, { tables: ['T4'] });
  await world.engine.operator.bookings.pin(moved.id, false);
  const block = { 'table.T4': '1', 'table.T6': '1', for: '2h', reason: 'leg broken' };
  const asks = await anna.post('/block', block);
  expect(asks.status).toBe(409);
  expect(textOf(asks.html)).toContain(
    'These are given another table 20:30 Berg · 2 guests: table T4 → table W1',
  );
  expect(textOf(asks.html)).toContain(
    'These are left without a table 21:00 Lund · 2 guests · table T6 · 08-1',
  );
  expect(await world.engine.operator.at(left.locationId).tables.blocks()).toEqual([]);
  expect((await world.read(moved.id)).tables).toEqual(['T4']);
  const done = await anna.post('/block', { ...block, sure: '1', force: '1' });
  expect(done.to).toMatch(/done=blocked&id=bl_/);
  expect([(await world.read(moved.id)).tables, (await world.read(left.id)).tables]).toEqual([['W1'], []]);
  const [made] = await world.engine.operator.at(left.locationId).tables.blocks();
  expect(made).toMatchObject({ tables: ['T4', 'T6'], startMs: at(0), endMs: at(120), reason: 'leg broken' });
  expect(textOf((await anna.get('/block')).html)).toContain(
    'Blocked now and later Tables T4 + T6 · 20:00–22:00 · leg broken ( Anna ) Unblock',
  );
  // opened from the drawing: the selected table is first
  expect(textOf((await anna.get(`/block?id=${made!.id}`)).html)).toContain(
    'Block a table Tables T4 + T6 · 20:00–22:00 · leg broken ( Anna ) Unblock Which tables?',
  );
  for (const _ of [1, 2])
    expect((await anna.post(`/block/${made!.id}/unblock`)).to).toContain('done=unblocked');
  expect(await world.engine.operator.at(left.locationId).tables.blocks()).toEqual([]);
  expect((await anna.post('/block', { for: '1h' })).status).toBe(422);
  expect(
    (
      await anna.post('/block', {
        'table.W2': '1',
        for: 'from',
        day: '2026-12-04',
        from: '21:00',
        to: '20:00',
      })
    ).status,
  ).toBe(422);
  const free = await anna.post('/block', { 'table.W2': '1', for: 'rest' });
  expect(free.to).toContain('done=blocked');
  expect(world.faults).toEqual([]);
});

test('D8 D44 a host closes the next hour after seeing its remaining bookings, and opens again', async () => {
  const world = await aConsoleWorld();
  const anna = await world.person('Anna');
  await world.booked(30, { name: 'Berg', partySize: 4 });
  const asks = await anna.get('/close');
  expect(textOf(asks.html)).toContain('The next hour 4 guests');
  expect(textOf(asks.html)).toContain('20:30 Berg · 4 guests · table T4');
  const closed = await anna.post('/close', { minutes: '60' });
  const { closures } = await world.engine.operator.locations.read('00000000-0000-4000-8000-0000000000a1');
  expect(closures).toMatchObject([{ from: '2026-12-04T20:00', to: '2026-12-04T21:00' }]);
  expect(closed.to).toContain(`done=closed&id=${closures[0]!.id}`);
  const shown = (await anna.get('')).html;
  expect(shown).toMatch(new RegExp(`formaction="/console/[\\w-]+/close/${closures[0]!.id}/open"`));
  expect(shown).toContain('class="closed hours"');
  expect(textOf(shown)).toContain('Open again: 20:00–21:00');
  for (const _ of [1, 2])
    expect((await anna.post(`/close/${closures[0]!.id}/open`)).to).toContain('done=opened');
  expect((await anna.get('')).html).not.toContain('Open again');
  expect((await anna.post('/close', { minutes: '7000' })).status).toBe(422);
  expect(world.faults).toEqual([]);
});

function seenIn(html: string): { seen: string; shown: string } {
  return {
    seen: /name="seen" value="([^"]+)"/.exec(html)![1]!,
    shown: /name="shown" value="([^"]+)"/.exec(html)![1]!,
  };
}
