/** Possible actions succeed, and others are rejected or senseless, according to the rules themselves. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inFull } from '../../../../../test/support/long.ts';
import { seeded } from '../../../../../test/support/seed.ts';
import { aProcess, virtualClock } from '../../../test-support/process.ts';
import { aLocation, aRequest, FRIDAY_MS, LOCATION_ID } from '../../contract/fixtures.ts';
import { HOUR_MS, MINUTE_MS } from '../instant.ts';
import type { Booking } from './booking.ts';
import { BOOKING_ACTIONS, type PossibleAction, possibleActions } from './possible-actions.ts';
import type { KnownBookingActions } from '../../app/location/bookings.ts';
import type { ChangeOutcome } from './decide.ts';

const SIX_MS = FRIDAY_MS + 17 * HOUR_MS;

/** Not rejected, and yet not offered: leaving before arrival, cancelling a seated party, pinning after the end. */
const SENSELESS: ReadonlySet<PossibleAction> = new Set([
  'leave',
  'no_show',
  'cancel',
  'seat',
  'pin',
  'unpin',
]);

function act(
  bookings: KnownBookingActions,
  action: PossibleAction,
  { id, endMs, tables, partySize }: Booking,
) {
  const acts: Readonly<Record<PossibleAction, () => Promise<ChangeOutcome>>> = {
    arrive: () => bookings.arrive(id),
    seat: () => bookings.seat(id),
    leave: () => bookings.leave(id),
    extend: () => bookings.extend(id, { untilMs: endMs + 15 * MINUTE_MS }),
    move: () => bookings.move(id, { partySize: partySize === 2 ? 3 : 2 }),
    assign: () => bookings.assign(id, { tables: tables[0] === 'A' ? ['B'] : ['A'] }),
    pin: () => bookings.pin(id, true),
    unpin: () => bookings.pin(id, false),
    edit: () => bookings.edit(id, { notes: `${Math.random()}` }),
    no_show: () => bookings.markNoShow(id),
    cancel: () => bookings.cancel(id),
    take_back_arrived: () => bookings.takeBack(id, 'arrived'),
    take_back_seated: () => bookings.takeBack(id, 'seated'),
    undo: () => bookings.undo(id),
    revert: () => bookings.revert(id),
  };
  return acts[action]();
}

test('D12 D38 D41 possible actions succeed and others are rejected, on random days', async () => {
  const met = new Map<PossibleAction, number>();
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 50 })), { minLength: 4, maxLength: 14 }),
      async (steps) => {
        const clock = virtualClock(SIX_MS - 2 * HOUR_MS);
        const { engine, shared } = aProcess(clock);
        const { bookings } = engine.operator.at(LOCATION_ID);
        const location = await aLocation(shared, { freezeMinutes: 0 });
        const made = await bookings.create(aRequest(SIX_MS, { partySize: 2 }));
        if (made.kind === 'refused') throw new Error(made.reason);
        for (const [pick, minutes] of steps) {
          clock.pass(minutes * MINUTE_MS);
          const booking = await bookings.read(made.booking.id);
          const possible = possibleActions(booking, location, clock.nowMs());
          for (const other of BOOKING_ACTIONS.filter(
            (one) => !possible.includes(one) && !SENSELESS.has(one),
          )) {
            const outcome = await act(bookings, other, booking).catch(({ code }: { code: string }) => code);
            expect(['conflict', 'not_cancellable', 'unchanged'], other).toContain(
              typeof outcome === 'string' ? outcome : outcome.kind,
            );
          }
          const action = possible[pick % Math.max(1, possible.length)];
          if (!action) continue;
          met.set(action, (met.get(action) ?? 0) + 1);
          // In an otherwise empty restaurant, only an impossible end is rejected.
          const outcome = await act(bookings, action, booking).catch((error: Error) => error);
          if (outcome instanceof Error)
            expect([action, outcome.message]).toEqual(['extend', expect.stringContaining('24 hours')]);
          else if (action !== 'move' || outcome.kind !== 'refused')
            expect([action, outcome.kind]).toEqual([action, 'changed']);
          else expect(outcome.reason).toBe('too_soon');
        }
      },
    ),
    seeded(inFull(400, 120)),
  );
  for (const action of BOOKING_ACTIONS) expect(met.get(action) ?? 0, action).toBeGreaterThan(0);
});
