/** Holds: a change of plan, a closure and a block treat a live hold and a live offer like a booking of the same moment (D46). */
import {
  type Booking,
  BookingError,
  type BookOutcome,
  DAY_MS,
  type Engine,
  HOUR_MS,
  type LocationPlan,
} from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import { expect, test, vi } from 'vitest';
import { inFull } from '../support/long.ts';
import { storageSample } from '../support/storages.ts';
import { anEntry, aWaitedRestaurant, SEVEN_MS, type WaitedRestaurant } from '../support/waited-restaurant.ts';

const { aCaller, aPeriod, aPlan, aRequest, aTable, FRIDAY, LOCATION_ID } = fixtures;
const GUEST = { name: 'Maja Berg', email: 'maja@example.com' };

/** Tables for four, and their combinations. */
function floor(
  tables: readonly string[],
  joined: readonly string[] = [],
  given: Parameters<typeof aTable>[1] = {},
): Pick<LocationPlan, 'floorPlan'> {
  const combinations = joined.length === 0 ? [] : [{ tables: joined, seatsMin: 5, seatsMax: 8 }];
  return {
    floorPlan: { tables: tables.map((id) => aTable(id, given)), combinations, wastedSeatsMax: null },
  };
}
const hours = (given: Parameters<typeof aPeriod>[0]): Partial<LocationPlan> => ({
  servicePeriods: [aPeriod(given)],
});
const closed = (from: string, to = from): Partial<LocationPlan> => ({
  closures: [{ id: 'c', from, to, reason: null }],
});

interface Change {
  /** Of the party at seven; default 2. */
  readonly partySize?: number;
  /** The tables; default `A` only. */
  readonly tables?: readonly string[];
  readonly change: Partial<LocationPlan> | ((engine: Engine, locationId: string) => Promise<unknown>);
}

const block = async (engine: Engine, locationId: string): Promise<void> => {
  const request = { tables: ['A'], startMs: SEVEN_MS, endMs: SEVEN_MS + HOUR_MS };
  const outcome = await engine.operator.at(locationId).tables.block(request);
  if (outcome.kind === 'refused') throw new BookingError('conflict', outcome.holds.join());
};

/** Every kind of change, and its effect on a booking. */
const CHANGES: Readonly<Record<string, Change & { readonly booking: 'stays' | 'rejects' | 'moves' }>> = {
  'the table goes': { change: floor(['B']), booking: 'rejects' },
  'the table is smaller': { change: floor(['A'], [], { seatsMax: 1 }), booking: 'rejects' },
  'the table is for larger parties': { change: floor(['A'], [], { seatsMin: 3 }), booking: 'stays' },
  'the table is kept for the operator': { change: floor(['A'], [], { online: false }), booking: 'stays' },
  'the table is out of season': {
    change: floor(['A'], [], { when: [{ weekdays: [1] }] }),
    booking: 'rejects',
  },
  'tables are no longer joined': {
    partySize: 6,
    tables: ['A', 'B'],
    change: floor(['A', 'B']),
    booking: 'rejects',
  },
  'a joined table goes': { partySize: 6, tables: ['A', 'B'], change: floor(['A', 'C']), booking: 'rejects' },
  'hours are shorter': { change: hours({ closesMinute: 18 * 60 }), booking: 'stays' },
  'the party would stay beyond the hours': { change: hours({ closesMinute: 20 * 60 }), booking: 'stays' },
  'the last seating is earlier': { change: hours({ lastSeatingMinute: 17 * 60 }), booking: 'stays' },
  'the weekday is closed': { change: hours({ weekdays: [1, 2, 3] }), booking: 'stays' },
  'the slot grid is another': { change: hours({ opensMinute: 11 * 60 + 7 }), booking: 'stays' },
  'the period takes larger parties': { change: hours({ partySizeMin: 5 }), booking: 'stays' },
  'the date is closed': { change: closed(FRIDAY), booking: 'stays' },
  'the hours are closed': { change: closed(`${FRIDAY}T18:00`, `${FRIDAY}T22:00`), booking: 'stays' },
  'the lead time is longer': { change: { leadTimeMinutes: 24 * 60 }, booking: 'stays' },
  'parties start one by one': {
    change: { pacing: { coversPerStep: 1, partiesPerStep: null } },
    booking: 'stays',
  },
  'turns are longer': { change: { turnTimes: [{ partyMax: null, turnMinutes: 300 }] }, booking: 'stays' },
  'the table is blocked, and another is free': { tables: ['A', 'B'], change: block, booking: 'moves' },
  'the table is blocked, and there is no other': { change: block, booking: 'rejects' },
  'the location is removed': {
    change: (engine, locationId) => engine.operator.locations.remove(locationId, { force: true }),
    booking: 'rejects',
  },
  'a closure is made': {
    change: (engine, locationId) =>
      engine.operator.at(locationId).closures.add({ from: FRIDAY, to: FRIDAY, reason: null }),
    booking: 'stays',
  },
};

