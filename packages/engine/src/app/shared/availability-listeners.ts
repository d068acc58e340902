import { AVAILABILITY_CACHE_SECONDS } from '../../core/limits.ts';
import { type Endpoint, hears } from '../../core/outbox/event.ts';
import { SECOND_MS } from '../../core/time/interval.ts';
import type { Clock } from '../../ports/clock.ts';
import type { EndpointStore } from '../../ports/endpoint-store.ts';

const FRESH_MS = AVAILABILITY_CACHE_SECONDS * SECOND_MS;

/**
 * Who hears of changed availability (D37), as lately read: mostly nobody, and then a step looks here and at nothing else. One that is added in the
 * same moment may miss an event.
 */
export class AvailabilityListeners {
  readonly #endpoints: Pick<EndpointStore, 'naming'>;
  readonly #clock: Clock;
  #known: readonly Endpoint[] = [];
  #freshUntilMs = -Infinity;
  /** Somebody reads anew: for as long again, others go by what is known. Nobody waits for another's reading, which may never end. */
  #isReading = false;
  /** Counts how often they have been forgotten: what was read before must not be kept. */
  #forgotten = 0;

  constructor(endpoints: Pick<EndpointStore, 'naming'>, clock: Clock) {
    this.#endpoints = endpoints;
    this.#clock = clock;
  }

  /** Those that hear of a location. */
  async at(locationId: string): Promise<readonly Endpoint[]> {
    const nowMs = this.#clock.nowMs();
    const untilMs = this.#freshUntilMs + (this.#isReading ? FRESH_MS : 0);
    const known = nowMs < untilMs ? this.#known : await this.#read(nowMs);
    if (known.length === 0) return known;
    return known.filter((endpoint) => hears(endpoint, 'availability.changed', locationId));
  }

  /** Endpoints have been changed. */
  forget(): void {
    this.#forgotten++;
    this.#freshUntilMs = -Infinity;
  }

  async #read(nowMs: number): Promise<readonly Endpoint[]> {
    const forgotten = this.#forgotten;
    this.#isReading = true;
    try {
      const read = await this.#endpoints.naming('availability.changed');
      if (forgotten === this.#forgotten) {
        this.#known = read;
        this.#freshUntilMs = nowMs + FRESH_MS;
      }
      return read;
    } finally {
      this.#isReading = false;
    }
  }
}
