/** What a storage promises of plans and menus. */
import assert from 'node:assert/strict';
import { DAY_MS, HOUR_MS } from '../core/time/interval.ts';
import type { LocationPlan } from '../core/location/location.ts';
import type { ContractCase } from './contract-case.ts';
import {
  aBooking,
  aLocation,
  aPeriod,
  aPlan,
  aScope,
  FRIDAY_MS,
  LOCATION_ID,
  OTHER_LOCATION_ID,
  save,
} from './fixtures.ts';

export const locationCases: readonly ContractCase[] = [
  {
    name: 'locations: reads back a plan, counts its revisions, lists by name',
    async run({ storage }) {
      const plan = aPlan({
        name: 'Ärlig mat',
        alias: 'mat',
        brand: { colour: '#7a1f2b', logo: 'https://mat.example/logo.png' },
        areas: [{ id: 'ute', name: 'Uteserveringen' }],
        leadTimes: [{ partyMax: 4, leadTimeMinutes: 30 }],
        contact: { address: 'Storgatan 1', phone: '+46 8 123', email: 'hej@example.com' },
        servicePeriods: [
          aPeriod({
            dates: ['2030-12-24'],
            lastSeatingMinute: 1290,
            pacing: { coversPerStep: 8, partiesPerStep: null },
          }),
        ],
        guestCutoffMinutes: 0,
        guestRetentionDays: null,
        closures: [{ id: 'c1', from: '2030-01-01', to: '2030-01-02', reason: 'nyår' }],
      });
      assert.equal(await storage.locations.get(LOCATION_ID), null);
      const made = await storage.locations.put(LOCATION_ID, plan, 0, () => undefined);
      assert.deepEqual(made, { location: { ...plan, id: LOCATION_ID, revision: 1 }, created: true });
      assert.deepEqual(await storage.locations.get(LOCATION_ID), made.location);
      const changed = await storage.locations.put(LOCATION_ID, aPlan({ name: 'B' }), 0, () => undefined);
      assert.equal(changed.created, false);
      assert.equal(changed.location.revision, 2);
      await aLocation(storage, { name: 'A' }, OTHER_LOCATION_ID);
      assert.deepEqual(
        (await storage.locations.list()).map(({ name }) => name),
        ['A', 'B'],
      );
    },
  },
  {
    name: 'locations: a plan from before 0.2 is as if it said nothing of what plans have had since',
    async run({ storage }) {
      const { alias: _, areas: _areas, brand: _brand, leadTimes: _leadTimes, ...old } = aPlan();
      await storage.locations.put(LOCATION_ID, old as LocationPlan, 0, () => undefined);
      const location = { ...aPlan(), id: LOCATION_ID, revision: 1 };
      assert.deepEqual(await storage.locations.get(LOCATION_ID), location);
      assert.deepEqual(await storage.locations.list(), [location]);
    },
  },
  {
    name: 'locations: a refused plan changes nothing; the check sees the live bookings that are not over',
    async run({ storage }) {
      const location = await aLocation(storage);
      const bookings = [
        aBooking('over', { startMs: FRIDAY_MS, endMs: FRIDAY_MS + HOUR_MS }),
        aBooking('running', { startMs: FRIDAY_MS + HOUR_MS, endMs: FRIDAY_MS + HOUR_MS + 1 }),
        aBooking('ahead', { startMs: FRIDAY_MS + DAY_MS }),
        aBooking('cancelled', { startMs: FRIDAY_MS + DAY_MS, status: 'cancelled' }),
      ];
      for (const booking of bookings) await storage.bookings.amend(aScope(location), save({ booking }));
      const fault = new Error('refused');
      const change = storage.locations.put(
        LOCATION_ID,
        aPlan({ name: 'other' }),
        FRIDAY_MS + HOUR_MS,
        (live, before) => {
          assert.deepEqual(live.map(({ id }) => id).toSorted(), ['ahead', 'running']);
          assert.deepEqual(before, location);
          throw fault;
        },
      );
      await assert.rejects(change, fault);
      assert.deepEqual(await storage.locations.get(LOCATION_ID), location);
    },
  },
  {
    name: 'locations: keeps one menu for each location',
    async run({ storage }) {
      await aLocation(storage);
      assert.equal(await storage.locations.menu(LOCATION_ID), null);
      const item = { id: 'i', name: 'Räksmörgås 🦐', description: null, priceOre: 18_500, tags: ['fisk'] };
      const menu = {
        currency: 'SEK',
        categories: [{ id: 'c', name: 'Förrätter', description: 'kallt', items: [item] }],
      };
      await storage.locations.putMenu(LOCATION_ID, { currency: 'EUR', categories: [] });
      await storage.locations.putMenu(LOCATION_ID, menu);
      assert.deepEqual(await storage.locations.menu(LOCATION_ID), menu);
      assert.equal(await storage.locations.menu(OTHER_LOCATION_ID), null);
    },
  },
];
