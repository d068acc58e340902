/** What a storage promises of holds (D35) and of parties that wait (D36): rows of the bookings that are read whole, and several of which one step may save. */
import assert from 'node:assert/strict';
import type { Booking } from '../core/booking/booking.ts';
import { evolve } from '../core/booking/evolve.ts';
import type { Snapshot } from '../core/booking/diary.ts';
import { HOUR_MS, MINUTE_MS } from '../core/time/interval.ts';
import type { ContractCase } from './contract-case.ts';
import { spread } from './contract-case.ts';
import {
  aBooking,
  aDelivery,
  aLocation,
  aScope,
  FRIDAY_MS,
  LOCATION_ID,
  OTHER_LOCATION_ID,
  save,
} from './fixtures.ts';

const NOBODY = { name: '', email: null, phone: null, notes: null, language: null };

/** Table `A` for two on Friday at six, for nobody yet. */
function aHold(id: string, given: Partial<Booking> = {}): Booking {
  return aBooking(id, { kind: 'hold', guest: NOBODY, terms: { keyId: 'k', waitingId: null }, ...given });
}

/** Two who would come on Friday at six, or an hour later. */
function aWaiting(id: string, given: Partial<Booking> = {}): Booking {
  const startMs = FRIDAY_MS + 18 * HOUR_MS;
  const endMs = startMs + MINUTE_MS;
  const terms = { toMs: startMs + HOUR_MS, mode: 'offer', position: 1, holdId: null } as const;
  return aBooking(id, { kind: 'waiting', tables: [], endMs, blockedUntilMs: endMs, terms, ...given });
}

const ids = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id);

