/** The contract for the order of a partner's changes (D33). */
import type { DiaryRow } from '../core/booking/row.ts';
import assert from 'node:assert/strict';
import type { Booking } from '../core/booking/booking.ts';
import type { ChangeList, ChangesRequest } from '../core/booking/changes.ts';
import type { Location } from '../core/location/location.ts';
import { DAY_MS, SECOND_MS } from '../core/instant.ts';
import { addDays } from '../core/local-date.ts';
import type { Storage } from '../ports/storage.ts';
import { type ContractCase, spread, test } from './contract-case.ts';
import {
  aBooking,
  aLocation,
  aScope,
  FRIDAY,
  FRIDAY_MS,
  LOCATION_ID,
  OTHER_LOCATION_ID,
  save,
  aHold,
} from './fixtures.ts';

const NOON = FRIDAY_MS / SECOND_MS;
const SECOND = 1_000_000;

/** A booking at a separate table with an event in this second. */
function aChange(id: string, seconds: number, given: Partial<Booking> = {}): Booking {
  return aBooking(id, { tables: [id], lastEventSeconds: { 'booking.created': seconds }, ...given });
}

const put = (storage: Storage, location: Location, booking: DiaryRow): Promise<unknown> =>
  storage.bookings.amend(
    aScope(location, {
      locationId: booking.locationId,
      locationRevision: location.revision,
      named: { bookingId: booking.id },
    }),
    save({ booking }),
  );

const ask = (storage: Storage, given: Partial<ChangesRequest> = {}): Promise<ChangeList> =>
  storage.bookings.changes({
    channel: 'partner:acme',
    after: 0,
    limit: 100,
    filter: { locationIds: [LOCATION_ID] },
    ...given,
  });

const idsOf = ({ changes }: ChangeList): string[] => changes.map(({ booking }) => booking.id);

