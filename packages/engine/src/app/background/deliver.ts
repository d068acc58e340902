/**
 * Empties the outbox: leases due deliveries, sends them and settles them. Any number of processes can do so concurrently. No timer has to survive
 * a crash: a delivery that was leased and not settled is due again when its lease ends (D23).
 *
 * Each round leases and settles many deliveries while others are in progress: answers since the last round are settled in one transaction, and due
 * deliveries are leased ahead. Each answer is followed immediately by the next request.
 */
import { isAboutDates } from '../../core/outbox/availability-event.ts';
import { MAIL_QUEUE, type Settlement } from '../../core/outbox/delivery.ts';
import { isBooking } from '../../core/booking/row.ts';
import { tellsOfGuest } from '../../core/booking/erasure.ts';
import {
  isAsBefore,
  isOfferWithdrawn,
  isOpenAgain,
  isTakenBack,
  mayBeHeldBack,
} from '../../core/booking/undo-window.ts';
import { SECOND_MS } from '../../core/instant.ts';
import type { LeasedDelivery } from '../../ports/outbox.ts';
import type { App } from '../context.ts';
import { signingSecretsOf } from './post-signed.ts';
import { type Claim, IN_FLIGHT_MAX, WorkerQueue, SLOW_IN_FLIGHT_MAX } from './worker-queue.ts';
import { sendMail } from './send-mail.ts';
import { type Result, type Sent, sendWebhook } from './send-webhook.ts';
import { settle } from './settle.ts';

/** How deliveries are made; each has the default of D23. */
export interface DeliveryOptions {
  /** Seconds before each retry of a webhook: 10, 60, 300, 1800. */
  readonly delaysSeconds?: readonly number[];
  /** Milliseconds that an attempt takes at most: 5000. A lease has to outlast the attempts. */
  readonly timeoutMs?: number;
}

/** The limit for all queues together, given by memory and open sockets. */
const SENDING_MAX = 1000;

/** The limit of deliveries leased ahead, for all queues together, so that a few busy queues leave room for others. */
const AHEAD_MAX = 400;

/** The longest time that a mailer takes for one e-mail. */
const MAIL_MS = 25 * SECOND_MS;

/** A delivery leased ahead must begin within this time, or is left to the next lease. */
const BEGIN_MS = 5 * SECOND_MS;

/** Longer than any attempt that begins in time, with its settlement: if a lease ended earlier, the delivery would be sent twice. */
function leaseMsOf({ timeoutMs = 5 * SECOND_MS }: DeliveryOptions): number {
  return BEGIN_MS + Math.max(timeoutMs, MAIL_MS) + 5 * SECOND_MS;
}

/** The longest time until an answer is settled, also while a round waits for the storage: the lease must not expire. */
const SETTLE_MS = 50;

type Erased = ReadonlySet<string> | null;

export class Deliverer {
  readonly #app: App;
  readonly #options: DeliveryOptions & { readonly isAhead: boolean };
  readonly #onChange: () => void;
  readonly #queues = new Map<string, WorkerQueue>();
  #results: Result[] = [];
  #settlesLater: NodeJS.Timeout | undefined;
  #held = 0;
  #isClosed = false;
  /** Erasures since the current lease began. The leased deliveries can have been read before them. */
  #erasedMeanwhile: Erased[] = [];

  /**
   * @param options `isAhead`: leases ahead and gathers answers; the caller must report erasures and call `round` again and again
   * @param onChange called when there are answers to settle, or room for more deliveries
   */
  constructor(app: App, options: DeliveryOptions & { readonly isAhead: boolean }, onChange: () => void) {
    this.#app = app;
    this.#options = options;
    this.#onChange = onChange;
  }

  get held(): number {
    return this.#held;
  }

  get answered(): number {
    return this.#results.length;
  }

