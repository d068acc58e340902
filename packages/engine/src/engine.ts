import { randomBytes } from 'node:crypto';
import type { AnswerStats } from './app/answer-cache.ts';
import { authenticationOf, createKnownCallers } from './app/partner/authenticate.ts';
import { type BackgroundActions, backgroundActions } from './app/background/background-actions.ts';
import { AvailabilityListeners } from './app/availability-listeners.ts';
import { forgetChanged } from './app/forget-changed.ts';
import { type EventActions, eventActions } from './app/events.ts';
import { asIs, guarded, type Inputs, returning } from './app/guarded.ts';
import { engineOptions } from './app/inputs/engine-options.ts';
import { partnerCaller } from './app/inputs/fields.ts';
import { operatorInputs } from './app/inputs/operator.ts';
import {
  backgroundInputs,
  guestInputs,
  partnerInputs,
  sandboxInputs,
  signInInputs,
  staffCaller,
  staffInputs,
} from './app/inputs/others.ts';
import { createPolicies } from './app/policies.ts';
import { visitorInputs, visitorRequest } from './app/inputs/visitor.ts';
import { createSignal, createWatchers } from './app/signals.ts';
import type { App, Ports } from './app/context.ts';
import { type GuestActions, guestActions } from './app/guest/guest-actions.ts';
import { LocationCache } from './app/location-cache.ts';
import { wholeClock } from './ports/clock.ts';
import { assertRuntime } from './ports/runtime.ts';
import { type OperatorActions, operatorActions } from './app/operator/operator-actions.ts';
import { type PartnerActions, partnerActions } from './app/partner/partner-actions.ts';
import { type RecallActions, recallActions } from './app/partner/recall.ts';
import { type SandboxActions, sandboxActions } from './app/developer/sandbox.ts';
import { createSignedIn } from './app/sign-in/signed-in.ts';
import { type SignInActions, signInActions } from './app/sign-in/sign-in.ts';
import { type StaffActions, staffActions } from './app/sign-in/staff-actions.ts';
import type { StaffCaller } from './core/access/staff.ts';
import { type VisitorActions, visitorActions } from './app/visitor/visitor-actions.ts';
import type { VisitorRequest } from './app/visitor/visitor.ts';
import { createSingleFlight } from './app/single-flight.ts';
import { createSearchTurns } from './app/search-turns.ts';
import { createTurns } from './app/turns.ts';
import { createWaitingDays } from './app/step.ts';
import { inTime } from './app/request-deadline.ts';
import type { PartnerCaller } from './core/access/policy.ts';
import { secretKeyOf } from './core/access/secret.ts';
import type { Policy } from './core/location/admission.ts';
import { unableToThrow } from './ports/observer.ts';
import type { OutboxStats } from './ports/outbox.ts';
import type { PoolStats, Storage } from './ports/storage.ts';
import { asBookingError, invalid } from './core/errors.ts';
import { anything, anyObject, assertOptions, callback, orNull, text } from './core/shape.ts';

/** The required ports, and those with a default. */
export type EngineOptions = Pick<Ports, 'storage'> &
  Partial<Ports> & {
    /**
     * Keys of 32 bytes that encrypt signing secrets and make the tokens of links. The first one is used; the others still open older data.
     * Without a key, webhook endpoints, manage links and sign-up are not available.
     */
    readonly secretKeys?: readonly Uint8Array[];
    /** Rules for times, in this order, for partners and guests; the first rejection is the answer (D51). */
    readonly policies?: readonly Policy[];
  };

/**
 * The booking engine, with actions by caller: partner, operator, staff, guest, visitor of a booking page, developer. Each group only contains
 * actions that its caller can have permission for.
 *
 * Expected outcomes (booked, refused because full) are returned; all others are thrown as a `BookingError` with a code. Instants are milliseconds
 * since 1970, service dates `YYYY-MM-DD`.
 */
