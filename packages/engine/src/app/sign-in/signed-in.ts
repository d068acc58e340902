import { BoundedMap } from '../../core/bounded-map.ts';
import { MINUTE_MS, SECOND_MS } from '../../core/instant.ts';
import type { StaffCaller } from '../../core/access/staff.ts';
import { createSignal } from '../signals.ts';

/** Recently verified sessions, by the hashes of their tokens. A session that ended in another process is noticed when its entry is this old. */
export interface SignedIn {
  /** The member as read some seconds ago at most; undefined if it must be read. */
  find(hash: string, nowMs: number): StaffCaller | undefined;
  /** The member as read some minutes ago at most, for an unavailable database. */
  recall(hash: string, nowMs: number): StaffCaller | undefined;
  /** Begins a read. `keep` stores its result with the time of the beginning, unless entries were dropped during the read. */
  reading(nowMs: number): { keep(hash: string, caller: StaffCaller): void };
  /** Drops a session that has ended. */
  drop(hash: string): void;
  forget(): void;
  /** Drops all entries, because a member was signed out or has other permissions. */
  clear(): void;
  watch(listener: () => void): () => void;
}

interface Known {
  readonly caller: StaffCaller;
  readonly readMs: number;
}

const FRESH_MS = 3 * SECOND_MS;
const RECALL_MS = 10 * MINUTE_MS;
const KNOWN_MAX = 10_000;

/** Bounded; empty at first. */
export function createSignedIn(): SignedIn {
  const known = new BoundedMap<string, Known>(KNOWN_MAX);
  const stale = new WeakSet<Known>();
  const cleared = createSignal();
  let epoch = 0;
  const within = (hash: string, nowMs: number, ms: number): Known | undefined => {
    const found = known.get(hash);
    // If the clock was set back, the age of an entry is unknown.
    return found && found.readMs <= nowMs && nowMs < found.readMs + ms ? found : undefined;
  };
  return {
    find(hash, nowMs) {
      const found = within(hash, nowMs, FRESH_MS);
      return found && !stale.has(found) ? found.caller : undefined;
    },
    recall: (hash, nowMs) => within(hash, nowMs, RECALL_MS)?.caller,
    reading(nowMs) {
      const begun = epoch;
      return {
        keep(hash, caller) {
          if (begun === epoch) known.set(hash, { caller, readMs: nowMs });
        },
      };
    },
    drop: (hash) => known.delete(hash),
    forget() {
      epoch += 1;
      for (const [, one] of known) stale.add(one);
    },
    clear() {
      epoch += 1;
      known.clear();
      cleared.ring();
    },
    watch: cleared.listen,
  };
}
