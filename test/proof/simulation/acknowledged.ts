import type { Booking } from '@bord/engine';
import type { Annals } from './annals.ts';
import type { World } from './world.ts';

/** The acknowledged booking of each idempotency key, and its receiver. */
export class Acknowledged {
  readonly #world: World;
  readonly #annals: Annals;
  /** By location and key. */
  readonly #idOfKey = new Map<string, string>();

  constructor(world: World, annals: Annals) {
    this.#world = world;
    this.#annals = annals;
  }

  /** A booking was acknowledged. */
  add(booking: Booking): void {
    this.#annals.assertCommitted(booking);
    const key = `${booking.locationId} ${booking.idempotencyKey}`;
    const known = this.#idOfKey.get(key);
    if (known !== undefined && known !== booking.id)
      this.#world.accuse(`two bookings under one key: ${known}, ${booking.id}`);
    this.#idOfKey.set(key, booking.id);
  }

  /** Whatever was acknowledged is there, under one id for each key. */
  assertStored(): void {
    const made = this.#annals.bookingIds.filter((id) => this.#annals.latest(id)!.idempotencyKey !== null);
    for (const [key, id] of this.#idOfKey) {
      this.#world.checks.look('one idempotency key makes one booking');
      if (!this.#annals.latest(id)) this.#world.accuse(`the acknowledged booking of ${key} is gone`);
    }
    if (made.length !== this.#idOfKey.size)
      this.#world.accuse(`${made.length} bookings under ${this.#idOfKey.size} keys`);
  }
}
