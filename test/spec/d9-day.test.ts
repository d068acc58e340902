/** The day of a restaurant: re-seating, moves and pins. */
import type { Storage } from '@bord/engine';
import { beforeLatest } from '@bord/engine/adapters';
import { MAIL_QUEUE } from '@bord/engine/storage';
import { fixtures, steps } from '@bord/engine/testing';
import { expect } from 'vitest';
import {
  aRequest,
  availabilityPath,
  bookingsPath,
  DEMO_ID,
  demoPlan,
  inEveryWorld,
  TODAY,
  type World,
} from '../support/world.ts';

const at = (time: string): number => Date.parse(`${TODAY}T${time}:00Z`);

async function booked({ post }: Pick<World, 'post'>, time: string, partySize: number): Promise<string> {
  const { status, body } = await post(
    bookingsPath,
    aRequest({ startsAt: `${TODAY}T${time}:00Z`, partySize }),
  );
  expect([time, partySize, status]).toEqual([time, partySize, 201]);
  return body.id;
}

const tablesOf = async ({ engine }: World, id: string): Promise<readonly string[]> =>
  (await engine.operator.bookings.read(id)).tables;

/** The ids of the unleased events for the partner; leases them. */
async function newEvents(storage: Storage): Promise<readonly string[]> {
  const leased = await fixtures.lease(storage);
  return leased.filter(({ queue }) => queue !== MAIL_QUEUE).map(({ eventId }) => eventId);
}

/** A two at the only free table for four, since the tables for two are taken. */
async function twoAtTheFour(world: World): Promise<string> {
  const small = [await booked(world, '17:00', 2), await booked(world, '17:00', 2)];
  const two = await booked(world, '17:00', 2);
  for (const id of small) await world.engine.operator.bookings.cancel(id);
  expect(await tablesOf(world, two)).toEqual(['T2']);
  return two;
}

inEveryWorld(
  'D9 D2 a booking is given another table that fits it when that makes room; its time stays and nobody is told',
  async (world) => {
    const { storage, get, engine } = world;
    await storage.records.amend(steps.insertion('endpoints', fixtures.anEndpoint()));
    const two = await twoAtTheFour(world);
    await booked(world, '17:00', 4); // T3: the two is moved for the next one only
    const before = await engine.operator.bookings.read(two);
    await newEvents(storage);
    const slot = (await get(availabilityPath(TODAY, 4))).body.slots.find(
      (other: { slot: string }) => other.slot === `${TODAY}T17:00:00Z`,
    );
    expect(slot.available).toBe(true);
    const four = await booked(world, '17:00', 4);
    expect(await tablesOf(world, four)).toEqual(['T2']);
    const after = await engine.operator.bookings.read(two);
    expect(['T1', 'T4']).toContain(after.tables[0]);
    expect(beforeLatest(after)).toEqual(before);
    const events = await newEvents(storage);
    expect(events).toHaveLength(1);
    expect(events[0]).toContain(four);
  },
);

inEveryWorld(
  'D9 never moved: a pinned booking, one that has started, one within the freeze window',
  async (world) => {
    const { engine, get, post, clock } = world;
    const plan = await engine.operator.locations.read(DEMO_ID);
    await engine.operator.locations.apply({ ...plan, freezeMinutes: 60 }, DEMO_ID);
    const two = await twoAtTheFour(world);
    await booked(world, '17:00', 4);
    const four = aRequest({ startsAt: `${TODAY}T17:00:00Z`, partySize: 4 });
    const isShown = async (): Promise<boolean> =>
      (await get(availabilityPath(TODAY, 4))).body.slots.find(
        (other: { slot: string }) => other.slot === `${TODAY}T17:00:00Z`,
      ).available;

    expect(await engine.operator.bookings.pin(two, true)).toMatchObject({
      kind: 'changed',
      booking: { pinned: true },
    });
    expect(await isShown()).toBe(false);
    expect((await post(bookingsPath, four)).body).toMatchObject({ statusCode: 409, reason: 'tables' });
    await engine.operator.bookings.pin(two, false);
    expect(await isShown()).toBe(true);

    await clock.pass(at('16:00') - clock.nowMs());
    expect(await isShown()).toBe(false);
    expect((await post(bookingsPath, four)).status).toBe(409);
    await engine.operator.locations.apply({ ...plan, freezeMinutes: 0 }, DEMO_ID);
    expect(await isShown()).toBe(true);
    await clock.pass(at('17:00') - clock.nowMs());
    expect((await post(bookingsPath, four)).status).toBe(409);
  },
);

inEveryWorld('D9 a limit on the moves of one plan is kept', async (world) => {
  const { engine, post } = world;
  await twoAtTheFour(world);
  await booked(world, '17:00', 4);
  const plan = await engine.operator.locations.read(DEMO_ID);
  await engine.operator.locations.apply({ ...plan, movesMax: 0 }, DEMO_ID);
  const four = aRequest({ startsAt: `${TODAY}T17:00:00Z`, partySize: 4 });
  expect((await post(bookingsPath, four)).status).toBe(409);
  await engine.operator.locations.apply({ ...plan, movesMax: 1 }, DEMO_ID);
  expect((await post(bookingsPath, four)).status).toBe(201);
});

