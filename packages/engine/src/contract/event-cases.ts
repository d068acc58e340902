import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import {
  acknowledgement,
  readerLease,
  registration,
  subscriberRemoval,
} from '../core/access/subscriber-steps.ts';
import type { Location } from '../core/location/location.ts';
import type { Storage } from '../ports/storage.ts';
import { HOUR_MS } from '../core/instant.ts';
import { type ContractCase, spread, test } from './contract-case.ts';
import { aBooking, aLocation, aScope, FRIDAY_MS, LOCATION_ID, OTHER_LOCATION_ID, save } from './fixtures.ts';

/** A change of a booking, with an event that contains `what`. */
async function change(storage: Storage, location: Location, id: string, what: string): Promise<void> {
  const booking = aBooking(id, { locationId: location.id, status: 'completed' });
  const body = JSON.stringify({
    type: 'booking.updated',
    data: { bookingId: id, what, guest: { name: 'Alva' } },
  });
  const events = [{ locationId: location.id, bookingId: id, body }];
  await storage.bookings.amend(aScope(location, { named: { bookingId: id } }), save({ booking, events }));
}

interface Read {
  readonly position: number;
  readonly bookingId: string;
  readonly what: string;
}

async function all(storage: Storage, after = 0, limit = 100): Promise<readonly Read[]> {
  const events = await storage.events.read(after, limit);
  return events.map(({ position, bookingId, body }) => {
    const { data } = JSON.parse(body) as { readonly data: { readonly what: string } };
    return { position, bookingId, what: data.what };
  });
}

const whats = (events: readonly Read[]): string[] => events.map(({ what }) => what);

/** Earlier than every event. */
const LONG_AGO = 0;

