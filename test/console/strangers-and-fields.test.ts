/** Bookings of other locations, the search, and invalid fields. */
import { expect, test } from 'vitest';
import { aConsoleWorld, at, LOCATION_ID, OTHER_ID, textOf } from './console-client.ts';

test('D44 a booking, block or closure of another location is not found, whatever is sent; without a token every form is rejected', async () => {
  const world = await aConsoleWorld();
  const anna = await world.person('Anna');
  const other = await world.engine.operator.at(OTHER_ID).bookings.create({
    startMs: at(0),
    partySize: 2,
    guest: { name: 'Hemlig' },
  });
  if (other.kind === 'refused') throw new Error(other.reason);
  const { id } = other.booking;
  const paths = [
    '',
    '/seat',
    '/arrive',
    '/leave',
    '/extend',
    '/move',
    '/assign',
    '/edit',
    '/cancel',
    '/no-show',
    '/pin',
    '/undo',
    '/take-back',
  ];
  for (const path of paths) {
    const [known, unknown] = [
      await anna.get(`/bookings/${id}${path}`),
      await anna.get(`/bookings/bk_0000000000000000000000${path}`),
    ];
    expect([path, known.status, known.html]).toEqual([path, 404, unknown.html]);
    expect(known.html).not.toContain('Hemlig');
    if (path === '') continue;
    const sent = await anna.post(`/bookings/${id}${path}`, { seen: 'x', until: `${at(300)}`, name: 'x' });
    expect([path, sent.status]).toEqual([path, 404]);
  }
  const blocked = await world.engine.operator.at(OTHER_ID).tables.block({
    tables: ['W1'],
    startMs: at(300),
    endMs: at(360),
  });
  if (blocked.kind === 'refused') throw new Error('refused');
  expect((await anna.post(`/block/${blocked.block.id}/unblock`)).status).toBe(409);
  const closure = await world.engine.operator.at(OTHER_ID).closures.add({
    from: '2026-12-24',
    to: '2026-12-24',
    reason: null,
  });
  await anna.post(`/close/${closure.id}/open`);
  expect(await world.read(id)).toEqual(other.booking);
  expect(await world.engine.operator.at(OTHER_ID).tables.blocks()).toHaveLength(1);
  expect((await world.engine.operator.locations.read(OTHER_ID)).closures).toHaveLength(1);
  expect((await anna.get(`/console/${OTHER_ID}/walk-in`)).status).toBe(404);
  const own = await world.booked(0);
  for (const token of ['', 'x'.repeat(43)])
    expect((await anna.post(`/bookings/${own.id}/cancel`, { token, seen: 'x' })).status).toBe(403);
  expect((await world.read(own.id)).status).toBe('confirmed');
  expect(world.faults).toEqual([]);
});

test('D13 a guest is found over all days by name or telephone, the card goes back to that day, and names are only text', async () => {
  const world = await aConsoleWorld();
  const anna = await world.person('Anna');
  const later = await world.booked(7 * 24 * 60, {
    guest: { name: 'Åkesson "& <i>', phone: '+46 70-123 45 67' },
  });
  const found = await anna.get('/search?q=akesson');
  expect(found.html).toContain('Åkesson &quot;&amp; &lt;i&gt;');
  expect(found.html).toMatch(new RegExp(`href="[^"]*/bookings/${later.id}\\?date=2026-12-11"`));
  expect(textOf((await anna.get('/search?q=0701234567')).html)).toContain('Friday 11 December 20:00 Åkesson');
  expect(textOf((await anna.get('/search?q=nobody')).html)).toContain('No results.');
  const done = await anna
    .press(`/bookings/${later.id}?date=2026-12-11&view=list`, `/bookings/${later.id}/no-show`)
    .catch(() => null);
  expect(done).toBeNull(); // a future guest cannot be a no-show
  const pinned = await anna.press(
    `/bookings/${later.id}?date=2026-12-11&view=list`,
    `/bookings/${later.id}/pin`,
  );
  expect(pinned.answer.to).toContain(`/bookings/${later.id}?date=2026-12-11&view=list&done=pinned`);
});

