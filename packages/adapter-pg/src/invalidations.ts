import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Invalidation, Invalidations, LocalDate } from '@bord/engine/storage';
import { type DedicatedConnection, openDedicated } from './dedicated-connection.ts';
import { beginWithin, type PgLimits } from './timeouts.ts';
import type { Statement } from './connection.ts';
import type { Server } from './connect-to.ts';
import { channelOf, quoted } from './names.ts';

export interface PgInvalidations extends Invalidations {
  /** Sends a committed change to the other processes. Returns immediately. */
  tell(invalidation: Invalidation): void;
  /** Sends the pending ones, and ends. */
  close(): Promise<void>;
}

export function listenText(limits: PgLimits, schema: string): string {
  return `${beginWithin(limits)}; LISTEN ${quoted(channelOf(schema))}; COMMIT`;
}

export function notification(channel: string, payloads: readonly string[]): Statement {
  return { text: NOTIFY, values: [channel, payloads] };
}

const NOTIFY = 'SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload';

/** The interval at which each process notifies itself; a listener that misses this many in a row is deaf. */
const HEARTBEAT_MS = 2000;
const MISSED_HEARTBEATS_MAX = 3;

/** The pause before reconnecting: doubled each time, up to `last`. */
const RECONNECT_MS = { first: 50, last: 2000 };

/** Receives changes of other processes. Without its heartbeat (a broken connection, a PgBouncer) anything might have changed. */
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
      const own = (invalidation: Invalidation): void => listener(invalidation); // one function can be subscribed twice
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
  /** The name of this process in payloads. */
  readonly self: string;
  readonly emit: (invalidation: Invalidation) => void;
  /** Notifies this process itself. */
  readonly heartbeat: () => void;
}

/** Listens until it is stopped, and reconnects as needed. */
function listen({ server, limits, self, emit, heartbeat }: ListenOptions): Listening {
  const stopping = new AbortController();
  let connection: DedicatedConnection | undefined;
  /** Consecutive missed heartbeats. Counted, not timed: a process that stalled for seconds is not deaf. */
  let missed = Infinity;

  function hear(payload = ''): void {
    missed = 0;
    const invalidation = invalidationFrom(payload, self);
    if (invalidation) emit(invalidation);
  }

  /** Resolves when the connection has ended; false if it could not be opened. */
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
    emit({ kind: 'anything' }); // covers missed notifications
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
    // It looks open without receiving notifications: a new connection might work.
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

/** The invalidation in a payload; null for this process's own. All programs can send on the channel, so invalid payloads count as anything. */
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

/** Sends invalidations after their transactions, several at a time. */
export interface InvalidationSender {
  tell(invalidation: Invalidation): void;
  /** Sends a heartbeat to this process. */
  heartbeat(): void;
  /** Resolves when no invalidation is pending, or sending has failed. */
  close(): Promise<void>;
}

/** Invalidations within this time after a sending wait for the next one: a busy process sends some dozen times a second. */
const GATHER_MS = 25;

/** The pause after a failed sending. */
const RETRY_MS = 1000;

/** The numbers of dates and booking ids that fit into a payload, which is limited to 8,000 bytes. */
const DATES_MAX = 400;
const BOOKINGS_MAX = 200;

/**
 * Invalidations are sent in a separate transaction, soon after the change was committed. A NOTIFY within the change's transaction would serialise
 * all commits of the database, because PostgreSQL holds one lock until such a commit is flushed. A separate NOTIFY needs no flush, and one carries
 * all pending invalidations.
 *
 * If a process dies between both, the others are not notified. Even then their caches are at most 8 seconds old (D7).
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
  /** Kinds without ids. */
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
