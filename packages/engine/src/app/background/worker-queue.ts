import { MAIL_QUEUE } from '../../core/outbox/delivery.ts';
import type { LeasedDelivery } from '../../ports/outbox.ts';
import type { Target } from './send-webhook.ts';

/** So many deliveries of one endpoint are under way at once. */
export const IN_FLIGHT_MAX = 32;

/** Of mails, and of an endpoint that has just failed to answer: each may take long. */
export const SLOW_IN_FLIGHT_MAX = 4;

/** So many of one endpoint are leased ahead of those that are under way: what waits in memory could be erased meanwhile. */
const AHEAD_MAX = 168;

export interface Claim {
  readonly delivery: LeasedDelivery;
  readonly leasedMs: number;
  /** Batches of its queue are counted from 1. */
  readonly batch: number;
}

/** What a process has leased of one queue: what is under way, and what is next. */
export class WorkerQueue {
  /** The oldest first. */
  next: Claim[] = [];
  sending = 0;
  isSlow: boolean;
  /** Where it goes, as it was read last; null for mails, and when the endpoint is gone. */
  target: Target | null = null;
  /** How many batches have been leased, and with which of them the target was read. */
  batches = 0;
  aimed = 0;
  #answered = 0;
  #pace = 0;

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

  /** The next one can be begun: there is room, and where it goes was read no earlier than it was leased. */
  get canBegin(): boolean {
    const [first] = this.next;
    const isAimed = first !== undefined && first.batch <= this.aimed;
    return isAimed && this.sending < (this.isSlow ? SLOW_IN_FLIGHT_MAX : IN_FLIGHT_MAX);
  }

  get isForgettable(): boolean {
    return this.held === 0 && !this.isSlow && this.#answered === 0 && this.#pace === 0;
  }

  /** One that was under way is over. */
  answered(isSlow = this.isSlow): void {
    this.sending -= 1;
    this.isSlow = isSlow;
    this.#answered += 1;
  }

  /** Twice as many as were answered since the last call; next to nothing for a slow queue, and nothing for a failing one. */
  takeAhead(): number {
    this.#pace = Math.max(this.#answered, this.#pace >> 1);
    this.#answered = 0;
    return this.isSlow ? 0 : Math.min(AHEAD_MAX, 2 * this.#pace);
  }
}
