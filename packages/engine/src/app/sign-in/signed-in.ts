import { BoundedMap } from '../../core/bounded-map.ts';
import { MINUTE_MS, SECOND_MS } from '../../core/instant.ts';
import type { StaffCaller } from '../../core/access/staff.ts';
import { createSignal } from '../signals.ts';

/** Who was lately found to be signed in, by the hashes of their sessions. A session that ended elsewhere is noticed when its entry is this old. */
export interface SignedIn {
  /** Who it was a few seconds ago at most; undefined when it has to be read. */
  find(hash: string, nowMs: number): StaffCaller | undefined;
  /** Who it was as last read, some minutes ago at most: for when nobody can be asked. */
  recall(hash: string, nowMs: number): StaffCaller | undefined;
  /** Begins a reading now; what it finds is kept by `keep`, unless something was forgotten meanwhile, and is as old as the reading. */
  reading(nowMs: number): { keep(hash: string, caller: StaffCaller): void };
  /** The session has ended. */
  drop(hash: string): void;
  forget(): void;
  /** Somebody is not signed in any more, or is somebody else; nobody is known. */
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
    // A clock that was set back says nothing about how old it is.
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
