/** Forms of the day: each action through real HTTP on every storage, its message, and its undo. */
import { versionOf } from '@bord/engine';
import { describe, expect, test } from 'vitest';
import { storageSample } from '../support/storages.ts';
import { aConsoleWorld, at, LOCATION_ID, MINUTE_MS, OTHER_ID, textOf } from './console-client.ts';

describe.each(storageSample)('on $name', (kind) => {
  test('D41 D43 D44 a party arrives, is seated, stays longer and leaves; each has a message, a one-press undo, and an author in the history', async () => {
    const world = await aConsoleWorld(kind);
    const anna = await world.person('Anna');
    const { id } = await world.booked(0, { name: 'Berg' }, { tables: ['W2'] });
    const card = `/bookings/${id}`;
    const press = (step: string, fields = {}) => anna.press(card, `${card}/${step}`, fields);
    const undo = (to: string) => anna.press(cardOf(to, card), `${card}/undo`, { as: 'latest' });
    const state = async () => {
      const { status, visit, endMs, tables } = await world.read(id);
      return [status, visit.arrivedMs !== null, visit.seatedMs !== null, (endMs - at(0)) / MINUTE_MS, tables];
    };

    const arrived = await press('arrive');
    expect([arrived.answer.status, arrived.answer.to]).toEqual([
      303,
      expect.stringContaining(`done=arrived&id=${id}`),
    ]);
    expect(await state()).toEqual(['confirmed', true, false, 120, ['W2']]);
    const seated = await press('seat');
    expect(textOf(shownIn((await anna.get(cardOf(seated.answer.to, card))).html))).toBe(
      'Berg sits at table W2 Undo Last actions',
    );
    expect(await state()).toEqual(['confirmed', true, true, 120, ['W2']]);
    await undo(seated.answer.to);
    expect(await state()).toEqual(['confirmed', true, false, 120, ['W2']]);
    await press('seat');
    const longer = await press('extend', { until: `${at(135)}` });
    expect(longer.answer.to).toContain('done=extended');
    expect(await state()).toEqual(['confirmed', true, true, 135, ['W2']]);
    const left = await press('leave');
    expect(left.answer.to).toContain('done=left');
    expect(await state()).toEqual(['completed', true, true, 135, ['W2']]);
    await press('undo', { as: 'end' });
    expect(await state()).toEqual(['confirmed', true, true, 135, ['W2']]);

    const { history } = await world.read(id);
    expect(history.map((entry) => entry.kind)).toEqual(
      ['arrived', 'seated', 'visit_corrected', 'seated', 'extended', 'left', 'undone'], // prettier-ignore
    );
    expect(new Set(history.map((entry) => entry.by))).toEqual(new Set([`staff:${anna.id}`]));
    expect(textOf((await anna.get(card)).html)).toContain('20:00 Anna: stays otherwise, 22:00 → 22:15');
    expect(world.faults).toEqual([]);
  });

  test('D38 D32 D12 moved, given another table, kept there, marked as a no-show and cancelled by forms; a cancellation asks first', async () => {
    const world = await aConsoleWorld(kind);
    const anna = await world.person('Anna');
    const { id } = await world.booked(
      0,
      { guest: { name: 'Berg', email: 'berg@example.se', language: 'sv' } },
      { tables: ['W1'] },
    );
    const card = `/bookings/${id}`;
    expect(textOf((await anna.get(card)).html)).toContain('Language Svenska');
    const moved = await anna.press(`${card}/move`, `${card}/move`, { time: '21:00', size: '4' });
    expect(moved.answer.status).toBe(303);
    expect(await world.read(id)).toMatchObject({ startMs: at(60), partySize: 4 });
    await anna.press(cardOf(moved.answer.to, card), `${card}/undo`, { as: 'latest' });
    expect(await world.read(id)).toMatchObject({
      startMs: at(0),
      partySize: 2,
      tables: ['W1'],
      pinned: true,
    });
    await anna.press(`${card}/assign`, `${card}/assign`, { tables: '["T4"]' });
    expect(await world.read(id)).toMatchObject({ tables: ['T4'], pinned: true });
    await anna.press(card, `${card}/pin`, { as: 'off' });
    expect((await world.read(id)).pinned).toBe(false);
    world.clock.pass(30 * MINUTE_MS);
    await anna.press(card, `${card}/no-show`);
    expect(await world.read(id)).toMatchObject({ status: 'no_show' });
    await anna.press(card, `${card}/undo`, { as: 'end' });
    const asks = await anna.get(`${card}/cancel`);
    const question = textOf(asks.html);
    expect(question).toContain('Cancel Berg?');
    expect(question).toContain('A mail about it goes to berg@example.se. You can undo it for 15 seconds.');
    const cancelled = await anna.press(`${card}/cancel`, `${card}/cancel`);
    expect(await world.read(id)).toMatchObject({ status: 'cancelled' });
    expect((await anna.get(cardOf(cancelled.answer.to, card))).html).toContain('data-undo');
    world.clock.pass(16_000);
    expect((await anna.get(cardOf(cancelled.answer.to, card))).html).not.toContain('data-undo');
    await world.deliver();
    // The move was undone.
    expect(world.mails.map(({ kind: about }) => about)).toEqual(['confirmation', 'cancelled']);
  });

  test('D54 e-mails wait 15 s, and an undone change sends none', async () => {
    const world = await aConsoleWorld(kind);
    const anna = await world.person('Anna');
    const { id } = await world.booked(0, { guest: { name: 'Berg', email: 'berg@example.se' } });
    const card = `/bookings/${id}`;
    let seen = 0;
    const mailed = async (): Promise<readonly string[]> => {
      await world.deliver();
      const latest = world.mails.slice(seen);
      seen += latest.length;
      return latest.map(({ kind: about }) => about);
    };
    expect(await mailed()).toEqual(['confirmation']);
    const cancel = () => anna.press(`${card}/cancel`, `${card}/cancel`);
    const undo = (to: string) => anna.press(cardOf(to, card), `${card}/undo`, { as: 'latest' });
    const first = await cancel();
    expect(await mailed()).toEqual([]);
    world.clock.pass(14_000);
    await undo(first.answer.to);
    expect(await world.read(id)).toMatchObject({ status: 'confirmed', tables: ['W1'] });
    world.clock.pass(60_000);
    expect(await mailed()).toEqual([]);
    const move = () => anna.press(`${card}/move`, `${card}/move`, { time: '21:00' });
    await move();
    world.clock.pass(14_999);
    expect(await mailed()).toEqual([]);
    world.clock.pass(1);
    expect(await mailed()).toEqual(['moved']);
    await cancel();
    world.clock.pass(15_000);
    expect(await mailed()).toEqual(['cancelled']);
    await anna.post(`${card}/undo`, { as: 'latest', seen: versionOf(await world.read(id)) });
    expect((await world.read(id)).status).toBe('cancelled');
  });

  test('D41 D10 a walk-in is two taps, needs no name, and is one however often the form is sent; so is a new booking', async () => {
    const world = await aConsoleWorld(kind);
    const anna = await world.person('Anna');
    expect((await anna.get('/walk-in')).html).toMatch(/href="[^"]*\/walk-in\?size=2"/);
    const tables = await anna.get('/walk-in?size=2');
    expect(textOf(tables.html)).toContain('2 guests: where?');
    const key = /name="key" value="([^"]+)"/.exec(tables.html)![1]!;
    const fields = { size: '2', key, tables: '["W1"]' };
    const [first, second] = [await anna.post('/walk-in', fields), await anna.post('/walk-in', fields)];
    expect([first.status, second.status, second.to]).toEqual([303, 303, first.to]);
    const bookings = await world.engine.operator.at('00000000-0000-4000-8000-0000000000a1').bookings.list();
    expect(bookings).toMatchObject([
      { tables: ['W1'], partySize: 2, guest: { name: 'Walk-in' }, visit: { seatedMs: at(0) } },
    ]);
    const { id } = bookings[0]!;
    const after = await anna.get(cardOf(first.to, `/bookings/${id}`));
    expect(textOf(shownIn(after.html))).toBe('Walk-in sits at table W1 until 22:00 Undo Last actions');
    expect(textOf(after.html)).toContain('20:00 Anna: booked');
    const bo = await world.person('Bo');
    expect((await bo.get(cardOf(first.to, `/bookings/${id}`))).html).not.toContain('data-undo');
    await anna.press(cardOf(first.to, `/bookings/${id}`), `/bookings/${id}/undo`, { as: 'made' });
    expect(await world.read(id)).toMatchObject({ status: 'cancelled' });

    const form = await anna.get('/new?size=2&day=2026-12-05');
    const booking = {
      key: /name="key" value="([^"]+)"/.exec(form.html)![1]!,
      day: '2026-12-05',
      size: '2',
      at: `${at(24 * 60)}`,
      name: 'Åkesson',
      phone: '070-123 45 67',
    };
    const made = await anna.post('/new', booking);
    expect([made.status, made.to]).toEqual([
      303,
      expect.stringMatching(/date=2026-12-05&done=booked&id=bk_/),
    ]);
    expect((await anna.post('/new', booking)).to).toBe(made.to);
    const hers = made.to.split('id=')[1]!;
    expect(await world.read(hers)).toMatchObject({
      guest: { name: 'Åkesson', email: null },
      startMs: at(24 * 60),
    });
    await world.engine.operator.staff.remove(anna.id);
    expect(textOf((await bo.get(`/bookings/${hers}`)).html)).toContain('20:00 a former colleague: booked');
    expect(world.faults).toEqual([]);
  });
});

