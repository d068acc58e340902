import { beforeEach, expect, test } from 'vitest';
import { aProcess, type Process, type VirtualClock, virtualClock } from '../../test-support/process.ts';
import { aCaller, aLocation, aRequest, FRIDAY_MS, LOCATION_ID } from '../contract/fixtures.ts';
import { BookingError } from '../core/errors.ts';
import { HOUR_MS } from '../core/instant.ts';
import type { SubscriberEvent } from '../core/outbox/webhook-events.ts';

let clock: VirtualClock;
let here: Process;

beforeEach(async () => {
  clock = virtualClock();
  here = aProcess(clock);
  await aLocation(here.shared);
});

const START = FRIDAY_MS + 11 * HOUR_MS;
const bookings = (process: Process = here) => process.engine.operator.at(LOCATION_ID).bookings;

async function booked(hour = 0, key = `k${hour}`): Promise<string> {
  const outcome = await bookings().create(aRequest(START + hour * HOUR_MS, { idempotencyKey: key }));
  return (outcome as { readonly booking: { readonly id: string } }).booking.id;
}

/** Takes the next events; all but the last are acknowledged. */
async function take(events: AsyncIterator<SubscriberEvent>, count: number): Promise<SubscriberEvent[]> {
  const taken: SubscriberEvent[] = [];
  while (taken.length < count) taken.push((await events.next()).value as SubscriberEvent);
  return taken;
}

const typesOf = (events: readonly SubscriberEvent[]): string[] => events.map(({ type }) => type);

test('D12 a subscriber receives the events of every channel since its registration, with the guest', async () => {
  await booked();
  const events = await here.engine.events({ name: 'crm' });
  await here.engine.partner(aCaller()).createBooking(LOCATION_ID, aRequest(START + 2 * HOUR_MS));
  const id = await booked(4);
  await bookings().move(id, { startMs: START + 5 * HOUR_MS });
  await bookings().cancel(id);
  const taken = await take(events, 4);
  expect(taken).toMatchObject([
    { type: 'booking.created', data: { channel: 'partner:acme', source: 'partner' } },
    { type: 'booking.created', data: { channel: 'operator', bookingId: id, guest: { name: 'Alva Lind' } } },
    { type: 'booking.updated', data: { bookingId: id, startsAt: expect.stringContaining('T16:00:00Z') } },
    { type: 'booking.cancelled', data: { bookingId: id, status: 'cancelled', locationId: LOCATION_ID } },
  ]);
  expect(taken[1]!.id).toBe(`${id}:booking.created:${taken[1]!.created}`);
  await events.return!();
});

test('D9 D41 D42 only subscribers receive changed tables, visit times and edits; a pin has no event', async () => {
  const events = await here.engine.events({ name: 'crm' });
  const first = await booked(0, 'a');
  const { tables } = (await here.shared.bookings.find(first, null))!;
  const other = tables[0] === 'A' ? 'B' : 'A';
  await bookings().pin(first, true);
  await bookings().assign(first, { tables: [other] });
  await bookings().edit(first, { notes: 'by the window' });
  await bookings().arrive(first);
  clock.pass(1);
  await bookings().arrive(first);
  await bookings().leave(first);
  const taken = await take(events, 5);
  expect(typesOf(taken)).toEqual([
    'booking.created',
    'booking.reseated',
    'booking.edited',
    'booking.visit',
    'booking.updated',
  ]);
  expect(taken[1]).toMatchObject({ data: { bookingId: first, tables: [other], channel: 'operator' } });
  expect(taken[3]).toMatchObject({
    data: { visit: { arrivedAt: '2030-03-01T00:00:00Z', seatedAt: null, leftAt: null } },
  });
  expect(new Set(taken.map(({ id }) => id)).size).toBe(5);
  await events.return!();
});

test('D54 a change that is undone leaves the events of both, or none', async () => {
  const events = await here.engine.events({ name: 'crm' });
  const id = await booked();
  const { tables } = (await here.shared.bookings.find(id, null))!;
  const { move, assign, pin, arrive, markNoShow, revert, cancel } = bookings();
  const changes = [
    () => move(id, { startMs: START + HOUR_MS }),
    () => assign(id, { tables: [tables[0] === 'A' ? 'B' : 'A'] }),
    () => pin(id, true),
    () => arrive(id),
    () => markNoShow(id),
  ];
  for (const change of changes) {
    await change();
    expect(await revert(id)).toMatchObject({ kind: 'changed' });
  }
  await cancel(id);
  const [, ...taken] = await take(events, 10);
  const types = ['booking.updated', 'booking.reseated', 'booking.visit', 'booking.updated'];
  expect(typesOf(taken)).toEqual([...types.flatMap((type) => [type, type]), 'booking.cancelled']);
  expect(new Set(taken.map((event) => event.id)).size).toBe(9);
  await events.return!();
});

