import type { Booking, PartnerCaller } from '@bord/engine';
import { Actor, type Around } from './actor.ts';

/** A partner that copies its bookings from the list (D33), page by page while they change. */
export class Follower extends Actor {
  readonly counts = { pages: 0, listed: 0 };
  readonly #partner: PartnerCaller;
  /** The partner's copy, by id. */
  readonly #copies = new Map<string, Booking>();
  #cursor: string | undefined;
  #updatedSinceMs: number | undefined;

  constructor(around: Around, partner: PartnerCaller) {
    super(around);
    this.#partner = partner;
  }

  /** Continues at the cursor; `sinceMs`: from a complete copy of that time, with only that instant. */
  startAnew(sinceMs: number): void {
    this.#cursor = undefined;
    this.#updatedSinceMs = sinceMs;
  }

  /** Asks for one page. */
  async act(): Promise<boolean> {
    const limit = 1 + this.world.dice.roll(6);
    const [cursor, updatedSinceMs] = [this.#cursor, this.#updatedSinceMs];
    const list = await this.attempts.withRetry(`list: ${this.#partner.partner}`, (engine) =>
      engine.partner(this.#partner).listBookings({ limit, cursor, updatedSinceMs }),
    );
    // A concurrent request of the same partner was first.
    if (!list || cursor !== this.#cursor || updatedSinceMs !== this.#updatedSinceMs) return true;
    this.counts.pages += 1;
    for (const { booking } of list.bookings) {
      this.counts.listed += 1;
      this.records.annals.assertCommitted(booking);
      if (booking.channel !== `partner:${this.#partner.partner}` || booking.kind !== 'booking')
        this.world.accuse(`${booking.id} is shown to ${this.#partner.partner}`);
      this.#copies.set(booking.id, booking);
    }
    this.#cursor = list.nextCursor;
    this.#updatedSinceMs = undefined;
    return list.hasMore;
  }

  /** The copy has every booking in its current state: all fields of an event are equal. */
  async assertComplete(): Promise<void> {
    while (await this.act());
    const { annals } = this.records;
    const visible = ({ status, startMs, endMs, partySize, lastEventSeconds }: Booking): string =>
      JSON.stringify([status, startMs, endMs, partySize, lastEventSeconds]);
    for (const id of annals.bookingIds) {
      this.world.checks.look('the list of changes is complete');
      const booking = annals.booking(id)!;
      if (booking.channel !== `partner:${this.#partner.partner}`) continue;
      if (!this.#partner.locationIds?.includes(booking.locationId)) continue;
      const copy = this.#copies.get(id);
      if (!copy || visible(copy) !== visible(booking))
        this.world.accuse(
          `${this.#partner.partner} has ${copy ? visible(copy) : 'nothing'} of ${id}, which is ${visible(booking)}`,
        );
    }
  }
}
