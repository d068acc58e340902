import { setTimeout as pause } from 'node:timers/promises';
import type { LocalDate, Invalidation } from '@bord/engine/storage';

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
    return invalidations.map((invalidation) => JSON.stringify({ from: self, ...invalidation }));
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
  /** All of it; nothing is left. */
  take(): Invalidation[];
}

function gathering(): Gathering {
  const dates = new Map<string, Set<LocalDate>>();
  const bookingIds = new Set<string>();
  const plans = new Set<string>();
  /** Kinds that name nothing. */
  const kinds = new Set<'staff' | 'keys' | 'endpoints'>();
  let isAnything = false;

  const named = (): Invalidation[] => [
    ...Array.from(
      dates,
      ([locationId, touched]) => ({ kind: 'diary', locationId, dates: [...touched] }) as const,
    ),
    ...Array.from(plans, (locationId) => ({ kind: 'location', locationId }) as const),
    ...(bookingIds.size > 0 ? [{ kind: 'guests', bookingIds: [...bookingIds] } as const] : []),
    ...Array.from(kinds, (kind) => ({ kind })),
  ];

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
      const all: Invalidation[] = isAnything ? [{ kind: 'anything' }] : named();
      for (const one of [dates, bookingIds, plans, kinds]) one.clear();
      isAnything = false;
      return all;
    },
  };
}
