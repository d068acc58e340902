import { setImmediate as nextTurn } from 'node:timers/promises';
import { BookingError, type Storage } from '@bord/engine';

export const FAULTS = ['before', 'after', 'hang'] as const;
export type Fault = (typeof FAULTS)[number];

/** A storage with a fault at one of its calls: lost on the way there, lost on the way back, or never answered. */
export interface OneFault {
  readonly storage: Storage;
  /** How many calls there have been. */
  readonly calls: number;
  /** The call that was struck, such as `outbox.settle`; null until then. */
  readonly struck: string | null;
  /** Repeats until there is an answer. A missing answer is reported when no other call is open. */
  surely<R>(ask: () => Promise<R>): Promise<R>;
}

const TRIES_MAX = 5;
const lost = (where: string): BookingError => new BookingError('unavailable', `lost ${where}`);

/** @param at which call, counted from 1; `Infinity` for none */
export function oneFault(sound: Storage, at: number, fault: Fault): OneFault {
  let [calls, underWay] = [0, 0];
  let struck: string | null = null;
  /** Rejects when somebody is not answered; those who ask after that are. */
  let silence = silenceToBe();

  async function call<R>(name: string, answer: () => Promise<R>): Promise<R> {
    calls += 1;
    if (calls !== at) return answer();
    struck = name;
    if (fault === 'before') throw lost('on the way there');
    await answer();
    if (fault === 'after') throw lost('on the way back');
    underWay -= 1;
    void invalidationSilence();
    return new Promise(() => undefined);
  }

  async function invalidationSilence(): Promise<void> {
    for (let quiet = 0; quiet < 3; quiet = underWay === 0 ? quiet + 1 : 0) await nextTurn();
    silence.reject(lost('in silence'));
    silence = silenceToBe();
  }

  const port = <P extends object>(portName: string, of: P): P =>
    Object.fromEntries(
      Object.entries(of).map(([name, answer]: [string, (...args: unknown[]) => Promise<unknown>]) => [
        name,
        async (...args: unknown[]) => {
          underWay += 1;
          try {
            return await call(`${portName}.${name}`, () => answer(...args));
          } finally {
            underWay -= 1;
          }
        },
      ]),
    ) as P;

  return {
    storage: {
      ...sound,
      bookings: port('bookings', sound.bookings),
      locations: port('locations', sound.locations),
      records: port('records', sound.records),
      guests: port('guests', sound.guests),
      outbox: port('outbox', sound.outbox),
      rates: port('rates', sound.rates),
    },
    get calls() {
      return calls;
    },
    get struck() {
      return struck;
    },
    async surely(ask) {
      for (let tries = 1; ; tries++) {
        try {
          return await Promise.race([ask(), silence.promise]);
        } catch (error) {
          const isUnknown = BookingError.is(error) && error.code === 'unavailable';
          if (!isUnknown || tries === TRIES_MAX) throw error;
        }
      }
    },
  };
}

function silenceToBe(): PromiseWithResolvers<never> {
  const silence = Promise.withResolvers<never>();
  silence.promise.catch(() => undefined); // it may have no listener
  return silence;
}
