/**
 * D44 as one table: what a host and a manager may do, at their own location and at any other; and what a visitor of the demo may, who knows the
 * bookings of one channel only. No action can be left out of it.
 */
import { createEngine, type Engine, type HouseActions, type StaffCaller } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import { expect, test } from 'vitest';
import { inFull } from '../support/long.ts';
import { storages } from '../support/storages.ts';
import {
  actionsOf,
  endOf,
  ENTRY,
  HOUR_MS,
  type Ids,
  REFUSALS,
  REQUEST,
  SIX_MS,
  TABLE,
} from './d44-actions.ts';

const { aCaller, aLocation, aTable, FRIDAY, FRIDAY_MS, LOCATION_ID, OTHER_LOCATION_ID } = fixtures;
const NOW_MS = FRIDAY_MS + 12 * HOUR_MS;
const NOWHERE_ID = '00000000-0000-4000-8000-0000000000ff';

/** Something to act on at a location. */
async function furnished(engine: Engine, locationId: string): Promise<Ids> {
  const { operator } = engine;
  const made = await operator.bookings.create(locationId, REQUEST);
  const blocked = await operator.tables.block(locationId, {
    tables: ['C'],
    startMs: SIX_MS - 4 * HOUR_MS,
    endMs: SIX_MS - 3 * HOUR_MS,
    reason: null,
  });
  const closure = await operator.closures.add(locationId, {
    from: '2030-12-31',
    to: '2030-12-31',
    reason: null,
  });
  const member = await operator.staff.add({ email: `${locationId}@example.se`, locationId, role: 'host' });
  if (made.kind !== 'booked' || blocked.kind !== 'blocked') throw new Error('not furnished');
  const [bookingId, blockId] = [made.booking.id, blocked.block.id];
  const holdId = await heldBy(engine, 'acme', locationId);
  const { id: waitingId } = await operator.waitlist.add(locationId, ENTRY);
  return { bookingId, blockId, holdId, waitingId, closureId: closure.id, staffId: member.id };
}

/** All that is kept of a location, as text. */
async function contentsOf({ operator }: Engine, locationId: string): Promise<string> {
  const contents = await Promise.all([
    operator.locations.read(locationId),
    operator.bookings.list(locationId),
    operator.tables.blocks(locationId, { date: FRIDAY }),
    operator.staff.list({ locationId }),
    operator.waitlist.list(locationId),
  ]);
  return JSON.stringify(contents);
}

for (const { name, open } of storages) {
  test(`D44 every role × action × location gets the answer of the table [${name}]`, async () => {
    const clock = { nowMs: () => NOW_MS };
    const { storage, close } = await open(clock);
    const engine = createEngine({ storage, clock });
    const tables = ['A', 'B', 'C', 'D', 'E', 'F'].map((id) => aTable(id));
    const plan = { floorPlan: { tables, combinations: [], wastedSeatsMax: null } };
    await aLocation(storage, plan);
    await aLocation(storage, plan, OTHER_LOCATION_ID);
    const foreign = await furnished(engine, OTHER_LOCATION_ID);
    const untouched = await contentsOf(engine, OTHER_LOCATION_ID);
    let cells = 0;
    // What only the engine decides is the same on every storage.
    const isWhole = name === 'memory' || inFull(1, 0) === 1;
    const once = isWhole ? null : await furnished(engine, LOCATION_ID);
    const actions = Object.entries(TABLE).filter(([, { by }]) => isWhole || by);
    for (const role of isWhole ? (['host', 'manager'] as const) : (['host'] as const)) {
      const email = `${role}@example.se`;
      const member = await engine.operator.staff.add({ email, locationId: LOCATION_ID, role });
      const caller: StaffCaller = {
        staffId: member.id,
        name: role,
        sessionId: 'ss_1',
        roles: [{ locationId: LOCATION_ID, role }],
        sight: null,
      };
      const house = engine.staff(caller).at(LOCATION_ID);
      expect(actionsOf(house).toSorted()).toEqual(Object.keys(TABLE).toSorted());
      for (const id of [OTHER_LOCATION_ID, NOWHERE_ID, 'nonsense'])
        expect(await endOf(() => engine.staff(caller).at(id))).toBe('location_not_found: location_not_found');
      for (const [action, { least, by, run }] of actions) {
        const own = once ?? (await furnished(engine, LOCATION_ID));
        const allowed = least === 'host' || role === 'manager';
        const before = allowed ? '' : await contentsOf(engine, LOCATION_ID);
        const end = await endOf(() => run(house, own));
        if (allowed) expect(end, `${role} ${action}`).not.toMatch(REFUSALS);
        else
          expect([end, await contentsOf(engine, LOCATION_ID)]).toEqual([
            'role_missing: role_missing',
            before,
          ]);
        cells += 1;
        if (by) {
          const none = {
            ...own,
            bookingId: 'bk_0000000000000000000000',
            blockId: 'bl_0000000000000000000000',
            holdId: 'hd_0000000000000000000000',
            waitingId: 'wt_0000000000000000000000',
          };
          const [elsewhere, nowhere] = [
            await endOf(() => run(house, foreign)),
            await endOf(() => run(house, none)),
          ];
          const wanted =
            by === 'block' ? 'conflict: there is no block ID' : 'booking_not_found: booking_not_found';
          const id = `${by}Id` as const;
          expect(elsewhere.replace(foreign[id], 'ID'), `${role} ${action}`).toBe(wanted);
          expect(nowhere.replace(none[id], 'ID'), `${role} ${action}`).toBe(wanted);
          cells += 2;
        }
        if (once) continue;
        // Each action finds the tables as the first has found them.
        for (const one of await engine.operator.bookings.list(LOCATION_ID))
          if (one.status === 'confirmed') await engine.operator.bookings.cancel(one.id);
        for (const { id } of await engine.operator.waitlist.list(LOCATION_ID))
          await engine.operator.waitlist.leave(id);
        for (const { id } of await engine.operator.holds.list(LOCATION_ID))
          await engine.operator.holds.release(id);
        for (const { id } of await engine.operator.tables.blocks(LOCATION_ID))
          await engine.operator.tables.unblock(id);
        const { closures } = await engine.operator.locations.read(LOCATION_ID);
        for (const { id: closureId } of closures)
          await engine.operator.closures.remove({ locationId: LOCATION_ID, closureId });
      }
    }
    expect(await contentsOf(engine, OTHER_LOCATION_ID)).toBe(untouched);
    expect(cells).toBeGreaterThan(isWhole ? 150 : 50);
    engine.detach();
    await close();
  });
}

