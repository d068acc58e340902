/** Webhooks and e-mails: the waiting messages, and the result of each attempt. */

import type { DateRange } from './coalesce.ts';
import type { Endpoint } from '../booking/event.ts';

/** The queue of mails. Every other queue is an endpoint's, named by its id. */
export const MAIL_QUEUE = 'mail';

/** More than one has changed: their event about dates waits for an undo, and is sent. */
export const SEVERAL = 'several';

/** A message that waits to be sent, frozen when its change was made. */
export interface Delivery {
  /** The event's id, `@`, and the queue's name: unique in the outbox. */
  readonly id: string;
  /** Where it goes: an endpoint's id, or {@link MAIL_QUEUE}. Queues do not wait for each other. */
  readonly queue: string;
  /** The location that it is about; `00000000-0000-4000-8000-000000000000` where it is about none. */
  readonly locationId: string;
  /** The booking that it is about; null for none. Of an event with dates that waits for an undo (D54): the booking, block or closure that was changed, or {@link SEVERAL}. */
  readonly bookingId: string | null;
  /** Of a webhook `<booking id>:<event type>:<unix seconds>`, the same on every attempt (§6.2); mails are named likewise. */
  readonly eventId: string;
  /** Of a webhook the raw JSON body, signed and sent unchanged; of an e-mail its content as JSON without the guest. */
  readonly body: string;
  /** Not before this instant; null: immediately. */
  readonly dueMs: number | null;
  /**
   * Only of an event that says no more than that something has changed on these service dates (D37). It is due at `dueMs`, or
   * {@link AVAILABILITY_EVENT_SECONDS} after it is written, and written as {@link coalesce} says. Not read back: the body says it.
   */
  readonly covers?: DateRange;
}

/** The state of a delivery. A settled one (`delivered`, `failed`, `dropped`) is sent again only manually. */
export type DeliveryState =
  | 'waiting'
  | 'delivered'
  /** Every attempt failed. */
  | 'failed'
  /** It became obsolete: the booking has changed, the guest is erased, or the endpoint was disabled too long. */
  | 'dropped';

/** An attempt of a delivery. */
export interface Attempt {
  /** When it was made, in milliseconds since 1970. */
  readonly atMs: number;
  /** The duration, in whole milliseconds. */
  readonly durationMs: number;
  /**
   * The sender of the attempt: the worker on its schedule, the operator by `replay` or `test`, or a developer's machine that fetches its events
   * (`listener`).
   */
  readonly by: 'worker' | 'replay' | 'test' | 'listener';
  /** `delivered`, or the failure: `status 500`, `redirect`, `timeout`, `unreachable`… */
  readonly outcome: string;
  /** HTTP status; null without an answer, and for e-mails. */
  readonly status: number | null;
  /** The first characters of the answer, at most 200; for a failure without an answer, the error. */
  readonly responseExcerpt: string;
}

/** The stored form of an attempt, as JSON. */
export type StoredAttempt = Omit<Attempt, 'responseExcerpt'> & {
  /** `responseExcerpt`, under its name in databases. */
  readonly said: string;
};

/** The stored form of an attempt. */
export function toStoredAttempt({ responseExcerpt, ...attempt }: Attempt): StoredAttempt {
  return { ...attempt, said: responseExcerpt };
}

/** An attempt from its stored form. */
export function fromStoredAttempt({ said: responseExcerpt, ...attempt }: StoredAttempt): Attempt {
  return { ...attempt, responseExcerpt };
}

/** A delivery with all its attempts. */
export interface DeliveryRecord extends Delivery {
  /** The state. */
  readonly state: DeliveryState;
  /** When it was written, in milliseconds since 1970. */
  readonly createdMs: number;
  /** The time of the next attempt, or of the last one. */
  readonly dueMs: number;
  /** The number of failed attempts of the worker. */
  readonly failures: number;
  /** Oldest first. */
  readonly attempts: readonly Attempt[];
}

/** The consequences of an attempt. */
export interface Settlement {
  /** The state of the delivery afterwards. */
  readonly state: DeliveryState;
  /** Milliseconds from now until the next attempt; only if it stays `waiting`. Negative: it keeps its earlier place in the queue. */
  readonly retryAfterMs?: number;
  /** The attempt has failed: `failures` is increased. */
  readonly failed?: boolean;
  /** The changed endpoint, if it changes. */
  readonly endpoint?: Endpoint;
  /** The changed body, if it changes. */
  readonly body?: string;
  /** Further messages, for example a warning to the operator. */
  readonly deliveries?: readonly Delivery[];
}
