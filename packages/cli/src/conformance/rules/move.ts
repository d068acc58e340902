/** D31, D32 */
import { moveCall } from '../asking.ts';
import { instantOf, listOf } from '../days.ts';
import { CannotTell } from '../errors.ts';
import { field, gotOf } from '../exchange.ts';
import { madeBooking } from '../fixtures/bookings.ts';
import { fullSlot } from '../fixtures/last-table.ts';
import { answers, firstOf, type Rule, unless } from '../rule.ts';
import { bookingStatus, isOf } from '../shapes.ts';
import { askAdded } from './added.ts';

const ALTERNATIVES_MAX = 4;

export const MOVE: readonly Rule[] = [
  {
    id: 'D32/same',
    title: 'to move a booking to where it is: 200, with the booking',
    needs: 'added',
    async run(run) {
      const { id } = await madeBooking(run);
      const exchange = await askAdded(run, moveCall(id, {}));
      return firstOf(answers(exchange, 200), isOf(bookingStatus, 'the fields of §2.8', exchange));
    },
  },
  {
    id: 'D31/alternatives',
    title:
      'a 409 that names other times names four at most, the nearest first, and not the one that was refused',
    needs: 'added',
    async run(run) {
      const { startMs, refusal } = await fullSlot(run);
      const given = field(refusal.json, 'alternatives');
      if (given === undefined) throw new CannotTell('the refusal names no other times');
      const starts = listOf(given).map((each) => instantOf(field(each, 'startsAt')) ?? Number.NaN);
      const inOrder = starts.toSorted((a, b) => Math.abs(a - startMs) - Math.abs(b - startMs) || a - b);
      const isGood =
        starts.every((ms) => Number.isFinite(ms) && ms !== startMs) &&
        starts.length <= ALTERNATIVES_MAX &&
        starts.join() === inOrder.join();
      return unless(isGood, 'at most four times, the nearest first', () => gotOf(refusal), refusal);
    },
  },
];
