import type { NumberedEvent } from '../core/booking/subscriber-event.ts';

/**
 * The events that wait for subscribers in the host's program. `BookingStore.amend` writes them in the transaction of their change, if there is a
 * subscriber (a record) then. One row stands for all subscribers, each of which has its position.
 */
export interface EventLog {
  /**
   * The first `limit` events after a position, in order. An event that is committed after later ones were read is placed after them. So a reader
   * that continues from the last position misses no event, and gets the events of one booking in the order of its changes.
   */
  read(after: number, limit: number): Promise<readonly NumberedEvent[]>;

  /** The position of the last event: all changes that are committed later come after it. */
  last(): Promise<number>;

  /** Of the first `limit` events, deletes those that all subscribers have read and those written before this instant, and returns their number. */
  purge(writtenBeforeMs: number, limit: number): Promise<number>;
}
