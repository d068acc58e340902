import type { Attempt, DeliveryState, Endpoint } from '@bord/engine';
import { type Delivery, type LeasedDelivery, MAIL_QUEUE, type Settlement } from '@bord/engine/storage';
import type { EndpointModel } from './endpoint-model.ts';
import type { World } from './world.ts';

/** The expected state of a message, next to the storage's. */
export interface Letter {
  readonly delivery: Delivery;
  /** Of an event that says no more than that something has changed on some dates (D37). */
  dates: readonly string[] | null;
  /** The contents that may be sent: as written and, after an erasure, without the guest. */
  bodies: string[];
  readonly writtenMs: number;
  state: DeliveryState;
  failures: number;
  /** Failures before the current attempt, which uses them even if the operator restarts it in between. */
  failuresBefore: number;
  attempts: number;
  dueMs: number;
  /** How many leases there have been; since when there is the last one, and until when it runs unless it has been settled. */
  lease: number;
  leasedMs: number | null;
  leasedUntilMs: number | null;
}

/** The pauses before each further attempt (D23), and those of an e-mail (D26). */
const SECONDS = { webhook: [10, 60, 300, 1800], mail: [60, 300, 1800, 7200, 21_600, 43_200] };

/** The required state of every message: a second outbox, which is compared after each step of the first. */
export class OutboxModel {
  readonly letters = new Map<string, Letter>();
  /** The unsettled messages on dates. */
  #dated: readonly Letter[] = [];
  readonly #world: World;
  readonly #endpoints: EndpointModel;
  /** The results of attempts that each process has not settled yet. */
  readonly #answers = new Map<string, string[]>();

  constructor(world: World, endpoints: EndpointModel) {
    this.#world = world;
    this.#endpoints = endpoints;
  }

  /** A message has been committed. `dates`: of an event about dates. */
  written(delivery: Delivery, dates: readonly string[] | null = null): void {
    if (this.letters.has(delivery.id)) return this.#world.accuse(`${delivery.id} was written twice`);
    const letter: Letter = {
      delivery,
      dates,
      bodies: [delivery.body],
      writtenMs: this.#world.nowMs(),
      state: 'waiting',
      failures: 0,
      failuresBefore: 0,
      attempts: 0,
      dueMs: delivery.dueMs ?? this.#world.nowMs(),
      lease: 0,
      leasedMs: null,
      leasedUntilMs: null,
    };
    this.letters.set(delivery.id, letter);
    if (dates) this.#dated = [...this.#dated, letter];
  }

