import type { RateStats } from '@bord/engine/storage';

/** Of longer windows nothing is taken in advance: it would lie there for too long. */
const WINDOW_MAX_MS = 60_000;

export interface RatedKey {
  readonly keyId: string;
  readonly limit: number;
  readonly windowMs: number;
}

/** What the database is asked to count for a key: the arguments of `count_requests`. */
export interface CountQuestion {
  readonly key_id: string;
  readonly most: number;
  readonly window_ms: number;
  readonly wanted: number;
  readonly of_window: number | null;
  readonly made: number;
  readonly returned: number;
  readonly unspent: number;
  readonly is_wanted: boolean;
  readonly is_final: boolean;
}

export interface CountRow {
  readonly key_id: string;
  /** So many of those that were wanted are allowed. */
  readonly granted: number;
  /** So many more may be allowed without asking. */
  readonly advance: number;
  /** What nobody has taken, nor has in advance. */
  readonly free: number;
  /** What other servers have in advance. */
  readonly elsewhere: number;
  /** Which window that is: its end, by the database's clock, in µs. */
  readonly mark: number;
  readonly rest_ms: number;
}

/** Requests of a key that the database has counted before they were made. */
interface Advance {
  readonly key: RatedKey;
  readonly mark: number;
  /** By this process's clock, and never later than the window's end. */
  readonly endsMs: number;
  /** How many there were when the last came; 0 when no more are to be had. */
  readonly given: number;
  unspent: number;
  /** Of which the database does not know yet. */
  made: number;
  remaining: number;
  /** Somebody else may be in want of them. */
  isRecalled: boolean;
}

/** Requests counted before they are made, so that a distant database delays none. Never more than the limit; the rest is handed back. */
export class Advances {
  readonly #advances = new Map<string, Advance>();

  get isEmpty(): boolean {
    return this.#advances.size === 0;
  }

  /** Allows a request, if one was counted in advance. */
  spend({ keyId, limit }: RatedKey, nowMs: number): RateStats | null {
    const advance = this.#advances.get(keyId);
    if (!advance || advance.unspent === 0 || advance.key.limit !== limit || nowMs >= advance.endsMs)
      return null;
    advance.unspent -= 1;
    advance.made += 1;
    advance.remaining = Math.max(0, advance.remaining - 1);
    return {
      allowed: true,
      remaining: advance.remaining,
      resetMs: Math.max(1, Math.ceil(advance.endsMs - nowMs)),
    };
  }

  /** More is to be had while half of the last is left: whoever comes then does not wait for it. */
  isLow(keyId: string): boolean {
    const advance = this.#advances.get(keyId);
    return advance !== undefined && advance.given > 0 && advance.unspent * 2 <= advance.given;
  }

  /** The keys with something to tell the database, or to hear from it; what is over is forgotten. */
  live(nowMs: number): readonly RatedKey[] {
    const keys: RatedKey[] = [];
    for (const [keyId, { key, endsMs, unspent, made }] of this.#advances) {
      if (nowMs >= endsMs) this.#advances.delete(keyId);
      else if (unspent + made > 0) keys.push(key);
    }
    return keys;
  }

  /** All is handed back with the next question: this process ends. */
  recallAll(): void {
    for (const advance of this.#advances.values()) advance.isRecalled = true;
  }

  /** The question for a key. What it hands back and reports is not this process's any more. */
  ask({ keyId, limit, windowMs }: RatedKey, wanted: number, isFinal: boolean): CountQuestion {
    const advance = this.#advances.get(keyId);
    const made = advance?.made ?? 0;
    let returned = 0;
    if (advance) {
      advance.made = 0;
      if (advance.isRecalled || wanted > 0) returned = advance.unspent;
      advance.unspent -= returned;
    }
    return {
      key_id: keyId,
      most: limit,
      window_ms: windowMs,
      wanted,
      of_window: advance?.mark ?? null,
      made,
      returned,
      unspent: advance?.unspent ?? 0,
      is_wanted: windowMs <= WINDOW_MAX_MS && !advance?.isRecalled && (wanted > 0 || this.isLow(keyId)),
      is_final: isFinal,
    };
  }

  /** Takes the answer in. What is left of an advance is recalled when there is nothing else left: another server may be in want of it. */
  hear(key: RatedKey, question: CountQuestion, row: CountRow, sentMs: number): void {
    const known = this.#advances.get(key.keyId);
    const before = known?.mark === row.mark ? known : undefined;
    const [unspent, made] = before ? [before.unspent, before.made] : [0, 0];
    const lastGiven = question.is_wanted ? 0 : (before?.given ?? 0);
    this.#advances.set(key.keyId, {
      key,
      mark: row.mark,
      endsMs: sentMs + row.rest_ms,
      given: row.advance > 0 ? unspent + row.advance : lastGiven,
      unspent: unspent + row.advance,
      made,
      remaining: row.free + row.elsewhere + unspent + row.advance,
      isRecalled: row.free <= 0,
    });
  }

  /** Something is to be handed back. */
  isRecalled(keyId: string): boolean {
    const advance = this.#advances.get(keyId);
    return advance !== undefined && advance.isRecalled && advance.unspent > 0;
  }

  /** The window of a key is over, or nobody knows what became of the question. */
  forget(keyId: string): void {
    this.#advances.delete(keyId);
  }
}