export interface Engine {
  /** The partner of an API key; throws `key_invalid` for a missing, mistyped, unknown, revoked or expired one (§5.2). */
  authenticate(key: string | null): Promise<PartnerCaller>;
  /** The actions of a partner that {@link Engine.authenticate} returned. Cheap to create for each request. */
  partner(
    caller: PartnerCaller,
    options?: {
      /** The person behind the request; policies get it (D51). */
      readonly subject?: unknown;
    },
  ): PartnerActions;
  /** The partner's requests that can be answered immediately from memory, with the same answers. */
  readonly recall: RecallActions;
  /** The actions of the operator. The application decides which callers can use them. */
  readonly operator: OperatorActions;
  /** The actions of a guest with the link of an e-mail; the token is the link's last part. */
  guest(token: string): GuestActions;
  /** The actions of a guest at the restaurant's own booking page. Throws `invalid_request` without `secretKeys`. Cheap to create for each request. */
  visitor(request: VisitorRequest): VisitorActions;
  /** Sign-in of staff: by a mailed link, or a passkey (D44). */
  readonly signIn: SignInActions;
  /** The actions of a member that {@link SignInActions.caller} returned. Cheap to create for each request. */
  staff(caller: StaffCaller): StaffActions;
  /** Events of all bookings, for the program around the engine. */
  readonly events: EventActions;
  /** Sandbox keys for developers. */
  readonly sandbox: SandboxActions;
  /** Deliveries and nightly maintenance. */
  readonly background: BackgroundActions;
  /** The state of the engine and its storage. */
  readonly health: HealthActions;
  /**
   * Runs the work of a request with a deadline. A change that has not begun 4 seconds after the start throws `unavailable`, without a change.
   * One that has begun throws `unavailable` if its outcome is unknown 10 seconds later (D57). Outside of it, changes wait without a limit.
   *
   * @param startedMs when the request started, by `performance.now()`
   * @param isGone whether the client no longer waits for the answer: a change that has not begun then throws `unavailable`. Default: never
   */
  inTime<T>(startedMs: number, work: () => T, isGone?: () => boolean): T;
  /**
   * Makes changes in a transaction of the host: they are committed with the host's rows, or not at all. Webhooks and events leave after the
   * host's commit. The engine does not begin or end the transaction; without group commit each change costs more.
   *
   * @param handle PostgreSQL: a client of `pg` with an open transaction at READ COMMITTED. SQLite: a `Database` of `better-sqlite3` after BEGIN
   * IMMEDIATE
   * @param work gets a partner and an operator whose changes join the transaction, until it is over. If it throws, they are undone, the same
   * error is thrown, and the host's transaction stays usable
   * @throws BookingError `invalid_request` if the handle cannot be used
   */
  within<R>(handle: object, work: (bound: BoundEngine) => Promise<R>): Promise<R>;
  /** Ends all event iterators and the subscription to the storage, which stays open: its owner closes it. */
  detach(): void;
}

/** An engine in a transaction of the host. */
export type BoundEngine = Pick<Engine, 'partner' | 'operator'>;

/** For probes and metrics. */
export interface HealthActions {
  /** Resolves if the storage can be read and written; throws `unavailable` otherwise. */
  check(): Promise<void>;
  /** The sources of the answers about availability since the start, and their memory now. */
  answers(): AnswerStats;
  /** The number of waiting deliveries, and since when. */
  outbox(): Promise<OutboxStats>;
  /** The number of connections to the database and of waiting requests; null for a storage without a pool. */
  pool(): PoolStats | null;
  /** The primary of several database hosts, as `host:port`; null without a primary, or for a single host. */
  primary(): string | null;
}

/**
 * Creates an engine on a storage.
 *
 * Defaults of the ports: the system's clock, the randomness of `node:crypto`, without e-mails and webhooks. Each engine has a separate cache;
 * engines share only the storage.
 *
 * @throws TypeError that names a wrong option
 */
export function createEngine(options: EngineOptions): Engine {
  assertRuntime();
  assertOptions<EngineOptions>('createEngine', engineOptions, options);
  const app = appOf(options);
  const { storage } = app;
  const unwatch = storage.primary?.subscribe((change) => app.observer({ kind: 'primary', ...change }));
  const detached = new AbortController();
  const unsubscribe = storage.invalidations.subscribe((invalidation) => forgetChanged(app, invalidation));
  return guarded<Omit<Engine, 'events' | 'within'>, Engine>(engineInputs, {
    authenticate: authenticationOf(app),
    partner: partnerActions(app),
    recall: recallActions(app),
    operator: operatorActions(app),
    guest: (token) => guestActions(app, token),
    visitor: visitorActions(app),
    signIn: signInActions(app),
    staff: (caller) => staffActions(app, caller),
    events: eventActions(app, detached.signal),
    sandbox: sandboxActions(app),
    background: backgroundActions(app),
    inTime,
    within: (handle, work) => within(app, handle, work),
    health: {
      check: () => storage.check(),
      answers: () => app.locationCache.answers.stats(),
      outbox: () => storage.outbox.stats(),
      pool: () => storage.pool?.() ?? null,
      primary: () => storage.primary?.host() ?? null,
    },
    detach() {
      detached.abort();
      unsubscribe();
      unwatch?.();
    },
  });
}

