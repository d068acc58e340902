/** The operator's changes during service, closures and plans, and the unmet demand they see. */
import type { Booking } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import { expect } from 'vitest';
import {
  aRequest,
  availabilityPath,
  bookingsPath,
  DEMO_ID,
  demoPlan,
  inEveryWorld,
  TODAY,
} from '../support/world.ts';

inEveryWorld(
  'D1 closures are added and removed while the house is open; bookings that stand are not touched',
  async ({ engine, get, post }) => {
    const { body } = await post(bookingsPath, aRequest());
    const hours = await engine.operator.at(DEMO_ID).closures.add({
      from: `${TODAY}T18:30`,
      to: `${TODAY}T20:00`,
      reason: 'full kitchen',
    });
    const slots = async (): Promise<string[]> =>
      (await get(availabilityPath(TODAY, 2))).body.slots.map(({ slot }: { slot: string }) => slot);
    expect(await slots()).not.toContain(`${TODAY}T17:30:00Z`);
    expect(await slots()).not.toContain(`${TODAY}T18:45:00Z`);
    expect(await slots()).toContain(`${TODAY}T19:00:00Z`);
    expect((await post(bookingsPath, aRequest())).body).toMatchObject({ statusCode: 409, reason: 'closed' });
    expect((await get(`/bookings/${body.id}`)).body.status).toBe('confirmed');
    const both = await Promise.all([
      engine.operator.at(DEMO_ID).closures.add({ from: '2026-12-24', to: '2026-12-24', reason: null }),
      engine.operator.at(DEMO_ID).closures.add({ from: '2026-12-25', to: '2026-12-25', reason: null }),
    ]);
    expect((await engine.operator.locations.read(DEMO_ID)).closures.map(({ id }) => id).toSorted()).toEqual(
      [hours, ...both].map(({ id }) => id).toSorted(),
    );
    await engine.operator.at(DEMO_ID).closures.remove(hours.id);
    expect(await slots()).toContain(`${TODAY}T17:30:00Z`);
    await expect(engine.operator.at(DEMO_ID).closures.remove(hours.id)).rejects.toMatchObject({
      code: 'conflict',
    });
  },
);

inEveryWorld(
  'D8 what was turned away is kept: when, for how many, why; nothing of the guest',
  async ({ engine, post, storage }) => {
    expect((await post(bookingsPath, aRequest({ partySize: 6 }))).status).toBe(201);
    for (const partySize of [6, 5])
      await post(bookingsPath, aRequest({ partySize, startsAt: `${TODAY}T18:15:00Z`, name: 'Secret Guest' }));
    await post(bookingsPath, aRequest({ startsAt: `${TODAY}T20:00:00Z` }));
    await post(bookingsPath, aRequest({ partySize: 9 }));
    await post(bookingsPath, aRequest({ startsAt: '9999-01-01T00:00:00Z' }));
    await post(bookingsPath, aRequest({ partySize: 0 }));
    const { from, to, demand } = await engine.operator.at(DEMO_ID).demand.read();
    expect([from, to]).toEqual(['2026-11-03', '2026-12-29']);
    expect(demand).toMatchObject({
      total: { requests: 4, covers: 22 },
      byReason: { tables: 2, last_seating: 1, party_size: 1 },
    });
    expect(demand.hours).toEqual([
      { weekday: 2, hour: 19, requests: 3, covers: 20, byReason: { tables: 2, party_size: 1 } },
      { weekday: 2, hour: 21, requests: 1, covers: 2, byReason: { last_seating: 1 } },
    ]);
    const all = await storage.bookings.refusals(DEMO_ID, {
      startMs: 0,
      endMs: Date.parse(`${TODAY}T23:59:00Z`),
    });
    expect(JSON.stringify(all)).not.toContain('Secret');
    expect(
      (await engine.operator.at(DEMO_ID).demand.read({ from: '2026-12-02' })).demand.total.requests,
    ).toBe(0);
  },
);

inEveryWorld(
  'D2 a plan that strands bookings is refused with the bookings named: no table, too few seats, no such combination',
  async ({ engine, post }) => {
    const tables = demoPlan.floorPlan.tables;
    const joined = {
      ...demoPlan,
      floorPlan: {
        ...demoPlan.floorPlan,
        combinations: [{ tables: ['T1', 'T2'], seatsMin: 5, seatsMax: 6 }],
      },
    };
    await engine.operator.locations.apply(joined, DEMO_ID);
    const six = (await post(bookingsPath, aRequest({ partySize: 6 }))).body.id as Booking['id'];
    const five = (await post(bookingsPath, aRequest({ partySize: 5 }))).body.id as Booking['id'];
    const apply = (floorPlan: Partial<typeof joined.floorPlan>) =>
      engine.operator.locations.apply(
        { ...joined, floorPlan: { ...joined.floorPlan, ...floorPlan } },
        DEMO_ID,
      );
    await expect(apply({ tables: tables.filter(({ id }) => id !== 'T3') })).rejects.toThrow(six);
    await expect(
      apply({ tables: tables.map((table) => (table.id === 'T3' ? { ...table, seatsMax: 5 } : table)) }),
    ).rejects.toThrow(six);
    await expect(apply({ combinations: [] })).rejects.toThrow(five);
    await apply({ tables: [...tables, fixtures.aTable('T5')] });
    await engine.operator.bookings.cancel(six);
    await apply({
      tables: tables.map((table) => (table.id === 'T3' ? { ...table, seatsMin: 1, seatsMax: 2 } : table)),
    });
  },
);