  /** Settles the answers, leases as many due deliveries as there is room for, and begins to send them. Returns how many were leased. */
  async round(): Promise<number> {
    this.settle();
    const ahead = [...this.#queues.values()].reduce((sum, { next }) => sum + next.length, 0);
    const limit = SENDING_MAX - (this.#held - ahead);
    if (limit <= 0) return 0;
    const leasedMs = this.#app.clock.nowMs();
    this.#erasedMeanwhile = [];
    const leased = await this.#app.storage.outbox.lease({
      limit,
      leaseMs: leaseMsOf(this.#options),
      perQueue: IN_FLIGHT_MAX,
      ...(await this.#capacity()),
    });
    this.#take(leased, leasedMs);
    return this.#isClosed ? 0 : leased.length;
  }

  /** Settles all answers together. If that fails, their deliveries are due again when their leases end. */
  settle(): void {
    clearTimeout(this.#settlesLater);
    this.#settlesLater = undefined;
    const results = this.#results;
    this.#results = [];
    for (const result of results) void this.#settleOne(result);
  }

  async #settleOne(result: Result): Promise<void> {
    try {
      const settlement = await settle(this.#app, result);
      const isDisabled = (settlement?.endpoint?.disabledMs ?? null) !== null; // its events wait from now on
      if (isDisabled) this.#giveBack(this.#queues.get(result.delivery.queue));
    } catch (error) {
      this.#app.observer({ kind: 'fault', where: 'deliveries', error });
    }
    this.#held -= 1;
    this.#onChange();
  }

  /** Settles with the next round, or immediately if answers are not gathered. */
  #toSettle(results: readonly Result[]): void {
    this.#results.push(...results);
    if (this.#options.isAhead) this.#settlesLater ??= setTimeout(() => this.settle(), SETTLE_MS);
    else this.settle();
    this.#onChange();
  }

  /** Begins no further delivery and returns those that have not begun, so that another worker need not wait for their leases to end. */
  close(): void {
    this.#isClosed = true;
    for (const queue of this.#queues.values()) this.#giveBack(queue);
  }

  /** Returns deliveries that can contain the erased guests of these bookings, so that they are read again. Null: any booking. */
  forgetGuests(erased: Erased): void {
    this.#erasedMeanwhile.push(erased);
    for (const queue of this.#queues.values())
      this.#giveBack(queue, (delivery) => mayTellOf(delivery, erased));
  }

  /** The number of deliveries that each queue holds, and how many more it can lease ahead. A queue that this process cannot send counts as full. */
  async #capacity(): Promise<{
    inFlightByQueue: Map<string, number>;
    extraByQueue: Map<string, number>;
  }> {
    const { mailer, webhooks, storage } = this.#app;
    const inFlightByQueue = new Map([[MAIL_QUEUE, IN_FLIGHT_MAX - SLOW_IN_FLIGHT_MAX]]);
    const extraByQueue = new Map<string, number>();
    const share = this.#options.isAhead ? Math.floor(AHEAD_MAX / this.#queues.size) : 0;
    for (const [id, queue] of this.#queues) {
      extraByQueue.set(id, Math.min(queue.takeAhead(), share));
      inFlightByQueue.set(id, queue.held + (queue.isSlow ? IN_FLIGHT_MAX - SLOW_IN_FLIGHT_MAX : 0));
      if (queue.isForgettable) this.#queues.delete(id);
    }
    if (!mailer) inFlightByQueue.set(MAIL_QUEUE, IN_FLIGHT_MAX);
    if (!webhooks)
      for (const { id } of await storage.records.list('endpoints')) inFlightByQueue.set(id, IN_FLIGHT_MAX);
    return { inFlightByQueue, extraByQueue };
  }

  #take(leased: readonly LeasedDelivery[], leasedMs: number): void {
    const touched = new Set<WorkerQueue>();
    this.#held += leased.length;
    for (const delivery of leased) {
      const queue = this.#queues.get(delivery.queue) ?? new WorkerQueue(delivery.queue);
      this.#queues.set(delivery.queue, queue);
      if (!touched.has(queue)) queue.batches += 1;
      touched.add(queue);
      queue.next.push({ delivery, leasedMs, batch: queue.batches });
    }
    if (this.#isClosed) this.close();
    for (const erased of this.#erasedMeanwhile.splice(0)) this.forgetGuests(erased);
    for (const queue of touched) void this.#aim(queue);
  }

  /** Reads the endpoint of a queue for each batch, so that a change by the operator applies to the next batch. Then begins. */
  async #aim(queue: WorkerQueue): Promise<void> {
    const batch = queue.batches;
    try {
      const endpoint = queue.isMail
        ? null
        : await this.#app.storage.records.find('endpoints', { id: queue.id });
      if (batch < queue.aimed) return;
      queue.target = endpoint && { endpoint, secretsAt: signingSecretsOf(this.#app, endpoint) };
      queue.aimed = batch;
      this.#begin(queue);
    } catch (error) {
      this.#app.observer({ kind: 'fault', where: 'deliveries', error });
      const held = queue.next.length;
      queue.next = queue.next.filter((claim) => claim.batch !== batch); // due again when their leases end
      this.#held -= held - queue.next.length;
      this.#onChange();
    }
  }

  /** Begins as many as the queue has room for. A delivery that has waited too long is skipped: it is due again when its lease ends. */
  #begin(queue: WorkerQueue): void {
    const held = this.#held;
    for (let claim = queue.begin(); claim; claim = queue.begin()) {
      const { delivery, leasedMs } = claim;
      if (this.#app.clock.nowMs() - leasedMs <= BEGIN_MS) {
        void this.#send(queue, delivery);
        continue;
      }
      queue.ended(delivery);
      this.#held -= 1;
    }
    if (this.#held < held) this.#onChange();
  }

  async #send(queue: WorkerQueue, delivery: LeasedDelivery): Promise<void> {
    try {
      const { isSlow, ...result } = await this.#sent(queue, delivery);
      this.#toSettle([result]);
      queue.answered(isSlow);
    } catch (error) {
      this.#app.observer({ kind: 'fault', where: 'deliveries', error });
      this.#held -= 1;
      queue.answered();
    }
    queue.ended(delivery);
    if (queue.isSlow) this.#giveBack(queue);
    this.#begin(queue);
    this.#onChange();
  }

  async #sent(queue: WorkerQueue, delivery: LeasedDelivery): Promise<Sent> {
    if (await this.#isTakenBack(delivery))
      return { delivery, attempt: null, rule: () => ({ state: 'dropped' }) };
    return queue.isMail
      ? sendMail(this.#app, delivery)
      : sendWebhook(this.#app, delivery, queue.target, this.#options.delaysSeconds);
  }

  /** A change that was taken back in time is not announced (D54). */
  async #isTakenBack(delivery: LeasedDelivery): Promise<boolean> {
    const { bookingId, locationId, dueMs, failures } = delivery;
    if (failures > 0 || !mayBeHeldBack(delivery)) return false;
    const { bookings, locations } = this.#app.storage;
    const row = await bookings.find(bookingId!, null);
    if (row === null) {
      const location = await locations.get(locationId);
      return location !== null && isOpenAgain(location.closures, bookingId!, dueMs!);
    }
    if (row.kind === 'waiting') return isOfferWithdrawn(row, delivery);
    return isAboutDates(delivery) ? isAsBefore(row, dueMs!) : isBooking(row) && isTakenBack(row, dueMs!);
  }

  #giveBack(queue: WorkerQueue | undefined, which: (delivery: LeasedDelivery) => boolean = () => true): void {
    const { true: back = [], false: rest = [] } = Object.groupBy(
      queue?.next ?? [],
      ({ delivery }) => `${which(delivery)}`,
    );
    if (!queue || back.length === 0) return;
    queue.next = rest;
    this.#toSettle(back.map((claim) => this.#unsent(claim)));
  }

  /** Returns the delivery with its place in the queue. */
  #unsent({ delivery, leasedMs }: Claim): Result {
    const { dueMs } = delivery;
    const rule = (): Settlement => {
      const retryAfterMs = Math.min(0, (dueMs ?? leasedMs) - this.#app.clock.nowMs());
      return { state: 'waiting', retryAfterMs };
    };
    return { delivery, attempt: null, rule };
  }
}

function mayTellOf(delivery: LeasedDelivery, erased: Erased): boolean {
  return tellsOfGuest(delivery) && (erased === null || erased.has(delivery.bookingId ?? ''));
}