const boundInputs: Inputs<BoundEngine> = {
  partner: returning([partnerCaller, ['options?', { subject: anything }]], partnerInputs),
  operator: operatorInputs,
};

/** `events` and `within` check their arguments themselves. */
const engineInputs: Inputs<Omit<Engine, 'events' | 'within'>> = {
  ...boundInputs,
  authenticate: [['key', orNull(text)]],
  recall: { caller: asIs, availability: asIs },
  guest: returning(['token'], guestInputs),
  visitor: returning([visitorRequest], visitorInputs),
  signIn: signInInputs,
  staff: returning([staffCaller], staffInputs),
  sandbox: sandboxInputs,
  background: backgroundInputs,
  inTime: asIs,
  health: { check: [], answers: asIs, outbox: [], pool: asIs, primary: asIs },
  detach: asIs,
};

/** Handles with work in progress. Two concurrent works of one handle would share a savepoint. */
const busyHandles = new WeakSet<object>();

async function within<R>(app: App, handle: object, work: (bound: BoundEngine) => Promise<R>): Promise<R> {
  const { storage } = app;
  let isOurs = false;
  let thrown: { readonly error: unknown } | undefined;
  try {
    anyObject(handle, ['handle']);
    callback(work, ['work']);
    if (!storage.within)
      invalid('this storage cannot join a transaction of the host: use sqliteStorage or pgStorage');
    if (busyHandles.has(handle))
      invalid('the handle is in use: wait for the other call of within first', ['handle']);
    busyHandles.add(handle);
    isOurs = true;
    return await storage.within(handle, async (bound) => {
      const inside = boundTo(app, bound);
      const actions = { partner: partnerActions(inside), operator: operatorActions(inside) };
      try {
        return await work(guarded(boundInputs, actions));
      } catch (error) {
        thrown = { error };
        throw error;
      }
    });
  } catch (error) {
    throw thrown?.error === error ? error : asBookingError(error);
  } finally {
    if (isOurs) busyHandles.delete(handle);
  }
}

/** Without a cache, because the host can roll back to a savepoint. Changes that can be rolled back are not counted. */
function boundTo(app: App, storage: Storage): App {
  return {
    ...app,
    storage,
    observer: () => undefined,
    wakeup: createSignal(),
    locationCache: new LocationCache(storage, app.clock, 0),
    listeners: new AvailabilityListeners(storage, app.clock),
    watchers: createWatchers(),
    batches: createSingleFlight(),
    turns: createTurns(),
    waitingDays: createWaitingDays(),
  };
}

function appOf({
  storage,
  clock: givenClock,
  random = { bytes: randomBytes },
  webhooks = null,
  mailer = null,
  observer = () => undefined,
  secretKeys = [],
  policies = [],
}: EngineOptions): App {
  const clock = wholeClock(givenClock);
  const locationCache = new LocationCache(storage, clock);
  const report = unableToThrow(observer);
  return {
    storage,
    clock,
    random,
    webhooks,
    mailer,
    observer: report,
    policies: createPolicies(policies, clock, report),
    secretKeys: secretKeys.map(secretKeyOf),
    wakeup: createSignal(),
    changed: createSignal(),
    erasures: createSignal(),
    locationCache,
    listeners: new AvailabilityListeners(storage, clock),
    watchers: createWatchers(),
    callers: createKnownCallers(),
    signedIn: createSignedIn(),
    batches: createSingleFlight(),
    turns: createTurns(),
    waitingDays: createWaitingDays(),
    searchTurns: createSearchTurns(),
    service: { enabled: true, knownUntilMs: 0 },
  };
}
