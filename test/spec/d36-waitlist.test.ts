/** The waitlist on every storage: a freed table is allocated in the step that frees it, before any other request (D36). */
import { createEngine, type Engine, HOUR_MS, type Waiting, type WaitingInput } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import { expect, test } from 'vitest';
import { type OpenStorage, type StorageKind, storageSample } from '../support/storages.ts';

const { aCaller, aRequest, aTable, aLocation, FRIDAY, FRIDAY_MS, LOCATION_ID } = fixtures;
const SEVEN_MS = FRIDAY_MS + 18 * HOUR_MS;
const MINUTE_MS = 60_000;

interface Restaurant {
  readonly opened: OpenStorage;
  readonly engine: Engine;
  readonly clock: { ms: number; nowMs(): number };
  close(): Promise<void>;
}

async function aRestaurant({ open }: StorageKind, tables: readonly [string, number][]): Promise<Restaurant> {
  const clock = {
    ms: FRIDAY_MS,
    nowMs() {
      return this.ms;
    },
  };
  const opened = await open(clock);
  const floorPlan = {
    tables: tables.map(([id, seatsMax]) => aTable(id, { seatsMax })),
    combinations: [],
    wastedSeatsMax: null,
  };
  await aLocation(opened.storage, { floorPlan });
  const engine = createEngine({ storage: opened.storage, clock });
  const close = async (): Promise<void> => {
    engine.detach();
    await opened.close();
  };
  return { opened, engine, clock, close };
}

/** Somebody who would come at seven. */
function entry(name: string, given: Partial<WaitingInput> = {}): WaitingInput {
  return {
    date: FRIDAY,
    fromMs: SEVEN_MS,
    toMs: SEVEN_MS,
    partySize: 2,
    mode: 'book',
    guest: { name, email: `${name}@example.com` },
    ...given,
  };
}

async function bookedAt(engine: Engine, partySize = 2): Promise<string> {
  const guest = { name: 'Alva', email: `${Math.random()}@example.com` };
  const outcome = await engine
    .partner(aCaller())
    .createBooking(LOCATION_ID, { ...aRequest(SEVEN_MS), guest, partySize });
  if (outcome.kind !== 'booked') throw new Error(outcome.kind);
  return outcome.booking.id;
}

for (const kind of storageSample) {
  const { name } = kind;
  const statesOf = (engine: Engine, waiting: readonly Waiting[]): Promise<string[]> =>
    Promise.all(waiting.map(async ({ id }) => (await engine.partner(aCaller()).readWaiting(id)).state));

  test(`D36 a freed table goes to the first waiting party that fits, in the same step [${name}]`, async () => {
    const { engine, clock, close } = await aRestaurant(kind, [['A', 2]]);
    const partner = engine.partner(aCaller());
    const first = await bookedAt(engine);
    const four = await partner.joinWaitlist(
      LOCATION_ID,
      entry('four', { partySize: 2, toMs: SEVEN_MS, fromMs: SEVEN_MS }),
    );
    clock.ms -= 5 * MINUTE_MS; // by a server that is behind
    const later = await partner.joinWaitlist(LOCATION_ID, entry('later'));
    expect(await statesOf(engine, [four, later])).toEqual(['waiting', 'waiting']);
    expect((await engine.operator.at(LOCATION_ID).waitlist.list()).map(({ id }) => id)).toEqual([
      four.id,
      later.id,
    ]);
    const others = Promise.all(
      Array.from({ length: 4 }, () => partner.createBooking(LOCATION_ID, aRequest(SEVEN_MS))),
    );
    await partner.cancelBooking(first);
    for (const outcome of await others) expect(outcome).toMatchObject({ kind: 'refused', reason: 'tables' });
    expect(await statesOf(engine, [four, later])).toEqual(['booked', 'waiting']);
    const { bookingId } = await partner.readWaiting(four.id);
    expect(await partner.readBooking(bookingId!)).toMatchObject({
      startMs: SEVEN_MS,
      guest: { name: 'four' },
    });
    expect(
      (await engine.operator.at(LOCATION_ID).bookings.list()).filter(({ status }) => status === 'confirmed')
        .length,
    ).toBe(1);
    await close();
  });

  test(`D36 an offer holds its table, and goes to the next party when it expires [${name}]`, async () => {
    const { engine, clock, close } = await aRestaurant(kind, [['A', 2]]);
    const partner = engine.partner(aCaller());
    const first = await bookedAt(engine);
    const waiting = [
      await partner.joinWaitlist(LOCATION_ID, entry('one', { mode: 'offer' })),
      await partner.joinWaitlist(LOCATION_ID, entry('two', { mode: 'offer' })),
    ];
    await partner.cancelBooking(first);
    expect(await statesOf(engine, waiting)).toEqual(['offered', 'waiting']);
    const { offer } = await partner.readWaiting(waiting[0]!.id);
    expect(offer).toMatchObject({ startMs: SEVEN_MS, expiresMs: FRIDAY_MS + 30 * MINUTE_MS });
    expect(await partner.createBooking(LOCATION_ID, aRequest(SEVEN_MS))).toMatchObject({ reason: 'tables' });

    clock.ms += 30 * MINUTE_MS;
    // Time has freed it, and no step has seen it: another guest still comes after the waiting party.
    expect(await partner.createBooking(LOCATION_ID, aRequest(SEVEN_MS))).toMatchObject({ reason: 'tables' });
    expect(await statesOf(engine, waiting)).toEqual(['lapsed', 'offered']);
    const second = await partner.readWaiting(waiting[1]!.id);
    const guest = { name: 'two', email: 'two@example.com' };
    expect(await partner.confirmHold(offer!.id, { guest })).toMatchObject({ kind: 'refused' });
    expect((await partner.confirmHold(second.offer!.id, { guest })).kind).toBe('booked');
    expect(await statesOf(engine, waiting)).toEqual(['lapsed', 'booked']);
    await close();
  });

  test(`D36 a party with a booking that day is skipped; a leaving party’s offer goes to the next [${name}]`, async () => {
    const { engine, close } = await aRestaurant(kind, [
      ['A', 2],
      ['B', 2],
    ]);
    const partner = engine.partner(aCaller());
    const first = await bookedAt(engine);
    const own = await partner.createBooking(LOCATION_ID, {
      ...aRequest(SEVEN_MS),
      guest: { name: 'One', email: 'ONE@example.com' },
    });
    const waiting = [
      await partner.joinWaitlist(LOCATION_ID, entry('one', { mode: 'offer' })),
      await partner.joinWaitlist(LOCATION_ID, entry('two', { mode: 'offer' })),
      await partner.joinWaitlist(LOCATION_ID, entry('three')),
    ];
    await partner.cancelBooking(first);
    expect(own.kind).toBe('booked');
    expect(await statesOf(engine, waiting)).toEqual(['waiting', 'offered', 'waiting']);
    expect((await partner.leaveWaitlist(waiting[1]!.id)).state).toBe('left');
    expect((await partner.leaveWaitlist(waiting[1]!.id)).state).toBe('left');
    expect(await statesOf(engine, waiting)).toEqual(['waiting', 'left', 'booked']);
    await close();
  });
}
