import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Invalidation, Invalidations, LocalDate } from '@bord/engine/storage';
import { type DedicatedConnection, openDedicated } from './dedicated-connection.ts';
import { beginWithin, type PgLimits } from './limits.ts';
import type { Statement } from './connection.ts';
import type { Server } from './connect-to.ts';
import { channelOf, quoted } from './names.ts';

export interface PgInvalidations extends Invalidations {
  /** Tells the other processes of a change that is committed. Returns at once. */
  tell(invalidation: Invalidation): void;
  /** Sends what waits to be sent, and ends. */
  close(): Promise<void>;
}

export function listenText(limits: PgLimits, schema: string): string {
  return `${beginWithin(limits)}; LISTEN ${quoted(channelOf(schema))}; COMMIT`;
}

export function notification(channel: string, payloads: readonly string[]): Statement {
  return { text: NOTIFY, values: [channel, payloads] };
}

const NOTIFY = 'SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload';

/** So often each process tells itself something; one that has not heard that so many times in a row is deaf. */
const HEARTBEAT_MS = 2000;
const MISSED_HEARTBEATS_MAX = 3;

/** The pause before a lost connection is opened again: doubled each time, up to the last. */
const RECONNECT_MS = { first: 50, last: 2000 };

/** Hears other processes. A connection may break silently, or a PgBouncer drop notifications: without its own echo anything may have changed. */
export function pgInvalidations(
  server: Server,
  limits: PgLimits,
  send: (payloads: readonly string[]) => Promise<unknown>,
): PgInvalidations {
  const self = randomUUID();
  const sender = invalidationSender(self, send);
  const listeners = new Set<(invalidation: Invalidation) => void>();
  let listening: Listening | undefined;

  const emit = (invalidation: Invalidation): void => {
    for (const listener of listeners) listener(invalidation);
  };

  return {
    tell: sender.tell,
    subscribe(listener) {
      listening ??= listen({ server, limits, self, emit, heartbeat: () => sender.heartbeat() });
      const own = (invalidation: Invalidation): void => listener(invalidation); // one function may be subscribed twice
      listeners.add(own);
      return () => {
        listeners.delete(own);
        if (listeners.size > 0) return;
        void listening?.stop();
        listening = undefined;
      };
    },
    async close() {
      listeners.clear();
      await Promise.all([sender.close(), listening?.stop()]);
    },
  };
}

interface Listening {
  stop(): Promise<void>;
}

interface ListenOptions {
  readonly server: Server;
  readonly limits: PgLimits;
  /** The name under which this process tells others. */
  readonly self: string;
  readonly emit: (invalidation: Invalidation) => void;
  /** Tells this process something. */
  readonly heartbeat: () => void;
}

/** Listens until it is stopped, whatever becomes of the connection. */
function listen({ server, limits, self, emit, heartbeat }: ListenOptions): Listening {
  const stopping = new AbortController();
  let connection: DedicatedConnection | undefined;
  /** Heartbeats in a row that were not heard. Counted, not timed: whoever was held up for seconds has not become deaf. */
  let missed = Infinity;

  function hear(payload = ''): void {
    missed = 0;
    const invalidation = invalidationFrom(payload, self);
    if (invalidation) emit(invalidation);
  }

  /** Resolves when the connection is over; false: there was none to be had. */
  async function connect(): Promise<boolean> {
    const opening = openDedicated(server, {
      name: 'bord notices',
      limits,
      text: listenText(limits, server.schema),
      hear,
      signal: stopping.signal,
    });
    connection = await opening.catch(() => undefined);
    if (!connection) return false;
    missed = 0;
    emit({ kind: 'anything' }); // for what was missed
    await connection.over;
    missed = Infinity;
    return true;
  }

  async function keepConnected(): Promise<void> {
    let pauseMs = RECONNECT_MS.first;
    while (!stopping.signal.aborted) {
      const wasConnected = await connect();
      pauseMs = wasConnected ? RECONNECT_MS.first : Math.min(pauseMs * 2, RECONNECT_MS.last);
      await pause(pauseMs * (0.5 + Math.random() / 2), undefined, { signal: stopping.signal }).catch(
        () => undefined,
      );
    }
  }

  const timer = setInterval(() => {
    if (missed >= MISSED_HEARTBEATS_MAX) emit({ kind: 'anything' });
    // It seems to stand, and nothing comes through: another one may do better.
    if (missed < Infinity && missed > 2 * MISSED_HEARTBEATS_MAX) void connection?.end();
    heartbeat();
    missed += 1;
  }, HEARTBEAT_MS).unref();
  const ended = keepConnected();

  return {
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await connection?.end();
      await ended;
    },
  };
}

