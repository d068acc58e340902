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

  /** Answers when the database does and its schema is the one that this code needs; rejects with what is wrong. */
  check(): Promise<void>;

  /** The connections to the database, for those who watch over it; absent where there are none to speak of. */
  pool?(): { readonly open: number; readonly idle: number; readonly waiting: number };

  /** Ends timers and connections; what is under way is finished first. */
  close(): Promise<void>;
}
