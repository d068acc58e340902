/**
 * One booking and its cancellation, with a fault at every call of the storage in turn: lost on the way there, lost on the way
 * back, or never answered. The partner repeats what she has no answer to.
 */
import { BookingError, createEngine, type Engine, type Storage } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import { describe, expect, test } from 'vitest';
import { storages } from '../support/storages.ts';

const FAULTS = ['before', 'after', 'hang'] as const;
type Fault = (typeof FAULTS)[number];

const caller = fixtures.aCaller();
const clock = { nowMs: () => fixtures.FRIDAY_MS };
const GIVES_UP_MS = 250;

/** The storage, with a fault at its `at`-th call; and how many calls there were. */
function faulty(sound: Storage, at: number, fault: Fault): { storage: Storage; calls(): number } {
  let calls = 0;
  const port = <P extends object>(of: P): P =>
    Object.fromEntries(
      Object.entries(of).map(([name, call]: [string, (...args: unknown[]) => Promise<unknown>]) => [
        name,
        async (...args: unknown[]) => {
          calls += 1;
          if (calls !== at) return call(...args);
          if (fault === 'before') throw new BookingError('unavailable', 'lost on the way there');
          await call(...args);
          if (fault === 'hang') return new Promise(() => undefined);
          throw new BookingError('unavailable', 'lost on the way back');
        },
      ]),
    ) as P;
  const storage = {
    ...sound,
    bookings: port(sound.bookings),
    locations: port(sound.locations),
    endpoints: port(sound.endpoints),
  };
  return { storage, calls: () => calls };
}

/** Repeats until there is an answer. */
async function persistently<R>(ask: () => Promise<R>): Promise<R> {
  for (let tries = 0; tries < 5; tries++) {
    let timer: NodeJS.Timeout | undefined;
    try {
      const silence = new Promise<never>((_, fail) => {
        timer = setTimeout(() => fail(new BookingError('unavailable', 'no answer')), GIVES_UP_MS);
      });
      return await Promise.race([ask(), silence]);
    } catch (error) {
      if (!(error instanceof BookingError) || error.code !== 'unavailable') throw error;
    } finally {
      clearTimeout(timer);
    }
  }
  throw new Error('never an answer');
}

async function bookAndCancel(engine: Engine): Promise<string> {
  const request = fixtures.aRequest(fixtures.FRIDAY_MS + 18 * 3_600_000, {
    partySize: 4,
    idempotencyKey: 'k',
  });
  const outcome = await persistently(() => engine.createBooking(caller, fixtures.LOCATION_ID, request));
  if (outcome.kind === 'refused') throw new Error(`refused: ${outcome.reason}`);
  await persistently(() => engine.cancelBooking(caller, outcome.booking.id));
  return outcome.booking.id;
}

describe.each(storages)('$name', ({ open }) => {
  test.each(FAULTS)(
    '§4.3.5 D22 a fault at every call, %s: one booking, cancelled, with both events, once',
    async (fault) => {
      for (let at = 1, calls = Infinity; at <= calls; at++) {
        const { storage: sound, close } = await open(clock);
        await fixtures.aLocation(sound);
        await sound.endpoints.insert(fixtures.anEndpoint());
        const broken = faulty(sound, at, fault);
        const engine = createEngine({ storage: broken.storage, clock });
        const id = await bookAndCancel(engine);
        calls = Math.min(calls, broken.calls());

        const bookings = await sound.bookings.list(fixtures.LOCATION_ID);
        expect(bookings.map((booking) => [booking.id, booking.status])).toEqual([[id, 'cancelled']]);
        const events = (await sound.outbox.lease(100, 1000)).map(({ eventId }) => eventId.split(':')[1]);
        expect(events.toSorted()).toEqual(['booking.cancelled', 'booking.created']);
        engine.detach();
        await close();
      }
    },
  );
});
