import type { Channel } from './booking.ts';
import type { Reason } from '../location/reason.ts';

/** A request to book that was refused: what the restaurant turned away. Says nothing of the guest. */
export interface Refusal {
  /** The location's id. */
  readonly locationId: string;
  /** Who asked. */
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
