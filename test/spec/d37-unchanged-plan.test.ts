/** A change of plan is found by its values, in whatever order a storage writes the fields of an object: on every storage. */
import { createEngine, type LocationPlan } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import { expect, test } from 'vitest';
import { turnedRound } from '../support/field-order.ts';
import { storageSample } from '../support/storages.ts';

const { aPeriod, aPlan, aTable, FRIDAY_MS, LOCATION_ID } = fixtures;

/** Each kind of object that a plan can have. */
const PLAN = aPlan({
  contact: { address: 'Storgatan 1', phone: '+46 8 123', email: 'hej@example.com' },
  brand: { colour: '#7a1f2b', logo: 'https://mat.example/logo.png' },
  areas: [{ id: 'ute', name: 'Uteserveringen' }],
  leadTimes: [{ partyMax: 4, leadTimeMinutes: 30 }],
  pacing: { coversPerStep: 8, partiesPerStep: null },
  servicePeriods: [
    aPeriod({
      lastSeatingMinute: 1290,
      turnTimes: [{ partyMax: null, turnMinutes: 90 }],
      pacing: { coversPerStep: null, partiesPerStep: 3 },
    }),
  ],
  floorPlan: {
    tables: [
      aTable('A', {
        area: 'ute',
        when: [{ weekdays: [1, 2], from: '2030-03-01', to: '2030-09-30' }],
      }),
      aTable('B'),
    ],
    combinations: [{ tables: ['A', 'B'], seatsMin: 5, seatsMax: 8 }],
    wastedSeatsMax: 2,
  },
  closures: [{ id: 'c1', from: '2030-12-24', to: '2030-12-26', reason: 'jul' }],
  horizonDays: 30,
});

for (const { name, open } of storageSample)
  test(`D37 an unchanged plan writes no row, another telephone number sends no event, and another buffer sends one [${name}]`, async () => {
    const clock = { nowMs: () => FRIDAY_MS };
    const opened = await open(clock);
    const engine = createEngine({ storage: opened.storage, clock, secretKeys: [new Uint8Array(32).fill(7)] });
    const { locations, webhooks } = engine.operator;
    const apply = (plan: LocationPlan) => locations.apply(plan, LOCATION_ID);
    await apply(PLAN);
    const { endpoint } = await webhooks.add({
      partner: 'acme',
      url: 'https://acme.example/hook',
      eventTypes: ['availability.changed'],
      locationIds: [LOCATION_ID],
    });
    const sent = async (): Promise<number> => (await opened.storage.outbox.ofQueue(endpoint.id, 100)).length;
    const heard: unknown[] = [];
    const stop = engine.operator.at(LOCATION_ID).watch((dates) => void heard.push(dates));

    for (const same of [PLAN, turnedRound(PLAN)])
      expect(await apply(same)).toMatchObject({ created: false, location: { ...PLAN, revision: 1 } });
    expect(await opened.storage.locations.get(LOCATION_ID)).toEqual({
      ...PLAN,
      id: LOCATION_ID,
      revision: 1,
    });

    const { location } = await apply({ ...PLAN, contact: { ...PLAN.contact, phone: '+46 8 456' } });
    expect({ revision: location.revision, sent: await sent() }).toEqual({ revision: 2, sent: 0 });
    await expect.poll(() => heard).toEqual([[]]);

    await apply({ ...PLAN, bufferMinutes: 15 });
    expect(await sent()).toBe(1);
    stop();
    engine.detach();
    await opened.close();
  });
