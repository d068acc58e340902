/** What a storage promises of the places where partners want to hear of their bookings. */
import assert from 'node:assert/strict';
import type { Endpoint } from '../core/outbox/event.ts';
import { type ContractCase, spread } from './contract-case.ts';
import { aDelivery, anEndpoint, FRIDAY_MS, lease, LOCATION_ID } from './fixtures.ts';

const idsOf = (endpoints: readonly Endpoint[]): string[] => endpoints.map(({ id }) => id);

/** Another value in every field that can be changed. */
const ANOTHER: Partial<Endpoint> = {
  url: 'https://acme.example/hök?a=1&b=2',
  eventTypes: ['booking.cancelled', 'booking.created'],
  locationIds: [LOCATION_ID],
  includeGuest: true,
  secrets: [
    { sealed: 'new', endsMs: null },
    { sealed: 'old', endsMs: FRIDAY_MS },
  ],
  failedInARow: 15,
  disabledMs: FRIDAY_MS + 1,
};

export const endpointCases: readonly ContractCase[] = [
  {
    name: 'endpoints: are read back, every field, and listed by age, for one partner when asked; disabled ones too',
    async run({ storage: { endpoints } }) {
      const plain = anEndpoint({ id: 'e1', createdMs: FRIDAY_MS + 2 });
      const full = anEndpoint({ id: 'e2', createdMs: FRIDAY_MS, ...ANOTHER });
      const silent = anEndpoint({
        id: 'e3',
        createdMs: FRIDAY_MS + 1,
        partner: 'other',
        eventTypes: [],
        locationIds: [],
        secrets: [],
      });
      for (const endpoint of [plain, full, silent]) await endpoints.insert(endpoint);
      assert.deepEqual(await endpoints.list(), [full, silent, plain]);
      for (const endpoint of [plain, full, silent])
        assert.deepEqual(await endpoints.find(endpoint.id), endpoint);
      assert.equal(await endpoints.find('e4'), null);
      assert.deepEqual(idsOf(await endpoints.ofPartner('acme')).toSorted(), ['e1', 'e2']);
      assert.deepEqual(await endpoints.ofPartner('other'), [silent]);
      assert.deepEqual(await endpoints.ofPartner('nobody'), []);
    },
  },
  {
    name: 'endpoints: a change sees the endpoint and replaces it; one whose rule throws changes nothing',
    async run({ storage: { endpoints } }) {
      const before = anEndpoint();
      await endpoints.insert(before);
      await endpoints.insert(anEndpoint({ id: 'other' }));
      const after = { ...before, ...ANOTHER };
      const changed = await endpoints.change('e', (endpoint) => {
        assert.deepEqual(endpoint, before);
        return after;
      });
      assert.deepEqual(changed, after);
      assert.deepEqual(await endpoints.find('e'), after);
      const fault = new Error('a fault of the rule');
      const broken = endpoints.change('e', () => {
        throw fault;
      });
      await assert.rejects(broken, fault);
      assert.deepEqual(await endpoints.find('e'), after);
      assert.deepEqual(await endpoints.change('e', () => before), before);
      assert.deepEqual(await endpoints.find('other'), anEndpoint({ id: 'other' }));
      let ran = false;
      const none = await endpoints.change('unknown', (endpoint) => {
        ran = true;
        return endpoint;
      });
      assert.deepEqual([none, ran], [null, false]);
    },
  },
  {
    name: 'endpoints: of 20 changes at once none is lost',
    async run(harness) {
      const store = spread(harness);
      await harness.storage.endpoints.insert(anEndpoint());
      const changed = await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          store(i).endpoints.change('e', (endpoint) => ({
            ...endpoint,
            failedInARow: endpoint.failedInARow + 1,
          })),
        ),
      );
      const counts = changed.map((endpoint) => endpoint!.failedInARow);
      assert.equal(new Set(counts).size, 20);
      assert.equal((await harness.storage.endpoints.find('e'))!.failedInARow, 20);
    },
  },
  {
    name: 'endpoints: one is removed, once, and what waits for it is to be had by workers, who drop it',
    async run({ storage: { endpoints, outbox }, storage }) {
      await endpoints.insert(anEndpoint({ disabledMs: FRIDAY_MS }));
      await endpoints.insert(anEndpoint({ id: 'other', createdMs: FRIDAY_MS }));
      await outbox.add([aDelivery('d', { queue: 'e' })]);
      assert.deepEqual(await lease(storage), []);
      assert.deepEqual([await endpoints.remove('e'), await endpoints.remove('e')], [true, false]);
      assert.deepEqual(await endpoints.find('e'), null);
      assert.deepEqual(idsOf(await endpoints.list()), ['other']);
      assert.deepEqual(idsOf(await endpoints.ofPartner('acme')), ['other']);
      const [leased] = await lease(storage);
      let shown: Endpoint | null | undefined;
      const isSettled = await outbox.settle(leased!, null, (endpoint) => {
        shown = endpoint;
        return { state: 'dropped' };
      });
      assert.deepEqual([isSettled, shown], [true, null]);
      assert.equal((await outbox.find('e', 'event of d'))?.state, 'dropped');
    },
  },
];
