/** The log of events in a list: for the storage in memory, and for any other that keeps its records as they are. */
import type { LoggedEvent, NumberedEvent } from '../booking/subscriber-event.ts';
import { bodyWithoutGuest } from '../booking/erasure.ts';
import type { RecordTables } from '../access/record-tables.ts';

/** An event in the log. */
export interface EventRow extends NumberedEvent {
  /** In milliseconds since 1970, by the storage's clock. */
  readonly writtenMs: number;
}

type Subscribers = Pick<RecordTables, 'subscribers'>;

/** The position of the last event. Subscribers have it too, because the log can be empty. */
export function lastPosition(log: readonly EventRow[], { subscribers }: Subscribers): number {
  const read = Object.values(subscribers).map(({ position }) => position);
  return Math.max(0, log.at(-1)?.position ?? 0, ...read);
}

/** The log with the events of a step; unchanged without a subscriber. */
export function withEvents(
  log: readonly EventRow[],
  tables: Subscribers,
  events: readonly LoggedEvent[],
  nowMs: number,
): readonly EventRow[] {
  if (Object.keys(tables.subscribers).length === 0) return log;
  const last = lastPosition(log, tables);
  return [...log, ...events.map((event, i) => ({ ...event, position: last + 1 + i, writtenMs: nowMs }))];
}

/** The log without events that all have read or that were written before an instant; at most `limit` are removed. */
export function withoutRead(
  log: readonly EventRow[],
  { subscribers }: Subscribers,
  writtenBeforeMs: number,
  limit: number,
): readonly EventRow[] {
  const read = Math.min(...Object.values(subscribers).map(({ position }) => position));
  const isOver = ({ position, writtenMs }: EventRow): boolean =>
    position <= read || writtenMs < writtenBeforeMs;
  return [...log.slice(0, limit).filter((event) => !isOver(event)), ...log.slice(limit)];
}

/** The log without the guest of a booking. */
export function withoutGuestOf(log: readonly EventRow[], bookingId: string): readonly EventRow[] {
  return log.map((event) =>
    event.bookingId === bookingId ? { ...event, body: bodyWithoutGuest(event.body) } : event,
  );
}
