import { bookingIdOf, type Call, type Exchange } from './exchange.ts';
import type { KeyName } from './settings.ts';

/** A booking that the run has made. */
interface Entry {
  readonly id: string;
  /** The key that made it. */
  readonly as: KeyName;
}

/** The bookings of a run: whatever was made has to be cancelled. */
export interface Ledger {
  /** Looks at an answer, and remembers the booking that was made or cancelled by it; or at a call that got no answer. */
  note(exchange: Exchange | Call): void;
  /** Those that stand, in the order in which they were made. */
  standing(): readonly Entry[];
  /** How many were made. */
  count(): number;
  /** How many requests to book got no answer, or none with an id: each may have left a booking. */
  lost(): number;
}

export function openLedger(): Ledger {
  const made = new Map<string, Entry & { isStanding: boolean }>();
  let lost = 0;
  return {
    note(noted) {
      if (!('call' in noted)) {
        if (noted.path.endsWith('/bookings')) lost += 1;
        return;
      }
      const { call, status } = noted;
      const { method, path, as = 'key' } = call;
      if (method !== 'POST' || status < 200 || status > 299 || as === 'stranger' || as === 'nobody') return;
      const id = bookingIdOf(noted);
      if (path.endsWith('/bookings') && id === null) lost += 1;
      else if (path.endsWith('/bookings') && id !== null && !made.has(id))
        made.set(id, { id, as, isStanding: true });
      const [, cancelled] = /^\/bookings\/([^/]+)\/cancel$/.exec(path) ?? [];
      const entry = cancelled === undefined ? undefined : made.get(decodeURIComponent(cancelled));
      if (entry) entry.isStanding = false;
    },
    standing: () => [...made.values()].filter(({ isStanding }) => isStanding),
    count: () => made.size,
    lost: () => lost,
  };
}
