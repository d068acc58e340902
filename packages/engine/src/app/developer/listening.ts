import { insertion, removal, replacement } from '../../core/access/records.ts';
import { listeningSecretOf, seal, SEAL_IV_BYTES } from '../../core/access/secret.ts';
import { isSandboxPartner, type PartnerCaller } from '../../core/access/policy.ts';
import { BookingError, invalid } from '../../core/errors.ts';
import type { Attempt } from '../../core/outbox/delivery.ts';
import type { Endpoint } from '../../core/booking/event.ts';
import { type EventType, SPECIFIED_EVENT_TYPES } from '../../core/outbox/event-type.ts';
import { isListening, isOver, listeningEndpoint, prolonged } from '../../core/outbox/listening.ts';
import { MINUTE_MS, SECOND_MS } from '../../core/instant.ts';
import { signedHeaders, signingSecretsOf } from '../background/post-signed.ts';
import type { App } from '../context.ts';
import { newRecordId } from '../../core/ids.ts';

/** Delivers the events of a sandbox key to a developer's machine that no server can reach: the machine fetches them. */
export interface ListeningActions {
  /**
   * Begins a session: {@link next} fetches the events from now on. It replaces an earlier session of the key, and ends with {@link end}, or
   * after 24 hours without a request.
   *
   * Throws `not_sandbox` for a key that is not a sandbox key, `rate_limited` after 10 in a minute, `invalid_request` without a configured secret
   * key.
   */
  begin(request?: {
    /** The event types of the session. Defaults to the three types of §6.1. */
    readonly eventTypes?: readonly EventType[] | null;
  }): Promise<ListeningSession>;
  /**
   * Returns the due events, oldest first, at most 20, each as a webhook would send it; the events of the previous call are settled first. Waits up to
   * `waitMs` for the first event. Events that are not settled are returned again, with a new signature, by a call some seconds later.
   *
   * A session has its own rate limit: 120 calls a minute, then `rate_limited` (D17). It does not use the rate limit of its API key. Throws
   * `not_sandbox` as {@link begin}.
   */
  next(request: NextEvents): Promise<ListenedEvents>;
  /** Settles the taken events and ends the session. Events that wait for it are dropped. Idempotent. */
  end(request: Pick<NextEvents, 'sessionId' | 'taken'>): Promise<void>;
}

/** A session that has begun. */
export interface ListeningSession {
  /** `ep_…` */
  readonly sessionId: string;
  /** `whsec_…`, the signing secret of its events: the same in all sessions of a key. */
  readonly secret: string;
  /** The event types of the session. */
  readonly eventTypes: readonly EventType[];
}

/** A request for events. */
export interface NextEvents {
  /** Of {@link ListeningSession}. */
  readonly sessionId: string;
  /** Receipts of the events that have been taken since the previous request. */
  readonly taken?: readonly string[];
  /** The longest time to wait for an event, in milliseconds. Defaults to 0. */
  readonly waitMs?: number;
  /** Ends the wait. */
  readonly signal?: AbortSignal;
}

/** An event as a webhook request would contain it. */
export interface ListenedEvent {
  /** Acknowledges the event, in `taken` of a later request. */
  readonly receipt: string;
  /** The headers of §6.3, in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The raw body. */
  readonly body: string;
}

/** The result of a request for events. */
export type ListenedEvents =
  | {
      /** The due events, possibly none. */
      readonly kind: 'events';
      /** The oldest first. */
      readonly events: readonly ListenedEvent[];
    }
  | {
      /** The session is over: `taken over` by another that began with the same key, or `forgotten`. */
      readonly kind: 'taken over' | 'forgotten';
    };

export function listeningActions(app: App, caller: PartnerCaller): ListeningActions {
  return {
    begin: (request) => begin(app, caller, request?.eventTypes ?? null),
    next: (request) => next(app, caller, request),
    end: (request) => end(app, caller, request),
  };
}

