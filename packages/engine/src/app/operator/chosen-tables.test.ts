import { beforeEach, expect, test } from 'vitest';
import {
  aProcess,
  aReceiver,
  type Process,
  type Receiver,
  type VirtualClock,
  virtualClock,
} from '../../../test-support/process.ts';
import {
  aCaller,
  aLocation,
  aRequest,
  aTable,
  FRIDAY,
  FRIDAY_MS,
  LOCATION_ID,
} from '../../contract/fixtures.ts';
import { type Booking, found } from '../../core/booking/booking.ts';
import { beforeLatest } from '../../core/booking/history.ts';
import { HOUR_MS } from '../../core/instant.ts';

const SIX_MS = FRIDAY_MS + 17 * HOUR_MS;

let clock: VirtualClock;
let here: Process;
let receiver: Receiver;

beforeEach(async () => {
  clock = virtualClock();
  receiver = aReceiver();
  here = aProcess(clock, { webhooks: receiver });
  const tables = [aTable('A'), aTable('B'), aTable('C', { seatsMin: 1, seatsMax: 2 })];
  await aLocation(here.shared, { floorPlan: { tables, combinations: [], wastedSeatsMax: null } });
  await here.engine.operator.webhooks.add({ partner: 'acme', url: 'https://acme.example/hook' });
});

const bookings = () => here.engine.operator.at(LOCATION_ID).bookings;
const find = async (id: string): Promise<Booking> => found(await here.shared.bookings.find(id, null));

async function booked(partySize: number, startMs = SIX_MS): Promise<Booking> {
  const made = await here.engine
    .partner(aCaller())
    .createBooking(LOCATION_ID, aRequest(startMs, { partySize }));
  if (made.kind !== 'booked') throw new Error(made.kind);
  return made.booking;
}

/** The events of a booking sent to the partner, in order. */
async function events(id: string): Promise<readonly string[]> {
  await here.engine.background.deliverDue();
  return receiver.posts
    .filter(({ body }) => body.includes(id))
    .map(({ body }) => (JSON.parse(body) as { readonly type: string }).type);
}

test('D38 a booking with chosen tables gets them and is pinned; the one before it moves, and no partner is notified', async () => {
  const early = await booked(4);
  const [taken] = early.tables;
  const choice = { tables: [taken!] };
  const made = await bookings().create(aRequest(SIX_MS + HOUR_MS, { partySize: 3 }), choice);
  expect(made).toMatchObject({ kind: 'booked', booking: { tables: [taken], pinned: true } });
  const moved = await find(early.id);
  expect(moved.tables).not.toEqual(early.tables);
  expect(beforeLatest(moved)).toEqual(early);
  expect(await events(early.id)).toEqual(['booking.created']);
});

test('D38 the same idempotency key is the same booking, for any chosen tables', async () => {
  const request = { ...aRequest(SIX_MS), idempotencyKey: 'once' };
  const first = await bookings().create(request, { tables: ['A'] });
  expect(await bookings().create(request, { tables: ['B'] })).toEqual({
    kind: 'replayed',
    booking: first.kind === 'booked' && first.booking,
  });
});

test('D38 a partner is notified of another time and not of other tables; repeating has no further effect', async () => {
  const { id } = await booked(2);
  expect(await bookings().assign(id, { tables: ['B'] })).toMatchObject({
    kind: 'changed',
    booking: { pinned: true },
  });
  expect(await bookings().assign(id, { tables: ['B'] })).toMatchObject({ kind: 'unchanged' });
  expect(await events(id)).toEqual(['booking.created']);
  const later = await bookings().move(id, { startMs: SIX_MS + HOUR_MS }, { tables: ['A'] });
  expect(later).toMatchObject({ kind: 'changed', booking: { startMs: SIX_MS + HOUR_MS, tables: ['A'] } });
  expect(await events(id)).toEqual(['booking.created', 'booking.updated']);
});

test('D38 a booking that cannot move is listed, and no booking changes', async () => {
  const [two, four, other] = [await booked(2), await booked(4), await booked(4)];
  const before = await Promise.all([two, four, other].map(({ id }) => find(id)));
  const late = await bookings().create(aRequest(SIX_MS, { partySize: 3 }), {
    tables: four.tables,
  });
  expect(late).toEqual({ kind: 'refused', reason: 'tables', inTheWay: [four.id] });
  await bookings().pin(two.id, true);
  expect(await bookings().assign(four.id, { tables: ['C'], force: true })).toEqual({
    kind: 'refused',
    reason: 'tables',
    inTheWay: [two.id],
  });
  expect(beforeLatest(await find(two.id)), 'pinned, and nothing else').toEqual(before[0]);
  expect(await Promise.all([four, other].map(({ id }) => find(id)))).toEqual(before.slice(1));
  expect(await here.engine.operator.at(LOCATION_ID).demand.read({ from: FRIDAY, to: FRIDAY })).toMatchObject({
    demand: { total: { requests: 0 } },
  });
});

test('D38 unsuitable tables need force; an unknown table cannot be forced', async () => {
  const { id } = await booked(4);
  expect(await bookings().assign(id, { tables: ['C'] })).toEqual({ kind: 'refused', reason: 'party_size' });
  expect(await bookings().assign(id, { tables: ['A', 'B'] })).toEqual({
    kind: 'refused',
    reason: 'party_size',
  });
  expect(await bookings().assign(id, { tables: ['A', 'B'], force: true })).toMatchObject({
    booking: { tables: ['A', 'B'] },
  });
  const huge = await bookings().create(aRequest(SIX_MS + 2 * HOUR_MS, { partySize: 40 }), {
    tables: ['A', 'B', 'C'],
    force: true,
  });
  expect(huge).toMatchObject({ kind: 'booked' });
  for (const tables of [[], ['A', 'A'], ['Z']])
    await expect(bookings().assign(id, { tables, force: true })).rejects.toMatchObject({
      code: 'invalid_request',
      path: ['tables'],
    });
  await bookings().cancel(id);
  await expect(bookings().assign(id, { tables: ['A'] })).rejects.toMatchObject({ code: 'conflict' });
});
