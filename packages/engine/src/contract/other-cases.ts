/** What a storage promises of plans, keys, endpoints, the outbox, rates and the service switch. */
import assert from 'node:assert/strict';
import type { ApiKeyRecord } from '../core/api-key.ts';
import type { Endpoint } from '../core/event.ts';
import { DAY_MS, HOUR_MS } from '../core/interval.ts';
import { type ContractCase, spread } from './contract-case.ts';
import {
  aBooking,
  aDelivery,
  aLocation,
  aPeriod,
  aPlan,
  aScope,
  FRIDAY_MS,
  LOCATION_ID,
  OTHER_LOCATION_ID,
  save,
} from './fixtures.ts';

function aKey(id: string, given: Partial<ApiKeyRecord> = {}): ApiKeyRecord {
  return {
    id,
    hash: `hash of ${id}`,
    hint: 'bord_test_…abcd',
    partner: 'acme',
    scopes: ['availability:read', 'menu:read'],
    locationIds: [LOCATION_ID],
    rateLimit: 120,
    createdMs: FRIDAY_MS,
    expiresMs: null,
    revokedMs: null,
    sandboxEmail: null,
    system: null,
    ...given,
  };
}

export const otherCases: readonly ContractCase[] = [
  {
    name: 'locations: reads back a plan, counts its revisions, lists by name',
    async run({ storage }) {
      const plan = aPlan({
        name: 'Ärlig mat',
        contact: { address: 'Storgatan 1', phone: '+46 8 123', email: 'hej@example.com' },
        servicePeriods: [
          aPeriod({
            dates: ['2030-12-24'],
            lastSeatingMinute: 1290,
            pacing: { coversPerStep: 8, partiesPerStep: null },
          }),
        ],
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
  {
    name: 'keys: are found by their hash, listed by age, revoked once',
    async run({ storage }) {
      const later = aKey('key_2', {
        createdMs: FRIDAY_MS + 1,
        locationIds: null,
        expiresMs: FRIDAY_MS + DAY_MS,
        rateLimit: 7,
      });
      await storage.keys.insert(later);
      await storage.keys.insert(aKey('key_1'));
      assert.deepEqual(await storage.keys.findByHash('hash of key_2'), later);
      assert.equal(await storage.keys.findByHash('hash of key_3'), null);
      assert.deepEqual(
        (await storage.keys.list()).map(({ id }) => id),
        ['key_1', 'key_2'],
      );
      assert.equal((await storage.keys.revoke('key_1', FRIDAY_MS + 5))?.revokedMs, FRIDAY_MS + 5);
      assert.equal((await storage.keys.revoke('key_1', FRIDAY_MS + 9))?.revokedMs, FRIDAY_MS + 5);
      assert.equal((await storage.keys.findByHash('hash of key_1'))?.revokedMs, FRIDAY_MS + 5);
      assert.equal(await storage.keys.revoke('key_3', FRIDAY_MS), null);
    },
  },
  {
    name: 'keys: of 20 sandbox keys for one address at once three are made; expired and revoked ones leave room',
    async run(harness) {
      const store = spread(harness);
      const sandbox = (id: string): ApiKeyRecord =>
        aKey(id, { sandboxEmail: 'dev@example.com', expiresMs: FRIDAY_MS + DAY_MS, system: 'app' });
      const insert = (id: string, i = 0, nowMs = FRIDAY_MS): Promise<boolean> =>
        store(i).keys.insertSandbox(sandbox(id), 3, nowMs);
      const made = await Promise.all(Array.from({ length: 20 }, (_, i) => insert(`key_${i}`, i)));
      assert.equal(made.filter(Boolean).length, 3);
      assert.equal((await harness.storage.keys.list()).length, 3);
      assert.equal(
        await harness.storage.keys.insertSandbox(
          { ...sandbox('other'), sandboxEmail: 'b@example.com' },
          3,
          FRIDAY_MS,
        ),
        true,
      );
      await harness.storage.keys.revoke(`key_${made.indexOf(true)}`, FRIDAY_MS);
      assert.equal(await insert('after revoking'), true);
      assert.equal(await insert('too many'), false);
      assert.equal(await insert('after expiry', 0, FRIDAY_MS + DAY_MS), true);
    },
  },
  {
    name: 'endpoints: are found by their partner',
    async run({ storage }) {
      const plain: Endpoint = {
        id: 'e1',
        partner: 'acme',
        url: 'https://a.example/h',
        eventTypes: null,
        locationIds: null,
        includeGuest: false,
      };
      const narrow: Endpoint = {
        ...plain,
        id: 'e2',
        eventTypes: ['booking.cancelled'],
        locationIds: [LOCATION_ID],
        includeGuest: true,
      };
      for (const endpoint of [plain, narrow, { ...plain, id: 'e3', partner: 'other' }])
        await storage.endpoints.insert(endpoint);
      assert.deepEqual(
        (await storage.endpoints.ofPartner('acme')).toSorted((a, b) => a.id.localeCompare(b.id)),
        [plain, narrow],
      );
      assert.deepEqual(await storage.endpoints.ofPartner('nobody'), []);
    },
  },
  {
    name: 'outbox: leases each due delivery to one worker, unchanged; when a lease ends it is due again, and the late worker may not settle',
    async run(harness) {
      const { storage } = harness;
      const location = await aLocation(storage);
      const deliveries = Array.from({ length: 40 }, (_, i) =>
        aDelivery(`d${i}`, { body: `{"å":${i}}`, eventId: `e:${i}` }),
      );
      await storage.bookings.amend(aScope(location), save({ booking: aBooking('bk_1'), deliveries }));
      const store = spread(harness);
      const leased = (
        await Promise.all(Array.from({ length: 8 }, (_, i) => store(i).outbox.lease(10, 2000)))
      ).flat();
      assert.equal(leased.length, 40);
      assert.equal(new Set(leased.map(({ id }) => id)).size, 40);
      const { attempt, ...first } = leased.find(({ id }) => id === 'd0')!;
      assert.equal(attempt, 1);
      assert.deepEqual(first, deliveries[0]);
      assert.deepEqual(await storage.outbox.lease(10, 2000), []);

      assert.equal(await storage.outbox.settle('d1', 1, { kind: 'delivered' }), true);
      await harness.pass(2100);
      const again = await storage.outbox.lease(100, 60_000);
      assert.equal(again.length, 39);
      assert.equal(
        again.every((delivery) => delivery.attempt === 2),
        true,
      );
      assert.equal(await storage.outbox.settle('d0', 1, { kind: 'delivered' }), false);
      assert.equal(await storage.outbox.settle('d0', 2, { kind: 'exhausted' }), true);
      assert.equal(await storage.outbox.settle('d2', 2, { kind: 'retry', afterMs: 300 }), true);
      assert.deepEqual(await storage.outbox.lease(100, 1000), []);
      await harness.pass(400);
      assert.deepEqual(
        (await storage.outbox.lease(100, 60_000)).map((delivery) => [delivery.id, delivery.attempt]),
        [['d2', 3]],
      );
    },
  },
  {
    name: 'rates: of many requests at once exactly the limit is allowed, key by key, and again when the window is over',
    async run(harness) {
      const { rates } = harness.storage;
      const stands = await Promise.all(Array.from({ length: 30 }, () => rates.take('key_1', 20, 500)));
      assert.equal(stands.filter(({ allowed }) => allowed).length, 20);
      assert.deepEqual(
        stands
          .map(({ remaining }) => remaining)
          .toSorted((a, b) => a - b)
          .slice(-3),
        [17, 18, 19],
      );
      assert.equal(
        stands.every(({ resetMs }) => resetMs > 0 && resetMs <= 500),
        true,
      );
      assert.equal((await rates.take('key_2', 20, 500)).remaining, 19);
      await harness.pass(550);
      assert.equal((await rates.take('key_1', 20, 500)).remaining, 19);
    },
  },
  {
    name: 'duties: of many who want one, one has it; she may renew it, and when her time is up another takes it',
    async run(harness) {
      const { duties } = harness.storage;
      const store = spread(harness);
      const wanted = await Promise.all(
        Array.from({ length: 20 }, (_, i) => store(i).duties.take('sweep', `p${i}`, 2000)),
      );
      assert.equal(wanted.filter(Boolean).length, 1);
      const holder = `p${wanted.indexOf(true)}`;
      assert.equal(await duties.take('sweep', holder, 2000), true);
      assert.equal(await duties.take('sweep', 'other', 2000), false);
      assert.equal(await duties.take('purge', 'other', 2000), true);
      await duties.giveBack('sweep', 'other');
      assert.equal(await duties.take('sweep', 'other', 2000), false);
      await harness.pass(2100);
      assert.equal(await duties.take('sweep', 'other', 2000), true);
      assert.equal(await duties.take('sweep', holder, 2000), false);
      await duties.giveBack('sweep', 'other');
      assert.equal(await duties.take('sweep', holder, 2000), true);
    },
  },
  {
    name: 'service: is on until it is switched off, for every opening',
    async run({ storage, openings }) {
      assert.equal(await storage.service.isEnabled(), true);
      for (const enabled of [false, false, true]) {
        await storage.service.set(enabled);
        for (const opening of openings) assert.equal(await opening.service.isEnabled(), enabled);
      }
      await storage.check();
    },
  },
];
