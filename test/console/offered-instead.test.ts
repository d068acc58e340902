/** A refusal offers other tables and times, says when a block is possible, and how long a party waits. */
import { expect, test } from 'vitest';
import { aConsoleWorld, at, LOCATION_ID, MINUTE_MS, textOf } from './console-client.ts';

const TERRACE = [{ from: '05-01', to: '09-30' }];

test('a refused table is answered with other tables at that time and other times of the date; a press keeps what was typed', async () => {
  const world = await aConsoleWorld();
  const anna = await world.person('Anna');
  const { id } = await world.booked(-30, { name: 'Berg' }, { tables: ['W1'] });
  await world.engine.operator.bookings.seat(id);
  const wish = {
    day: '2026-12-04',
    size: '2',
    tables: '["W1"]',
    at: `${at(30)}`,
    name: 'Ek',
    phone: '070 1',
    notes: 'nuts',
  };
  const { status, html } = await anna.post('/new', wish);
  expect([status, textOf(html)]).toEqual([
    409,
    expect.stringMatching(/Other tables at that time Table W2 Table T4.*Other times at any table 20:00/),
  ]);
  const other = await anna.post('/new', { ...wish, other: '["W2"]' });
  expect(other.html).toMatch(/<option value="\[&quot;W2&quot;\]"\s+selected/);
  expect(other.html).toContain(`value="${at(30)}" checked`);
  const any = await anna.post('/new', { ...wish, any: `${at(0)}` });
  expect(any.html).not.toMatch(/<option value="[^"]+"\s+selected/);
  expect(any.html).toContain(`value="${at(0)}" checked`);
  for (const answer of [other, any])
    for (const typed of ['value="Ek"', 'value="070 1"', '>\nnuts']) expect(answer.html).toContain(typed);
  expect(await world.engine.operator.at(LOCATION_ID).bookings.list()).toHaveLength(1);
  expect(world.faults).toEqual([]);
});

test('“Show times” keeps name, phone and notes; a time of another day is not booked', async () => {
  const world = await aConsoleWorld();
  const anna = await world.person('Anna');
  const typed = { name: 'Ek', phone: '070 1', notes: 'nuts', size: '2', tables: '', at: `${at(60)}` };
  const shown = await anna.post('/new', { ...typed, day: '2026-12-05', show: '1' });
  expect([shown.status, textOf(shown.html)]).toEqual([
    200,
    expect.stringContaining('Times: Saturday 5 December'),
  ]);
  for (const value of ['value="Ek"', 'value="070 1"', '>\nnuts']) expect(shown.html).toContain(value);
  expect(shown.html).not.toContain(' checked');
  expect((await anna.post('/new', { ...typed, day: '2026-12-05' })).status).toBe(422);
  expect((await anna.post('/new', { ...typed, day: '2026-12-04' })).status).toBe(303);
});

test('a new booking can have joined tables, and no table that is out of season on its day', async () => {
  const floorPlan = {
    tables: ['W1', 'W2', 'Terrace'].map((id) => ({
      id,
      seatsMin: 1,
      seatsMax: 2,
      area: null,
      online: true,
      ...(id === 'Terrace' && { when: TERRACE }),
    })),
    combinations: [
      { tables: ['W1', 'W2'], seatsMin: 3, seatsMax: 4 },
      { tables: ['W2', 'Terrace'], seatsMin: 3, seatsMax: 4 },
    ],
    wastedSeatsMax: null,
  };
  const world = await aConsoleWorld(undefined, { floorPlan });
  const anna = await world.person('Anna');
  const tablesOn = async (day: string): Promise<string> =>
    textOf(/<select id="tables"[\s\S]*?<\/select>/.exec((await anna.get(`/new?day=${day}&size=3`)).html)![0]);
  expect(await tablesOn('2026-12-04')).toBe('Any that fits Table W1 Table W2 Tables W1 + W2');
  expect(await tablesOn('2027-06-04')).toContain('Table Terrace Tables W1 + W2 Tables W2 + Terrace');
  const wish = { day: '2026-12-04', size: '3', tables: '["W1","W2"]', at: `${at(60)}`, name: 'Ek' };
  expect((await anna.post('/new', wish)).status).toBe(303);
});

test('a refused block says from when it is possible, and is possible then', async () => {
  const world = await aConsoleWorld();
  const anna = await world.person('Anna');
  const { id } = await world.booked(-60, { name: 'Berg' }, { tables: ['W1'] });
  await world.engine.operator.bookings.seat(id);
  const block = { 'table.W1': '1', for: 'from', day: '2026-12-04', from: '20:30', to: '23:00' };
  const { status, html } = await anna.post('/block', block);
  expect([status, textOf(html)]).toEqual([409, expect.stringContaining('It is possible from 21:00.')]);
  expect((await anna.post('/block', { ...block, from: '21:00' })).to).toContain('done=blocked');
  const within = await anna.post('/block', { ...block, to: '21:00' });
  expect([within.status, textOf(within.html)]).toEqual([409, expect.not.stringContaining('possible from')]);
});

