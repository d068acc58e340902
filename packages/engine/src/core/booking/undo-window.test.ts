import { expect, test } from 'vitest';
import { aBooking, aDelivery } from '../../contract/fixtures.ts';
import { SECOND_MS } from '../instant.ts';
import type { Booking } from './booking.ts';
import { beforeReversal } from './decide-reversal.ts';
import { type Author, begunBy, withHistory } from './history.ts';
import { isOfferWithdrawn, isTakenBack } from './undo-window.ts';

type Step = readonly [seconds: number, change: Partial<Booking>, by?: Author];

const ANNA = 'staff:anna';
const base = aBooking('bk_1');
const madeByAnna: Booking = { ...base, history: begunBy({ atMs: base.createdMs, by: ANNA }, base.channel) };
const atMs = (seconds: number): number => base.createdMs + seconds * SECOND_MS;

const cancel: Partial<Booking> = { status: 'cancelled' };
const undo: Partial<Booking> = { status: 'confirmed' };
const toHour = (hours: number): Partial<Booking> => ({ startMs: base.startMs + hours * 3600 * SECOND_MS });

function after(booking: Booking, ...steps: readonly Step[]): Booking {
  let now = booking;
  for (const [seconds, change, by = ANNA] of steps)
    now = withHistory(now, { ...now, ...change }, { atMs: atMs(seconds), by });
  return now;
}

/** The seconds of the changes that are announced. */
function announced(booking: Booking, ...steps: readonly Step[]): readonly number[] {
  const seconds = [...(booking === madeByAnna ? [0] : []), ...steps.map(([second]) => second)];
  return seconds.filter((second) => !isTakenBack(after(booking, ...steps), atMs(second + 15)));
}

test('D54 a change that is repeated after its undo is announced once', () => {
  expect(announced(base, [20, cancel])).toEqual([20]);
  expect(announced(base, [20, cancel], [25, undo])).toEqual([]);
  expect(announced(base, [20, cancel], [25, undo], [30, cancel])).toEqual([30]);
  expect(announced(base, [20, cancel], [25, undo], [30, cancel], [44, undo])).toEqual([]);
  expect(announced(base, [20, toHour(1)], [35, toHour(0)])).toEqual([20, 35]);
});

test('D54 changes that end in the state before them are not announced', () => {
  expect(announced(base, [20, toHour(1)], [24, toHour(2)], [30, toHour(0)])).toEqual([]);
  expect(announced(base, [20, toHour(1)], [24, toHour(2)], [30, toHour(1)])).toEqual([20]);
  expect(announced(base, [20, toHour(1)], [24, { pinned: !base.pinned }], [30, toHour(0)])).toEqual([24]);
});

test('D54 an undo after a change by another author is announced', () => {
  const more = { partySize: 3 };
  const fewer = { partySize: base.partySize };
  expect(
    announced(base, [20, toHour(1)], [22, more, 'guest'], [24, fewer, 'guest'], [30, toHour(0)]),
  ).toEqual([20, 22, 24, 30]);
});

test('D54 a booking that is cancelled within 15 s is not announced, and its undo must come within the same 15 s', () => {
  expect(announced(madeByAnna, [10, cancel])).toEqual([]);
  expect(announced(madeByAnna, [10, cancel], [14, undo])).toEqual([0]);
  expect(announced(madeByAnna, [4, toHour(1)], [10, cancel])).toEqual([]);
  expect(announced(madeByAnna, [15, cancel])).toEqual([0, 15]);
  const cancelled = after(madeByAnna, [10, cancel]);
  expect(beforeReversal(cancelled, atMs(14))).toMatchObject({ status: 'confirmed' });
  expect(beforeReversal(cancelled, atMs(15))).toBeNull();
  expect(beforeReversal(after(madeByAnna, [20, cancel]), atMs(34))).toMatchObject({ status: 'confirmed' });
});

test('D54 the event of an offer that its entry does not have any more is withdrawn; an e-mail says what is offered when it leaves', () => {
  const event = { ...aDelivery('offer', { queue: 'e' }), body: '{"data":{"holdId":"hd_1"}}' };
  expect(isOfferWithdrawn({ holdId: 'hd_1' }, event)).toBe(false);
  expect(isOfferWithdrawn({ holdId: 'hd_2' }, event)).toBe(true);
  expect(isOfferWithdrawn({ holdId: null }, event)).toBe(true);
  expect(isOfferWithdrawn({ holdId: null }, { ...event, queue: 'mail' })).toBe(false);
});
