import type { LeasedDelivery } from '@bord/engine/storage';
import type { World } from './world.ts';

/** In place of a lease, where the operator has a delivery posted. */
const MANUAL = 0;

/** A delivery in the hands of a process. */
export interface Held {
  readonly lease: number;
  readonly sinceMs: number;
}

/** Something that came through to a receiver or a mail server, and was taken. */
interface Arrival {
  readonly server: string;
  /** A holder of several leases uses them in turn, as far as can be seen from here; the settlement shows it. */
  lease: number;
  /** The process has received the answer. */
  isAcknowledged: boolean;
  /** The result of settling it at the storage. */
  settled: 'not begun' | 'begun' | 'lost' | boolean;
}

/** The leased deliveries of processes, their attempts, and whether these were necessary. */
export class Arrivals {
  readonly #world: World;
  readonly #isDown: (server: string) => boolean;
  /** Commands of the operator, which post any event; and their start. */
  readonly #commands = new Map<string, number>();
  readonly #held = new Map<string, Held[]>();
  readonly #arrivals = new Map<string, Arrival[]>();

  constructor(world: World, isDown: (server: string) => boolean) {
    this.#world = world;
    this.#isDown = isDown;
  }

  /** From now on this process posts by hand. */
  command(server: string): void {
    this.#commands.set(server, this.#world.nowMs());
  }

  /** A process has been given a delivery, and knows of it. */
  leased(server: string, id: string, held: Held): void {
    const key = `${server} ${id}`;
    this.#held.set(key, [...(this.#held.get(key) ?? []), held]);
  }

  /** A process sends it or drops it, once under each lease: that lease. */
  letGo(server: string, id: string): Held {
    const begunMs = this.#commands.get(server);
    if (begunMs !== undefined) return { lease: MANUAL, sinceMs: begunMs };
    const held = this.#held.get(`${server} ${id}`)?.shift();
    if (!held) this.#world.accuse(`${server} sends ${id} without a lease`);
    return held ?? { lease: MANUAL, sinceMs: 0 };
  }

  /**
   * It has arrived. A second arrival is allowed if the first process never got the answer, ended, or could not settle: because its connection
   * broke, or its lease had expired.
   */
  arrived(server: string, id: string, { lease }: Held): void {
    if (lease === MANUAL) return; // the operator wanted it
    this.#world.checks.look('a delivery is repeated only after a failure');
    const before = (this.#arrivals.get(id) ?? []).filter((arrival) => arrival.lease < lease);
    for (const { server: first, isAcknowledged, settled } of before) {
      if (settled === true) this.#world.accuse(`${id} arrived again after its success was saved`);
      if (isAcknowledged && settled === 'not begun' && !this.#isDown(first))
        this.#world.accuse(`${id} arrived again, because ${first} did not save its success`);
    }
    const arrival: Arrival = { server, lease, isAcknowledged: false, settled: 'not begun' };
    this.#arrivals.set(id, [...(this.#arrivals.get(id) ?? []), arrival]);
  }

  /** The process has received the answer of its attempt. */
  acknowledged(server: string, id: string): void {
    const arrival = this.#latest(server, id, ({ isAcknowledged }) => !isAcknowledged);
    if (arrival) arrival.isAcknowledged = true;
  }

  /** The process tells the storage that it was taken; `ended` is what it hears. */
  async settling(
    server: string,
    { id, lease }: Pick<LeasedDelivery, 'id' | 'lease'>,
    ended: Promise<boolean>,
  ): Promise<boolean> {
    const arrival = this.#latest(
      server,
      id,
      ({ isAcknowledged, settled }) => isAcknowledged && settled === 'not begun',
    );
    if (!arrival) return ended;
    arrival.lease = lease;
    arrival.settled = 'begun';
    try {
      arrival.settled = await ended;
      return arrival.settled;
    } catch (error) {
      arrival.settled = 'lost';
      throw error;
    }
  }

  #latest(server: string, id: string, such: (arrival: Arrival) => boolean): Arrival | undefined {
    return this.#arrivals.get(id)?.find((arrival) => arrival.server === server && such(arrival));
  }
}