test('D12 D31 a move has the times of the day as buttons, marked by availability; another day is shown before it is chosen', async () => {
  const world = await aConsoleWorld();
  const anna = await world.person('Anna');
  const { id } = await world.booked(0, { name: 'Berg', partySize: 6 }, { tables: ['T6'] });
  const other = await world.booked(120, { name: 'Ek', partySize: 6 }, { tables: ['T6'] });
  const card = `/bookings/${id}`;
  const timesIn = (html: string): string[] =>
    [
      ...html.matchAll(
        /<span class="choice( taken)?" ?><input type="radio" [^>]*?( checked)? ?\/?><label[^>]*>([^]*?)<\/label>/g,
      ),
    ].map(([, taken, chosen, label]) => `${textOf(label!)}${taken ? ' x' : ''}${chosen ? ' *' : ''}`);
  const { html } = await anna.get(`${card}/move`);
  expect(timesIn(html)).toEqual(
    ['20:00 *', '20:30 full x', '21:00 full x', '21:30 full x', '22:00 full x'], // prettier-ignore
  );
  // a party of four could have the other table
  const four = await anna.press(`${card}/move`, `${card}/move`, { size: '4', show: '1' });
  expect(timesIn(four.html)).toEqual(['20:00 *', '20:30', '21:00', '21:30', '22:00']);
  const tomorrow = await anna.press(`${card}/move`, `${card}/move`, { day: '2026-12-05' });
  expect([tomorrow.answer.status, (await world.read(id)).startMs]).toEqual([200, at(0)]);
  expect(textOf(tomorrow.html)).toContain('Times: Saturday 5 December');
  expect(timesIn(tomorrow.html).filter((time) => /[x*]/.test(time))).toEqual(['20:00 *']);
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(tomorrow.html)![1]!;
  const chosen = { day: '2026-12-05', at: `${at(24 * 60 + 30)}`, size: '6', time: '', seen: field('seen') };
  expect((await anna.post(`${card}/move`, chosen)).to).toContain('done=moved');
  expect(await world.read(id)).toMatchObject({ serviceDate: '2026-12-05', startMs: at(24 * 60 + 30) });
  expect((await world.read(other.id)).tables).toEqual(['T6']);
  // typed values have priority over chosen ones
  await anna.press(`${card}/move`, `${card}/move`, { time: '19:10' });
  expect(await world.read(id)).toMatchObject({ startMs: at(24 * 60 - 50) });
  const typed = await anna.get(`${card}/move`);
  expect(typed.html).toMatch(/name="time"[^>]* value="19:10"/);
  expect(world.faults).toEqual([]);
});