  /** The waiting messages on one of these dates, in the order of writing. */
  datedAt(queue: string, locationId: string, dates: readonly string[]): readonly Letter[] {
    this.#dated = this.#dated.filter(({ state }) => state === 'waiting' || state === 'failed');
    return this.#dated.filter(
      (letter) =>
        letter.state === 'waiting' &&
        letter.delivery.queue === queue &&
        letter.delivery.locationId === locationId &&
        letter.dates!.some((date) => dates.includes(date)),
    );
  }

  /** It has no lease. */
  isFree({ leasedUntilMs }: Letter): boolean {
    return leasedUntilMs === null || leasedUntilMs <= this.#world.nowMs();
  }

  leased({ id, queue, lease }: LeasedDelivery, leaseMs: number): void {
    const letter = this.letters.get(id);
    if (!letter) return this.#world.accuse(`${id} was leased without a committed change`);
    const nowMs = this.#world.nowMs();
    this.#world.checks.look('a delivery has one lease and is sent when it is due');
    if (letter.state !== 'waiting') this.#world.accuse(`${id} is ${letter.state} and was leased again`);
    if (nowMs < letter.dueMs) this.#world.accuse(`${id} was leased early`);
    if (letter.leasedUntilMs !== null && nowMs < letter.leasedUntilMs)
      this.#world.accuse(`${id} has two leases`);
    if (lease !== letter.lease + 1)
      this.#world.accuse(`lease ${lease} of ${id} follows lease ${letter.lease}`);
    if (this.#endpoints.isDisabled(queue)) this.#world.accuse(`${id} left for a disabled endpoint`);
    letter.lease = lease;
    letter.leasedMs = nowMs;
    letter.failuresBefore = letter.failures;
    letter.leasedUntilMs = nowMs + leaseMs;
  }

  /** Since when the last lease of a delivery runs. */
  leasedSince(id: string): number {
    return this.letters.get(id)?.leasedMs ?? this.#world.nowMs();
  }

  /** A process has learnt how its attempt ended. */
  acknowledged(server: string, id: string, outcome: string): void {
    const key = `${server} ${id}`;
    this.#answers.set(key, [...(this.#answers.get(key) ?? []), outcome]);
  }

  /** A settlement was committed: it must be by the holder of the lease, true, and follow the schedule. */
  settled(
    server: string,
    { id, lease }: Pick<LeasedDelivery, 'id' | 'lease'>,
    attempt: Attempt | null,
    settlement: Settlement,
    endpoint: Endpoint | null,
  ): void {
    const letter = this.letters.get(id)!;
    if (!this.#isHeld(letter, lease))
      return this.#world.accuse(`${id} was settled by a server that does not hold it`);
    this.#world.checks.look('an attempt is settled with its result and retried by the schedule');
    letter.leasedUntilMs = null;
    if (!attempt && settlement.state === 'waiting') {
      return this.#givenBack(id, settlement);
    }
    if (attempt) {
      letter.attempts += 1;
      this.#assertTrue(server, id, attempt.outcome);
    }
    const word = attempt ? this.#after(letter, attempt.outcome) : this.#dropped(letter);
    const waits = letter.state === 'waiting' ? letter.dueMs - this.#world.nowMs() : undefined;
    if (settlement.state !== letter.state || settlement.retryAfterMs !== waits)
      this.#world.accuse(
        `${id} is ${settlement.state} (${settlement.retryAfterMs} ms) after ${attempt?.outcome}, not ${letter.state} (${waits} ms)`,
      );
    const words = (settlement.deliveries ?? []).map(
      ({ body }) => (JSON.parse(body) as { kind: string }).kind,
    );
    if (words.join() !== (word ?? ''))
      this.#world.accuse(`the operator gets ${words.join()} for ${id}, not ${word}`);
    for (const delivery of settlement.deliveries ?? []) {
      // Its name has the millisecond, which stands still here: real endpoints fail ten times more slowly.
      if (!this.letters.has(delivery.id)) this.written(delivery);
    }
    if (endpoint) this.#endpoints.assertAsCounted(endpoint);
  }

  /** Given back without an attempt and due immediately: no count changes. */
  #givenBack(id: string, { retryAfterMs = 0, failed = false, endpoint, deliveries = [] }: Settlement): void {
    if (retryAfterMs > 0 || failed || endpoint || deliveries.length > 0)
      this.#world.accuse(`${id} was returned and counted`);
  }

  /** A settlement was rejected. */
  refused({ id, lease }: Pick<LeasedDelivery, 'id' | 'lease'>): void {
    if (this.#isHeld(this.letters.get(id)!, lease))
      this.#world.accuse(`${id} could not be settled by its holder`);
  }

  /** The operator has posted it by hand: it has no effect, except that it may have been delivered. */
  recorded(server: string, { id }: Delivery, attempt: Attempt): void {
    const letter = this.letters.get(id)!;
    this.#assertTrue(server, id, attempt.outcome);
    letter.attempts += 1;
    if (attempt.outcome === 'delivered') letter.state = 'delivered';
  }

  /** All messages of a queue in this state restart now. Those due earlier may keep their time. */
  restarted(queue: string, state: 'waiting' | 'failed'): void {
    const nowMs = this.#world.nowMs();
    for (const letter of this.letters.values()) {
      if (letter.delivery.queue !== queue || letter.state !== state) continue;
      const dueMs = state === 'waiting' ? Math.min(letter.dueMs, nowMs) : nowMs;
      Object.assign(letter, { state: 'waiting', failures: 0, dueMs });
    }
  }

  /** A guest was erased: no waiting message names them. */
  erased(bookingId: string): void {
    for (const letter of this.letters.values()) {
      if (letter.delivery.bookingId !== bookingId) continue;
      if (letter.delivery.queue !== MAIL_QUEUE) letter.bodies.push(withoutGuest(letter.delivery.body));
      else if (letter.state === 'waiting') letter.state = 'dropped';
    }
  }

  #isHeld({ state, lease, leasedUntilMs }: Letter, by: number): boolean {
    return state === 'waiting' && leasedUntilMs !== null && lease === by;
  }

  #assertTrue(server: string, id: string, outcome: string): void {
    const answers = this.#answers.get(`${server} ${id}`) ?? [];
    const at = answers.indexOf(outcome);
    if (at < 0) this.#world.accuse(`${id} is settled as ${outcome} without such an answer`);
    answers.splice(at, 1);
  }

  /** The required e-mail to the operator. */
  #after(letter: Letter, outcome: string): string | null {
    const { queue } = letter.delivery;
    if (outcome !== 'delivered') letter.failures += 1;
    const seconds = queue === MAIL_QUEUE ? SECONDS.mail : SECONDS.webhook;
    const pause = outcome === 'refused' ? undefined : seconds[letter.failuresBefore];
    letter.state = outcome === 'delivered' ? 'delivered' : pause === undefined ? 'failed' : 'waiting';
    if (letter.state === 'waiting') letter.dueMs = this.#world.nowMs() + pause! * 1000;
    if (queue === MAIL_QUEUE || letter.state === 'waiting') return null;
    return this.#endpoints.settled(queue, letter.state === 'delivered');
  }

  #dropped(letter: Letter): null {
    letter.state = 'dropped';
    return null;
  }
}

function withoutGuest(body: string): string {
  const event = JSON.parse(body) as { data: object };
  return JSON.stringify({ ...event, data: { ...event.data, guest: null } });
}
