/** D44: every action of a location with its subject and least role. */
import type { LocationActions, Role, WaitingInput } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';

const { aPlan, FRIDAY, FRIDAY_MS } = fixtures;
export const HOUR_MS = 3_600_000;

/** The subjects of the actions. */
export interface Ids {
  readonly bookingId: string;
  readonly blockId: string;
  readonly holdId: string;
  readonly waitingId: string;
  readonly closureId: string;
  readonly staffId: string;
}

interface Cell {
  /** The least role. */
  readonly least: Role;
  /** Its argument says what it is about: of another location it is as if it were not there. */
  readonly by?: 'booking' | 'block' | 'hold' | 'waiting';
  run(house: LocationActions, ids: Ids): unknown;
}

export const SIX_MS = FRIDAY_MS + 18 * HOUR_MS;
const SEVEN_MS = SIX_MS + HOUR_MS;
const GUEST = { name: 'Berg', email: null, phone: null, notes: null, language: null };
export const REQUEST = {
  startMs: SIX_MS,
  partySize: 2,
  guest: GUEST,
  partnerBookingRef: null,
  idempotencyKey: null,
};

const ofHouse = (run: Cell['run'], least: Role = 'host'): Cell => ({ least, run });
const ofBooking = (run: (house: LocationActions, bookingId: string) => unknown): Cell => ({
  least: 'host',
  by: 'booking',
  run: (house, { bookingId }) => run(house, bookingId),
});

export const ENTRY: WaitingInput = {
  date: FRIDAY,
  fromMs: SIX_MS,
  toMs: SEVEN_MS,
  partySize: 2,
  mode: 'offer',
  guest: { name: 'Lind', email: 'lind@example.se' },
};

const ofHold = (run: (house: LocationActions, holdId: string) => unknown): Cell => ({
  least: 'host',
  by: 'hold',
  run: (house, { holdId }) => run(house, holdId),
});

const ofWaiting = (run: (house: LocationActions, waitingId: string) => unknown): Cell => ({
  least: 'host',
  by: 'waiting',
  run: (house, { waitingId }) => run(house, waitingId),
});

export const TABLE: Readonly<Record<string, Cell>> = {
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
  'bookings.unconfirmed': ofHouse(({ bookings }) => bookings.unconfirmed(0)),
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
  'tables.unblock': {
    least: 'host',
    by: 'block',
    run: ({ tables }, { blockId }) => tables.unblock(blockId),
  },
  'tables.blocks': ofHouse(({ tables }) => tables.blocks()),
  'holds.list': ofHouse(({ holds }) => holds.list()),
  'holds.read': ofHold(({ holds }, id) => holds.read(id)),
  'holds.release': ofHold(({ holds }, id) => holds.release(id)),
  'waitlist.list': ofHouse(({ waitlist }) => waitlist.list()),
  'waitlist.read': ofWaiting(({ waitlist }, id) => waitlist.read(id)),
  'waitlist.add': ofHouse(({ waitlist }) => waitlist.add(ENTRY)),
  'waitlist.leave': ofWaiting(({ waitlist }, id) => waitlist.leave(id)),
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
export function actionsOf(object: object, prefix = ''): string[] {
  return Object.entries(object).flatMap(([name, value]: [string, unknown]) => {
    if (typeof value === 'function') return [prefix + name];
    return typeof value === 'object' && value !== null ? actionsOf(value, `${prefix}${name}.`) : [];
  });
}

/** The result of an action: `done`, or the caller's error. */
export async function endOf(act: () => unknown): Promise<string> {
  try {
    await act();
    return 'done';
  } catch (error) {
    const { code, message } = error as { readonly code?: string; readonly message: string };
    return `${code}: ${message}`;
  }
}

/** Results that depend on the caller, not on the state. */
export const REFUSALS =
  /^(?:role_missing|location_\w+|\w+_not_found|missing_scope|session_unknown|undefined)/;
