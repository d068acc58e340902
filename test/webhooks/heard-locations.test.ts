/** Of which locations an endpoint without a list of locations hears that availability has changed: on every storage. */
import { createEngine } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import { expect, test } from 'vitest';
import { storages } from '../support/storages.ts';

const { aPlan, aRequest, FRIDAY_MS, LOCATION_ID, OTHER_LOCATION_ID } = fixtures;
const HOUR_MS = 3_600_000;
const BOTH = [LOCATION_ID, OTHER_LOCATION_ID];

for (const { name, open } of storages)
  test(`D37 an endpoint without locations gets events of those that a valid key of its partner can see, and of no other [${name}]`, async () => {
    const clock = { ms: FRIDAY_MS, nowMs: () => clock.ms };
    const opened = await open(clock);
    const engine = createEngine({ storage: opened.storage, clock, secretKeys: [new Uint8Array(32).fill(7)] });
    const { keys, locations, webhooks } = engine.operator;
    for (const [i, id] of BOTH.entries()) await locations.apply(aPlan({ name: `Bordet ${i}` }), id);
    const made = {
      partner: 'acme',
      url: 'https://acme.example/hook',
      eventTypes: ['availability.changed'],
    } as const;
    const { endpoint } = await webhooks.add(made);
    await keys.create({ partner: 'other', locationIds: BOTH });

    let heard = 0;
    let hour = 10;
    /** The locations whose bookings send events to the endpoint. */
    const hears = async (): Promise<readonly string[]> => {
      hour += 24; // another date, so that no event is joined with one that waits
      for (const id of BOTH) {
        const outcome = await engine.operator.at(id).bookings.create({
          ...aRequest(FRIDAY_MS + hour * HOUR_MS),
          idempotencyKey: null,
        });
        expect(outcome.kind).toBe('booked');
      }
      const all = await opened.storage.outbox.ofQueue(endpoint.id, 100);
      const fresh = all.slice(0, all.length - heard);
      heard = all.length;
      return fresh
        .map(({ body }) => (JSON.parse(body) as { data: { locationId: string } }).data.locationId)
        .toSorted();
    };

    expect(await hears()).toEqual([]);
    const key = await keys.create({ partner: 'acme', locationIds: [LOCATION_ID] });
    expect(await hears()).toEqual([LOCATION_ID]);
    const wide = await keys.create({ partner: 'acme', locationIds: null, expiresMs: clock.ms + HOUR_MS });
    expect(await hears()).toEqual(BOTH);
    clock.ms += HOUR_MS;
    expect(wide.record.expiresMs).toBe(clock.ms);
    expect(await hears()).toEqual([LOCATION_ID]);
    await keys.revoke(key.record.id);
    expect(await hears()).toEqual([]);

    // An endpoint with named locations gets exactly these.
    await webhooks.remove(endpoint.id);
    const named = await webhooks.add({ ...made, locationIds: [OTHER_LOCATION_ID] });
    await engine.operator.at(OTHER_LOCATION_ID).bookings.create({
      ...aRequest(FRIDAY_MS + 400 * HOUR_MS),
      idempotencyKey: null,
    });
    expect(await opened.storage.outbox.ofQueue(named.endpoint.id, 100)).toHaveLength(1);
    engine.detach();
    await opened.close();
  });