export const pendingCases: readonly ContractCase[] = [
  {
    name: 'bookings: the diary that begins where somebody waits shows the party, also where no table was ever held',
    async run(harness) {
      const { storage } = harness;
      const location = await aLocation(storage);
      const waiting = aWaiting('wt_1');
      await storage.bookings.amend(aScope(location), save({ booking: waiting }));
      const { startMs } = waiting;
      for (const opening of harness.openings) {
        const diary = (from: number) =>
          opening.bookings.diary(LOCATION_ID, { startMs: from, endMs: from + HOUR_MS });
        assert.deepEqual(ids(await diary(startMs)), ['wt_1']);
        assert.deepEqual(ids(await diary(startMs + MINUTE_MS)), []);
      }
    },
  },
  {
    name: 'bookings: holds and who waits are stored whole, and found by themselves as long as they are live',
    async run(harness) {
      const { storage } = harness;
      const location = await aLocation(storage);
      const other = await aLocation(storage, {}, OTHER_LOCATION_ID);
      const hold = aHold('hd_2');
      const waiting = aWaiting('wt_1', { partnerBookingRef: 'R1' });
      const elsewhere = aHold('hd_1', { locationId: other.id });
      await storage.bookings.amend(aScope(location), save({ booking: hold }));
      await storage.bookings.amend(aScope(location), save({ booking: waiting }));
      await storage.bookings.amend(aScope(location), save({ booking: aBooking('bk_1', { tables: ['B'] }) }));
      await storage.bookings.amend(aScope(other), save({ booking: elsewhere }));
      for (const opening of harness.openings) {
        assert.deepEqual(await opening.bookings.pending(LOCATION_ID), [hold, waiting]);
        assert.deepEqual(ids(await opening.bookings.pending(null)), ['hd_1', 'hd_2', 'wt_1']);
        assert.deepEqual(await opening.bookings.find('wt_1', null), waiting);
      }
      await storage.bookings.amend(
        aScope(location, { named: { bookingId: 'hd_2' } }),
        save({ booking: { ...hold, status: 'completed' } }),
      );
      assert.deepEqual(ids(await storage.bookings.pending(LOCATION_ID)), ['wt_1']);
      assert.deepEqual(await storage.bookings.find('hd_2', null), { ...hold, status: 'completed' });
    },
  },
  {
    name: 'bookings: one step saves several rows, of which some leave the tables that others take, or none of them',
    async run(harness) {
      const { storage } = harness;
      const location = await aLocation(storage);
      const hold = aHold('hd_1');
      const waiting = aWaiting('wt_1');
      const firm = aBooking('bk_1', { tables: ['B'] });
      for (const booking of [hold, waiting, firm])
        await storage.bookings.amend(aScope(location), save({ booking }));
      const booked = aBooking('bk_9', { idempotencyKey: 'k', tables: ['B'] });
      const change = {
        booking: booked,
        others: [
          { ...hold, status: 'completed' },
          { ...waiting, status: 'completed', terms: { ...waiting.terms!, holdId: 'hd_2' } },
          aHold('hd_2', { tables: ['C'], terms: { keyId: null, waitingId: 'wt_1' } }),
        ],
        reseatings: [{ bookingId: 'bk_1', tables: ['A'] }],
        deliveries: [aDelivery('d')],
      } as const;
      const whole = aScope(location, { whole: true });
      const broken = { ...change, others: [...change.others, aHold('hd_3', { tables: ['C'] })] };
      await assert.rejects(storage.bookings.amend(whole, save(broken)), 'two at one table');
      assert.deepEqual(await storage.bookings.pending(null), [hold, waiting]);
      assert.equal(await storage.bookings.find('bk_9', null), null);

      await storage.bookings.amend(whole, save(change));
      const on = spread(harness);
      for (const [i, row] of [booked, ...change.others].entries())
        assert.deepEqual(await on(i).bookings.find(row.id, null), row);
      assert.deepEqual((await on(1).bookings.find('bk_1', null))?.tables, ['A']);
      assert.deepEqual(ids(await on(2).bookings.pending(LOCATION_ID)), ['hd_2']);
    },
  },
  {
    name: 'bookings: a scope that asks for it is shown the rows whole, also those that steps before it in its transaction have left',
    async run({ storage }) {
      const location = await aLocation(storage);
      const first = aBooking('bk_1', {
        tables: ['A'],
        guest: { ...NOBODY, name: 'Alva', phone: '+46 70 1' },
      });
      const early = aBooking('bk_0', { startMs: FRIDAY_MS + 11 * HOUR_MS, endMs: FRIDAY_MS + 12 * HOUR_MS });
      const waiting = aWaiting('wt_1');
      for (const booking of [first, waiting, early])
        await storage.bookings.amend(aScope(location), save({ booking }));
      const interval = { startMs: FRIDAY_MS + 18 * HOUR_MS, endMs: FRIDAY_MS + 24 * HOUR_MS };
      const scope = aScope(location, { interval, whole: true });
      const changes = [
        { reseatings: [{ bookingId: 'bk_1', tables: ['B'] }] },
        { booking: aBooking('bk_2', { tables: ['A'] }), others: [{ ...waiting, partySize: 4 }] },
        { others: [{ ...waiting, partySize: 4, status: 'cancelled' as const }] },
        {},
      ];
      const seen = await Promise.all(
        changes.map((change) =>
          storage.bookings.amend(scope, (snapshot) => ({ ...change, result: { snapshot, change } })),
        ),
      );
      let expected: Snapshot = {
        bookings: seen[0]!.result.snapshot.bookings,
        named: null,
        rows: new Map([first, waiting].map((row) => [row.id, row])),
      };
      for (const { result } of seen) {
        assert.deepEqual(sorted(result.snapshot.rows), sorted(expected.rows));
        assert.deepEqual(
          result.snapshot.bookings.map(({ id }) => id).toSorted(),
          sorted(expected.rows).map(({ id }) => id),
        );
        expected = evolve(expected, scope, result.change);
      }
      const { result } = await storage.bookings.amend(aScope(location), (snapshot) => ({ result: snapshot }));
      assert.equal(result.rows, undefined, 'only where the scope asks for it');
    },
  },
];

function sorted(rows: Snapshot['rows']): Booking[] {
  return [...rows!.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