export const eventCases: readonly ContractCase[] = [
  test('events: events are stored only with a subscriber, one for each change after its registration', async (harness) => {
    const { storage } = harness;
    const location = await aLocation(storage);
    await change(storage, location, 'bk_1', 'before');
    assert.deepEqual(await all(storage), []);
    const last = await storage.events.last();
    await storage.records.amend(registration('crm', last));
    await change(storage, location, 'bk_1', 'first');
    await change(storage, location, 'bk_2', 'second');
    const read = await all(storage, last);
    assert.deepEqual(whats(read), ['first', 'second']);
    assert.deepEqual(whats(await all(storage, read[0]!.position)), ['second']);
    assert.deepEqual(whats(await all(storage, last, 1)), ['first']);
    assert.equal(await storage.events.last(), read[1]!.position);
    assert.deepEqual(await all(storage, last), read);
    await storage.records.amend(subscriberRemoval('crm'));
    await change(storage, location, 'bk_1', 'after');
    assert.deepEqual(await all(storage, last), read);
  }),
  test('events: a rejected step leaves none', async ({ storage }) => {
    const location = await aLocation(storage);
    await storage.records.amend(registration('crm', 0));
    const table = { tables: ['A'], startMs: FRIDAY_MS, endMs: FRIDAY_MS + HOUR_MS };
    const event = { locationId: LOCATION_ID, bookingId: 'bk_1', body: '{}' };
    await storage.bookings.amend(aScope(location), save({ booking: aBooking('bk_0', table) }));
    const twice = save({ booking: aBooking('bk_1', table), events: [event] });
    await assert.rejects(storage.bookings.amend(aScope(location), twice));
    assert.deepEqual(await storage.events.read(0, 10), []);
  }),
  test('events: a reader that continues from the last position misses none, and has those of a booking in order', async (harness) => {
    const { storage } = harness;
    const store = spread(harness);
    const locations = [await aLocation(storage), await aLocation(storage, {}, OTHER_LOCATION_ID)];
    await storage.records.amend(registration('crm', 0));
    const read: Read[] = [];
    const writers = [0, 1, 2, 3].map(async (i) => {
      for (let n = 0; n < 10; n++) await change(store(i), locations[i % 2]!, `bk_${i}`, String(n));
    });
    let isOver = false;
    const written = Promise.all(writers).finally(() => (isOver = true));
    const more = async (from: Storage, limit?: number): Promise<void> =>
      void read.push(...(await all(from, read.at(-1)?.position ?? 0, limit)));
    while (!isOver) {
      await more(store(read.length), 7);
      await turn();
    }
    await written;
    await more(storage);
    const numbers = Array.from({ length: 10 }, (_, n) => String(n));
    for (let i = 0; i < 4; i++)
      assert.deepEqual(whats(read.filter(({ bookingId }) => bookingId === `bk_${i}`)), numbers);
  }),
  test('events: are deleted when all subscribers have read them, or when they are too old; positions are not given again', async (harness) => {
    const { storage } = harness;
    const location = await aLocation(storage);
    for (const name of ['crm', 'bi']) await storage.records.amend(registration(name, 0));
    for (const what of ['a', 'b', 'c']) await change(storage, location, 'bk_1', what);
    const [a, b, c] = await all(storage);
    const reads = async (name: string, to: Read): Promise<void> => {
      await storage.records.amend(readerLease(name, 'r'));
      assert.equal(await storage.records.amend(acknowledgement(name, 'r', to.position)), true);
    };
    await reads('crm', c!);
    assert.equal(await storage.events.purge(LONG_AGO, 10), 0);
    await reads('bi', b!);
    assert.equal(await storage.events.purge(LONG_AGO, 1), 1);
    assert.deepEqual(await all(storage), [b, c]);
    assert.equal(await storage.events.purge(LONG_AGO, 10), 1);
    assert.equal(await storage.events.purge((await storage.nowMs()) + HOUR_MS, 10), 1);
    assert.deepEqual(await all(storage), []);
    await change(storage, location, 'bk_1', 'd');
    const [d] = await all(storage, c!.position);
    assert.equal(d?.what, 'd');
    assert.ok(a!.position < b!.position);
    for (const name of ['crm', 'bi']) await storage.records.amend(subscriberRemoval(name));
    assert.equal(await storage.events.purge(LONG_AGO, 10), 1);
  }),
  test('events: an erased guest is in none, and a removed location or booking has none', async (harness) => {
    const { storage } = harness;
    const location = await aLocation(storage);
    const other = await aLocation(storage, {}, OTHER_LOCATION_ID);
    await storage.records.amend(registration('crm', 0));
    await change(storage, location, 'bk_1', 'first');
    await all(storage);
    await change(storage, location, 'bk_1', 'second');
    await change(storage, location, 'bk_2', 'other');
    await change(storage, other, 'bk_3', 'elsewhere');
    await storage.guests.erase(['bk_1']);
    const guests = (await storage.events.read(0, 10)).map(({ bookingId, body }) => [
      bookingId,
      (JSON.parse(body) as { readonly data: { readonly guest: unknown } }).data.guest,
    ]);
    const alva = { name: 'Alva' };
    assert.deepEqual(guests, [
      ['bk_1', null],
      ['bk_1', null],
      ['bk_2', alva],
      ['bk_3', alva],
    ]);
    const nowMs = FRIDAY_MS + 1000 * HOUR_MS;
    assert.equal(await storage.locations.clear(other.id, nowMs, 10), 1);
    assert.deepEqual(whats(await all(storage)), ['first', 'second', 'other']);
    await storage.locations.remove(location.id, nowMs, () => undefined);
    assert.deepEqual(await all(storage), []);
  }),
  test('events: a subscriber has one reader at a time, until it ends or its lease is over', async (harness) => {
    const { storage } = harness;
    const { records } = storage;
    await records.amend(registration('crm', 7));
    await records.amend(registration('crm', 9));
    assert.equal(await records.amend(readerLease('other', 'r')), undefined);
    assert.equal((await records.amend(readerLease('crm', 'r1')))?.position, 7);
    assert.equal(await records.amend(readerLease('crm', 'r2')), null);
    assert.equal(await records.amend(acknowledgement('crm', 'r2', 8)), false);
    assert.equal(await records.amend(acknowledgement('crm', 'r1', 7)), true);
    assert.equal(await records.amend(readerLease('crm', 'r2')), null);
    assert.equal(await records.amend(acknowledgement('crm', 'r1', 8, true)), true);
    assert.equal((await records.amend(readerLease('crm', 'r2')))?.position, 8);
    assert.deepEqual(await records.find('subscribers', { name: 'crm' }), {
      ...(await records.list('subscribers'))[0],
      reader: 'r2',
      position: 8,
    });
    assert.equal(await records.amend(subscriberRemoval('crm')), true);
    assert.equal(await records.amend(subscriberRemoval('crm')), false);
  }),
];
