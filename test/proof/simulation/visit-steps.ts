import type { Booking, ChangeOutcome, Engine } from '@bord/engine';
import type { World } from './world.ts';

const QUARTER_MS = 15 * 60_000;

/** A change with its kind. */
export type Labelled = readonly [label: string, change: (engine: Engine) => Promise<ChangeOutcome>];

/** The actions of staff on a party during its visit. */
export function visitSteps(dice: World['dice'], { id, endMs }: Booking): Labelled[] {
  const to = { untilMs: endMs + (dice.roll(6) - 2) * QUARTER_MS, force: dice.once(2) };
  const step = dice.once(2) ? 'arrived' : 'seated';
  return [
    ['arrive', ({ operator }) => operator.bookings.arrive(id)],
    ['sit down', ({ operator }) => operator.bookings.seat(id)],
    ['sit down', ({ operator }) => operator.bookings.seat(id)],
    ['sit down', ({ operator }) => operator.bookings.seat(id)],
    ['take back', ({ operator }) => operator.bookings.takeBack(id, step)],
    ['leave the table', ({ operator }) => operator.bookings.leave(id)],
    ['stay until', ({ operator }) => operator.bookings.extend(id, to)],
    ['stay until', ({ operator }) => operator.bookings.extend(id, to)],
    ['undo', ({ operator }) => operator.bookings.undo(id)],
  ];
}
