import type { Channel } from './booking.ts';
import type { Reason } from '../location/reason.ts';

/** A rejected request to book, without guest data. */
export interface Refusal {
  /** The location's id. */
  readonly locationId: string;
  /** The channel of the request. */
  readonly channel: Channel;
  /** When it was asked. */
  readonly requestedMs: number;
  /** For when. */
  readonly startMs: number;
  /** How many guests. */
  readonly partySize: number;
  /** Why it was refused. */
  readonly reason: Reason;
}