export const changesCases: readonly ContractCase[] = [
  test('bookings: changes are listed in the order in which they were made, each once, and whole', async (harness) => {
    const { storage } = harness;
    const location = await aLocation(storage);
    // The ids of one second are in another order, and the last change has the second of a clock that is behind.
    const [first, second, third, fourth] = [
      aChange('bk_2', NOON),
      aChange('bk_1', NOON, { status: 'cancelled' }),
      aChange('bk_4', NOON + 9),
      aChange('bk_3', NOON + 5),
    ];
    for (const booking of [first, second, third, fourth]) await put(storage, location, booking);
    const list = await ask(storage);
    assert.deepEqual(
      list.changes.map(({ booking }) => booking),
      [first, second, third, fourth],
    );
    assert.deepEqual(
      list.changes.map(({ position }) => position),
      [NOON * SECOND, NOON * SECOND + 1, (NOON + 9) * SECOND, (NOON + 9) * SECOND + 1],
    );
    assert.deepEqual([list.through, list.hasMore], [(NOON + 9) * SECOND + 1, false]);
    assert.deepEqual(await ask(storage, { after: list.through }), {
      changes: [],
      through: list.through,
      hasMore: false,
    });
    assert.deepEqual(await ask(storage), list);
  }),
  test('bookings: a change that is made after others were read comes behind them, whatever its second is', async (harness) => {
    const { storage } = harness;
    const other = spread(harness)(1);
    const location = await aLocation(storage);
    await put(storage, location, aChange('bk_1', NOON + 60));
    const { through } = await ask(storage);
    await put(other, location, aChange('bk_2', NOON));
    const list = await ask(storage, { after: through });
    assert.deepEqual(idsOf(list), ['bk_2']);
    assert.equal(list.through, through + 1);
    assert.deepEqual(idsOf(await ask(other)), ['bk_1', 'bk_2']);
  }),
  test("bookings: after a position beyond the channel's last, or for a future second, a page continues from the last position", async (harness) => {
    const { storage } = harness;
    const other = spread(harness)(1);
    const location = await aLocation(storage);
    await put(storage, location, aChange('bk_1', NOON));
    const future = { locationIds: [LOCATION_ID], changedSinceSeconds: NOON + 600 };
    const ahead = await ask(storage, { filter: future });
    assert.deepEqual(ahead, { changes: [], through: NOON * SECOND, hasMore: false });
    // The position was given before a failover that lost changes.
    assert.deepEqual(await ask(other, { after: (NOON + 600) * SECOND }), ahead);
    await put(storage, location, aChange('bk_2', NOON + 1));
    assert.deepEqual(
      (await ask(storage, { after: ahead.through })).changes.map(({ position }) => position),
      [(NOON + 1) * SECOND],
    );
    assert.deepEqual(idsOf(await ask(storage)), ['bk_1', 'bk_2']);
  }),
  test('bookings: with a second, changes of that second and later ones are listed, whatever their positions are', async (harness) => {
    const { storage } = harness;
    const location = await aLocation(storage);
    await put(storage, location, aChange('bk_1', NOON + 60));
    await ask(storage);
    for (const [id, seconds] of [
      ['bk_2', NOON],
      ['bk_3', NOON + 59],
      ['bk_4', NOON + 61],
    ] as const)
      await put(spread(harness)(1), location, aChange(id, seconds));
    const since = (seconds: number): Promise<ChangeList> =>
      ask(storage, { filter: { locationIds: [LOCATION_ID], changedSinceSeconds: seconds } });
    assert.deepEqual(idsOf(await since(NOON + 60)), ['bk_1', 'bk_4']);
    assert.deepEqual(idsOf(await since(NOON + 59)), ['bk_1', 'bk_3', 'bk_4']);
  }),
  test('bookings: a booking that has changed for the partner is listed again, after all others; a re-seated or seated one is not', async (harness) => {
    const { storage, openings } = harness;
    const location = await aLocation(storage);
    const [one, two] = [aChange('bk_1', NOON), aChange('bk_2', NOON + 1)];
    for (const booking of [one, two]) await put(storage, location, booking);
    const { through } = await ask(storage);
    // An update in the second of its creation: the maximum of its seconds is unchanged.
    const changed = {
      ...one,
      partySize: 3,
      lastEventSeconds: { ...one.lastEventSeconds, 'booking.updated': NOON },
    };
    await put(openings.at(-1)!, location, changed);
    await ask(storage); // another reader begins: the changes come after all that the first one has read
    const list = await ask(storage, { after: through });
    assert.deepEqual(list.changes, [{ booking: changed, position: through + 1 }]);
    assert.deepEqual(idsOf(await ask(storage)), ['bk_2', 'bk_1']);
    await storage.bookings.amend(
      aScope(location),
      save({ reseatings: [{ bookingId: 'bk_2', tables: ['Z'] }] }),
    );
    await put(storage, location, {
      ...two,
      tables: ['Z'],
      pinned: true,
      visit: { ...two.visit, arrivedMs: FRIDAY_MS },
    });
    assert.deepEqual(idsOf(await ask(storage, { after: list.through })), []);
    assert.deepEqual((await ask(storage)).changes[0]!.booking.tables, ['Z']);
  }),
  test('bookings: changes are those of a channel and its bookings, filtered by the query', async (harness) => {
    const { storage } = harness;
    const location = await aLocation(storage);
    const elsewhere = await aLocation(storage, {}, OTHER_LOCATION_ID);
    const monday = addDays(FRIDAY, 3);
    const own = [
      aChange('bk_1', 1),
      aChange('bk_2', 2, { partnerBookingRef: 'r' }),
      aChange('bk_3', 3, { serviceDate: monday, startMs: FRIDAY_MS + 3.75 * DAY_MS }),
    ];
    for (const booking of own) await put(storage, location, booking);
    await put(storage, elsewhere, aChange('bk_4', 4, { locationId: OTHER_LOCATION_ID }));
    await put(storage, location, aChange('bk_5', 5, { channel: 'partner:other' }));
    await put(storage, location, aChange('bk_6', 6, { channel: 'operator' }));
    await put(storage, location, aHold('hd_7', { lastEventSeconds: { 'booking.created': 7 } }));
    const wanted = async (filter: Partial<ChangesRequest['filter']>): Promise<string[]> =>
      idsOf(await ask(storage, { filter: { locationIds: [LOCATION_ID], ...filter } }));
    assert.deepEqual(await wanted({}), ['bk_1', 'bk_2', 'bk_3']);
    assert.deepEqual(await wanted({ locationIds: [LOCATION_ID, OTHER_LOCATION_ID] }), [
      'bk_1',
      'bk_2',
      'bk_3',
      'bk_4',
    ]);
    assert.deepEqual(await wanted({ locationIds: [] }), []);
    assert.deepEqual(await wanted({ from: monday }), ['bk_3']);
    assert.deepEqual(await wanted({ from: FRIDAY, to: addDays(FRIDAY, 2) }), ['bk_1', 'bk_2']);
    assert.deepEqual(await wanted({ partnerBookingRef: 'r' }), ['bk_2']);
    assert.deepEqual(idsOf(await ask(storage, { channel: 'partner:other' })), ['bk_5']);
    assert.deepEqual(idsOf(await ask(storage, { channel: 'operator' })), []);
    // Examined changes that are not wanted are before the next page.
    const { through, hasMore } = await ask(storage, { filter: { locationIds: [] } });
    assert.deepEqual([through, hasMore], [4 * SECOND, false]);
  }),
  test('bookings: consecutive lists of changes contain each change once', async (harness) => {
    const { storage } = harness;
    const location = await aLocation(storage);
    const count = 40;
    const ids = Array.from({ length: count }, (_, i) => `bk_${1000 + i}`);
    await Promise.all(
      ids.map((id, i) => put(storage, location, aChange(id, i % 7, { status: 'cancelled' }))),
    );
    const met: string[] = [];
    let list: ChangeList = { changes: [], through: 0, hasMore: true };
    for (let rounds = 0; list.hasMore; rounds++) {
      assert.ok(rounds < 10, 'there is always more');
      list = await ask(storage, { after: list.through, limit: 7 });
      met.push(...idsOf(list));
    }
    assert.equal(met.length, count);
    assert.deepEqual(new Set(met), new Set(ids));
  }),
  test('bookings: a reader during many writes has in the end seen every booking in its current state', async (harness) => {
    const { storage } = harness;
    const through = spread(harness);
    const location = await aLocation(storage);
    const last = new Map<string, number>();
    let isWriting = true;
    const writer = async (name: number): Promise<void> => {
      for (let i = 0; i < 12; i++) {
        const id = `bk_${name}_${i % 4}`;
        const date = addDays(FRIDAY, name);
        const startMs = FRIDAY_MS + name * DAY_MS;
        const booking = aChange(id, NOON, {
          serviceDate: date,
          startMs,
          partySize: i + 1,
          lastEventSeconds: { 'booking.created': NOON - name, 'booking.updated': NOON + i },
        });
        const scope = aScope(location, {
          dates: [date],
          interval: { startMs, endMs: startMs + DAY_MS },
          named: { bookingId: id },
        });
        await through(name).bookings.amend(scope, save({ booking }));
        last.set(id, i + 1);
      }
    };
    const writing = Promise.all([0, 1, 2, 3, 4, 5].map(writer)).finally(() => (isWriting = false));
    const seen = new Map<string, number>();
    const positions: number[] = [];
    let after = 0;
    for (let queries = 0, isLast = false; !isLast; queries++) {
      isLast = !isWriting;
      let list: ChangeList;
      do {
        list = await ask(through(queries), { after, limit: 5 });
        for (const { booking, position } of list.changes) {
          seen.set(booking.id, booking.partySize);
          positions.push(position);
        }
        after = list.through;
      } while (list.hasMore);
      await new Promise<void>((resolve) => setImmediate(resolve)); // a storage may answer without a pause
    }
    await writing;
    assert.deepEqual([...seen].toSorted(), [...last].toSorted());
    assert.ok(
      positions.every((position, i) => i === 0 || position > positions[i - 1]!),
      'a place was given twice',
    );
  }),
];
