import { MAIL_QUEUE } from '../../core/outbox/delivery.ts';
import type { LeasedDelivery } from '../../ports/outbox.ts';
import type { Target } from './send-webhook.ts';

/** Concurrent attempts for one endpoint. */
export const IN_FLIGHT_MAX = 32;

/** Concurrent attempts for e-mails, and for an endpoint that has just failed to answer: each can take long. */
export const SLOW_IN_FLIGHT_MAX = 4;

/** The limit of deliveries leased ahead for one endpoint: guests of deliveries in memory can be erased before these are sent. */
const AHEAD_MAX = 168;

export interface Claim {
  readonly delivery: LeasedDelivery;
  readonly leasedMs: number;
  /** Batches of its queue are counted from 1. */
  readonly batch: number;
}

/** The leased deliveries of one queue in one process: in progress, and next. */
export class WorkerQueue {
  /** The oldest first. */
  next: Claim[] = [];
  sending = 0;
  isSlow: boolean;
  /** The endpoint as it was last read; null for e-mails, and if the endpoint is gone. */
  target: Target | null = null;
  /** The number of leased batches, and the batch with which the target was read. */
  batches = 0;
  aimed = 0;
  #answered = 0;
  #pace = 0;
  /** Bookings with an e-mail in progress. */
  readonly #mailed = new Set<string>();

  readonly id: string;

  constructor(id: string) {
    this.id = id;
    this.isSlow = this.isMail;
  }

  get isMail(): boolean {
    return this.id === MAIL_QUEUE;
  }

  get held(): number {
    return this.sending + this.next.length;
  }

  /** Takes the next one, if there is room, and the endpoint was read with its batch or later. */
  begin(): Claim | null {
    if (this.sending >= (this.isSlow ? SLOW_IN_FLIGHT_MAX : IN_FLIGHT_MAX)) return null;
    const claim = this.isMail ? this.#nextMail() : this.next[0];
    if (!claim || claim.batch > this.aimed) return null;
    this.next.splice(this.next.indexOf(claim), 1);
    this.sending += 1;
    if (this.isMail && claim.delivery.bookingId !== null) this.#mailed.add(claim.delivery.bookingId);
    return claim;
  }

  /** E-mails of one booking are sent one after the other, in the order of its changes. */
  #nextMail(): Claim | undefined {
    const idOf = ({ delivery }: Claim): string => delivery.bookingId ?? delivery.id;
    const first = this.next.find((claim) => !this.#mailed.has(idOf(claim)));
    if (!first) return undefined;
    const sequenceOf = ({ delivery }: Claim): number =>
      (JSON.parse(delivery.body) as { readonly sequence?: number }).sequence ?? 0;
    const [earliest] = this.next
      .filter((claim) => idOf(claim) === idOf(first))
      .toSorted((a, b) => sequenceOf(a) - sequenceOf(b));
    return earliest;
  }

  get isForgettable(): boolean {
    return this.held === 0 && !this.isSlow && this.#answered === 0 && this.#pace === 0;
  }

  /** Ends one that began. */
  ended({ bookingId }: LeasedDelivery): void {
    this.sending -= 1;
    if (bookingId !== null) this.#mailed.delete(bookingId);
  }

  /** Records an answer. */
  answered(isSlow = this.isSlow): void {
    this.isSlow = isSlow;
    this.#answered += 1;
  }

  /** How many to lease ahead: twice as many as were answered since the last call, falling off when idle; none for a slow queue. */
  takeAhead(): number {
    this.#pace = Math.max(this.#answered, this.#pace >> 1);
    this.#answered = 0;
    return this.isSlow ? 0 : Math.min(AHEAD_MAX, 2 * this.#pace);
  }
}
