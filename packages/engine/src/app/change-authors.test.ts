/** The author that the history records (D43), for every way of making a change. */
import { beforeEach, expect, test } from 'vitest';
import {
  aPostbox,
  aProcess,
  type Postbox,
  type Process,
  type VirtualClock,
  virtualClock,
} from '../../test-support/process.ts';
import {
  aBooking,
  aCaller,
  aLocation,
  aPlan,
  aRequest,
  aScope,
  aTable,
  FRIDAY_MS,
  LOCATION_ID,
  save,
} from '../contract/fixtures.ts';
import { DAY_MS, HOUR_MS } from '../core/instant.ts';
import type { LocationPlan } from '../core/location/location.ts';
import type { GuestMessage } from '../core/outbox/message.ts';

const SIX_MS = FRIDAY_MS + 17 * HOUR_MS;
const PLAN: Partial<LocationPlan> = {
  freezeMinutes: 0,
  floorPlan: {
    tables: [aTable('small', { seatsMax: 2 }), aTable('large')],
    combinations: [],
    wastedSeatsMax: null,
  },
};

let clock: VirtualClock;
let here: Process;
let postbox: Postbox;

beforeEach(async () => {
  clock = virtualClock();
  postbox = aPostbox();
  here = aProcess(clock, { mailer: postbox });
  await aLocation(here.shared, PLAN);
});

const partner = (slug = 'acme') => here.engine.partner(aCaller({ partner: slug }));

async function book(partySize = 2, slug = 'acme'): Promise<string> {
  const made = await partner(slug).createBooking(LOCATION_ID, aRequest(SIX_MS, { partySize }));
  if (made.kind !== 'booked') throw new Error(`not booked: ${made.kind === 'refused' && made.reason}`);
  return made.booking.id;
}

async function guestOf(id: string) {
  await here.engine.background.deliverDue();
  const mails = postbox.taken as GuestMessage[];
  return here.engine.guest(mails.findLast(({ bookingId }) => bookingId === id)!.manageToken!);
}

/** The history in short form. */
async function historyOf(id: string): Promise<readonly string[]> {
  const { history } = (await here.shared.bookings.find(id, null))!;
  return history.map(({ kind, by }) => `${kind} by ${by}`);
}

/** A small party at the large table: it makes room for a party that needs the large one. */
async function whoMakesRoom(): Promise<string> {
  const [first, second] = [await book(), await book()];
  await here.engine.operator.bookings.cancel(first);
  expect((await here.shared.bookings.find(second, null))!.tables).toEqual(['large']);
  return second;
}

test('D43 changes by a partner are recorded with its slug', async () => {
  const id = await book(2, 'hotel-nord');
  await partner('hotel-nord').cancelBooking(id);
  expect(await historyOf(id)).toEqual(['cancelled by partner:hotel-nord']);
});

test('D43 changes by commands are by `cli`, for bookings of every channel', async () => {
  const id = await book();
  const { bookings } = here.engine.operator.at(LOCATION_ID);
  await bookings.move(id, { startMs: SIX_MS + HOUR_MS });
  await bookings.assign(id, { tables: ['large'] });
  await bookings.edit(id, { phone: '1' });
  await bookings.pin(id, false);
  await bookings.markNoShow(id);
  await bookings.undo(id);
  await bookings.cancel(id);
  const kinds = ['moved', 'assigned', 'edited', 'unpinned', 'no_show', 'undone', 'cancelled'];
  expect(await historyOf(id)).toEqual(kinds.map((kind) => `${kind} by cli`));
});

test('D43 changes by the guest through the link are recorded as `guest`', async () => {
  const id = await book();
  const guest = await guestOf(id);
  await guest.move({ startMs: SIX_MS + HOUR_MS });
  await guest.edit({ notes: 'nuts' });
  await guest.cancel();
  expect(await historyOf(id)).toEqual(['moved by guest', 'edited by guest', 'cancelled by guest']);
});

test('D43 changes by nightly maintenance are recorded as `maintenance`, also when run by command', async () => {
  const nightly = await book();
  await here.engine.background.runMaintenance({ demoLocationId: LOCATION_ID });
  clock.pass(DAY_MS + 4 * HOUR_MS);
  await here.engine.background.runMaintenance({ demoLocationId: LOCATION_ID });
  expect(await historyOf(nightly)).toEqual(['cancelled by maintenance']);
  const location = (await here.shared.locations.get(LOCATION_ID))!;
  const old = aBooking('bk_old', { startMs: SIX_MS + 9 * DAY_MS, createdMs: FRIDAY_MS - DAY_MS });
  await here.shared.bookings.amend(aScope(location), save({ booking: old }));
  await here.engine.background.sweepSandbox(LOCATION_ID);
  expect(await historyOf('bk_old')).toEqual(['cancelled by maintenance']);
});

test.each<[string, string, () => Promise<unknown>]>([
  ['a partner', 'partner:acme', () => book(4)],
  ['another partner', 'partner:hotel-nord', () => book(4, 'hotel-nord')],
  [
    'the operator',
    'cli',
    () => here.engine.operator.at(LOCATION_ID).bookings.create(aRequest(SIX_MS, { partySize: 4 })),
  ],
  [
    'the operator who chooses',
    'cli',
    () => here.engine.operator.at(LOCATION_ID).bookings.create(aRequest(SIX_MS), { tables: ['large'] }),
  ],
])('D43 a booking that makes room is re-seated by the author of the change: %s', async (_, by, need) => {
  const id = await whoMakesRoom();
  clock.pass(1000);
  await need();
  expect(await historyOf(id)).toEqual([`reseated by ${by}`]);
  expect((await here.shared.bookings.find(id, null))!.history).toEqual([
    { atMs: clock.nowMs(), kind: 'reseated', by, before: { tables: ['large'] } },
  ]);
});

test('D43 the same holds if a guest enlarges the party, and if a booking is moved', async () => {
  const id = await whoMakesRoom();
  const later = await here.engine
    .partner(aCaller())
    .createBooking(LOCATION_ID, aRequest(SIX_MS + 2 * HOUR_MS));
  if (later.kind !== 'booked') throw new Error('not booked');
  const guest = await guestOf(later.booking.id);
  await guest.move({ startMs: SIX_MS, partySize: 4 });
  expect(await historyOf(id)).toEqual(['reseated by guest']);
  await here.engine.operator.bookings.cancel(later.booking.id);
});

test('D43 a new plan moves no booking, so histories stay as they are', async () => {
  const id = await whoMakesRoom();
  const tables = [aTable('small', { seatsMax: 2 }), aTable('large', { seatsMin: 3 })];
  const floorPlan = { tables, combinations: [], wastedSeatsMax: null };
  await here.engine.operator.locations.apply(aPlan({ ...PLAN, floorPlan }), LOCATION_ID);
  expect(await historyOf(id)).toEqual([]);
});
