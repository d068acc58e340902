import { expect, test } from 'vitest';
import { aBlockRequest, aRestaurant, SIX_MS } from '../../../test-support/blocks.ts';
import { aRequest, FRIDAY, FRIDAY_MS, LOCATION_ID } from '../../contract/fixtures.ts';
import type { Block, BlockOutcome, BlockRequest } from '../../core/booking/block.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../core/instant.ts';

test('D39 a party at a blocked table gets another table in the same step, without a message', async () => {
  const { here, tables, find, booked, posts } = await aRestaurant();
  const party = await booked(4);
  const [table, other] = party.tables[0] === 'A' ? ['A', 'B'] : ['B', 'A'];
  const before = await posts();
  const outcome = await tables.block(aBlockRequest({ tables: [table], reason: ' ' }));
  expect(outcome).toEqual({
    kind: 'blocked',
    block: expect.objectContaining({
      id: expect.stringMatching(/^bl_\w{22}$/) as string,
      reason: null,
    }) as Block,
    moved: [{ bookingId: party.id, before: [table], tables: [other] }],
    unseated: [],
    released: [],
  } satisfies BlockOutcome);
  expect(await find(party.id)).toMatchObject({
    tables: [other],
    history: [{ kind: 'reseated', by: 'cli', before: { tables: [table] } }],
  });
  expect(await posts()).toBe(before);
  expect(here.facts.filter(({ kind }) => kind === 'reseated')).toEqual([{ kind: 'reseated', bookings: 1 }]);
});

test('D39 a booking that cannot move is listed and the block fails; forced, the booking is unseated and listed as such', async () => {
  const { bookings, tables, find, booked, posts } = await aRestaurant();
  const [one, two, small] = [await booked(4), await booked(3), await booked(2)];
  const request = aBlockRequest({ tables: one.tables });
  const before = await posts();
  expect(await tables.block(request)).toEqual({
    kind: 'refused',
    inTheWay: [one.id],
    holds: [],
    blocks: [],
    possibleFromMs: expect.any(Number),
  });
  expect(await tables.blocks()).toEqual([]);
  expect(await bookings.unseated()).toEqual([]);

  const outcome = await tables.block({ ...request, force: true });
  expect(outcome).toMatchObject({
    kind: 'blocked',
    moved: [],
    unseated: [{ bookingId: one.id, before: one.tables, tables: [] }],
  });
  expect((await bookings.unseated()).map(({ id }) => id)).toEqual([one.id]);
  expect(await find(one.id)).toMatchObject({
    status: 'confirmed',
    tables: [],
    history: [{ kind: 'unseated', by: 'cli', before: { tables: one.tables } }],
  });
  expect((await bookings.sheet({ date: FRIDAY })).blocks).toMatchObject([
    { table: one.tables[0], startMs: request.startMs, endMs: request.endMs, reason: null },
  ]);

  // There is room only after another party has left.
  expect(await bookings.assign(one.id)).toMatchObject({ kind: 'refused', reason: 'tables' });
  await bookings.cancel(two.id);
  expect(await bookings.assign(one.id)).toMatchObject({
    kind: 'changed',
    booking: { tables: two.tables, pinned: false },
  });
  expect(await bookings.assign(one.id)).toMatchObject({ kind: 'unchanged' });
  expect(await bookings.unseated()).toEqual([]);
  expect((await find(one.id)).history.map(({ kind }) => kind)).toEqual(['unseated', 'assigned']);
  expect(await posts()).toBe(before + 1); // the other event is the cancellation
  expect(small.tables).toEqual(['C']);
});

test('D39 the preview of a block has the same result as the block, and changes no data', async () => {
  const { tables, find, booked, posts, here } = await aRestaurant();
  const [moved, left] = [await booked(2), await booked(4)];
  const [before, sent, facts] = [
    [await find(moved.id), await find(left.id)],
    await posts(),
    here.facts.length,
  ];
  const all = aBlockRequest({ tables: [...new Set([...moved.tables, ...left.tables])] });
  for (const force of [false, true]) {
    const preview = await tables.preview({ ...all, force });
    expect(await tables.preview({ ...all, force })).toMatchObject({ kind: preview.kind });
    expect([await find(moved.id), await find(left.id)]).toEqual(before);
    expect(await tables.blocks()).toEqual([]);
    expect([await posts(), here.facts.length]).toEqual([sent, facts]);
    const { kind, ...rest } = await tables.block({ ...all, force });
    expect(kind).toBe(force ? 'blocked' : 'refused');
    if (preview.kind === 'refused') expect({ kind, ...rest }).toEqual(preview);
    else expect(rest).toMatchObject({ moved: preview.moved, unseated: preview.unseated });
  }
});

test('D39 assigning a table can move other bookings, and tables chosen by name are kept', async () => {
  const { bookings, booked, blocked } = await aRestaurant();
  const four = await booked(4);
  await booked(4);
  await blocked({ tables: four.tables, force: true });
  expect((await bookings.unseated()).map(({ id }) => id)).toEqual([four.id]);
  expect(await bookings.assign(four.id, { tables: ['C'], force: true })).toMatchObject({
    kind: 'changed',
    booking: { tables: ['C'], pinned: true },
  });
  expect(await bookings.unseated()).toEqual([]);
});

