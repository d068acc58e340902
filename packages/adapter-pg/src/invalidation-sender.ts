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
  const dates = new Map<string, Set<LocalDate>>();
  const bookingIds = new Set<string>();
  let isStaff = false;
  let isAnything = false;
  let isHeartbeat = false;
  let sending: Promise<void> | undefined;
  const closing = new AbortController();

  function payloads(): string[] {
    const invalidations: (Invalidation | { kind: 'beat' })[] = isAnything
      ? [{ kind: 'anything' }]
      : Array.from(dates, ([locationId, touched]) => ({ kind: 'diary', locationId, dates: [...touched] }));
    if (!isAnything && bookingIds.size > 0)
      invalidations.push({ kind: 'guests', bookingIds: [...bookingIds] });
    if (isStaff && !isAnything) invalidations.push({ kind: 'staff' });
    if (isHeartbeat) invalidations.push({ kind: 'beat' });
    dates.clear();
    bookingIds.clear();
    isAnything = isStaff = isHeartbeat = false;
    return invalidations.map((invalidation) => JSON.stringify({ from: self, ...invalidation }));
  }

  async function sendAll(): Promise<void> {
    for (let waiting = payloads(); waiting.length > 0; waiting = payloads()) {
      let pauseMs = GATHER_MS;
      try {
        await send(waiting);
      } catch {
        if (closing.signal.aborted) return;
        isAnything = true;
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
      if (invalidation.kind === 'anything') isAnything = true;
      else if (invalidation.kind === 'staff') isStaff = true;
      else if (invalidation.kind === 'guests') {
        for (const id of invalidation.bookingIds) bookingIds.add(id);
        if (bookingIds.size > BOOKINGS_MAX) isAnything = true;
      } else {
        const touched = dates.get(invalidation.locationId) ?? new Set();
        dates.set(invalidation.locationId, touched);
        for (const date of invalidation.dates) touched.add(date);
        if (touched.size > DATES_MAX) isAnything = true;
      }
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
