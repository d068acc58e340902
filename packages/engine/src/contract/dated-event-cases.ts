/** The contract for events about changed dates (D37). */
import { insertion } from '../core/access/records.ts';
import assert from 'node:assert/strict';
import { announceAvailability } from '../core/outbox/availability-event.ts';
import type { DeliveryRecord, Settlement } from '../core/outbox/delivery.ts';
import type { DatedDelivery } from '../core/outbox/coalesce.ts';
import type { Storage } from '../ports/storage.ts';
import { type ContractCase, idsOf, spread, test } from './contract-case.ts';
import {
  aBooking,
  aLocation,
  anAttempt,
  anEndpoint,
  aPlan,
  aScope,
  FRIDAY,
  FRIDAY_MS,
  lease,
  LOCATION_ID,
  OTHER_LOCATION_ID,
  save,
} from './fixtures.ts';

/** Slightly longer than the delay of an event about dates. */
const DELAY_MS = 5100;
const EVE = '2030-12-24';

/** An event about a range of dates, for the queue `e`. */
function changed(id: string, from: string, to = from, given: Partial<DatedDelivery> = {}): DatedDelivery {
  const change = { locationId: LOCATION_ID, ranges: [{ from, to }], changeId: `av_${id}` };
  const [delivery] = announceAvailability({ ...change, endpoints: [anEndpoint({ id: 'e' })] }, FRIDAY_MS);
  return { ...delivery!, id, ...given };
}