/** What a payload tells this process; null for what it has sent itself. Anybody may send on the channel: what is no invalidation may mean anything. */
function invalidationFrom(payload: string, self: string): Invalidation | null {
  try {
    const { from, ...invalidation } = JSON.parse(payload) as { from: string } & (
      | Invalidation
      | { kind: 'beat' }
    );
    if (from === self || invalidation.kind === 'beat') return null;
    const isKnown =
      ['staff', 'keys', 'endpoints'].includes(invalidation.kind) ||
      (invalidation.kind === 'location' && typeof invalidation.locationId === 'string') ||
      (invalidation.kind === 'diary' && Array.isArray(invalidation.dates)) ||
      (invalidation.kind === 'guests' && Array.isArray(invalidation.bookingIds));
    return isKnown ? invalidation : { kind: 'anything' };
  } catch {
    return { kind: 'anything' };
  }
}

/** Sends invalidations, several at once, after the transactions of which they tell. */
export interface InvalidationSender {
  tell(invalidation: Invalidation): void;
  /** Lets the sender's own process hear that it hears. */
  heartbeat(): void;
  /** Resolves when nothing waits to be sent, or cannot be. */
  close(): Promise<void>;
}

/** What comes within so long after a sending waits for the next one: a busy process sends some dozen times a second. */
const GATHER_MS = 25;

/** When the database cannot be told, it is tried again after so long. */
const RETRY_MS = 1000;

/** A payload holds less than 8,000 bytes: so many dates, or ids of bookings, fit. */
const DATES_MAX = 400;
const BOOKINGS_MAX = 200;

/**
 * Invalidations are sent in a transaction of their own, soon after the change has been committed. Inside the change's transaction they
 * would make all commits of the database wait for each other: PostgreSQL holds one lock from before a commit with a NOTIFY until it is
 * flushed. Alone, such a commit flushes nothing, and one carries all that has come together meanwhile.
 *
 * A process that dies between the two tells nobody. What the others keep is at most 8 seconds old even then (D7).
 */
export function invalidationSender(
  self: string,
  send: (payloads: readonly string[]) => Promise<unknown>,
): InvalidationSender {
  const waiting = gathering();
  let isHeartbeat = false;
  let sending: Promise<void> | undefined;
  const closing = new AbortController();

  function payloads(): string[] {
    const invalidations: (Invalidation | { kind: 'beat' })[] = waiting.take();
    if (isHeartbeat) invalidations.push({ kind: 'beat' });
    isHeartbeat = false;
    const texts: string[] = [];
    for (const invalidation of invalidations) texts.push(JSON.stringify({ from: self, ...invalidation }));
    return texts;
  }

  async function sendAll(): Promise<void> {
    for (let next = payloads(); next.length > 0; next = payloads()) {
      let pauseMs = GATHER_MS;
      try {
        await send(next);
      } catch {
        if (closing.signal.aborted) return;
        waiting.add({ kind: 'anything' });
        pauseMs = RETRY_MS;
      }
      await pause(pauseMs, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  }

  function start(): void {
    sending ??= sendAll().finally(() => (sending = undefined));
  }

  return {
    tell(invalidation) {
      waiting.add(invalidation);
      start();
    },
    heartbeat() {
      isHeartbeat = true;
      start();
    },
    async close() {
      closing.abort();
      await sending;
    },
  };
}

interface Gathering {
  add(invalidation: Invalidation): void;
  take(): Invalidation[];
}

export function gathering(): Gathering {
  const dates = new Map<string, Set<LocalDate>>();
  const bookingIds = new Set<string>();
  const plans = new Set<string>();
  /** Kinds that name nothing. */
  const kinds = new Set<'staff' | 'keys' | 'endpoints'>();
  let isAnything = false;

  return {
    add(invalidation) {
      switch (invalidation.kind) {
        case 'anything':
          isAnything = true;
          return;
        case 'guests':
          for (const id of invalidation.bookingIds) bookingIds.add(id);
          if (bookingIds.size > BOOKINGS_MAX) isAnything = true;
          return;
        case 'location':
          plans.add(invalidation.locationId);
          return;
        case 'diary': {
          const touched = dates.get(invalidation.locationId) ?? new Set();
          dates.set(invalidation.locationId, touched);
          for (const date of invalidation.dates) touched.add(date);
          if (touched.size > DATES_MAX) isAnything = true;
          return;
        }
        case 'staff':
        case 'keys':
        case 'endpoints':
          kinds.add(invalidation.kind);
      }
    },
    take() {
      const all: Invalidation[] = [];
      if (isAnything) all.push({ kind: 'anything' });
      else {
        for (const [locationId, touched] of dates)
          all.push({ kind: 'diary', locationId, dates: [...touched] });
        for (const locationId of plans) all.push({ kind: 'location', locationId });
        if (bookingIds.size > 0) all.push({ kind: 'guests', bookingIds: [...bookingIds] });
        for (const kind of kinds) all.push({ kind });
      }
      for (const one of [dates, bookingIds, plans, kinds]) one.clear();
      isAnything = false;
      return all;
    },
  };
}
