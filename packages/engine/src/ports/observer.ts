import type { Reason } from '../core/booking/reason.ts';

/** Something that has happened and may be counted: no names, no ids of people. */
export type Fact =
  | {
      readonly kind: 'booking';
      readonly outcome: 'booked' | 'replayed' | 'refused';
      /** Why it was refused. */
      readonly reason: Reason | null;
      readonly by: 'partner' | 'operator';
    }
  | {
      readonly kind: 'change';
      readonly to: 'cancelled' | 'completed' | 'no_show' | 'undone' | 'moved' | 'refused';
      readonly by: 'partner' | 'operator' | 'guest';
    }
  /** So many bookings were given other tables to make room for one (D9). */
  | { readonly kind: 'reseated'; readonly bookings: number }
  /** So many questions whether others can make room were given up, and answered no (D2). */
  | { readonly kind: 'undecided'; readonly questions: number }
  | {
      readonly kind: 'delivery';
      readonly to: 'webhook' | 'mail';
      /** As in `Attempt.outcome`. */
      readonly outcome: string;
      /** Why it failed, in words: a receiver's own, or a mailer's. */
      readonly responseExcerpt: string;
      /** Nothing more follows: it was delivered, or given up. */
      readonly isFinal: boolean;
      readonly durationMs: number;
    }
  /** So many parts of the night's work were done here. */
  | { readonly kind: 'nightly'; readonly done: number }
  /** Time has jumped, by the storage's clock: the nightly work waits for the operator (D45). Told once a day. */
  | { readonly kind: 'time_held'; readonly nowMs: number; readonly lastRunMs: number }
  /** What runs beside the requests (deliveries, the nightly round) could not go on for a while. */
  | { readonly kind: 'fault'; readonly where: 'deliveries' | 'housekeeping'; readonly error: unknown };

/** Is told of facts, at once and in passing: it must neither wait nor throw. */
export type Observer = (fact: Fact) => void;
