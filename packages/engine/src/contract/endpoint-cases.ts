import { insertion, removal, replacement } from '../core/access/records.ts';
import assert from 'node:assert/strict';
import type { Endpoint } from '../core/booking/event.ts';
import { concurrently, type ContractCase, idsOf, spread, test } from './contract-case.ts';
import {
  aDelivery,
  aLocation,
  anEndpoint,
  aScope,
  FRIDAY_MS,
  lease,
  LOCATION_ID,
  resultOf,
} from './fixtures.ts';

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
  test('endpoints: are read back, every field, and listed by age, for one partner when asked; disabled ones too', async (harness) => {
    const {
      storage: { records },
    } = harness;
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
    const own = anEndpoint({ id: 'e5', createdMs: FRIDAY_MS + 3, partner: null, locationIds: [LOCATION_ID] });
    const all = [full, silent, plain, own];
    for (const endpoint of all) await records.amend(insertion('endpoints', endpoint));
    assert.deepEqual(await records.list('endpoints'), all);
    for (const endpoint of all)
      assert.deepEqual(await records.find('endpoints', { id: endpoint.id }), endpoint);
    assert.equal(await records.find('endpoints', { id: 'e4' }), null);
    assert.deepEqual(idsOf(await records.list('endpoints', { partner: 'acme' })).toSorted(), ['e1', 'e2']);
    assert.deepEqual(await records.list('endpoints', { partner: 'other' }), [silent]);
    assert.deepEqual(await records.list('endpoints', { partner: 'nobody' }), []);
  }),
  test('bookings: each step sees all webhook endpoints, the oldest first, after every change', async (harness) => {
    const { records, bookings } = harness.storage;
    const scope = aScope(await aLocation(harness.storage));
    const parts = ({ id, partner, eventTypes, locationIds, includeGuest }: Endpoint): unknown[] => [
      id,
      partner,
      eventTypes,
      locationIds,
      includeGuest,
    ];
    const seen = (): Promise<unknown> =>
      resultOf(bookings.amend(scope, ({ endpoints }) => ({ result: endpoints.map(parts) })));
    assert.deepEqual(await seen(), []);
    const young = anEndpoint({ id: 'e1', createdMs: FRIDAY_MS + 1 });
    const old = anEndpoint({ id: 'e2', partner: null });
    await records.amend(insertion('endpoints', young));
    assert.deepEqual(await seen(), [parts(young)]);
    await records.amend(insertion('endpoints', old));
    assert.deepEqual(await seen(), [old, young].map(parts));
    const changes: readonly Partial<Endpoint>[] = [
      { eventTypes: ['booking.cancelled'] },
      { locationIds: [LOCATION_ID] },
      { includeGuest: !young.includeGuest },
    ];
    for (const change of changes) {
      Object.assign(young, change);
      await records.amend(replacement('endpoints', 'e1', (now) => ({ ...now, ...change })));
      assert.deepEqual(await seen(), [old, young].map(parts));
    }
    await records.amend(removal('endpoints', 'e2'));
    assert.deepEqual(await seen(), [parts(young)]);
  }),
  test('endpoints: a change sees the endpoint and replaces it; after an exception of the rule it is unchanged', async (harness) => {
    const {
      storage: { records },
    } = harness;
    const before = anEndpoint();
    await records.amend(insertion('endpoints', before));
    await records.amend(insertion('endpoints', anEndpoint({ id: 'other' })));
    const after = { ...before, ...ANOTHER };
    const changed = await records.amend(
      replacement('endpoints', 'e', (endpoint) => {
        assert.deepEqual(endpoint, before);
        return after;
      }),
    );
    assert.deepEqual(changed, after);
    assert.deepEqual(await records.find('endpoints', { id: 'e' }), after);
    const fault = new Error('a fault of the rule');
    const broken = records.amend(
      replacement('endpoints', 'e', () => {
        throw fault;
      }),
    );
    await assert.rejects(broken, fault);
    assert.deepEqual(await records.find('endpoints', { id: 'e' }), after);
    assert.deepEqual(await records.amend(replacement('endpoints', 'e', () => before)), before);
    assert.deepEqual(await records.find('endpoints', { id: 'other' }), anEndpoint({ id: 'other' }));
    let ran = false;
    const none = await records.amend(
      replacement('endpoints', 'unknown', (endpoint) => {
        ran = true;
        return endpoint;
      }),
    );
    assert.deepEqual([none, ran], [null, false]);
  }),
  test('endpoints: 20 concurrent changes are all saved', async (harness) => {
    const store = spread(harness);
    await harness.storage.records.amend(insertion('endpoints', anEndpoint()));
    const changed = await concurrently(20, (i) =>
      store(i).records.amend(
        replacement('endpoints', 'e', (endpoint) => ({
          ...endpoint,
          failedInARow: endpoint.failedInARow + 1,
        })),
      ),
    );
    const counts = changed.map((endpoint) => endpoint!.failedInARow);
    assert.equal(new Set(counts).size, 20);
    assert.equal((await harness.storage.records.find('endpoints', { id: 'e' }))!.failedInARow, 20);
  }),
  test('endpoints: one is removed, once, and workers get its waiting deliveries and drop them', async (harness) => {
    const {
      storage: { records, outbox },
      storage,
    } = harness;
    await records.amend(insertion('endpoints', anEndpoint({ disabledMs: FRIDAY_MS })));
    await records.amend(insertion('endpoints', anEndpoint({ id: 'other', createdMs: FRIDAY_MS })));
    await outbox.add([aDelivery('d', { queue: 'e' })]);
    assert.deepEqual(await lease(storage), []);
    assert.equal((await records.amend(removal('endpoints', 'e')))?.id, 'e');
    assert.equal(await records.amend(removal('endpoints', 'e')), null);
    assert.deepEqual(await records.find('endpoints', { id: 'e' }), null);
    assert.deepEqual(idsOf(await records.list('endpoints')), ['other']);
    assert.deepEqual(idsOf(await records.list('endpoints', { partner: 'acme' })), ['other']);
    const [leased] = await lease(storage);
    let shown: Endpoint | null | undefined;
    const isSettled = await outbox.settle(leased!, null, (endpoint) => {
      shown = endpoint;
      return { state: 'dropped' };
    });
    assert.deepEqual([isSettled, shown], [true, null]);
    assert.equal((await outbox.find('e', 'event of d'))?.state, 'dropped');
  }),
];
