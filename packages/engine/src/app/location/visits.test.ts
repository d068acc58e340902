import { beforeEach, expect, test } from 'vitest';
import {
  aPostbox,
  aProcess,
  aReceiver,
  type Postbox,
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
import { type Booking, found, NO_VISIT } from '../../core/booking/booking.ts';
import type { LocationPlan } from '../../core/location/location.ts';
import { HOUR_MS, MINUTE_MS } from '../../core/instant.ts';

const SIX_MS = FRIDAY_MS + 17 * HOUR_MS; // in Stockholm, where parties of two stay 90 minutes
const at = (minutes: number): number => SIX_MS + minutes * MINUTE_MS;

let clock: VirtualClock;
let here: Process;
let receiver: Receiver;
let postbox: Postbox;

beforeEach(async () => {
  clock = virtualClock();
  receiver = aReceiver();
  postbox = aPostbox();
  here = aProcess(clock, { webhooks: receiver, mailer: postbox });
  await here.engine.operator.webhooks.add({ partner: 'acme', url: 'https://acme.example/hook' });
});

async function aRestaurant(given: Partial<LocationPlan> = {}, ...ids: readonly string[]): Promise<void> {
  const tables = (ids.length > 0 ? ids : ['A', 'B']).map((id) =>
    aTable(id, { seatsMax: id === 'large' ? 9 : 4 }),
  );
  const floorPlan = { tables, combinations: [], wastedSeatsMax: null };
  await aLocation(here.shared, { floorPlan, freezeMinutes: 0, ...given });
}

const setClock = (ms: number): void => clock.pass(ms - clock.nowMs());
const bookings = () => here.engine.operator.at(LOCATION_ID).bookings;
const find = async (id: string): Promise<Booking> => found(await here.shared.bookings.find(id, null));
const kinds = async (id: string) => (await find(id)).history.map(({ kind }) => kind);
const visit = (given: Partial<Booking['visit']>) => ({ ...NO_VISIT, ...given });

async function booked(startMs = SIX_MS, partySize = 2): Promise<Booking> {
  const request = aRequest(startMs, { partySize });
  const made = await here.engine.partner(aCaller()).createBooking(LOCATION_ID, request);
  if (made.kind !== 'booked') throw new Error(made.kind);
  return made.booking;
}

/** The events of a booking sent to the partner, in order. */
async function payloadsOf(id: string): Promise<readonly Record<string, unknown>[]> {
  await here.engine.background.deliverDue();
  return receiver.posts
    .filter(({ body }) => body.includes(id))
    .map(({ body }) => {
      const { type, data } = JSON.parse(body) as { type: string; data: Record<string, unknown> };
      return { type, ...data };
    });
}
const eventsOf = async (id: string): Promise<readonly unknown[]> =>
  (await payloadsOf(id)).map(({ type }) => type);

/** The slots that partners are shown as available, in minutes from 18:00. */
async function free(partySize = 2): Promise<readonly number[]> {
  const day = { date: FRIDAY, partySize };
  const { answer } = await here.engine.partner(aCaller()).readAvailability(LOCATION_ID, day);
  return answer.slots
    .filter(({ available }) => available)
    .map(({ startMs }) => (startMs - SIX_MS) / MINUTE_MS);
}

test('D41 arrival, seating and leaving are recorded once, and each can be undone', async () => {
  await aRestaurant();
  const { id } = await booked();
  setClock(at(-5));
  expect(await bookings().arrive(id)).toMatchObject({
    kind: 'changed',
    booking: { visit: visit({ arrivedMs: at(-5) }) },
  });
  setClock(at(3));
  expect(await bookings().arrive(id)).toMatchObject({ kind: 'unchanged' });
  expect(await bookings().seat(id)).toMatchObject({ kind: 'changed' });
  expect(await bookings().seat(id)).toMatchObject({ kind: 'unchanged' });
  expect((await find(id)).visit).toEqual({ arrivedMs: at(-5), seatedMs: at(3), leftMs: null });
  await expect(bookings().takeBack(id, 'arrived')).rejects.toMatchObject({ code: 'conflict' });
  expect(await bookings().takeBack(id, 'seated')).toMatchObject({ kind: 'changed' });
  expect(await bookings().takeBack(id, 'seated')).toMatchObject({ kind: 'unchanged' });
  expect(await bookings().takeBack(id, 'arrived')).toMatchObject({ booking: { visit: NO_VISIT } });
  await bookings().seat(id);
  setClock(at(50));
  expect(await bookings().leave(id)).toMatchObject({
    kind: 'changed',
    booking: { status: 'completed', visit: visit({ seatedMs: at(3), leftMs: at(50) }) },
  });
  setClock(at(60));
  expect(await bookings().leave(id)).toMatchObject({ kind: 'unchanged' });
  expect(await bookings().complete(id)).toMatchObject({ kind: 'unchanged' });
  await expect(bookings().takeBack(id, 'seated')).rejects.toMatchObject({ code: 'conflict' });
  expect(await bookings().undo(id)).toMatchObject({
    booking: { status: 'confirmed', visit: visit({ seatedMs: at(3) }) },
  });
  expect(await kinds(id)).toEqual([
    'arrived', 'seated', 'visit_corrected', 'visit_corrected', 'seated', 'left', 'undone',
  ]); // prettier-ignore
});

test('D41 partners do not see visit times, only that the visit is over', async () => {
  await aRestaurant();
  const { id } = await booked();
  setClock(at(-10));
  await bookings().arrive(id);
  await bookings().seat(id);
  const read = await here.engine.partner(aCaller()).readBooking(id);
  expect([read.startMs, read.endMs, read.status]).toEqual([at(0), at(90), 'confirmed']);
  expect(await eventsOf(id)).toEqual(['booking.created']);
  setClock(at(40));
  await bookings().leave(id);
  const [created, ...later] = await payloadsOf(id);
  expect(later).toEqual([{ ...created, type: 'booking.updated', status: 'completed' }]);
});

test('D41 a table is free when its party has left, also early, and availability shows that immediately', async () => {
  await aRestaurant({}, 'A');
  const before = await free();
  const { id } = await booked();
  setClock(at(2));
  await bookings().seat(id);
  expect(await free()).toEqual(before.filter((minutes) => minutes >= 90));
  setClock(at(15));
  await bookings().leave(id);
  expect(await free()).toEqual(before.filter((minutes) => minutes >= 15));
  const next = await booked(at(15));
  expect(next.tables).toEqual(['A']);
  expect(await bookings().undo(id)).toEqual({ kind: 'refused', reason: 'tables', inTheWay: [next.id] });
  await bookings().cancel(next.id);
  expect(await bookings().undo(id)).toMatchObject({ booking: { tables: ['A'], status: 'confirmed' } });
  expect(await free()).toEqual(before.filter((minutes) => minutes >= 90));
});

test('D41 a seated party is not moved: by a booking, chosen tables, an extension or a larger size of its booking', async () => {
  await aRestaurant({}, 'A', 'B', 'large');
  const sitting = await booked();
  const [own] = sitting.tables;
  setClock(at(-1));
  await bookings().seat(sitting.id);
  const other = await bookings().create(aRequest(at(30)), { tables: [own!] });
  expect(other).toEqual({ kind: 'refused', reason: 'tables', inTheWay: [sitting.id] });
  expect(await bookings().pin(sitting.id, false)).toMatchObject({ kind: 'unchanged' });
  expect(await bookings().create(aRequest(at(30)), { tables: [own!] })).toMatchObject({
    kind: 'refused',
  });
  expect(await bookings().move(sitting.id, { partySize: 9 })).toMatchObject({ kind: 'refused' });
  await expect(bookings().move(sitting.id, { startMs: at(15) })).rejects.toMatchObject({ code: 'conflict' });
  await expect(bookings().move(sitting.id, { startMs: at(15) }, { tables: ['B'] })).rejects.toMatchObject({
    code: 'conflict',
  });
  await expect(bookings().markNoShow(sitting.id)).rejects.toMatchObject({ code: 'conflict' });
  expect(await bookings().move(sitting.id, { partySize: 4 })).toMatchObject({
    kind: 'changed',
    booking: { tables: [own], endMs: at(120) },
  });
  await bookings().takeBack(sitting.id, 'seated');
  setClock(at(-2));
  expect((await find(sitting.id)).pinned).toBe(false);
  const now = await bookings().create(aRequest(at(30)), { tables: [own!] });
  expect(now).toMatchObject({ kind: 'booked', booking: { tables: [own] } });
});

test('D41 a party seated early takes the table from then on, and the party that occupies it until then is listed', async () => {
  await aRestaurant({}, 'A');
  const early = await booked(at(0));
  const late = await booked(at(90));
  setClock(at(70));
  expect(await bookings().seat(late.id)).toEqual({ kind: 'refused', reason: 'tables', inTheWay: [early.id] });
  await bookings().leave(early.id);
  setClock(at(70) + 40_000);
  expect(await bookings().seat(late.id)).toMatchObject({ kind: 'changed', booking: { startMs: at(90) } });
  const past = await bookings().create(aRequest(at(-15)));
  expect(past).toEqual({ kind: 'refused', reason: 'tables' });
  const diary = await here.shared.bookings.diary(LOCATION_ID, { startMs: at(70), endMs: at(71) });
  expect(diary).toMatchObject([{ id: late.id, startMs: at(70), pinned: true }]);
  await expect(bookings().undo(early.id)).resolves.toMatchObject({ kind: 'refused' });
  await bookings().takeBack(late.id, 'seated');
  expect(await here.shared.bookings.diary(LOCATION_ID, { startMs: at(70), endMs: at(71) })).toEqual([]);
});

test('D41 a party is seated at other tables in one step, and their bookings get other tables', async () => {
  await aRestaurant();
  const [first, second] = [await booked(), await booked(at(30))];
  setClock(at(-1));
  const outcome = await bookings().seat(first.id, { tables: second.tables });
  expect(outcome).toMatchObject({ kind: 'changed', booking: { tables: second.tables, pinned: true } });
  expect((await find(second.id)).tables).toEqual(first.tables);
  expect(await kinds(second.id)).toEqual(['reseated']);
  expect(await eventsOf(second.id)).toEqual(['booking.created']);
});

test('D39 D41 a party without a table is seated at a suitable one, or rejected', async () => {
  await aRestaurant({}, 'A');
  const first = await booked();
  const second = await booked(at(90));
  setClock(at(60));
  await bookings().seat(first.id);
  const extended = await bookings().extend(first.id, { byMinutes: 30, force: true });
  expect(extended).toMatchObject({ kind: 'changed', booking: { endMs: at(120), blockedUntilMs: at(120) } });
  expect((await find(second.id)).tables).toEqual([]);
  setClock(at(91));
  expect(await bookings().seat(second.id)).toEqual({ kind: 'refused', reason: 'tables' });
  await bookings().leave(first.id);
  expect(await bookings().seat(second.id)).toMatchObject({ kind: 'changed', booking: { tables: ['A'] } });
});

test('D12 D41 an extended stay keeps the table: the next booking moves, the partner gets the new end, the guest no e-mail', async () => {
  await aRestaurant();
  const first = await booked();
  const next = await booked(at(90));
  expect(next.tables).toEqual(first.tables);
  setClock(at(80));
  await bookings().seat(first.id);
  await here.engine.background.deliverDue();
  const mails = postbox.taken.length;
  expect(await bookings().extend(first.id, { byMinutes: 15 })).toMatchObject({
    kind: 'changed',
    booking: { endMs: at(105), blockedUntilMs: at(105) },
  });
  expect((await find(next.id)).tables).not.toEqual(first.tables);
  expect(await eventsOf(next.id)).toEqual(['booking.created']);
  expect(await kinds(first.id)).toEqual(['seated', 'extended']);
  await here.engine.background.deliverDue();
  expect(postbox.taken).toHaveLength(mails);
  expect((await payloadsOf(first.id)).at(-1)).toMatchObject({
    type: 'booking.updated',
    endsAt: '2030-03-01T18:45:00Z',
  });
  expect(await bookings().extend(first.id, { untilMs: at(105) })).toMatchObject({ kind: 'unchanged' });
  expect(await bookings().extend(first.id, { byMinutes: -30 })).toMatchObject({ booking: { endMs: at(75) } });
  expect(await bookings().extend(first.id, { byMinutes: 15 })).toMatchObject({ booking: { endMs: at(95) } });
});

test('D41 a booking that cannot move prevents an extension; forced, it is unseated, unless its party is already there', async () => {
  await aRestaurant({ freezeMinutes: 60 }, 'A', 'B');
  const first = await booked();
  const next = await booked(at(90));
  setClock(at(80));
  const refused = { kind: 'refused', reason: 'tables', inTheWay: [next.id] };
  expect(await bookings().extend(first.id, { byMinutes: 15 })).toEqual(refused);
  expect([(await find(first.id)).endMs, (await find(next.id)).tables]).toEqual([at(90), next.tables]);
  setClock(at(90));
  await bookings().leave(first.id);
  await bookings().seat(next.id);
  expect(await bookings().undo(first.id)).toMatchObject({ kind: 'changed' });
  expect(await bookings().extend(first.id, { byMinutes: 15, force: true })).toEqual(refused);
  const block = { tables: next.tables, startMs: at(90), endMs: at(120), force: true };
  const { tables } = here.engine.operator.at(LOCATION_ID);
  expect(await tables.block(block)).toMatchObject({ inTheWay: [next.id] });
  for (const byMinutes of [0.5, -90, 24 * 60, Number.NaN]) {
    const code = byMinutes % 1 === 0 ? 'conflict' : 'invalid_request';
    await expect(bookings().extend(first.id, { byMinutes })).rejects.toMatchObject({ code });
  }
});

test('D41 only a party that is expected on this day can arrive or be seated', async () => {
  await aRestaurant();
  const { id } = await booked(SIX_MS + 24 * HOUR_MS);
  setClock(SIX_MS);
  for (const change of ['arrive', 'seat'] as const)
    await expect(bookings()[change](id)).rejects.toMatchObject({ code: 'conflict' });
  const over = await booked();
  setClock(at(90));
  await expect(bookings().seat(over.id)).rejects.toMatchObject({ code: 'conflict' });
  await bookings().cancel(over.id);
  for (const change of ['arrive', 'seat', 'leave'] as const)
    await expect(bookings()[change](over.id)).rejects.toMatchObject({ code: 'conflict' });
  await expect(bookings().extend(over.id, { byMinutes: 15 })).rejects.toMatchObject({ code: 'conflict' });
});

test('D41 a walk-in is recorded as seated immediately, and cannot start in the future', async () => {
  await aRestaurant();
  setClock(at(7) + 12_345);
  const made = await bookings().create(aRequest(at(7)), { seated: true });
  const seated = { visit: visit({ seatedMs: at(7) + 12_345 }) };
  expect(made).toMatchObject({ kind: 'booked', booking: { ...seated, pinned: false } });
  const there = await bookings().create(aRequest(at(7)), { seated: true, tables: ['B'] });
  expect(there).toMatchObject({ booking: { ...seated, pinned: true } });
  await expect(bookings().create(aRequest(at(30)), { seated: true })).rejects.toMatchObject({
    code: 'invalid_request',
  });
});
