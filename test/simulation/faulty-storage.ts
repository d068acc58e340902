import { BookingError, type Storage } from '@bord/engine';
import type { Dice, Turns } from './turns.ts';

/** What may go wrong, and how often: one call in so many. `Infinity` for never. */
export interface Weather {
  /** The call never reaches the storage. */
  lostBefore: number;
  /** The call is carried out, and its answer is lost: a commit whose outcome nobody knows. */
  lostAfter: number;
}

export const CALM: Weather = { lostBefore: Infinity, lostAfter: Infinity };

/**
 * A storage behind a bad line: every call waits for its turn on the way there and on the way back, and may be lost on either.
 */
export function behindBadLine(sound: Storage, turns: Turns, dice: Dice, weather: Weather): Storage {
  const lost = (times: number): void => {
    if (times !== Infinity && dice.once(times)) throw new BookingError('unavailable', 'lost on the line');
  };
  const through =
    <A extends unknown[], R>(call: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      await turns.wait();
      lost(weather.lostBefore);
      const result = await call(...args);
      await turns.wait();
      lost(weather.lostAfter);
      return result;
    };
  const port = <P extends object>(calls: P): P =>
    Object.fromEntries(
      Object.entries(calls).map(([name, call]) => [
        name,
        through(call as (...args: unknown[]) => Promise<unknown>),
      ]),
    ) as P;
  return {
    ...sound,
    bookings: port(sound.bookings),
    locations: port(sound.locations),
    endpoints: port(sound.endpoints),
    outbox: port(sound.outbox),
  };
}