test('a walk-in without a table hears how long it waits; the waitlist says which time and table became free', async () => {
  const world = await aConsoleWorld();
  const anna = await world.person('Anna');
  for (const table of ['T4', 'T6']) {
    const { id } = await world.booked(-60, { name: table, partySize: 4 }, { tables: [table] });
    await world.engine.operator.bookings.seat(id);
  }
  for (const table of ['W1', 'W2']) {
    const { id } = await world.booked(-60, { name: table }, { tables: [table] });
    await world.engine.operator.bookings.seat(id);
  }
  expect(textOf((await anna.get('/walk-in?size=4')).html)).toMatch(
    /Next: 21:00, table \w+, in about 60 min\./,
  );
  const added = await anna.post('/waitlist', {
    day: '2026-12-04',
    from: '22:00',
    size: '4',
    name: 'Roos',
    mode: 'book',
    key: 'w',
  });
  const shown = await anna.get(added.to.slice(added.to.indexOf('/waitlist')));
  expect(textOf(shown.html)).toMatch(/A table was free: Roos is booked: 22:00 · 4 guests · tables? \w+/);
});

test('a closed hour is in the day’s model with its id, and tables free now counts what staff may seat', async () => {
  const world = await aConsoleWorld();
  const anna = await world.person('Anna');
  const count = async (): Promise<string> =>
    /tables free now<\/dt>\s*<dd>(\d+)/.exec((await anna.get('')).html)?.[1] ?? 'none';
  expect(await count()).toBe('4');
  await anna.post('/close', { minutes: '60' });
  expect(await count()).toBe('4');
  const { id } = await world.booked(0, { name: 'Berg' }, { tables: ['W1'] });
  await world.engine.operator.bookings.seat(id);
  world.clock.pass(MINUTE_MS);
  expect(await count()).toBe('3');
});

test('a party that stays beyond its end is named before another is seated at its table', async () => {
  const world = await aConsoleWorld();
  const anna = await world.person('Anna');
  const berg = await world.booked(0, { name: 'Berg' }, { tables: ['W1'] });
  const lind = await world.booked(120, { name: 'Lind' }, { tables: ['W2'] });
  await anna.press(`/bookings/${berg.id}`, `/bookings/${berg.id}/seat`);
  world.clock.pass(130 * MINUTE_MS);
  const card = `/bookings/${lind.id}`;
  await anna.press(card, `${card}/arrive`);
  const warning = 'Still there: 20:00 Berg · table W1 · 10 min over';
  const shown = async (path: string): Promise<string> => textOf((await anna.get(path)).html);
  expect(await shown(card)).not.toContain(warning);
  expect(await shown(`${card}/seat`)).toContain(warning);
  expect(await shown('/walk-in?size=2')).toContain(warning);
  const preview = async (query: string): Promise<{ asks: string | null }> =>
    JSON.parse((await anna.get(`${card}/preview?${query}`)).html) as { asks: string | null };
  expect((await preview('table=W1&seat=1')).asks).toBe(warning);
  expect((await preview('table=T4&seat=1')).asks).toBeNull();
  await anna.press(`${card}/assign`, `${card}/assign`, { tables: '["W1"]' });
  expect(await shown(card)).toContain(warning);
  expect(await shown('')).toMatch(/Lind 2 guests · table W1 · .*Berg: 10 min over/);
  expect(world.faults).toEqual([]);
});

test('D54 the last actions are those of the person at the restaurant on bookings of every day', async () => {
  const world = await aConsoleWorld();
  const [anna, bo] = [await world.person('Anna'), await world.person('Bo')];
  const [today, later] = [
    await world.booked(0, { name: 'Berg' }),
    await world.booked(2 * 1440, { name: 'Lind' }),
  ];
  await anna.press(`/bookings/${today.id}`, `/bookings/${today.id}/arrive`);
  world.clock.pass(MINUTE_MS);
  await anna.press(`/bookings/${later.id}/assign`, `/bookings/${later.id}/assign`, { tables: '["W2"]' });
  for (const path of ['/recent', '/recent?date=2026-12-24']) {
    const shown = textOf((await anna.get(path)).html);
    expect(shown).toMatch(/Lind[^]*Berg/);
  }
  expect(textOf((await bo.get('/recent')).html)).not.toMatch(/Lind|Berg/);
  expect(world.faults).toEqual([]);
});