/** Per minute: each makes all processes read the endpoints again. */
const BEGINNINGS_MAX = 10;
const QUESTIONS_MAX = 120;
/** Per answer. */
const EVENTS_MAX = 20;
/** An event that was handed out and not taken is handed out again after this time. */
const LEASE_MS = 3 * SECOND_MS;
/** The interval of looks without a notification: for events due later, sessions that are over, and changes by other processes. */
const LOOK_MS = 2 * SECOND_MS;

async function begin(
  app: App,
  caller: PartnerCaller,
  eventTypes: readonly EventType[] | null,
): Promise<ListeningSession> {
  await admit(app, caller, 'begin', BEGINNINGS_MAX);
  const [key] = app.secretKeys;
  if (!key) invalid('a secret key must be configured: events are signed');
  const secret = listeningSecretOf(key, caller.partner);
  const sealed = seal(key, secret, app.random.bytes(SEAL_IV_BYTES));
  const { partner, locationIds } = caller;
  const id = newRecordId('ep', app.random);
  const types = eventTypes && [...new Set(eventTypes)];
  const endpoint = { id, partner, locationIds, eventTypes: types, sealed };
  const before = await sessionsOf(app, partner);
  // Later than all sessions that it replaces, although the clocks of servers can differ.
  const nowMs = Math.max(app.clock.nowMs(), ...before.map(({ createdMs }) => createdMs + 1));
  await app.storage.records.amend(insertion('endpoints', listeningEndpoint(endpoint, nowMs)));
  // Of sessions that begin concurrently, every server keeps the same one.
  const [, ...others] = (await sessionsOf(app, partner)).toSorted(
    (a, b) => b.createdMs - a.createdMs || (a.id < b.id ? 1 : -1),
  );
  for (const other of others) await app.storage.records.amend(removal('endpoints', other.id));
  tellOfChange(app);
  return { sessionId: id, secret, eventTypes: types ?? SPECIFIED_EVENT_TYPES };
}

async function next(app: App, caller: PartnerCaller, request: NextEvents): Promise<ListenedEvents> {
  const { sessionId, taken = [], waitMs = 0, signal } = request;
  await admit(app, caller, 'next', QUESTIONS_MAX);
  const session = await sessionAt(app, caller, sessionId);
  if (session === null) return over(app, caller);
  await settleTaken(app, sessionId, taken);
  const after = prolonged(session, app.clock.nowMs());
  if (after)
    await app.storage.records.amend(
      replacement('endpoints', sessionId, (now) => prolonged(now, app.clock.nowMs()) ?? now),
    );
  const untilMs = performance.now() + waitMs;
  for (;;) {
    const change = changeAt(app, session, signal);
    try {
      const events = await lookFor(app, session);
      const leftMs = untilMs - performance.now();
      if (events.length > 0 || leftMs <= 0 || signal?.aborted) return { kind: 'events', events };
      await change.within(Math.min(LOOK_MS, leftMs));
    } finally {
      change.stop();
    }
    if (signal?.aborted) return { kind: 'events', events: [] };
    if ((await sessionAt(app, caller, sessionId)) === null) return over(app, caller);
  }
}

async function end(
  app: App,
  caller: PartnerCaller,
  { sessionId, taken = [] }: Pick<NextEvents, 'sessionId' | 'taken'>,
): Promise<void> {
  await admit(app, caller, 'next', QUESTIONS_MAX);
  if ((await sessionAt(app, caller, sessionId)) === null) return;
  await settleTaken(app, sessionId, taken);
  await app.storage.records.amend(removal('endpoints', sessionId));
  tellOfChange(app);
}

/** Removes the sessions without a recent request, and returns their number. */
export async function removeEndedSessions(app: App, nowMs: number): Promise<number> {
  const ended = (await app.storage.records.list('endpoints')).filter(
    (each) => isListening(each) && isOver(each, nowMs),
  );
  for (const { id } of ended) await app.storage.records.amend(removal('endpoints', id));
  if (ended.length > 0) tellOfChange(app);
  return ended.length;
}

