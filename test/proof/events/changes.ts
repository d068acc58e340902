/** The writers' changes of a booking, and their form in an event. */
import { DAY_MS, type Engine, type SubscriberEvent } from '@bord/engine';
import type { EventLog } from '@bord/engine/storage';

export const SUBSCRIBER = 'proof';

/** A booking is made (0), moved by a quarter of an hour (1 to 3), and cancelled (4). */
export const STEPS = 5;

export interface Change {
  readonly booking: string;
  readonly step: number;
}

export function changeOf(event: SubscriberEvent): Change {
  return { booking: event.data.bookingId, step: stepOf(event) };
}

function stepOf({ type, data }: SubscriberEvent): number {
  if (type === 'booking.cancelled') return STEPS - 1;
  return type === 'booking.created' ? 0 : new Date(data.startsAt).getUTCMinutes() / 15;
}

/** Reads so many events of `afterMissing`, and says whether they were in order. */
export async function readMissed({ events }: Pick<Engine, 'events'>, count: number) {
  let seen = 0;
  let inOrder = true;
  for await (const { data } of await events({ name: SUBSCRIBER })) {
    inOrder &&= data.bookingId === `bk_${seen}`;
    if (++seen === count) break;
  }
  return { seen, inOrder };
}

export type Fault = '' | 'loses' | 'reverses';

/** Noon of a day so many days after tomorrow. */
export function noonAfter(days: number): number {
  return Math.ceil(Date.now() / DAY_MS) * DAY_MS + (days + 0.5) * DAY_MS;
}

/** Control: a log that loses events, or returns each page in reverse order. */
export function faulty(events: EventLog, fault: Fault): EventLog {
  if (fault === '') return events;
  return {
    ...events,
    async read(after, limit) {
      const page = await events.read(after, limit);
      return fault === 'loses' ? page.filter(({ position }) => position % 7 > 0) : page.toReversed();
    },
  };
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
