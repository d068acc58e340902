import type { Booking, ChangeOutcome, Engine } from '@bord/engine';
import type { World } from './world.ts';

const QUARTER_MS = 15 * 60_000;

/** What the house may write down of a party, or do for it, while it is there. */
export function visitSteps(
  dice: World['dice'],
  { id, endMs }: Booking,
): ((engine: Engine) => Promise<ChangeOutcome>)[] {
  const to = { untilMs: endMs + (dice.roll(6) - 2) * QUARTER_MS, force: dice.once(2) };
  const step = dice.once(2) ? 'arrived' : 'seated';
  return [
    ({ operator }) => operator.bookings.arrive(id),
    ({ operator }) => operator.bookings.seat(id),
    ({ operator }) => operator.bookings.seat(id),
    ({ operator }) => operator.bookings.seat(id),
    ({ operator }) => operator.bookings.takeBack(id, step),
    ({ operator }) => operator.bookings.leave(id),
    ({ operator }) => operator.bookings.extend(id, to),
    ({ operator }) => operator.bookings.extend(id, to),
    ({ operator }) => operator.bookings.undo(id),
  ];
}