async function admit(
  app: App,
  { partner, keyId }: PartnerCaller,
  what: string,
  limit: number,
): Promise<void> {
  if (!isSandboxPartner(partner)) throw new BookingError('not_sandbox');
  const { allowed, resetMs } = await app.storage.rates.take(`listen ${what} ${keyId}`, limit, MINUTE_MS);
  if (!allowed) throw new BookingError('rate_limited', undefined, [], resetMs);
}

/** Makes steps read the endpoints again, and workers drop events of ended sessions. */
function tellOfChange({ listeners, wakeup }: App): void {
  listeners.forget();
  wakeup.ring();
}

async function sessionsOf({ storage }: App, partner: string): Promise<readonly Endpoint[]> {
  return (await storage.records.list('endpoints', { partner })).filter(isListening);
}

/** The session, if it belongs to the caller and is not over. */
async function sessionAt(
  { storage, clock }: App,
  { partner }: PartnerCaller,
  sessionId: string,
): Promise<Endpoint | null> {
  const endpoint = await storage.records.find('endpoints', { id: sessionId });
  const isOwn = endpoint !== null && endpoint.partner === partner && isListening(endpoint);
  return isOwn && !isOver(endpoint, clock.nowMs()) ? endpoint : null;
}

async function over(app: App, { partner }: PartnerCaller): Promise<ListenedEvents> {
  return { kind: (await sessionsOf(app, partner)).length > 0 ? 'taken over' : 'forgotten' };
}

async function lookFor(app: App, session: Endpoint): Promise<readonly ListenedEvent[]> {
  const leased = await app.storage.outbox.leaseFrom(session.id, EVENTS_MAX, LEASE_MS);
  if (leased.length === 0) return [];
  const nowMs = app.clock.nowMs();
  const secrets = signingSecretsOf(app, session)(nowMs);
  if (!secrets) invalid('the secret key in the configuration must be the one that encrypted this secret');
  return leased.map((delivery) => ({
    receipt: `${delivery.lease}.${delivery.eventId}`,
    headers: signedHeaders(delivery, secrets, nowMs),
    body: delivery.body,
  }));
}

const RECEIPT = /^(\d{1,9})\.(.{1,200})$/s;

/** Settles only deliveries of this session, for any receipt, because their ids end with the session's id. */
async function settleTaken(app: App, sessionId: string, receipts: readonly string[]): Promise<void> {
  const attempt: Attempt = {
    by: 'listener',
    atMs: app.clock.nowMs(),
    durationMs: 0,
    outcome: 'delivered',
    status: null,
    responseExcerpt: '',
  };
  const settle = async (receipt: string): Promise<void> => {
    const [, lease, eventId] = RECEIPT.exec(receipt) ?? [];
    if (lease === undefined) return;
    const leased = { id: `${eventId}@${sessionId}`, queue: sessionId, lease: Number(lease) };
    await app.storage.outbox.settle(leased, attempt, () => ({ state: 'delivered' }));
  };
  await Promise.all(receipts.map(settle));
}

/** Waits for changes at a session's locations. */
interface Change {
  /** Resolves on a change, or after this time. */
  within(ms: number): Promise<void>;
  stop(): void;
}

function changeAt({ watchers }: App, { locationIds }: Endpoint, signal: AbortSignal | undefined): Change {
  const news = Promise.withResolvers<void>();
  const tell = (): void => news.resolve();
  const unwatch = (locationIds ?? []).map((id) => watchers.watch(id, tell));
  signal?.addEventListener('abort', tell);
  return {
    async within(ms) {
      const timer = setTimeout(tell, ms);
      await news.promise;
      clearTimeout(timer);
    },
    stop() {
      for (const stop of unwatch) stop();
      signal?.removeEventListener('abort', tell);
    },
  };
}
