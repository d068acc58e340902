import { beforeEach, expect, test } from 'vitest';
import { aProcess, type Process, type VirtualClock, virtualClock } from '../../test-support/process.ts';
import {
  aBooking,
  aCaller,
  aLocation,
  aRequest,
  aScope,
  aTable,
  FRIDAY,
  FRIDAY_MS,
  LOCATION_ID,
  save,
} from '../contract/fixtures.ts';
import { type Booking, found } from '../core/booking/booking.ts';
import { HOUR_MS, MINUTE_MS } from '../core/instant.ts';
import type { LocationPlan } from '../core/location/location.ts';
import { secretKeyOf, tokenOf } from '../core/access/secret.ts';

const SIX_MS = FRIDAY_MS + 17 * HOUR_MS;

let clock: VirtualClock;
let here: Process;

beforeEach(() => {
  clock = virtualClock();
  here = aProcess(clock);
});

const aRestaurant = (plan: Partial<LocationPlan> = {}): Promise<unknown> => aLocation(here.shared, plan);
const floor = (...tables: ReturnType<typeof aTable>[]) => ({
  floorPlan: { tables, combinations: [], wastedSeatsMax: null },
});

async function book(partySize = 2, startMs = SIX_MS, caller = aCaller()): Promise<string> {
  const made = await here.engine.partner(caller).createBooking(LOCATION_ID, aRequest(startMs, { partySize }));
  if (made.kind !== 'booked') throw new Error(`not booked: ${made.kind === 'refused' && made.reason}`);
  return made.booking.id;
}

const find = async (id: string): Promise<Booking> => found(await here.shared.bookings.find(id, null));
const linkOf = (id: string): string => tokenOf(secretKeyOf(new Uint8Array(32)), 'manage', id);
const refused = (reason: string) => ({ kind: 'refused', reason });

test('§3 §4.5 a cancellation is final, and repeating it has no further effect', async () => {
  await aRestaurant();
  const { engine } = here;
  const id = await book();
  expect(await engine.partner(aCaller()).cancelBooking(id)).toMatchObject({ kind: 'changed' });
  expect(await engine.partner(aCaller()).cancelBooking(id)).toMatchObject({ kind: 'unchanged' });
  const { complete, markNoShow, undo } = engine.operator.bookings;
  for (const change of [complete, markNoShow, undo])
    await expect(change(id)).rejects.toMatchObject({ code: 'conflict' });
  await expect(engine.operator.bookings.move(id, { partySize: 3 })).rejects.toMatchObject({
    code: 'conflict',
  });
  expect((await find(id)).status).toBe('cancelled');
});

test('§3 D12 a completed visit cannot be cancelled or marked as a no-show', async () => {
  await aRestaurant();
  const { engine } = here;
  const id = await book();
  await engine.operator.bookings.complete(id);
  expect(await engine.operator.bookings.complete(id)).toMatchObject({ kind: 'unchanged' });
  await expect(engine.partner(aCaller()).cancelBooking(id)).rejects.toMatchObject({
    code: 'not_cancellable',
  });
  await expect(engine.operator.bookings.markNoShow(id)).rejects.toMatchObject({ code: 'conflict' });
  expect(await engine.operator.bookings.undo(id)).toMatchObject({ booking: { status: 'confirmed' } });
  expect(await engine.operator.bookings.undo(id)).toMatchObject({ kind: 'unchanged' });
});

test('D12 undoing a no-show returns the same table if it is free, else another, else none', async () => {
  await aRestaurant();
  const { engine } = here;
  const id = await book();
  await engine.operator.bookings.markNoShow(id);
  expect(await engine.operator.bookings.undo(id)).toMatchObject({ booking: { tables: ['A'] } });
  await engine.operator.bookings.markNoShow(id);
  const other = await book();
  await engine.operator.bookings.pin(other, true);
  expect((await find(other)).tables).toEqual(['A']);
  expect(await engine.operator.bookings.undo(id)).toMatchObject({ booking: { tables: ['B'] } });
  await engine.operator.bookings.markNoShow(id);
  await book();
  expect(await engine.operator.bookings.undo(id)).toEqual(refused('tables'));
  expect((await find(id)).status).toBe('no_show');
});

