import type { Channel } from './booking.ts';
import type { Reason } from './reason.ts';

/** A request to book that was refused: what the restaurant turned away. Says nothing of the guest. */
export interface Refusal {
  readonly locationId: string;
  readonly channel: Channel;
  /** When it was asked. */
  readonly askedMs: number;
  /** For when. */
  readonly startMs: number;
  readonly partySize: number;
  readonly reason: Reason;
}