test('D9 a booking that makes room is reported as re-seated, with all its fields', async () => {
  const made = await here.engine.partner(aCaller()).createBooking(LOCATION_ID, aRequest(START));
  const { id, tables } = (made as { booking: { id: string; tables: readonly string[] } }).booking;
  const events = await here.engine.events({ name: 'crm' });
  const block = await here.engine.operator
    .at(LOCATION_ID)
    .tables.block({ tables: [...tables], startMs: START, endMs: START + HOUR_MS, reason: 'broken' });
  expect(block).toMatchObject({ kind: 'blocked' });
  const [event] = await take(events, 1);
  const { tables: now } = (await here.shared.bookings.find(id, null))!;
  expect(now).not.toEqual(tables);
  expect(event).toMatchObject({
    type: 'booking.reseated',
    data: { bookingId: id, tables: now, channel: 'partner:acme', partySize: 2, guest: { name: 'Alva Lind' } },
  });
  await events.return!();
});

test('an event is acknowledged when the next one is requested: after break, the next reader gets the last one again', async () => {
  const events = await here.engine.events({ name: 'crm' });
  const ids = [await booked(0), await booked(2), await booked(4)];
  const seen: string[] = [];
  for await (const { data } of events) if (seen.push(data.bookingId) === 2) break;
  const again = await take(await here.engine.events({ name: 'crm' }), 2);
  expect(seen).toEqual(ids.slice(0, 2));
  expect(again.map(({ data }) => data.bookingId)).toEqual(ids.slice(1));
});

test('a second reader of a name waits until the first has ended, and another name receives all events', async () => {
  const [first, second, other] = await Promise.all(
    ['crm', 'crm', 'bi'].map((name) => here.engine.events({ name })),
  );
  const id = await booked();
  expect((await take(first!, 1))[0]!.data.bookingId).toBe(id);
  const waiting = second!.next();
  expect((await take(other!, 1))[0]!.data.bookingId).toBe(id);
  expect(await Promise.race([waiting, turns(20)])).toBe('nothing');
  await first!.return!();
  expect((await waiting).value).toMatchObject({ data: { bookingId: id } });
  await second!.return!();
  await other!.return!();
});

test('a reader that dies keeps its lease for 30 seconds', async () => {
  const dying = await here.engine.events({ name: 'crm' });
  await booked();
  await take(dying, 1);
  const next = aProcess(clock, { storage: here.shared });
  const events = await next.engine.events({ name: 'crm' });
  const waiting = events.next();
  clock.pass(29_000);
  expect(await Promise.race([waiting, turns(900)])).toBe('nothing');
  clock.pass(1001);
  expect((await waiting).value).toMatchObject({ type: 'booking.created' });
  await events.return!();
});

test('iterating ends by forget, detach and return; an invalid name is rejected', async () => {
  const forgotten = await here.engine.events({ name: 'gone' });
  const waiting = forgotten.next();
  expect(await here.engine.events.forget('gone')).toBe(true);
  expect(await here.engine.events.forget('gone')).toBe(false);
  expect(await forgotten.return!()).toMatchObject({ done: true });
  expect(await waiting).toMatchObject({ done: true });
  const events = await here.engine.events({ name: 'crm' });
  const ended = events.next();
  here.engine.detach();
  expect(await ended).toEqual({ done: true, value: undefined });
  for (const name of ['', 'a b', 'å', 'x'.repeat(61)])
    await expect(here.engine.events({ name })).rejects.toMatchObject({
      code: 'invalid_request',
      path: ['name'],
    });
});

test('events in memory do not show a guest who was erased after they were read', async () => {
  const events = await here.engine.events({ name: 'crm' });
  const ids = [await booked(0), await booked(2)];
  for (const id of ids) await bookings().cancel(id);
  expect((await take(events, 1))[0]).toMatchObject({ data: { guest: { name: 'Alva Lind' } } });
  await here.engine.operator.guests.erase('alva@example.com');
  const rest = await take(events, 3);
  expect(rest.map(({ data }) => data.guest)).toEqual([null, null, null]);
  await events.return!();
});

test('an unavailable storage is asked again', async () => {
  const events = await here.engine.events({ name: 'crm' });
  here.fail('events.read', new BookingError('unavailable'));
  await booked();
  expect((await take(events, 1))[0]).toMatchObject({ type: 'booking.created' });
  await events.return!();
});

/** Real time. */
const turns = (ms: number): Promise<'nothing'> =>
  new Promise((done) => setTimeout(() => done('nothing'), ms));
