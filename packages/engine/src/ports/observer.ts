import type { Source } from '../core/booking/booking.ts';
import type { HoldChange, WaitingChange } from '../core/booking/pending-changes.ts';
import type { Reason } from '../core/location/reason.ts';

/** An event for metrics: without names, and without ids of people. */
export type Fact =
  | {
      /** A request for a booking. */
      readonly kind: 'booking';
      /** The outcome. */
      readonly outcome: 'booked' | 'replayed' | 'refused';
      /** The reason of a rejection. */
      readonly reason: Reason | null;
      /** The side of the request. */
      readonly by: Source;
    }
  | {
      /** A change of a booking, or an attempt. A change without an effect is not reported. */
      readonly kind: 'change';
      /** The new state of the booking; `refused`: unchanged. */
      readonly to: 'cancelled' | 'completed' | 'no_show' | 'undone' | 'moved' | 'refused';
      /** The side that changed it. */
      readonly by: 'partner' | 'operator' | 'guest';
    }
  | {
      /** A hold was made or changed (D35). `lapsed`: removed an hour after its expiry; `evicted`: another booking took its tables after its expiry. */
      readonly kind: 'hold';
      /** The change. */
      readonly to: HoldChange;
    }
  | {
      /** A request to confirm a hold (D35). */
      readonly kind: 'confirmation';
      /** The outcome. */
      readonly outcome: 'booked' | 'replayed' | 'refused';
    }
  | {
      /** A waitlist entry was made or changed (D36). `lapsed`: no table was free in time. */
      readonly kind: 'waiting';
      /** The change. */
      readonly to: WaitingChange;
    }
  | {
      /** The present holds and waitlist entries of all locations. Reported about once a minute, by the process that allocates free tables. */
      readonly kind: 'pending';
      /** Live holds: of partners, and of guests who move their bookings. */
      readonly held: number;
      /** Live offers. */
      readonly offered: number;
      /** Expired holds and offers that are not evicted. */
      readonly lapsed: number;
      /** Waiting parties. */
      readonly waiting: number;
    }
  | {
      /** Bookings got other tables to make room for one (D9). */
      readonly kind: 'reseated';
      /** The number of bookings. */
      readonly bookings: number;
    }
  | {
      /** Questions about re-seating were abandoned, and answered no (D2). */
      readonly kind: 'undecided';
      /** The number of questions. */
      readonly questions: number;
    }
  | {
      /** A delivery was attempted, or dropped. */
      readonly kind: 'delivery';
      /** The kind of the delivery. */
      readonly to: 'webhook' | 'mail';
      /** As in `Attempt.outcome`. */
      readonly outcome: string;
      /** The error text of the receiver or the mailer. */
      readonly responseExcerpt: string;
      /** Whether it is settled: delivered, failed or dropped. */
      readonly isFinal: boolean;
      /** The duration of the attempt, in milliseconds; 0 without one. */
      readonly durationMs: number;
    }
  | {
      /** Tasks of nightly maintenance were done by this process. */
      readonly kind: 'nightly';
      /** The number of tasks. */
      readonly done: number;
    }
  | {
      /** The storage's clock has jumped: nightly maintenance waits for the operator (D45). Reported once a day. */
      readonly kind: 'time_held';
      /** The time of the storage's clock. */
      readonly nowMs: number;
      /** The time of the last nightly maintenance. */
      readonly lastRunMs: number;
    }
  | {
      /** The database has another primary: the earlier one has failed, or was replaced. */
      readonly kind: 'primary';
      /** The former primary, as `host:port`. */
      readonly from: string;
      /** The new primary, as `host:port`. */
      readonly to: string;
      /** Milliseconds without a writable host, as far as this process has noticed. */
      readonly afterMs: number;
    }
  | {
      /** A policy of the integrator has failed (D51): the times in question are not available to that caller. */
      readonly kind: 'policy';
      /** The id of the policy. */
      readonly policy: string;
      /** The error of `load` or `decide`, or that `load` was late. */
      readonly error: unknown;
    }
  | {
      /** A failure outside the requests; the work is tried again. */
      readonly kind: 'fault';
      /** In deliveries, or in nightly maintenance. */
      readonly where: 'deliveries' | 'housekeeping';
      /** The thrown value. */
      readonly error: unknown;
    };

/**
 * Gets facts synchronously and must return fast. An exception becomes a warning of the process (`BordObserverWarning`), and does not affect the
 * caller's action.
 */
export type Observer = (fact: Fact) => void;

/** The same observer, whose errors become warnings, because it is called after a booking is saved. */
export function unableToThrow(observer: Observer): Observer {
  return (fact) => {
    try {
      observer(fact);
    } catch (error) {
      process.emitWarning(`the observer of @bord/engine has thrown: ${String(error)}`, 'BordObserverWarning');
    }
  };
}