test('D11 invalid fields are marked, and typed values stay', async () => {
  const world = await aConsoleWorld();
  const anna = await world.person('Anna');
  const { id } = await world.booked(60, { name: 'Berg' });
  const edit = `/bookings/${id}/edit`;
  const bad = await anna.press(edit, edit, { name: ' ', email: 'no address', phone: '1'.repeat(41) });
  expect(bad.status).toBe(422);
  const text = textOf(bad.html);
  for (const fault of [
    'Say who comes.',
    'Please enter an e-mail address, such as you@example.com.',
    'This is too long: please shorten it.',
  ])
    expect(text).toContain(fault);
  expect(bad.html).toContain('value="no address"');
  const fixed = await anna.press(edit, edit, { name: 'Bergman', email: 'b@example.se', lang: 'da' });
  expect(fixed.answer.to).toContain('done=edited');
  expect((await world.read(id)).guest).toMatchObject({
    name: 'Bergman',
    email: 'b@example.se',
    language: 'da',
  });
  for (const [path, fields] of [
    ['/new', { size: '2', at: `${at(60)}`, name: '', key: 'a' }],
    ['/new', { size: '0', at: `${at(60)}`, name: 'X', key: 'a' }],
    ['/new', { size: '2', name: 'X', key: 'a', time: 'soon' }],
    ['/walk-in', { size: 'many' }],
    [`/bookings/${id}/move`, { size: '-1' }],
    [`/bookings/${id}/move`, { time: '25:99' }],
    [`/bookings/${id}/extend`, { time: '' }],
  ] as const)
    expect([path, (await anna.post(path, fields)).status]).toEqual([path, 422]);
  for (const at9 of ['9'.repeat(20), '-1', '1e9', 'NaN'])
    expect((await anna.post(`/bookings/${id}/extend`, { until: at9, seen: 'x' })).status).toBe(422);
  expect(world.faults).toEqual([]);
});

test('D11 D44 an input that the engine rejects leads back to the form with the typed values', async () => {
  const world = await aConsoleWorld();
  const anna = await world.person('Anna');
  const booking = { size: '2', at: `${at(60)}`, name: 'Ek', phone: '070 1' };
  for (const wrong of [
    { email: 'a@b.c d' },
    { email: 'a@@b.se' },
    { tables: '["gone"]' },
    { key: 'x'.repeat(200) },
  ]) {
    const again = await anna.post('/new', { ...booking, key: 'a', ...wrong });
    expect([again.status, again.html.includes('value="070 1"')], JSON.stringify(wrong)).toEqual([422, true]);
  }
  const walkIn = await anna.post('/walk-in', { size: '2', tables: '["gone"]', key: 'b', name: 'Ek' });
  expect([walkIn.status, walkIn.html.includes('value="Ek"')]).toEqual([422, true]);
  expect((await anna.get('/new?table=gone')).status).toBe(200);
  expect(await world.engine.operator.at(LOCATION_ID).bookings.list()).toEqual([]);
  expect(world.faults).toEqual([]);
});

test('D44 a host opens again what was closed for now, and a manager whatever was closed', async () => {
  const world = await aConsoleWorld();
  const [host, manager] = [await world.person('Anna'), await world.person('Bo', 'manager')];
  const { id } = await world.engine.operator.at(LOCATION_ID).closures.add({
    from: '2026-12-24',
    to: '2026-12-26',
    reason: null,
  });
  const closures = async () => (await world.engine.operator.locations.read(LOCATION_ID)).closures;
  expect((await host.post(`/close/${id}/open`)).status).toBe(403);
  expect(await closures()).toHaveLength(1);
  expect((await manager.post(`/close/${id}/open`)).status).toBe(303);
  expect(await closures()).toEqual([]);
});