test('D12 a booking that moves by a quarter of an hour does not block its own table', async () => {
  await aRestaurant(floor(aTable('A')));
  const id = await book();
  const to = SIX_MS + 15 * MINUTE_MS;
  expect(await here.engine.operator.bookings.move(id, { startMs: to })).toMatchObject({
    kind: 'changed',
    booking: { startMs: to, endMs: to + 90 * MINUTE_MS, tables: ['A'] },
  });
});

test('D12 a moved booking keeps its table if it fits, although another would fit better', async () => {
  await aRestaurant(floor(aTable('small', { seatsMax: 2 }), aTable('large')));
  const [first, second] = [await book(), await book()];
  expect((await find(second)).tables).toEqual(['large']);
  await here.engine.operator.bookings.cancel(first);
  await here.engine.operator.bookings.move(second, { startMs: SIX_MS + 15 * MINUTE_MS });
  expect((await find(second)).tables).toEqual(['large']);
});

test('D12 pacing applies to a guest who moves, and the covers of the booking itself do not count', async () => {
  await aRestaurant({ pacing: { coversPerStep: 5, partiesPerStep: null } });
  const [id] = [await book(2), await book(2)];
  expect(await here.engine.guest(linkOf(id)).move({ partySize: 4 })).toEqual(refused('pacing'));
  expect(await here.engine.guest(linkOf(id)).move({ partySize: 3 })).toMatchObject({ kind: 'changed' });
  expect(await here.engine.operator.bookings.move(id, { partySize: 4 })).toMatchObject({ kind: 'changed' });
});

test('D12 a guest moves and cancels until the change deadline, and to times that partners can book', async () => {
  await aRestaurant({ guestCutoffMinutes: 120 });
  const id = await book();
  const off = await here.engine.guest(linkOf(id)).move({ startMs: SIX_MS + MINUTE_MS });
  expect(off).toEqual(refused('closed'));
  clock.pass(15 * HOUR_MS - 1);
  expect(await here.engine.guest(linkOf(id)).open()).toMatchObject({
    stage: 'changeable',
    changeableUntilMs: clock.nowMs() + 1,
  });
  clock.pass(1);
  expect((await here.engine.guest(linkOf(id)).open()).stage).toBe('too_late');
  for (const tried of [
    here.engine.guest(linkOf(id)).move({ partySize: 3 }),
    here.engine.guest(linkOf(id)).cancel(),
  ])
    await expect(tried).rejects.toMatchObject({ code: 'too_late' });
  await here.engine.operator.bookings.cancel(id);
  expect(await here.engine.guest(linkOf(id)).cancel()).toMatchObject({ kind: 'unchanged' });
});

test('D27 a link opens only its own booking; links of another secret key are invalid', async () => {
  await aRestaurant();
  const [id, other] = [await book(), await book()];
  expect((await here.engine.guest(linkOf(id)).open()).booking.id).toBe(id);
  const foreign = tokenOf(secretKeyOf(new Uint8Array(32).fill(1)), 'manage', id);
  const mixed = `${other}.${linkOf(id).split('.')[1]}`;
  for (const token of [foreign, mixed, id, '', 'x.y', linkOf('bk_none')])
    await expect(here.engine.guest(token).open()).rejects.toMatchObject({ code: 'link_unknown' });
});

test('D9 a party that stays into the next date does not get a table that another party keeps there', async () => {
  await aRestaurant(floor(aTable('A'), aTable('B', { seatsMax: 2 })));
  const location = (await here.shared.locations.get(LOCATION_ID))!;
  const SATURDAY = '2030-03-02';
  const put = (id: string, given: Partial<Booking>): Promise<unknown> =>
    here.shared.bookings.amend(
      aScope(location, { dates: [FRIDAY, SATURDAY], interval: { startMs: FRIDAY_MS, endMs: FRIDAY_MS * 2 } }),
      save({ booking: aBooking(id, given) }),
    );
  const until = FRIDAY_MS + 34 * HOUR_MS;
  await put('through the night', { startMs: FRIDAY_MS + 16 * HOUR_MS, endMs: until, channel: 'operator' });
  await put('tomorrow', {
    startMs: FRIDAY_MS + 32 * HOUR_MS,
    serviceDate: SATURDAY,
    tables: ['B'],
    pinned: true,
  });
  const four = aRequest(SIX_MS, { partySize: 4 });
  expect(await here.engine.partner(aCaller()).createBooking(LOCATION_ID, four)).toEqual(refused('tables'));
});

