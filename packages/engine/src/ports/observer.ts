import type { Source } from '../core/booking/booking.ts';
import type { HoldChange, WaitingChange } from '../core/booking/pending-changes.ts';
import type { Reason } from '../core/location/reason.ts';

/** Something that has happened and may be counted: no names, no ids of people. */
export type Fact =
  | {
      /** Somebody asked for a booking. */
      readonly kind: 'booking';
      /** How it ended. */
      readonly outcome: 'booked' | 'replayed' | 'refused';
      /** Why it was refused. */
      readonly reason: Reason | null;
      /** The side that asked. */
      readonly by: Source;
    }
  | {
      /** Somebody changed a booking, or tried to. A change that asks for what is so already is not told. */
      readonly kind: 'change';
      /** What the booking has become; `refused`: nothing. */
      readonly to: 'cancelled' | 'completed' | 'no_show' | 'undone' | 'moved' | 'refused';
      /** Who changed it. */
      readonly by: 'partner' | 'operator' | 'guest';
    }
  | {
      /** A hold was placed, or something became of it (D35): `lapsed`, given up an hour after its time; `evicted`, after its time, by who needed its tables. */
      readonly kind: 'hold';
      /** What became of it. */
      readonly to: HoldChange;
    }
  | {
      /** Somebody has asked to make a booking of a hold (D35). */
      readonly kind: 'confirmation';
      /** How it ended. */
      readonly outcome: 'booked' | 'replayed' | 'refused';
    }
  | {
      /** A party has joined a waitlist, or something became of it (D36): `lapsed`, no table was free in time. */
      readonly kind: 'waiting';
      /** What became of it. */
      readonly to: WaitingChange;
    }
  | {
      /** What is held and who waits at this moment, at all locations. Told about once a minute, by the process that gives out what becomes free. */
      readonly kind: 'pending';
      /** Holds that have not lapsed: of partners, and of guests who move their bookings. */
      readonly held: number;
      /** Offers that stand. */
      readonly offered: number;
      /** Holds and offers whose time is over, and whose tables nobody has needed yet. */
      readonly lapsed: number;
      /** Parties in line. */
      readonly waiting: number;
    }
  | {
      /** Bookings were given other tables to make room for one (D9). */
      readonly kind: 'reseated';
      /** How many. */
      readonly bookings: number;
    }
  | {
      /** Questions whether others can make room were given up, and answered no (D2). */
      readonly kind: 'undecided';
      /** How many questions were answered no for it. */
      readonly questions: number;
    }
  | {
      /** An attempt was made to deliver something, or it was dropped. */
      readonly kind: 'delivery';
      /** What was delivered. */
      readonly to: 'webhook' | 'mail';
      /** As in `Attempt.outcome`. */
      readonly outcome: string;
      /** Why it failed, in words: a receiver's own, or a mailer's. */
      readonly responseExcerpt: string;
      /** Nothing more follows: it was delivered, or given up. */
      readonly isFinal: boolean;
      /** How long the attempt took, in milliseconds; 0 when there was none. */
      readonly durationMs: number;
    }
  | {
      /** Nightly work was done here. */
      readonly kind: 'nightly';
      /** How many parts. */
      readonly done: number;
    }
  | {
      /** Time has jumped, by the storage's clock: the nightly work waits for the operator (D45). Told once a day. */
      readonly kind: 'time_held';
      /** The time of the storage's clock. */
      readonly nowMs: number;
      /** What it said when the nightly work last ran. */
      readonly lastRunMs: number;
    }
  | {
      /** Another host of the database is written to than before: the one that was has failed, or was replaced. */
      readonly kind: 'primary';
      /** Where was written before, as `host:port`. */
      readonly from: string;
      /** Where is written now, as `host:port`. */
      readonly to: string;
      /** Milliseconds without a writable host, as far as this process has noticed. */
      readonly afterMs: number;
    }
  | {
      /** A policy of the integrator has failed (D51): the times that it was asked about are not available to that caller. */
      readonly kind: 'policy';
      /** The id of the policy. */
      readonly policy: string;
      /** The error of `load` or `decide`, or that `load` was late. */
      readonly error: unknown;
    }
  | {
      /** Something beside the requests failed; it is tried again. */
      readonly kind: 'fault';
      /** In the deliveries, or in the nightly work. */
      readonly where: 'deliveries' | 'housekeeping';
      /** What was thrown. */
      readonly error: unknown;
    };

/**
 * Gets facts synchronously and must return fast. An exception becomes a warning of the process (`BordObserverWarning`), and does not affect the
 * caller's action.
 */
export type Observer = (fact: Fact) => void;

/** The same observer, whose errors become warnings: it is called after a booking is saved. */
export function unableToThrow(observer: Observer): Observer {
  return (fact) => {
    try {
      observer(fact);
    } catch (error) {
      process.emitWarning(`the observer of @bord/engine has thrown: ${String(error)}`, 'BordObserverWarning');
    }
  };
}
