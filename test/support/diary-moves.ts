/** Moves on a diary of three days, at random: for stories in which a storage has to notice what anybody has written. */
import type { Booking, DiaryBooking, Rule } from '@bord/engine/storage';
import { fixtures } from '@bord/engine/testing';
import fc from 'fast-check';

const { aBooking, bookIfFree, FRIDAY_MS } = fixtures;
const HOUR_MS = 3_600_000;

/** A change and its subject. */
export interface Move {
  readonly kind: 'book' | 'move' | 'cancel' | 'trade' | 'fail' | 'erase' | 'plan' | 'hand';
  readonly by: 'storage' | 'other';
  readonly pick: number;
  readonly day: number;
  readonly hour: number;
}

/** Some concurrent moves. A kind that is named twice is twice as frequent. */
export function movesOf(kinds: readonly Move['kind'][]): fc.Arbitrary<Move[]> {
  const move = fc.record<Move>({
    kind: fc.constantFrom(...kinds),
    by: fc.constantFrom('storage', 'storage', 'storage', 'other'),
    pick: fc.nat(12),
    day: fc.nat(2),
    hour: fc.integer({ min: 9, max: 25 }),
  });
  return fc.array(move, { maxLength: 4 });
}

export const DAYS = [0, 24, 48].map((hours) => ({
  startMs: FRIDAY_MS + hours * HOUR_MS,
  endMs: FRIDAY_MS + (hours + 24) * HOUR_MS,
}));

export const byId = (bookings: readonly DiaryBooking[]): DiaryBooking[] =>
  bookings.toSorted((a, b) => (a.id < b.id ? -1 : 1));

/** A rule whose result the storage cannot save. */
export type Failing = (booking: Booking, number: number) => Rule<unknown>;

const MOVED = { atMs: FRIDAY_MS, kind: 'reseated', by: 'maintenance', before: { tables: ['A'] } } as const;

/** The effect of a move on its day, or on its booking. Only a failing one is rejected. */
export function ruleOf({ kind, pick, day, hour }: Move, number: number, failing: Failing): Rule<unknown> {
  const startMs = FRIDAY_MS + (24 * day + hour) * HOUR_MS;
  const times = { startMs, endMs: startMs + 2 * HOUR_MS, blockedUntilMs: startMs + 2 * HOUR_MS };
  const booking = aBooking(`bk_${number}`, { ...times, tables: [`T${pick % 3}`], idempotencyKey: null });
  if (kind === 'book') return bookIfFree(booking);
  if (kind === 'fail') return failing(booking, number);
  return ({ bookings, named }) => {
    if (kind === 'trade')
      return {
        result: null,
        reseatings: bookings
          .slice(0, 2)
          .map(({ id }, n) => ({ bookingId: id, tables: [`S${number} ${n}`], entry: MOVED })),
      };
    if (!named) return { result: null };
    const tables = [`M${number}`];
    return {
      result: null,
      booking: kind === 'move' ? { ...named, ...times, tables } : { ...named, tables, status: 'cancelled' },
    };
  };
}