/** The code of the error by which something ends; null when it succeeds. */
const codeOf = (done: Promise<unknown>): Promise<string | null> =>
  done.then(
    () => null,
    (error: unknown) => {
      if (BookingError.is(error)) return error.code;
      throw error;
    },
  );

/** The token of the link that was mailed with a booking. */
function manageTokenOf({ engine, mails }: WaitedRestaurant, { id }: Booking): Promise<string> {
  return vi.waitUntil(
    async () => {
      await engine.background.deliverDue();
      const mail = mails.find((one) => 'bookingId' in one && one.bookingId === id);
      return mail && 'manageToken' in mail ? mail.manageToken : null;
    },
    { timeout: 10_000, interval: 5 },
  );
}

/** Resolves after so many turns of the event loop. */
async function afterTurns(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate);
}

type Made = 'booking' | 'hold' | 'offer';

/** A party at table `A` at seven, promised in one of three ways. Confirms it, and says at which tables it sits. */
async function promised(
  engine: Engine,
  locationId: string,
  { made, partySize }: { readonly made: Made; readonly partySize: number },
): Promise<{ readonly id: string; confirm(): Promise<readonly string[] | string> }> {
  const partner = engine.partner(aCaller({ locationIds: [locationId] }));
  const request = { startMs: SEVEN_MS, partySize };
  const confirmed = (outcome: BookOutcome): readonly string[] | string =>
    outcome.kind === 'refused' ? outcome.reason : outcome.booking.tables;
  if (made === 'hold') {
    const placed = await partner.createHold(locationId, request);
    if (placed.kind !== 'held') throw new Error(placed.kind);
    const { id } = placed.hold;
    return { id, confirm: async () => confirmed(await partner.confirmHold(id, { guest: GUEST })) };
  }
  const outcome = await partner.createBooking(locationId, aRequest(SEVEN_MS, { partySize }));
  if (outcome.kind !== 'booked') throw new Error(outcome.kind);
  const { id } = outcome.booking;
  if (made === 'booking') return { id, confirm: async () => (await partner.readBooking(id)).tables };
  const others = await engine.operator.at(locationId).bookings.create(aRequest(SEVEN_MS, { partySize: 2 }));
  const entry = await partner.joinWaitlist(locationId, anEntry('one', { partySize }));
  await partner.cancelBooking(id);
  if (others.kind === 'booked') await engine.operator.bookings.cancel(others.booking.id);
  const { offer } = await partner.readWaiting(entry.id);
  return {
    id: offer!.id,
    confirm: async () => confirmed(await partner.confirmHold(offer!.id, { guest: GUEST })),
  };
}

