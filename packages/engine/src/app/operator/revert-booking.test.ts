import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { inFull } from '../../../../../test/support/long.ts';
import { seeded } from '../../../../../test/support/seed.ts';
import {
  aPostbox,
  aProcess,
  type Postbox,
  type Process,
  type VirtualClock,
  virtualClock,
} from '../../../test-support/process.ts';
import { aLocation, aRequest, aTable, FRIDAY_MS, LOCATION_ID } from '../../contract/fixtures.ts';
import type { Booking } from '../../core/booking/booking.ts';
import { beforeReversal } from '../../core/booking/decide-reversal.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../core/instant.ts';
import type { BookingActions } from '../location/bookings.ts';

const SIX_MS = FRIDAY_MS + 17 * HOUR_MS;
const at = (minutes: number): number => SIX_MS + minutes * MINUTE_MS;

let clock: VirtualClock;
let here: Process;
let postbox: Postbox;

beforeEach(async () => {
  clock = virtualClock(at(-30));
  postbox = aPostbox();
  here = aProcess(clock, { mailer: postbox });
  const tables = ['A', 'B', 'C'].map((id) => aTable(id));
  await aLocation(here.shared, {
    floorPlan: { tables, combinations: [], wastedSeatsMax: null },
    freezeMinutes: 0,
  });
});

const bookings = (): BookingActions => here.engine.operator.at(LOCATION_ID).bookings;

async function booked(startMs = SIX_MS, tables?: readonly string[], given = {}): Promise<Booking> {
  const made = await bookings().create(aRequest(startMs, { partySize: 2, ...given }), {
    ...(tables && { tables }),
  });
  if (made.kind === 'refused') throw new Error(made.reason);
  return made.booking;
}

/** The fields that undo restores: all but the history and the numbers of events. */
function stateOf(booking: Booking): object {
  const { history: _, lastEventSeconds: __, formerGuests: ___, ...state } = booking;
  return state;
}

const CHANGES: readonly ((id: string, booking: Booking) => Promise<unknown>)[] = [
  (id) => bookings().arrive(id),
  (id) => bookings().seat(id),
  (id) => bookings().seat(id, { tables: ['C'] }),
  (id) => bookings().leave(id),
  (id, { endMs }) => bookings().extend(id, { untilMs: endMs + 15 * MINUTE_MS }),
  (id, { endMs }) => bookings().extend(id, { untilMs: endMs - 30 * MINUTE_MS }),
  (id) => bookings().move(id, { startMs: at(60) }),
  (id) => bookings().move(id, { startMs: at(0) + DAY_MS, partySize: 4 }),
  (id) => bookings().move(id, { partySize: 3 }, { tables: ['B'] }),
  (id) => bookings().assign(id, { tables: ['B'] }),
  (id) => bookings().pin(id, true),
  (id) => bookings().pin(id, false),
  (id) => bookings().markNoShow(id),
  (id) => bookings().undo(id),
  (id) => bookings().takeBack(id, 'seated'),
  (id) => bookings().revert(id),
];

test('D43 undo restores the latest change completely, for every kind of change, on random days', async () => {
  const kinds = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(CHANGES.length - 1), fc.nat(20)), { minLength: 3, maxLength: 10 }),
      async (steps) => {
        const { id } = await booked(SIX_MS, ['A'], { guest: { name: 'Berg' } });
        for (const [pick, minutes] of steps) {
          clock.pass(minutes * MINUTE_MS);
          const before = await bookings().read(id);
          await CHANGES[pick]!(id, before).catch(() => undefined);
          const after = await bookings().read(id);
          if (after.history.length === before.history.length) continue;
          kinds.add(after.history.at(-1)!.kind);
          expect(stateOf(beforeReversal(after, Infinity)!)).toEqual(stateOf(before));
          expect((await bookings().revert(id)).kind).toBe('changed');
          expect(stateOf(await bookings().read(id))).toEqual(stateOf(before));
          await bookings().revert(id);
          expect(stateOf(await bookings().read(id))).toEqual(stateOf(after));
        }
        const { status } = await bookings().read(id);
        if (status === 'confirmed') await bookings().cancel(id);
        clock.pass(at(-30) - clock.nowMs());
      },
    ),
    seeded(inFull(300, 80)),
  );
  expect([...kinds].toSorted()).toEqual(
    ['arrived', 'assigned', 'extended', 'left', 'moved', 'no_show', 'pinned', 'seated', 'undone', 'unpinned', 'visit_corrected'], // prettier-ignore
  );
});

test('D43 D38 chosen tables that another booking has now are requested again: it moves, or is listed', async () => {
  const { id } = await booked(SIX_MS, ['A']);
  await bookings().assign(id, { tables: ['B'] });
  const other = await booked(SIX_MS, undefined, { guest: { name: 'Lund' } });
  await bookings().assign(other.id, { tables: ['A'] });
  expect(await bookings().revert(id)).toMatchObject({ kind: 'refused', inTheWay: [other.id] });
  expect((await bookings().read(id)).tables).toEqual(['B']);
  await bookings().pin(other.id, false);
  expect(await bookings().revert(id)).toMatchObject({ kind: 'changed', booking: { tables: ['A'] } });
  expect((await bookings().read(other.id)).tables).not.toEqual(['A']);
});

test('D43 a booking without chosen tables gets any free table on undo', async () => {
  const { id, tables } = await booked();
  await bookings().move(id, { startMs: at(120) });
  const other = await booked(SIX_MS, tables);
  const back = await bookings().revert(id);
  expect(back).toMatchObject({ kind: 'changed', booking: { startMs: SIX_MS, pinned: false } });
  expect((await bookings().read(id)).tables).not.toEqual(other.tables);
});

test('D26 D43 the guest is notified when a move is undone, and of no other undo', async () => {
  const { id } = await booked(SIX_MS + DAY_MS);
  const mails = async (): Promise<readonly string[]> => {
    await here.engine.background.deliverDue();
    return postbox.taken.map(({ kind }) => kind);
  };
  await bookings().move(id, { startMs: at(60) + DAY_MS });
  await bookings().revert(id);
  expect(await mails()).toEqual(['confirmation', 'moved', 'moved']);
  await bookings().pin(id, true);
  await bookings().revert(id);
  expect(await mails()).toHaveLength(3);
});

test('D43 a cancellation, an edit, re-seating, and a change that was not seen cannot be undone', async () => {
  const { id } = await booked(SIX_MS, ['A']);
  await expect(bookings().revert(id)).rejects.toMatchObject({ code: 'conflict' });
  await bookings().edit(id, { notes: 'window' });
  await expect(bookings().revert(id)).rejects.toMatchObject({ code: 'conflict' });
  await bookings().pin(id, false);
  await booked(SIX_MS, ['A'], { guest: { name: 'Lund' } });
  expect((await bookings().read(id)).history.at(-1)?.kind).toBe('reseated');
  await expect(bookings().revert(id)).rejects.toMatchObject({ code: 'conflict' });
  await bookings().cancel(id);
  await expect(bookings().revert(id)).rejects.toMatchObject({ code: 'conflict' });
});
