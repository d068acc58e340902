import type { SecretKey } from '../core/access/secret.ts';
import type { Clock } from '../ports/clock.ts';
import type { Mailer } from '../ports/mailer.ts';
import type { Observer } from '../ports/observer.ts';
import type { Random } from '../core/ids.ts';
import type { Storage } from '../ports/storage.ts';
import type { WebhookSender } from '../ports/webhook-sender.ts';
import type { KnownCallers } from './partner/authenticate.ts';
import type { SignedIn } from './sign-in/signed-in.ts';
import type { AvailabilityListeners } from './availability-listeners.ts';
import type { Signal, Watchers } from './signals.ts';
import type { CachedRange } from './cached-range.ts';
import type { LocationCache } from './location-cache.ts';
import type { Policies } from './policies.ts';
import type { SingleFlight } from './single-flight.ts';
import type { SearchTurns } from './search-turns.ts';
import type { Turns } from './turns.ts';
import type { WaitingDays } from './step.ts';

export interface Ports {
  /** The storage of all data: `pgStorage`, `sqliteStorage`, `memoryStorage` or a custom one. The engine never closes it. */
  readonly storage: Storage;
  /** The time by which bookings are decided. Defaults to the machine's clock. */
  readonly clock: Clock;
  /** Source of ids and secrets. Defaults to `randomBytes` of `node:crypto`. */
  readonly random: Random;
  /** Null: webhooks are written to the outbox, and another process sends them. */
  readonly webhooks: WebhookSender | null;
  /** Null: e-mails are not sent. */
  readonly mailer: Mailer | null;
  /** Gets facts for metrics and logs, such as bookings and deliveries. Defaults to none. */
  readonly observer: Observer;
}

/** The context of every use case: the ports, and the data that this process keeps in memory. */
export interface App extends Ports {
  /** The first key seals and derives; the others open older data. Empty: features that need a secret key are off. */
  readonly secretKeys: readonly SecretKey[];
  /** The booked guest gets no e-mail; other affected guests do. Default false. */
  readonly isQuiet?: boolean;
  /** No step is saved: caches stay, and no event is sent. Default false. */
  readonly isRehearsal?: boolean;
  /** Called when a message was put into the outbox, so that it is sent before the next timer. */
  readonly wakeup: Signal;
  /** Called when this process has changed bookings. */
  readonly changed: Signal;
  /** Called with the ids of bookings whose guests this process has erased: leased messages can contain them. */
  readonly erasures: Signal<[bookingIds: readonly string[]]>;
  readonly locationCache: LocationCache;
  /** The integrator's policies with their cached facts; null for none. */
  readonly policies: Policies | null;
  /** The endpoints that get events about changed availability. */
  readonly listeners: AvailabilityListeners;
  readonly callers: KnownCallers;
  /** Sessions that were recently verified. */
  readonly signedIn: SignedIn;
  readonly batches: SingleFlight<CachedRange>;
  /** By booking: steps that must be tried again take turns. */
  readonly turns: Turns;
  readonly waitingDays: WaitingDays;
  /** Turns of long searches. */
  readonly searchTurns: SearchTurns;
  readonly watchers: Watchers;
  /** The service switch as last read, and whether it is being read again. */
  service: { readonly enabled: boolean; readonly knownUntilMs: number; isRenewed?: boolean };
}