for (const kind of storageSample) {
  test(`D46 every change does to a live hold and to an offer what it does to a booking [${kind.name}]`, async () => {
    const { engine } = await aWaitedRestaurant(kind, {});
    const outcomes: Record<string, Record<string, string>> = {};
    let locations = 0;
    for (const [name, { change, partySize = 2, tables = ['A'] }] of Object.entries(CHANGES)) {
      outcomes[name] = {};
      for (const made of ['booking', 'hold', 'offer'] as const) {
        const locationId = `00000000-0000-4000-8000-${String((locations += 1)).padStart(12, '0')}`;
        const joined = partySize > 4 ? tables : [];
        const plan = aPlan({ name: locationId, ...floor(tables, joined) });
        await engine.operator.locations.apply(plan, locationId);
        const promise = await promised(engine, locationId, { made, partySize });
        const changing =
          typeof change === 'function'
            ? change(engine, locationId)
            : engine.operator.locations.apply({ ...plan, ...change }, locationId);
        const isRejected = (await codeOf(changing)) === 'conflict';
        const sits = await promise.confirm().catch((error: BookingError) => error.code);
        const isValid = typeof sits !== 'string' && sits.length > 0;
        const stays = isValid && sits.includes('A') ? 'stays' : 'moves';
        outcomes[name][made] = isValid ? (isRejected ? 'rejects' : stays) : `is lost: ${String(sits)}`;
      }
    }
    expect(outcomes).toEqual(
      Object.fromEntries(
        Object.entries(CHANGES).map(([name, { booking }]) => [
          name,
          { booking, hold: booking, offer: booking },
        ]),
      ),
    );
  });

  test(`D46 holds and offers are released in the step that takes their tables, if that is asked for [${kind.name}]`, async () => {
    const { engine } = await aWaitedRestaurant(kind, {});
    const { locations, holds } = engine.operator;
    const plan = aPlan(floor(['A']));
    await locations.apply(plan, LOCATION_ID);
    const offer = await promised(engine, LOCATION_ID, { made: 'offer', partySize: 2 });
    const other = { ...plan, ...floor(['B']) };
    expect((await locations.review(other, LOCATION_ID)).holds).toMatchObject([
      { hold: { id: offer.id, state: 'held' }, concerns: ['no_table'] },
    ]);
    await expect(locations.apply(other, LOCATION_ID)).rejects.toThrow(`bord holds release ${offer.id}`);
    const applied = await locations.apply(other, LOCATION_ID, { releaseHolds: true });
    expect(applied.holds).toMatchObject([{ hold: { id: offer.id }, concerns: ['no_table'] }]);
    expect(await holds.read(offer.id)).toMatchObject({ state: 'released' });
    expect(await offer.confirm()).toBe('tables');

    const hold = await promised(engine, LOCATION_ID, { made: 'hold', partySize: 2 });
    const request = { tables: ['B'], startMs: SEVEN_MS, endMs: SEVEN_MS + HOUR_MS };
    expect(await engine.operator.at(LOCATION_ID).tables.block(request)).toMatchObject({
      kind: 'refused',
      holds: [hold.id],
    });
    const blocking = { ...request, releaseHolds: true };
    expect(await engine.operator.at(LOCATION_ID).tables.preview(blocking)).toMatchObject({
      released: [hold.id],
    });
    expect(await holds.read(hold.id)).toMatchObject({ state: 'held' });
    expect(await engine.operator.at(LOCATION_ID).tables.block(blocking)).toMatchObject({
      released: [hold.id],
    });
    expect(await holds.read(hold.id)).toMatchObject({ state: 'released' });
    expect(await hold.confirm()).toBe('tables');
  });

  test(`D46 a hold that is granted while a plan is applied is decided on one of the two plans [${kind.name}]`, async () => {
    const here = await aWaitedRestaurant(kind, {});
    const [engine, other] = [here.engine, await here.another()];
    const plans = [
      aPlan(floor(['A'])),
      aPlan({ ...floor(['B']), ...hours({ closesMinute: 18 * 60 }), leadTimeMinutes: 60 }),
    ];
    await engine.operator.locations.apply(plans[0]!, LOCATION_ID);
    for (let round = 0; round < inFull(60, 8); round++) {
      const partner = other.partner(aCaller({ keyId: `${round}` }));
      const plan = plans[(round + 1) % 2]!;
      const startMs = SEVEN_MS - 4 * HOUR_MS + round * DAY_MS;
      const releaseHolds = round % 3 === 0;
      const [ends, ...placed] = await Promise.all([
        afterTurns(round % 5).then(() =>
          codeOf(engine.operator.locations.apply(plan, LOCATION_ID, { releaseHolds })),
        ),
        ...[0, 1, 2, 3].map((turns) =>
          afterTurns(2 * turns).then(() => partner.createHold(LOCATION_ID, { startMs, partySize: 2 })),
        ),
      ]);
      const { floorPlan } = await engine.operator.locations.read(LOCATION_ID);
      const ids = placed.flatMap((one) => (one.kind === 'held' ? [one.hold.id] : []));
      let booked = 0;
      for (const id of ids) {
        const outcome = await partner.confirmHold(id, { guest: GUEST });
        if (outcome.kind === 'refused') {
          const { state } = await engine.operator.holds.read(id);
          expect([releaseHolds, ends, state]).toEqual([true, null, 'released']);
        } else {
          booked += 1;
          expect(outcome.booking.tables).toEqual(floorPlan.tables.map((table) => table.id));
          await engine.operator.bookings.cancel(outcome.booking.id);
        }
      }
      expect([ids.length > 0, booked <= 1]).toEqual([true, true]);
      if (ends === null) continue;
      expect([ends, releaseHolds]).toEqual(['conflict', false]);
      await engine.operator.locations.apply(plan, LOCATION_ID);
    }
    expect(here.faults).toEqual([]);
  });

  test(`D46 what is held while a guest moves a booking stays valid, or has the change rejected [${kind.name}]`, async () => {
    const tables = [aTable('A', { seatsMax: 2 }), aTable('B', { seatsMin: 3 })];
    const floorPlan = { tables, combinations: [], wastedSeatsMax: null };
    const here = await aWaitedRestaurant(kind, {}, { floorPlan });
    const { engine } = here;
    const plan = aPlan({ floorPlan });
    const outcomes: string[] = [];
    const changes: readonly Partial<LocationPlan>[] = [
      closed(FRIDAY),
      hours({ closesMinute: 18 * 60 }),
      hours({ weekdays: [1] }),
      { floorPlan: { ...floorPlan, tables: [tables[0]!, aTable('B', { seatsMin: 4, online: false })] } },
      { floorPlan: { ...floorPlan, tables: [tables[0]!, aTable('C')] } },
    ];
    for (const change of changes) {
      const booking = await here.book();
      const guest = engine.guest(await manageTokenOf(here, booking));
      expect(await guest.holdMove({ partySize: 3 })).toMatchObject({ kind: 'held' });
      const ends = await codeOf(engine.operator.locations.apply({ ...plan, ...change }, LOCATION_ID));
      const moved = await guest.move({ partySize: 3 });
      const sits = moved.kind === 'refused' ? moved.reason : moved.booking.tables.join();
      outcomes.push(`${ends ?? 'applied'}: ${sits}`);
      await engine.operator.bookings.cancel(booking.id);
      await engine.operator.locations.apply(plan, LOCATION_ID);
    }
    const stays = 'applied: B';
    expect(outcomes).toEqual([stays, stays, stays, stays, 'conflict: B']);
  });
}
