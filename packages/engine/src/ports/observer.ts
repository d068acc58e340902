import type { Reason } from '../core/booking/reason.ts';

/** Something that has happened and may be counted: no names, no ids of people. */
export type Fact =
  | {
      /** Somebody asked for a booking. */
      readonly kind: 'booking';
      /** How it ended. */
      readonly outcome: 'booked' | 'replayed' | 'refused';
      /** Why it was refused. */
      readonly reason: Reason | null;
      /** Who asked. */
      readonly by: 'partner' | 'operator';
    }
  | {
      /** Somebody changed a booking, or tried to. A change that asks for what is so already is not told. */
      readonly kind: 'change';
      /** What the booking has become; `refused`: nothing. */
      readonly to: 'cancelled' | 'completed' | 'no_show' | 'undone' | 'moved' | 'refused';
      /** Who changed it. */
      readonly by: 'partner' | 'operator' | 'guest';
    }
  /** So many bookings were given other tables to make room for one (D9). */
  | {
      /** Bookings were re-seated. */
      readonly kind: 'reseated';
      /** How many. */
      readonly bookings: number;
    }
  /** So many questions whether others can make room were given up, and answered no (D2). */
  | {
      /** The search for an arrangement of the tables gave up. */
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
  /** So many parts of the night's work were done here. */
  | {
      /** Nightly work was done. */
      readonly kind: 'nightly';
      /** How many parts. */
      readonly done: number;
    }
  /** Time has jumped, by the storage's clock: the nightly work waits for the operator (D45). Told once a day. */
  | {
      /** Nightly work is held back (D45). */
      readonly kind: 'time_held';
      /** What the storage's clock says. */
      readonly nowMs: number;
      /** What it said when the nightly work last ran. */
      readonly lastRunMs: number;
    }
  /** What runs beside the requests (deliveries, the nightly round) could not go on for a while. */
  | {
      /** Something beside the requests failed; it is tried again. */
      readonly kind: 'fault';
      /** In the deliveries, or in the nightly work. */
      readonly where: 'deliveries' | 'housekeeping';
      /** What was thrown. */
      readonly error: unknown;
    };

/** Is told of facts, at once and in passing: it must neither wait nor throw. */
export type Observer = (fact: Fact) => void;