inEveryWorld(
  'D12 a move takes the new time whole or leaves the booking as it was, and tells the partner once',
  async (world) => {
    const { engine, storage, get } = world;
    await storage.records.amend(steps.insertion('endpoints', fixtures.anEndpoint()));
    const six = await booked(world, '17:00', 6);
    const rival = await booked(world, '12:00', 6);
    await newEvents(storage);

    const taken = await engine.operator.bookings.move(six, { startMs: at('12:00') });
    expect(taken).toEqual({ kind: 'refused', reason: 'tables' });
    expect((await get(`/bookings/${six}`)).body.startsAt).toBe(`${TODAY}T17:00:00Z`);

    const overlapping = await engine.operator.bookings.move(six, { startMs: at('18:00') });
    expect(overlapping).toMatchObject({
      kind: 'changed',
      booking: { tables: ['T3'], startMs: at('18:00'), endMs: at('20:30') },
    });
    const other = await engine.operator.bookings.move(six, {
      startMs: at('18:00') + 86_400_000,
      partySize: 2,
    });
    expect(other).toMatchObject({
      kind: 'changed',
      booking: { serviceDate: '2026-12-02', partySize: 2, status: 'confirmed' },
    });
    expect(await engine.operator.bookings.move(six, { partySize: 2 })).toMatchObject({ kind: 'unchanged' });
    expect(await engine.operator.bookings.move(six, { partySize: 7 })).toEqual({
      kind: 'refused',
      reason: 'party_size',
    });
    expect(await engine.operator.bookings.move(six, { startMs: at('03:00') })).toEqual({
      kind: 'refused',
      reason: 'closed',
    });
    await booked(world, '18:00', 6); // where it was is free again

    const types = (await newEvents(storage)).map((eventId) => eventId.split(':').slice(0, 2).join(' '));
    expect(types.filter((type) => type === `${six} booking.updated`)).toHaveLength(2);
    await engine.operator.bookings.cancel(rival);
    await expect(engine.operator.bookings.move(rival, { partySize: 2 })).rejects.toMatchObject({
      code: 'conflict',
    });
  },
);

inEveryWorld('D12 moves and creates for one table at once: it is held by one of them', async (world) => {
  const { engine, post } = world;
  for (let round = 0; round < 5; round++) {
    const day = `2026-12-${String(10 + round)}`;
    const early = await post(bookingsPath, aRequest({ startsAt: `${day}T11:00:00Z`, partySize: 6 }));
    const late = await post(bookingsPath, aRequest({ startsAt: `${day}T14:30:00Z`, partySize: 6 }));
    const goal = Date.parse(`${day}T18:00:00Z`);
    const outcomes = await Promise.all([
      engine.operator.bookings.move(early.body.id, { startMs: goal }).then(({ kind }) => kind === 'changed'),
      engine.operator.bookings.move(late.body.id, { startMs: goal }).then(({ kind }) => kind === 'changed'),
      post(bookingsPath, aRequest({ startsAt: `${day}T18:00:00Z`, partySize: 6 })).then(
        ({ status }) => status === 201,
      ),
    ]);
    expect(outcomes.filter(Boolean)).toHaveLength(1);
  }
});

inEveryWorld('D9 D12 an undone booking makes others move, as a new one would', async (world) => {
  const { engine } = world;
  const two = await twoAtTheFour(world);
  const four = await booked(world, '17:00', 4);
  await engine.operator.bookings.markNoShow(four);
  const another = await booked(world, '17:00', 4);
  expect(await engine.operator.bookings.undo(four)).toMatchObject({
    kind: 'changed',
    booking: { status: 'confirmed' },
  });
  const tables = [
    await tablesOf(world, two),
    await tablesOf(world, four),
    await tablesOf(world, another),
  ].flat();
  expect(new Set(tables).size).toBe(3);
});

inEveryWorld(
  'D12 a party that grows past midnight meets those who sit there then: refused, and it stays as it was',
  async ({ engine }) => {
    const floorPlan = { ...demoPlan.floorPlan, tables: [fixtures.aTable('T1', { seatsMax: 8 })] };
    const servicePeriods = [
      fixtures.aPeriod({ name: 'night', opensMinute: 0, closesMinute: 180 }),
      fixtures.aPeriod({ name: 'day', opensMinute: 660, closesMinute: 1440 }),
    ];
    await engine.operator.locations.apply(
      { ...demoPlan, timeZone: 'UTC', floorPlan, servicePeriods },
      DEMO_ID,
    );
    const make = async (startMs: number): Promise<string> => {
      const outcome = await engine.operator.at(DEMO_ID).bookings.create(fixtures.aRequest(startMs));
      if (outcome.kind !== 'booked') throw new Error(outcome.kind);
      return outcome.booking.id;
    };
    const late = await make(at('23:45'));
    await make(at('23:45') + 105 * 60_000);
    expect(await engine.operator.bookings.move(late, { partySize: 7 })).toEqual({
      kind: 'refused',
      reason: 'tables',
    });
    expect(await engine.operator.bookings.read(late)).toMatchObject({ partySize: 2, status: 'confirmed' });
  },
);