test('D44 undo is offered to the author for a limited time, and until the next action', async () => {
  const world = await aConsoleWorld();
  const [anna, bo] = [await world.person('Anna'), await world.person('Bo')];
  const { id } = await world.booked(0, { name: 'Berg' });
  const card = `/bookings/${id}`;
  const { answer } = await anna.press(card, `${card}/seat`);
  const offersUndo = async (person: typeof anna): Promise<boolean> =>
    (await person.get(cardOf(answer.to, card))).html.includes('data-undo');
  expect([await offersUndo(anna), await offersUndo(bo)]).toEqual([true, false]);
  world.clock.pass(6 * MINUTE_MS);
  expect(await offersUndo(anna)).toBe(false);
  const walkIn = await anna.post('/walk-in', { size: '2', tables: '["T4"]', key: 'k' });
  const made = walkIn.to.split('id=')[1]!;
  await bo.press(`/bookings/${made}/extend`, `/bookings/${made}/extend`, { until: `${at(240)}` });
  expect((await anna.get(cardOf(walkIn.to, `/bookings/${made}`))).html).not.toContain('data-undo');
  const seen = /name="seen" value="([^"]+)"/.exec((await anna.get(`/bookings/${made}`)).html)![1]!;
  await anna.post(`/bookings/${made}/undo`, { as: 'made', seen });
  expect(await world.read(made)).toMatchObject({ status: 'confirmed', endMs: at(240) });
});

