import { type ApiKeyRecord, callerOf, isActive } from '../core/access/api-key.ts';
import { maySee } from '../core/access/policy.ts';
import { AVAILABILITY_CACHE_SECONDS } from '../core/limits.ts';
import { type Endpoint, hears } from '../core/booking/event.ts';
import { SECOND_MS } from '../core/instant.ts';
import type { Clock } from '../ports/clock.ts';
import type { Storage } from '../ports/storage.ts';

const FRESH_MS = AVAILABILITY_CACHE_SECONDS * SECOND_MS;

/** An endpoint. If it names no locations, it gets events of those that an active key of its partner can see. */
interface Listener {
  readonly endpoint: Endpoint;
  readonly keys: readonly ApiKeyRecord[] | null;
}

interface ListenerStores {
  readonly records: Pick<Storage['records'], 'list'>;
}

/** The endpoints that name `availability.changed` (D37), cached. One that is added at this moment may miss an event. */
export class AvailabilityListeners {
  readonly #stores: ListenerStores;
  readonly #clock: Clock;
  #known: readonly Listener[] = [];
  #freshUntilMs = -Infinity;
  /** One step reads. The others use the cached endpoints for another period, because a read might never end. */
  #isReading = false;
  /** Counts calls of `forget`: a read that began before one is not kept. */
  #forgotten = 0;

  constructor(stores: ListenerStores, clock: Clock) {
    this.#stores = stores;
    this.#clock = clock;
  }

  /** The endpoints that get events of a location. */
  async at(locationId: string): Promise<readonly Endpoint[]> {
    const nowMs = this.#clock.nowMs();
    const untilMs = this.#freshUntilMs + (this.#isReading ? FRESH_MS : 0);
    const known = nowMs < untilMs ? this.#known : await this.#read(nowMs);
    if (known.length === 0) return [];
    const sees = (key: ApiKeyRecord): boolean => isActive(key, nowMs) && maySee(callerOf(key), locationId);
    return known
      .filter(({ keys }) => keys?.some(sees) ?? true)
      .map(({ endpoint }) => endpoint)
      .filter((endpoint) => hears(endpoint, 'availability.changed', locationId));
  }

  forget(): void {
    this.#forgotten++;
    this.#freshUntilMs = -Infinity;
  }

  async #read(nowMs: number): Promise<readonly Listener[]> {
    const forgotten = this.#forgotten;
    this.#isReading = true;
    try {
      const read = await listenersOf(this.#stores);
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

async function listenersOf({ records }: ListenerStores): Promise<readonly Listener[]> {
  const endpoints = await records.list('endpoints');
  const naming = endpoints.filter(({ eventTypes }) => eventTypes?.includes('availability.changed'));
  const partners = new Set(
    naming.flatMap(({ partner, locationIds }) => (partner !== null && locationIds === null ? partner : [])),
  );
  const read = [...partners].map(
    async (partner) => [partner, await records.list('keys', { partner })] as const,
  );
  const keysOf = new Map(await Promise.all(read));
  return naming.map((endpoint) => {
    const { partner, locationIds } = endpoint;
    return { endpoint, keys: partner !== null && locationIds === null ? keysOf.get(partner)! : null };
  });
}
