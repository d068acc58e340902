/** What writers do to a booking, and how it is seen in an event. */
import type { SubscriberEvent } from '@bord/engine';

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
