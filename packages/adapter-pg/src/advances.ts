import type { RateStats } from '@bord/engine/storage';

/** Longer windows take no advances: they would be unavailable to other servers for too long. */
const WINDOW_MAX_MS = 60_000;

export interface RatedKey {
  readonly keyId: string;
  readonly limit: number;
  readonly windowMs: number;
}

/** The arguments of `count_requests` for a key. */
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
  /** The number of `wanted` requests that are allowed. */
  readonly granted: number;
  /** The number of further requests that can be allowed without asking. */
  readonly advance: number;
  /** Unused requests that no server holds as an advance. */
  readonly free: number;
  /** Requests that other servers hold as advances. */
  readonly elsewhere: number;
  /** Identifies the window: its end by the database's clock, in µs. */
  readonly mark: number;
  readonly rest_ms: number;
}

/** Requests of a key that the database counted in advance. */
interface Advance {
  readonly key: RatedKey;
  readonly mark: number;
  /** By this process's clock, never later than the window's end. */
  readonly endsMs: number;
  /** The size of the latest advance; 0 if no more are available. */
  readonly given: number;
  unspent: number;
  /** Made requests that were not reported yet. */
  made: number;
  remaining: number;
  /** Another server might need the rest. */
  isRecalled: boolean;
}

/** Requests that are counted in advance, so that they do not wait for a distant database. Never more than the limit; the rest is returned. */
export class Advances {
  readonly #advances = new Map<string, Advance>();

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

  /** A new advance is requested when half of the last is used, so that later requests do not wait for it. */
  isLow(keyId: string): boolean {
    const advance = this.#advances.get(keyId);
    return advance !== undefined && advance.given > 0 && advance.unspent * 2 <= advance.given;
  }

  /** The keys with something to report or to ask; expired ones are dropped. */
  live(nowMs: number): readonly RatedKey[] {
    const keys: RatedKey[] = [];
    for (const [keyId, { key, endsMs, unspent, made }] of this.#advances) {
      if (nowMs >= endsMs) this.#advances.delete(keyId);
      else if (unspent + made > 0) keys.push(key);
    }
    return keys;
  }

  /** Returns all advances with the next question, because this process shuts down. */
  recallAll(): void {
    for (const advance of this.#advances.values()) advance.isRecalled = true;
  }

  /** The question for a key. Returned and reported requests leave this process with it. */
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

  /** Processes the answer. The rest of an advance is recalled if it is the last of the window, because another server might need it. */
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

  /** Whether requests must be returned. */
  isRecalled(keyId: string): boolean {
    const advance = this.#advances.get(keyId);
    return advance !== undefined && advance.isRecalled && advance.unspent > 0;
  }

  /** The window of a key is over, or the outcome of the question is unknown. */
  forget(keyId: string): void {
    this.#advances.delete(keyId);
  }
}
