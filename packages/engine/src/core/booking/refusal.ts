import type { Channel } from './booking.ts';
import type { Reason } from '../location/reason.ts';

/** A rejected request to book, without guest data. */
export interface Refusal {
  /** The location's id. */
  readonly locationId: string;
  /** The channel of the request. */
  readonly channel: Channel;
  /** The time of the request. */
  readonly requestedMs: number;
  /** The requested start. */
  readonly startMs: number;
  /** The number of guests. */
  readonly partySize: number;
  /** The reason. */
  readonly reason: Reason;
}
