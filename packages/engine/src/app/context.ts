import type { Cache } from '../ports/cache.ts';
import type { Clock } from '../ports/clock.ts';
import type { Random } from '../ports/random.ts';
import type { Storage } from '../ports/storage.ts';
import type { DayAvailability } from './read-availability.ts';
import type { KnownCallers } from './authenticate.ts';
import type { Kept } from './kept.ts';
import type { SingleFlight } from './single-flight.ts';

/** What the engine stands on. */
export interface Ports {
  readonly storage: Storage;
  readonly cache: Cache;
  readonly clock: Clock;
  readonly random: Random;
}

/** What every use case is given: the ports, and what this process keeps in memory. */
export interface App extends Ports {
  readonly kept: Kept;
  readonly callers: KnownCallers;
  readonly batches: SingleFlight<DayAvailability[]>;
  /** The service switch as last read. */
  service: { readonly enabled: boolean; readonly knownUntilMs: number };
}
