import { BookingError, type Storage } from '@bord/engine';
import type { World } from './world.ts';

/** A connection of a process to the storage. Once it is cut, its calls never end. */
export interface Connection {
  isCut: boolean;
}

/** The turns after which a missing answer is noticed. */
const SILENCE_TURNS = 20;

/**
 * A storage behind a bad line: every call of every port waits for its turn on the way there and on the way back, and may be lost on
 * either.
 */
export function behindBadConnection(sound: Storage, world: World, connection: Connection): Storage {
  const { turns, weather } = world;
  const happens = (times: number): boolean => world.dice.once(times); // thrown in any weather
  const lost = (where: string): BookingError => new BookingError('unavailable', `lost ${where}`);

  const through =
    <A extends unknown[], R>(call: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      await turns.wait();
      if (connection.isCut) return silence();
      if (happens(weather.lostBefore)) throw lost('on the way there');
      const result = await call(...args);
      await turns.wait();
      if (connection.isCut) return silence();
      if (happens(weather.lostAfter)) throw lost('on the way back');
      if (happens(weather.hangs)) {
        await world.wait(SILENCE_TURNS);
        if (connection.isCut) return silence();
        throw lost('in silence');
      }
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
    guests: port(sound.guests),
    outbox: port(sound.outbox),
    rates: port(sound.rates),
    leaderLocks: port(sound.leaderLocks),
    records: port(sound.records),
    nowMs: through(sound.nowMs),
  };
}

/** No answer, ever. */
export function silence(): Promise<never> {
  return new Promise(() => undefined);
}
