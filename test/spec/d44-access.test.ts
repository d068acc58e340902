/** D44 as one table: what a host and a manager may do, at their own location and at any other. No action can be left out of it. */
import { createEngine, type Engine, type HouseActions, type Role, type StaffCaller } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import { expect, test } from 'vitest';
import { inFull } from '../support/long.ts';
import { storages } from '../support/storages.ts';

const { aLocation, aPlan, aTable, FRIDAY, FRIDAY_MS, LOCATION_ID, OTHER_LOCATION_ID } = fixtures;
const HOUR_MS = 3_600_000;
const NOW_MS = FRIDAY_MS + 12 * HOUR_MS;
const NOWHERE_ID = '00000000-0000-4000-8000-0000000000ff';

/** What an action is about. */
interface Ids {
  readonly bookingId: string;
  readonly blockId: string;
  readonly closureId: string;
  readonly staffId: string;
}

interface Cell {
  /** Who may do it at the least. */
  readonly least: Role;
  /** Its argument says what it is about: of another location it is as if it were not there. */
  readonly by?: 'booking' | 'block';
  run(house: HouseActions, ids: Ids): unknown;
}

const SIX_MS = FRIDAY_MS + 18 * HOUR_MS;
const SEVEN_MS = SIX_MS + HOUR_MS;
const GUEST = { name: 'Berg', email: null, phone: null, notes: null, language: null };
const REQUEST = {
  startMs: SIX_MS,
  partySize: 2,
  guest: GUEST,
  partnerBookingRef: null,
  idempotencyKey: null,
};

const ofHouse = (run: Cell['run'], least: Role = 'host'): Cell => ({ least, run });
const ofBooking = (run: (house: HouseActions, bookingId: string) => unknown): Cell => ({
  least: 'host',
  by: 'booking',
  run: (house, { bookingId }) => run(house, bookingId),
});

const TABLE: Readonly<Record<string, Cell>> = {
  location: ofHouse((house) => house.location()),
  people: ofHouse((house) => house.people()),
  messages: ofBooking((house, id) => house.messages(id)),
  watch: ofHouse((house) => house.watch(() => undefined)()),
  'bookings.create': ofHouse(({ bookings }) => bookings.create(REQUEST)),
  'bookings.alternatives': ofHouse(({ bookings }) => bookings.alternatives(REQUEST)),
  'bookings.alternativesToMove': ofBooking(({ bookings }, id) => bookings.alternativesToMove(id, {})),
  'bookings.times': ofHouse(({ bookings }) => bookings.times({ date: FRIDAY, partySize: 2 })),
  'bookings.timesToMove': ofBooking(({ bookings }, id) => bookings.timesToMove(id)),
  'bookings.tableOffers': ofHouse(({ bookings }) => bookings.tableOffers({ partySize: 2 })),
  'bookings.tableOffersFor': ofBooking(({ bookings }, id) => bookings.tableOffersFor(id)),
  'bookings.search': ofHouse(({ bookings }) => bookings.search({ search: 'berg' })),
  'bookings.read': ofBooking(({ bookings }, id) => bookings.read(id)),
  'bookings.list': ofHouse(({ bookings }) => bookings.list()),
  'bookings.pages': ofHouse(({ bookings }) => bookings.pages().next()),
  'bookings.sheet': ofHouse(({ bookings }) => bookings.sheet()),
  'bookings.unseated': ofHouse(({ bookings }) => bookings.unseated()),
  'bookings.cancel': ofBooking(({ bookings }, id) => bookings.cancel(id)),
  'bookings.arrive': ofBooking(({ bookings }, id) => bookings.arrive(id)),
  'bookings.seat': ofBooking(({ bookings }, id) => bookings.seat(id)),
  'bookings.leave': ofBooking(({ bookings }, id) => bookings.leave(id)),
  'bookings.extend': ofBooking(({ bookings }, id) => bookings.extend(id, { byMinutes: 15 })),
  'bookings.takeBack': ofBooking(({ bookings }, id) => bookings.takeBack(id, 'arrived')),
  'bookings.complete': ofBooking(({ bookings }, id) => bookings.complete(id)),
  'bookings.markNoShow': ofBooking(({ bookings }, id) => bookings.markNoShow(id)),
  'bookings.undo': ofBooking(({ bookings }, id) => bookings.undo(id)),
  'bookings.revert': ofBooking(({ bookings }, id) => bookings.revert(id)),
  'bookings.move': ofBooking(({ bookings }, id) => bookings.move(id, { startMs: SEVEN_MS })),
  'bookings.assign': ofBooking(({ bookings }, id) => bookings.assign(id, { tables: ['B'] })),
  'bookings.preview': ofBooking(({ bookings }, id) => bookings.preview(id, { startMs: SEVEN_MS })),
  'bookings.edit': ofBooking(({ bookings }, id) => bookings.edit(id, { notes: 'window' })),
  'bookings.pin': ofBooking(({ bookings }, id) => bookings.pin(id, true)),
  'bookings.availability': ofHouse(({ bookings }) => bookings.availability({ date: FRIDAY, partySize: 2 })),
  'bookings.availabilityBatch': ofHouse(({ bookings }) =>
    bookings.availabilityBatch({ startDate: FRIDAY, endDate: FRIDAY, partySizes: [2] }),
  ),
  'tables.block': ofHouse(({ tables }) =>
    tables.block({ tables: ['C'], startMs: SIX_MS, endMs: SEVEN_MS, reason: null }),
  ),
  'tables.preview': ofHouse(({ tables }) =>
    tables.preview({ tables: ['C'], startMs: SIX_MS, endMs: SEVEN_MS, reason: null }),
  ),
  'tables.unblock': { least: 'host', by: 'block', run: ({ tables }, { blockId }) => tables.unblock(blockId) },
  'tables.blocks': ofHouse(({ tables }) => tables.blocks()),
  'closures.list': ofHouse(({ closures }) => closures.list()),
  'closures.closeFor': ofHouse(({ closures }) => closures.closeFor(60)),
  'closures.add': ofHouse(
    ({ closures }) => closures.add({ from: '2030-12-24', to: '2030-12-24', reason: null }),
    'manager',
  ),
  'closures.remove': ofHouse(({ closures }, { closureId }) => closures.remove(closureId), 'manager'),
  'turns.read': ofHouse(({ turns }) => turns.read()),
  'demand.read': ofHouse(({ demand }) => demand.read()),
  'months.read': ofHouse(({ months }) => months.read()),
  'plan.read': ofHouse(({ plan }) => plan.read()),
  'plan.review': ofHouse(({ plan }) => plan.review(aPlan()), 'manager'),
  'staff.list': ofHouse(({ staff }) => staff.list(), 'manager'),
  'staff.add': ofHouse(({ staff }) => staff.add({ email: 'new@example.se', role: 'host' }), 'manager'),
  'staff.remove': ofHouse(({ staff }, { staffId }) => staff.remove(staffId), 'manager'),
};