test('D44 an undo that is tapped twice is done once; after anything else it says what that was', async () => {
  const world = await aConsoleWorld();
  const [anna, bo] = [await world.person('Anna'), await world.person('Bo')];
  const { id } = await world.booked(0, { name: 'Berg' }, { tables: ['W2'] });
  const card = `/bookings/${id}`;
  const seenBy = async ({ get }: typeof anna): Promise<string> =>
    /name="seen" value="([^"]+)"/.exec((await get(card)).html)![1]!;
  for (const [step, fields] of [
    ['seat', {}],
    ['move', { size: '1' }],
    ['assign', { tables: '["T4"]' }],
  ] as const) {
    await anna.press(step === 'seat' ? card : `${card}/${step}`, `${card}/${step}`, fields);
    const undo = { as: 'latest', seen: await seenBy(anna) };
    const [first, second] = [await anna.post(`${card}/undo`, undo), await anna.post(`${card}/undo`, undo)];
    expect([step, first.status, second.status, second.to]).toEqual([step, 303, 303, first.to]);
    expect(await world.read(id)).toMatchObject({ partySize: 2, tables: ['W2'], visit: { seatedMs: null } });
  }
  await anna.press(card, `${card}/arrive`);
  const undo = { as: 'latest', seen: await seenBy(anna) };
  await bo.post(`${card}/undo`, undo);
  const late = await anna.post(`${card}/undo`, undo);
  expect([late.status, textOf(late.html)]).toEqual([
    409,
    expect.stringMatching(/has changed No change .*decide again: 20:00 Bo: visit corrected/),
  ]);
});

test('D44 a link of the drawing leads back to the day as it was shown, whatever the booking’s own is', async () => {
  const world = await aConsoleWorld();
  const anna = await world.person('Anna');
  const { id } = await world.booked(0, { name: 'Berg' });
  const card = `/bookings/${id}`;
  const from = (path: string) => anna.get(card, { referer: `${world.url}/console/${path}` });
  const day = `date=2026-12-06&amp;view=list`;
  const { html } = await from(`${LOCATION_ID}?date=2026-12-06&view=list`);
  expect(html).toContain(`data-href="/console/${LOCATION_ID}/bookings/${id}?${day}"`);
  expect(html).toContain('name="view" value="list"');
  expect(html).toContain(`/bookings/${id}/move?${day}"`);
  for (const path of [`${OTHER_ID}?date=2026-12-06&view=list`, `${LOCATION_ID}/month?date=2026-12-06`])
    expect((await from(path)).html).not.toContain('2026-12-06');
});

test('D44 a fragment request gets the part of the page, for a rejection too', async () => {
  const world = await aConsoleWorld();
  const anna = await world.person('Anna');
  const { id } = await world.booked(0, { name: 'Berg' });
  const whole = await anna.get(`/bookings/${id}`);
  const part = await anna.get(`/bookings/${id}`, { 'x-bord-fragment': '1' });
  expect([whole.html.includes('<html'), part.html.includes('<html')]).toEqual([true, false]);
  expect(part.html).toContain(`data-card="${id}"`);
  expect(part.html).toContain('name="seen"');
});

/** The card with the notice, wherever the form has led. */
function cardOf(to: string, card: string): string {
  return `${card}?${to.split('?')[1]}`;
}

function shownIn(html: string): string {
  return /<div role="status" id="notice">([^]*?)<\/div>\s*<article/.exec(html)?.[1] ?? '';
}