test('D9 a booking that is pinned or within the freeze window keeps its table', async () => {
  await aRestaurant({ ...floor(aTable('A'), aTable('B', { seatsMax: 2 })), freezeMinutes: 60 });
  const { engine } = here;
  const four = aRequest(SIX_MS, { partySize: 4 });
  const [first, second] = [await book(), await book()];
  await engine.operator.bookings.cancel(first);
  expect((await find(second)).tables).toEqual(['A']);
  await engine.operator.bookings.pin(second, true);
  expect(await engine.operator.at(LOCATION_ID).bookings.create(four)).toEqual(refused('tables'));
  await engine.operator.bookings.pin(second, false);
  clock.pass(16 * HOUR_MS);
  expect(await engine.operator.at(LOCATION_ID).bookings.create(four)).toEqual(refused('tables'));
  clock.pass(-1);
  expect(await engine.operator.at(LOCATION_ID).bookings.create(four)).toMatchObject({ kind: 'booked' });
  expect(await find(second)).toMatchObject({ tables: ['B'], startMs: SIX_MS });
  expect(here.facts).toContainEqual({ kind: 'reseated', bookings: 1 });
});

test('rejected requests are recorded as demand, of partners and operators separately; chosen tables are not', async () => {
  await aRestaurant(floor(aTable('A')));
  await book();
  await here.engine.partner(aCaller()).createBooking(LOCATION_ID, aRequest(SIX_MS));
  await here.engine
    .partner(aCaller())
    .createBooking(LOCATION_ID, aRequest(SIX_MS + MINUTE_MS, { partySize: 3 }));
  await here.engine.operator.at(LOCATION_ID).bookings.create(aRequest(SIX_MS, { partySize: 4 }));
  await here.engine.operator.at(LOCATION_ID).bookings.create(aRequest(SIX_MS), { tables: ['A'] });
  const { demand } = await here.engine.operator.at(LOCATION_ID).demand.read();
  expect(demand).toMatchObject({
    total: { requests: 2, covers: 5 },
    byReason: { tables: 1, closed: 1 },
    hours: [{ weekday: 5, hour: 18, requests: 2 }],
    own: { total: { requests: 1, covers: 4 }, byReason: { tables: 1 }, hours: [{ weekday: 5, hour: 18 }] },
  });
});

test('§4.4 §5.7 a partner finds only its own bookings, and the operator lists those of a date', async () => {
  await aRestaurant();
  const [own, others] = [await book(), await book(2, SIX_MS, aCaller({ partner: 'other' }))];
  const { engine } = here;
  expect((await engine.partner(aCaller()).readBooking(own)).id).toBe(own);
  await expect(engine.partner(aCaller()).readBooking(others)).rejects.toMatchObject({
    code: 'booking_not_found',
  });
  await expect(engine.partner(aCaller()).cancelBooking(others)).rejects.toMatchObject({
    code: 'booking_not_found',
  });
  expect(await engine.operator.at(LOCATION_ID).bookings.list({ date: FRIDAY })).toHaveLength(2);
  expect(await engine.operator.at(LOCATION_ID).bookings.list({ date: '2030-03-02' })).toEqual([]);
});

test('§5.7 partners and guests have only the methods that they are allowed to call', async () => {
  await aRestaurant();
  const { engine } = here;
  expect(Object.keys(engine.partner(aCaller())).toSorted()).toEqual([
    'alternatives',
    'alternativesToConfirm',
    'alternativesToMove',
    'cancelBooking',
    'confirmHold',
    'countRequest',
    'createBooking',
    'createHold',
    'joinWaitlist',
    'leaveWaitlist',
    'listBookings',
    'moveBooking',
    'readAvailability',
    'readAvailabilityBatch',
    'readBooking',
    'readLocation',
    'readMenu',
    'readWaiting',
    'releaseHold',
    'searchAvailability',
  ]);
  expect(Object.keys(engine.guest('x')).toSorted()).toEqual([
    'acceptOffer',
    'alternatives',
    'cancel',
    'confirmAddress',
    'edit',
    'heldMove',
    'holdMove',
    'leaveWaitlist',
    'move',
    'open',
    'releaseMove',
    'times',
    'waiting',
  ]);
  expect(Object.keys(engine.visitor({ networkKey: 'x' })).toSorted()).toEqual([
    'booked',
    'change',
    'confirm',
    'confirmLink',
    'held',
    'hold',
    'mailHold',
    'openLink',
    'release',
    'restaurant',
    'restaurants',
    'times',
    'useWork',
    'wait',
    'workSecrets',
  ]);
});
