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
  /** Null: webhooks are written down, and sent by another process. */
  readonly webhooks: WebhookSender | null;
  /** Null: e-mails are not sent. */
  readonly mailer: Mailer | null;
  /** Gets events that are worth counting, such as bookings and deliveries. Defaults to none. */
  readonly observer: Observer;
}

/** What every use case is given: the ports, and what this process keeps in memory. */
export interface App extends Ports {
  /** The first one seals and derives; the others still open what they have sealed. Empty: there is nothing secret to be kept. */
  readonly secretKeys: readonly SecretKey[];
  /** Who is booked is written nothing. Whoever else a step concerns is. Default false. */
  readonly isQuiet?: boolean;
  /** No step is saved: the process forgets nothing for it, and tells nobody. Default false. */
  readonly isRehearsal?: boolean;
  /** Is called when a message was put into the outbox: it must not wait for a timer. */
  readonly wakeup: Signal;
  /** Is called when this process has changed bookings. */
  readonly changed: Signal;
  /** Is called with the ids of bookings whose guests this process has erased: leased messages can contain them. */
  readonly erasures: Signal<[bookingIds: readonly string[]]>;
  readonly locationCache: LocationCache;
  /** The integrator's rules, and the facts that they have lately loaded; null for none. */
  readonly policies: Policies | null;
  /** Who hears of changed availability. */
  readonly listeners: AvailabilityListeners;
  readonly callers: KnownCallers;
  /** Who was lately found to be signed in. */
  readonly signedIn: SignedIn;
  readonly batches: SingleFlight<CachedRange>;
  /** By booking: who has to try a change again. */
  readonly turns: Turns;
  readonly waitingDays: WaitingDays;
  /** Of searches for room that take long. */
  readonly searchTurns: SearchTurns;
  readonly watchers: Watchers;
  /** The service switch as last read; whether it is being read again, or could not be. */
  service: { readonly enabled: boolean; readonly knownUntilMs: number; isRenewed?: boolean };
}
