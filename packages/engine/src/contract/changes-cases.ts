/** What a storage promises of the order in which partners see their bookings change (D33). */
import assert from 'node:assert/strict';
import type { Booking } from '../core/booking/booking.ts';
import type { ChangeList, ChangesRequest } from '../core/booking/changes.ts';
import type { Location } from '../core/location/location.ts';
import { DAY_MS, SECOND_MS } from '../core/time/interval.ts';
import { addDays } from '../core/time/local-date.ts';
import type { Storage } from '../ports/storage.ts';
import { type ContractCase, spread } from './contract-case.ts';
import {
  aBooking,
  aLocation,
  aScope,
  FRIDAY,
  FRIDAY_MS,
  LOCATION_ID,
  OTHER_LOCATION_ID,
  save,
} from './fixtures.ts';

const NOON = FRIDAY_MS / SECOND_MS;
const SECOND = 1_000_000;

/** A booking at a table of its own that was told of at a second. */
function aChange(id: string, seconds: number, given: Partial<Booking> = {}): Booking {
  return aBooking(id, { tables: [id], lastEventSeconds: { 'booking.created': seconds }, ...given });
}

const put = (storage: Storage, location: Location, booking: Booking): Promise<unknown> =>
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
  {
    name: 'bookings: changes come by their second, the earlier first, each once, and whole',
    async run({ storage }) {
      const location = await aLocation(storage);
      const [third, first, second] = [
        aChange('bk_1', NOON + 9),
        aChange('bk_2', NOON),
        aChange('bk_3', NOON, { status: 'cancelled' }),
      ];
      for (const booking of [third, first, second]) await put(storage, location, booking);
      const list = await ask(storage);
      assert.deepEqual(
        list.changes.map(({ booking }) => booking),
        [first, second, third],
      );
      assert.deepEqual(
        list.changes.map(({ position }) => position),
        [NOON * SECOND, NOON * SECOND + 1, (NOON + 9) * SECOND],
      );
      assert.deepEqual([list.through, list.hasMore], [(NOON + 9) * SECOND, false]);
      assert.deepEqual(await ask(storage, { after: list.through }), {
        changes: [],
        through: list.through,
        hasMore: false,
      });
      assert.deepEqual(await ask(storage), list);
    },
  },
  {
    name: 'bookings: what is committed after others were shown comes behind them, whatever its second says',
    async run(harness) {
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
      // And so does whatever comes after who asks with a place that nobody here has given: it was given before a failover.
      await put(storage, location, aChange('bk_3', NOON));
      const lost = (NOON + 600) * SECOND;
      assert.deepEqual(idsOf(await ask(other, { after: lost })), ['bk_3']);
    },
  },
  {
    name: 'bookings: who has changed for the partner is met again, behind all others; who was re-seated or sits is not',
    async run(harness) {
      const { storage, openings } = harness;
      const location = await aLocation(storage);
      const [one, two] = [aChange('bk_1', NOON), aChange('bk_2', NOON + 1)];
      for (const booking of [one, two]) await put(storage, location, booking);
      const { through } = await ask(storage);
      // An update in the very second in which it was made: the greatest of its seconds is the same.
      const changed = {
        ...one,
        partySize: 3,
        lastEventSeconds: { ...one.lastEventSeconds, 'booking.updated': NOON },
      };
      await put(openings.at(-1)!, location, changed);
      await ask(storage); // somebody else begins: what has changed comes behind all that the first one was shown
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
    },
  },
  {
    name: 'bookings: changes are those of a channel, of its bookings alone, and of what is queries for',
    async run({ storage }) {
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
      await put(storage, location, aChange('hd_7', 7, { kind: 'hold' }));
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
      // What was looked at and not wanted is behind whoever asks on.
      const { through, hasMore } = await ask(storage, { filter: { locationIds: [] } });
      assert.deepEqual([through, hasMore], [4 * SECOND, false]);
    },
  },
  {
    name: 'bookings: whoever asks for one list of changes after the other meets each once',
    async run({ storage }) {
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
    },
  },
  {
    name: 'bookings: who asks while many write has in the end met every booking as it stands',
    async run(harness) {
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
    },
  },
];
