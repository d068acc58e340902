/** What writers do to a booking, and how it is seen in an event. */
import { pgStorage } from '@bord/adapter-pg';
import { sqliteStorage } from '@bord/adapter-sqlite';
import type { Storage, SubscriberEvent } from '@bord/engine';

export const SUBSCRIBER = 'proof';

/** A booking is made (0), moved by a quarter of an hour (1 to 3), and cancelled (4). */
export const STEPS = 5;

export interface Change {
  readonly booking: string;
  readonly step: number;
}

export function stepOf({ type, data }: SubscriberEvent): number {
  if (type === 'booking.cancelled') return STEPS - 1;
  return type === 'booking.created' ? 0 : new Date(data.startsAt).getUTCMinutes() / 15;
}

/** Numbers of 0 or more and less than 1, the same for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A URL of PostgreSQL, or the path of a file of SQLite. */
export function opened(database: string): Storage {
  return database.startsWith('postgres') ? pgStorage({ url: database }) : sqliteStorage({ path: database });
}

export interface Judgement {
  readonly changes: number;
  /** Acknowledged, and never delivered. */
  readonly lost: readonly Change[];
  /** Delivered for the first time after a later change of the same booking. */
  readonly disordered: readonly Change[];
}

/** @param delivered in the order in which readers have received it, with repetitions */
export function judge(acknowledged: readonly Change[], delivered: readonly Change[]): Judgement {
  const seen = new Map<string, number[]>();
  const disordered: Change[] = [];
  for (const change of delivered) {
    const steps = seen.get(change.booking) ?? [];
    if (steps.includes(change.step)) continue;
    if (steps.some((step) => step > change.step)) disordered.push(change);
    seen.set(change.booking, [...steps, change.step]);
  }
  const lost = acknowledged.filter(({ booking, step }) => !seen.get(booking)?.includes(step));
  return { changes: acknowledged.length, lost, disordered };
}
