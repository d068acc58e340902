import type { ApiKeyStore } from './api-key-store.ts';
import type { BookingStore } from './booking-store.ts';
import type { Duties } from './duties.ts';
import type { EndpointStore } from './endpoint-store.ts';
import type { GuestStore } from './guest-store.ts';
import type { LocationStore } from './location-store.ts';
import type { Notices } from './notices.ts';
import type { Outbox } from './outbox.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { SecretKeyRecord } from './secret-key-record.ts';
import type { ServiceSwitch } from './service-switch.ts';
import type { SignUpStore } from './sign-up-store.ts';

/** All that the engine keeps, in one database. Whoever writes one proves it with the contract of `@bord/engine/testing`. */
export interface Storage {
  readonly bookings: BookingStore;
  readonly locations: LocationStore;
  readonly keys: ApiKeyStore;
  readonly signUps: SignUpStore;
  readonly guests: GuestStore;
  readonly endpoints: EndpointStore;
  readonly outbox: Outbox;
  readonly rates: RateLimiter;
  readonly service: ServiceSwitch;
  readonly duties: Duties;
  readonly secretKey: SecretKeyRecord;
  readonly notices: Notices;

  /**
   * Resolves when bookings can be saved now: the schema is the one that this code needs, and a write has just been made durable. Rejects
   * with what is wrong: `unavailable` where the database is away, full, read-only or too slow.
   *
   * Cheap, however often it is asked: nothing grows by it, one check at most is under way, and its answer is given to whoever asks
   * within about a second. It waits for nothing that is stuck in this process, such as a connection that is in use.
   */
  check(): Promise<void>;

  /** The connections to the database, for those who watch over it; absent where there are none to speak of. */
  pool?(): { readonly open: number; readonly idle: number; readonly waiting: number };

  /** Ends timers and connections; what is under way is finished first. */
  close(): Promise<void>;
}