test('D39 an unseated booking can be moved, cancelled, marked as a no-show and undone, and gets a free table or none', async () => {
  const { bookings, tables, booked, blocked } = await aRestaurant();
  const one = await booked(4);
  await booked(4);
  await booked(2);
  await bookings.pin(one.id, true);
  const block = await blocked({ tables: one.tables, force: true });
  const { id } = one;
  await expect(bookings.pin(id, true)).rejects.toMatchObject({ code: 'conflict' });
  await bookings.markNoShow(id);
  expect(await bookings.unseated()).toEqual([]);
  expect(await bookings.undo(id)).toMatchObject({ kind: 'changed', booking: { tables: [] } });
  expect(await bookings.move(id, { startMs: SIX_MS + MINUTE_MS })).toMatchObject({ kind: 'refused' });
  expect((await bookings.unseated()).map((booking) => booking.id)).toEqual([id]);
  expect(await bookings.move(id, { startMs: SIX_MS + 3 * HOUR_MS })).toMatchObject({
    kind: 'changed',
    booking: { tables: [expect.stringMatching(/[AB]/) as string], pinned: false },
  });
  await bookings.complete(id);
  await tables.unblock(block.id);
  expect(await bookings.undo(id)).toMatchObject({ booking: { tables: [expect.any(String) as string] } });
});

test('D39 unblocked tables are available; unblocking is idempotent and seats no booking', async () => {
  const { bookings, tables, booked, blocked } = await aRestaurant();
  const one = await booked(4);
  await booked(4);
  const block = await blocked({ tables: one.tables, force: true, reason: 'leg broken' });
  expect(await tables.blocks()).toEqual([block]);
  expect(await tables.unblock(block.id)).toEqual({ kind: 'unblocked', block });
  expect(await tables.unblock(block.id)).toEqual({ kind: 'unchanged', block });
  expect(await tables.blocks()).toEqual([]);
  expect((await bookings.unseated()).map(({ id }) => id)).toEqual([one.id]);
  expect(await bookings.assign(one.id)).toMatchObject({ booking: { tables: one.tables } });
  for (const id of ['bl_none', one.id])
    await expect(tables.unblock(id)).rejects.toMatchObject({ code: 'conflict' });
});

test('D39 a block over many days re-seats day by day, and must not overlap another block of its tables', async () => {
  const { bookings, tables, booked } = await aRestaurant();
  const made = [await booked(4), await booked(3, SIX_MS + DAY_MS), await booked(4, SIX_MS + 7 * DAY_MS)];
  await bookings.pin(made[2]!.id, true);
  for (const { id } of made.slice(0, 2)) await bookings.assign(id, { tables: ['A'] });
  for (const { id } of made.slice(0, 2)) await bookings.pin(id, false);
  const whole = { startMs: SIX_MS, endMs: SIX_MS + 31 * DAY_MS };
  const named = made[2]!.tables[0] === 'A' ? [made[2]!.id] : [];
  const first = await tables.block(aBlockRequest({ ...whole, force: true }));
  expect(first).toMatchObject({
    kind: 'blocked',
    moved: made.slice(0, 2).map(({ id }) => ({ bookingId: id, before: ['A'], tables: ['B'] })),
    unseated: named.map((bookingId) => ({ bookingId })),
  });
  const { block } = first as Extract<BlockOutcome, { kind: 'blocked' }>;
  const again = aBlockRequest({
    startMs: SIX_MS + 9 * DAY_MS,
    endMs: SIX_MS + 10 * DAY_MS,
    tables: ['B', 'A'],
    force: true,
  });
  expect(await tables.block(again)).toEqual({
    kind: 'refused',
    inTheWay: [],
    holds: [],
    blocks: [block.id],
    possibleFromMs: null,
  });
  expect(await bookings.create(aRequest(SIX_MS + 9 * DAY_MS), { tables: ['A'] })).toEqual({
    kind: 'refused',
    reason: 'tables',
    inTheWay: [],
    blocks: [block.id],
  });
  expect(await tables.blocks({ date: '2030-03-20' })).toEqual([block]);
  expect(await tables.blocks({ date: '2030-04-02' })).toEqual([]);
});

test('D39 the past part of a block is omitted; a block that is over, too long, or without tables is rejected', async () => {
  const { clock, tables, blocked, here } = await aRestaurant();
  clock.pass(19 * HOUR_MS + 20_000);
  expect(await blocked({ tables: ['B', 'C'], startMs: SIX_MS })).toMatchObject({
    startMs: FRIDAY_MS + 19 * HOUR_MS,
    endMs: SIX_MS + 5 * HOUR_MS,
    tables: ['B', 'C'],
  });
  const faulty: readonly (readonly [Partial<BlockRequest>, string])[] = [
    [{ tables: [] }, 'tables'],
    [{ tables: ['Z'] }, 'tables'],
    [{ tables: ['A', 'A'] }, 'tables'],
    [{ endMs: SIX_MS - HOUR_MS }, 'endMs'],
    [{ endMs: SIX_MS + HOUR_MS }, 'endMs'],
    [{ endMs: FRIDAY_MS + 19 * HOUR_MS + 31 * DAY_MS + MINUTE_MS }, 'endMs'],
    [{ endMs: SIX_MS + 5 * HOUR_MS + 1 }, 'endMs'],
    [{ startMs: Number.NaN }, 'startMs'],
    [{ startMs: SIX_MS + 1e14, endMs: SIX_MS + 1e14 + HOUR_MS }, 'startMs'],
    [{ reason: 'x'.repeat(2001) }, 'reason'],
  ];
  for (const [given, field] of faulty)
    await expect(tables.block(aBlockRequest(given)), JSON.stringify(given)).rejects.toMatchObject({
      code: 'invalid_request',
      path: [field],
    });
  const nowhere = LOCATION_ID.replace('a1', 'a9');
  const there = here.engine.operator.at(nowhere).tables;
  for (const ask of [() => there.block(aBlockRequest()), () => there.blocks()])
    await expect(ask()).rejects.toMatchObject({ code: 'location_not_found' });
});