/** The names of all functions of an object, those of its objects with their names in front. */
function actionsOf(object: object, prefix = ''): string[] {
  return Object.entries(object).flatMap(([name, value]: [string, unknown]) => {
    if (typeof value === 'function') return [prefix + name];
    return typeof value === 'object' && value !== null ? actionsOf(value, `${prefix}${name}.`) : [];
  });
}

/** What an action comes to: `done`, or the error as the caller has it. */
async function endOf(act: () => unknown): Promise<string> {
  try {
    await act();
    return 'done';
  } catch (error) {
    const { code, message } = error as { readonly code?: string; readonly message: string };
    return `${code}: ${message}`;
  }
}

/** Ends by which an action is refused because of who asks, and not because of how things stand. */
const REFUSALS = /^(?:role_missing|location_\w+|booking_not_found|scope_missing|session_unknown|undefined)/;

/** Something to act on at a location. */
async function furnished({ operator }: Engine, locationId: string): Promise<Ids> {
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
  return { bookingId, blockId, closureId: closure.id, staffId: member.id };
}

/** All that is kept of a location, as text. */
async function contentsOf({ operator }: Engine, locationId: string): Promise<string> {
  const contents = await Promise.all([
    operator.locations.read(locationId),
    operator.bookings.list(locationId),
    operator.tables.blocks(locationId, { date: FRIDAY }),
    operator.staff.list({ locationId }),
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
          };
          const [elsewhere, nowhere] = [
            await endOf(() => run(house, foreign)),
            await endOf(() => run(house, none)),
          ];
          const wanted =
            by === 'booking' ? 'booking_not_found: booking_not_found' : 'conflict: there is no block ID';
          const id = by === 'booking' ? 'bookingId' : 'blockId';
          expect(elsewhere.replace(foreign[id], 'ID'), `${role} ${action}`).toBe(wanted);
          expect(nowhere.replace(none[id], 'ID'), `${role} ${action}`).toBe(wanted);
          cells += 2;
        }
        if (once) continue;
        // Each action finds the tables as the first has found them.
        for (const one of await engine.operator.bookings.list(LOCATION_ID))
          if (one.status === 'confirmed') await engine.operator.bookings.cancel(one.id);
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