for (const { name, open } of storages) {
  test(`D44 a visitor of the demo does with her own bookings what a host does, and with nobody else’s anything [${name}]`, async () => {
    const clock = { nowMs: () => NOW_MS };
    const { storage, close } = await open(clock);
    const engine = createEngine({ storage, clock });
    const tables = ['A', 'B', 'C', 'D', 'E', 'F'].map((id) => aTable(id));
    await aLocation(storage, { floorPlan: { tables, combinations: [], wastedSeatsMax: null } });
    const house = engine.staff(visitorAs('sandbox-hers')).at(LOCATION_ID);
    const neighbour = engine.staff(visitorAs('sandbox-his')).at(LOCATION_ID);
    expect(actionsOf(house).toSorted()).toEqual(Object.keys(TABLE).toSorted());
    expect(await endOf(() => engine.staff(visitorAs('sandbox-hers')).at(OTHER_LOCATION_ID))).toMatch(
      'location_not_found',
    );
    const houses = await furnished(engine, LOCATION_ID);
    const others = [houses.bookingId, await bookedBy(neighbour, SIX_MS)];
    const untouched = await contentsOf(engine, LOCATION_ID);
    for (const [action, { by, run, isForAll = false }] of Object.entries(TABLE)) {
      if (by === 'booking')
        for (const bookingId of [...others, 'bk_0000000000000000000000'])
          expect(await endOf(() => run(house, { ...houses, bookingId })), action).toBe(
            'booking_not_found: booking_not_found',
          );
      if (by === 'hold' || by === 'waiting')
        expect(await endOf(() => run(house, houses)), action).toBe('booking_not_found: booking_not_found');
      if (isForAll)
        expect(await endOf(() => run(house, houses)), action).toBe('not_for_visitors: not_for_visitors');
    }
    expect(await contentsOf(engine, LOCATION_ID)).toBe(untouched);
    for (const [action, { run, isForAll = false }] of Object.entries(TABLE)) {
      if (isForAll) continue;
      const bookingId = await bookedBy(house, SIX_MS + 2 * HOUR_MS);
      const holdId = await heldBy(engine, 'sandbox-hers', LOCATION_ID);
      const { id: waitingId } = await house.waitlist.add(ENTRY);
      expect(await endOf(() => run(house, { ...houses, bookingId, holdId, waitingId })), action).not.toMatch(
        REFUSALS,
      );
      await engine.operator.holds.release(holdId);
      for (const { id } of await house.waitlist.list()) await engine.operator.waitlist.leave(id);
      for (const { id, channel, status } of await engine.operator.bookings.list(LOCATION_ID))
        if (channel === 'partner:sandbox-hers' && status === 'confirmed')
          await engine.operator.bookings.cancel(id);
    }
    for (const id of others)
      expect((await engine.operator.bookings.read(id)).status, 'nobody else’s was touched').toBe('confirmed');
    engine.detach();
    await close();
  });
}

function visitorAs(partner: string): StaffCaller {
  const roles = [{ locationId: LOCATION_ID, role: 'host' as const }];
  return { staffId: 'key_1', name: partner, sessionId: 'visit_key_1', roles, sight: `partner:${partner}` };
}

/** A hold of a partner, by its id. */
async function heldBy(engine: Engine, partner: string, locationId: string): Promise<string> {
  const caller = aCaller({ partner, locationIds: [locationId] });
  const { startMs, partySize } = REQUEST;
  const placed = await engine.partner(caller).createHold(locationId, {
    startMs,
    partySize,
    seconds: 300,
    idempotencyKey: null,
  });
  if (placed.kind === 'refused') throw new Error(JSON.stringify(placed));
  return placed.hold.id;
}

/** Books, and says under which id. */
async function bookedBy(house: HouseActions, startMs: number): Promise<string> {
  const made = await house.bookings.create({ ...REQUEST, startMs });
  if (made.kind !== 'booked') throw new Error(JSON.stringify(made));
  return made.booking.id;
}
