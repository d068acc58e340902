/**
 * D44 as one table: what a host, a manager and the operator may do, at their own location and at any other. No action can be left out of it.
 */
import { createEngine, type Engine, type LocationActions, type Role } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import { expect, test } from 'vitest';
import { inFull } from '../support/long.ts';
import { storageSample } from '../support/storages.ts';
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

/** How an action ends for an id that does not exist at the location. */
const NOT_FOUND = {
  booking: 'booking_not_found: booking_not_found',
  block: 'conflict: there is no block ID: list the blocks',
  hold: 'hold_not_found: hold_not_found',
  waiting: 'waitlist_entry_not_found: waitlist_entry_not_found',
};

const { aCaller, aLocation, aTable, FRIDAY, FRIDAY_MS, LOCATION_ID, OTHER_LOCATION_ID } = fixtures;
const NOW_MS = FRIDAY_MS + 12 * HOUR_MS;
const NOWHERE_ID = '00000000-0000-4000-8000-0000000000ff';

/** Something to act on at a location. */
async function furnished(engine: Engine, locationId: string): Promise<Ids> {
  const { operator } = engine;
  const made = await operator.at(locationId).bookings.create(REQUEST);
  const blocked = await operator.at(locationId).tables.block({
    tables: ['C'],
    startMs: SIX_MS - 4 * HOUR_MS,
    endMs: SIX_MS - 3 * HOUR_MS,
    reason: null,
  });
  const closure = await operator.at(locationId).closures.add({
    from: '2030-12-31',
    to: '2030-12-31',
    reason: null,
  });
  const member = await operator.staff.add({ email: `${locationId}@example.se`, locationId, role: 'host' });
  if (made.kind !== 'booked' || blocked.kind !== 'blocked') throw new Error('not furnished');
  const [bookingId, blockId] = [made.booking.id, blocked.block.id];
  const holdId = await heldBy(engine, 'acme', locationId);
  const { id: waitingId } = await operator.at(locationId).waitlist.add(ENTRY);
  return { bookingId, blockId, holdId, waitingId, closureId: closure.id, staffId: member.id };
}

/** All that is kept of a location, as text. */
async function contentsOf({ operator }: Engine, locationId: string): Promise<string> {
  const contents = await Promise.all([
    operator.locations.read(locationId),
    operator.at(locationId).bookings.list(),
    operator.at(locationId).tables.blocks({ date: FRIDAY }),
    operator.staff.list({ locationId }),
    operator.at(locationId).waitlist.list(),
  ]);
  return JSON.stringify(contents);
}

for (const { name, open } of storageSample) {
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
    // The engine alone decides these cases, so they run on one storage.
    const isWhole = name === 'memory' || inFull(1, 0) === 1;
    const once = isWhole ? null : await furnished(engine, LOCATION_ID);
    const actions = Object.entries(TABLE).filter(([, { by }]) => isWhole || by);
    for (const role of isWhole
      ? (['host', 'manager', 'operator'] as const)
      : (['host', 'operator'] as const)) {
      const house = role === 'operator' ? engine.operator.at(LOCATION_ID) : await memberAt(engine, role);
      expect(actionsOf(house).toSorted()).toEqual(Object.keys(TABLE).toSorted());
      for (const [action, { least, by, run }] of actions) {
        const own = once ?? (await furnished(engine, LOCATION_ID));
        const allowed = least === 'host' || role !== 'host';
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
          const wanted = NOT_FOUND[by];
          const id = `${by}Id` as const;
          expect(elsewhere.replace(foreign[id], 'ID'), `${role} ${action}`).toBe(wanted);
          expect(nowhere.replace(none[id], 'ID'), `${role} ${action}`).toBe(wanted);
          cells += 2;
        }
        if (once) continue;
        // Each action finds the tables as the first has found them.
        for (const one of await engine.operator.at(LOCATION_ID).bookings.list())
          if (one.status === 'confirmed') await engine.operator.bookings.cancel(one.id);
        for (const { id } of await engine.operator.at(LOCATION_ID).waitlist.list())
          await engine.operator.waitlist.leave(id);
        for (const { id } of await engine.operator.at(LOCATION_ID).holds.list())
          await engine.operator.holds.release(id);
        for (const { id } of await engine.operator.at(LOCATION_ID).tables.blocks())
          await engine.operator.tables.unblock(id);
        const { closures } = await engine.operator.locations.read(LOCATION_ID);
        for (const { id: closureId } of closures)
          await engine.operator.at(LOCATION_ID).closures.remove(closureId);
      }
    }
    expect(await contentsOf(engine, OTHER_LOCATION_ID)).toBe(untouched);
    expect(cells).toBeGreaterThan(isWhole ? 150 : 50);
    engine.detach();
    await close();
  });
}

/** A member of this role at the location. */
async function memberAt(engine: Engine, role: Role): Promise<LocationActions> {
  const member = await engine.operator.staff.add({
    email: `${role}@example.se`,
    locationId: LOCATION_ID,
    role,
  });
  const roles = [{ locationId: LOCATION_ID, role }];
  const staff = engine.staff({ staffId: member.id, name: role, sessionId: 'ss_1', roles });
  for (const id of [OTHER_LOCATION_ID, NOWHERE_ID, 'nonsense'])
    expect(await endOf(() => staff.at(id))).toBe('location_not_found: location_not_found');
  return staff.at(LOCATION_ID);
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