async function waitingIn({ outbox }: Storage, queue = 'e'): Promise<readonly DeliveryRecord[]> {
  const all = await outbox.ofQueue(queue, 100);
  return all.filter(({ state }) => state === 'waiting').toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

const idsIn = async (storage: Storage, queue?: string): Promise<readonly string[]> =>
  idsOf(await waitingIn(storage, queue));

const datesIn = ({ body }: Pick<DeliveryRecord, 'body'>): readonly string[] =>
  (JSON.parse(body) as { data: { dates: readonly string[] } }).data.dates;

const retry = (retryAfterMs: number) => (): Settlement => ({ state: 'waiting', failed: true, retryAfterMs });

async function withEndpoint(storage: Storage): Promise<void> {
  await storage.records.amend(insertion('endpoints', anEndpoint({ id: 'e' })));
}

export const datedEventCases: readonly ContractCase[] = [
  test('outbox: of events about dates one waits for a queue, a location and a date, due some seconds after the first', async (harness) => {
    const { storage, pass } = harness;
    await withEndpoint(storage);
    await storage.outbox.add([changed('first', EVE)]);
    await storage.outbox.add([changed('second', EVE), changed('another date', '2030-12-25')]);
    await storage.outbox.add([
      changed('another queue', EVE, EVE, { queue: 'f' }),
      changed('elsewhere', EVE, EVE, { locationId: OTHER_LOCATION_ID }),
    ]);
    assert.deepEqual(await idsIn(storage), ['another date', 'elsewhere', 'first']);
    assert.deepEqual(await idsIn(storage, 'f'), ['another queue']);
    assert.deepEqual(await lease(storage), []);
    const next = await storage.outbox.nextDueInMs();
    assert.ok(next !== null && next > 0 && next <= 5000, `${next}`);
    await pass(DELAY_MS);
    const leased = await lease(storage);
    assert.deepEqual(idsOf(leased).toSorted(), ['another date', 'another queue', 'elsewhere', 'first']);
    assert.equal(leased.find(({ id }) => id === 'first')!.body, changed('first', EVE).body);
  }),
  test('outbox: a leased event about dates does not cover a later change, and is not sent again with its event', async (harness) => {
    const { storage, pass } = harness;
    await withEndpoint(storage);
    await storage.outbox.add([changed('first', EVE)]);
    await pass(DELAY_MS);
    const [first] = await lease(storage);
    await storage.outbox.add([changed('second', EVE)]);
    await storage.outbox.add([changed('third', EVE)]);
    assert.deepEqual(await idsIn(storage), ['first', 'second']);
    assert.equal(await storage.outbox.settle(first!, anAttempt(), retry(20_000)), true);
    assert.deepEqual(await idsIn(storage), ['second']);
    await pass(DELAY_MS);
    assert.deepEqual(await lease(storage), [], 'the pause is kept');
    await pass(15_000);
    const [second] = await lease(storage);
    assert.equal(second!.id, 'second');
    assert.equal(await storage.outbox.settle(second!, anAttempt(), retry(20_000)), true);
    assert.deepEqual(await idsIn(storage), ['second'], 'without a later one it is sent again');
  }),
  test('outbox: an event about dates is not sent again where a later one that says as much is in hand', async (harness) => {
    const { storage, pass } = harness;
    await withEndpoint(storage);
    await storage.outbox.add([changed('first', EVE)]);
    await pass(DELAY_MS);
    const [first] = await lease(storage);
    await storage.outbox.add([changed('second', '2030-12-23', EVE)]);
    await pass(DELAY_MS);
    const [second] = await lease(storage);
    await storage.outbox.settle(first!, anAttempt(), retry(20_000));
    assert.deepEqual(await idsIn(storage), ['second']);
    await storage.outbox.settle(second!, anAttempt(), retry(20_000));
    assert.deepEqual(await idsIn(storage), ['second']);
    assert.deepEqual(datesIn((await waitingIn(storage))[0]!), ['2030-12-23', EVE]);
  }),
  test('outbox: after the event of a range failed, a fresh one of its dates covers all of them', async (harness) => {
    const { storage, pass } = harness;
    await withEndpoint(storage);
    await storage.outbox.add([changed('range', '2030-12-22', '2030-12-26')]);
    await pass(DELAY_MS);
    const [range] = await lease(storage);
    const ofDates = ['2030-12-23', '2030-12-25', '2030-12-27'].map((date) => changed(`on ${date}`, date));
    await storage.outbox.add([...ofDates, changed('another queue', EVE, EVE, { queue: 'f' })]);
    await storage.outbox.settle(range!, anAttempt(), retry(20_000));
    const [merged, beside, ...others] = await waitingIn(storage);
    assert.ok(['on 2030-12-23', 'on 2030-12-25'].includes(merged!.id), merged!.id);
    assert.deepEqual([beside!.id, others], ['on 2030-12-27', []]);
    const all = ['2030-12-22', '2030-12-23', EVE, '2030-12-25', '2030-12-26'];
    assert.deepEqual(datesIn(merged!), all);
    assert.equal((JSON.parse(merged!.body) as { id: string }).id, merged!.eventId);
    assert.deepEqual([merged!.failures, merged!.attempts], [0, []]);
    await storage.outbox.add([changed('within', '2030-12-22')]);
    assert.deepEqual(await idsIn(storage), [merged!.id, beside!.id], 'it speaks for changes on all of them');
    await pass(DELAY_MS);
    const soon = await lease(storage);
    assert.deepEqual(idsOf(soon).toSorted(), ['another queue', 'on 2030-12-27']);
    await pass(15_000);
    const [later, ...more] = await lease(storage);
    assert.deepEqual([later!.id, datesIn(later!), more], [merged!.id, all, []]);
  }),
  test('outbox: an event about dates that replaces one of a range says what waits on its other dates too', async (harness) => {
    const { storage, pass } = harness;
    await withEndpoint(storage);
    await storage.outbox.add([changed('range', '2030-12-22', '2030-12-25')]);
    await pass(DELAY_MS);
    await lease(storage, { leaseMs: 1000 });
    await storage.outbox.add([changed('a date', '2030-12-25'), changed('beside', '2030-12-26')]);
    await pass(1100);
    assert.deepEqual(
      await idsIn(storage),
      ['a date', 'beside', 'range'],
      'the worker that leased it has ended',
    );
    await storage.outbox.add([changed('another', '2030-12-22')]);
    const [another, beside, ...others] = await waitingIn(storage);
    assert.deepEqual([another!.id, beside!.id, others], ['another', 'beside', []]);
    assert.deepEqual(datesIn(another!), ['2030-12-22', '2030-12-23', EVE, '2030-12-25']);
  }),
  test('outbox: an event about dates that has been tried gives way to the next change, with its pause and with all attempts before it', async (harness) => {
    const { storage, pass } = harness;
    await withEndpoint(storage);
    await storage.outbox.add([changed('first', EVE)]);
    await pass(DELAY_MS);
    const [first] = await lease(storage);
    await storage.outbox.settle(first!, anAttempt(), retry(25_000));
    await storage.outbox.add([changed('second', EVE)]);
    await storage.outbox.add([changed('third', EVE)]);
    const [second, ...others] = await waitingIn(storage);
    assert.deepEqual([second!.id, second!.failures, second!.attempts, others], ['second', 0, [], []]);
    await pass(DELAY_MS);
    assert.deepEqual(await lease(storage), [], 'the pause is kept');
    await pass(20_000);
    assert.deepEqual(idsOf(await lease(storage)), ['second']);
  }),
  test('outbox: of events about ranges those with a date in common become one, which says all their dates', async (harness) => {
    const { storage } = harness;
    await withEndpoint(storage);
    await storage.outbox.add([changed('day', EVE), changed('beside', '2031-01-03')]);
    await storage.outbox.add([changed('range', '2030-12-23', '2030-12-26')]);
    assert.deepEqual(await idsIn(storage), ['beside', 'range']);
    await storage.outbox.add([changed('within', '2030-12-25')]);
    assert.deepEqual(await idsIn(storage), ['beside', 'range']);
    await storage.outbox.add([changed('wider', '2030-12-26', '2030-12-28')]);
    const [beside, wider, ...others] = await waitingIn(storage);
    assert.deepEqual([beside!.id, wider!.id, others], ['beside', 'wider', []]);
    assert.deepEqual(datesIn(wider!), [
      '2030-12-23',
      '2030-12-24',
      '2030-12-25',
      '2030-12-26',
      '2030-12-27',
      '2030-12-28',
    ]);
    assert.deepEqual(datesIn(beside!), ['2031-01-03']);
  }),
  test('outbox: an event about dates that can be withdrawn has its booking and due time, until another change takes it over', async ({
    storage,
  }) => {
    await withEndpoint(storage);
    await storage.outbox.add([changed('day', '2031-01-03')]);
    const [{ createdMs }] = (await waitingIn(storage)) as [DeliveryRecord];
    const dueMs = createdMs + 15_000;
    const ofStaff = (id: string, bookingId: string) => [changed(id, EVE, EVE, { bookingId, dueMs })];
    const first = async () => (await waitingIn(storage)).find(({ id }) => id !== 'day')!;
    await storage.outbox.add(ofStaff('first', 'bk_1'));
    await storage.outbox.add(ofStaff('again', 'bk_1'));
    assert.partialDeepStrictEqual(await first(), { id: 'first', bookingId: 'bk_1', dueMs });
    await storage.outbox.add(ofStaff('other', 'bk_2'));
    assert.partialDeepStrictEqual(await first(), { id: 'other', bookingId: 'several', dueMs });
    await storage.outbox.add([changed('soon', EVE)]);
    const soon = await first();
    assert.deepEqual([soon.id, soon.bookingId, soon.dueMs < dueMs], ['soon', null, true]);
    await storage.outbox.add(ofStaff('after it', 'bk_1'));
    assert.deepEqual(await idsIn(storage), ['day', 'soon']);
  }),
  test('bookings: a rule sees and saves further rows that its scope names, in every state', async ({
    storage,
  }) => {
    const location = await aLocation(storage);
    const ids = ['bk_named', 'bk_also'];
    for (const id of ids)
      await storage.bookings.amend(
        aScope(location),
        save({ booking: aBooking(id, { status: 'cancelled' }) }),
      );
    const scope = aScope(location, { named: { bookingId: 'bk_named' }, also: ['bk_also', 'bk_unknown'] });
    await storage.bookings.amend(scope, ({ named, also = [] }) => {
      assert.deepEqual([named!.id, idsOf(also)], ['bk_named', ['bk_also']]);
      return { result: null, others: also.map((row) => ({ ...row, status: 'no_show' })) };
    });
    assert.equal((await storage.bookings.find('bk_also', null))!.status, 'no_show');
  }),
  test('bookings: many concurrent ones write one event about their date, together with the first of them', async (harness) => {
    const { storage } = harness;
    await withEndpoint(storage);
    const location = await aLocation(storage);
    const steps = Array.from({ length: 48 }, (_, i) => {
      const startMs = FRIDAY_MS + i * 600_000;
      const times = { startMs, endMs: startMs + 600_000, blockedUntilMs: startMs + 600_000 };
      const booking = aBooking(`bk_${i}`, times);
      const deliveries = [changed(`e${i}`, FRIDAY)];
      return spread(harness)(i).bookings.amend(aScope(location), save({ booking, deliveries }));
    });
    await Promise.all(steps);
    assert.equal((await waitingIn(storage)).length, 1);
  }),
  test('locations: the events of a plan are written with it, or not at all', async ({ storage }) => {
    await withEndpoint(storage);
    await storage.locations.put(LOCATION_ID, aPlan(), 0, () => ({ deliveries: [changed('plan', EVE)] }));
    assert.deepEqual(await idsIn(storage), ['plan']);
    const refused = storage.locations.put(LOCATION_ID, aPlan(), 0, () => {
      throw new RangeError('refused');
    });
    await assert.rejects(refused, RangeError);
    await storage.locations.put(LOCATION_ID, aPlan(), 0, () => undefined);
    assert.deepEqual(await idsIn(storage), ['plan']);
  }),
];
