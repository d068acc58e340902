import { type Clock, processRates, type RateLimiter, type RateStats } from '@bord/engine/storage';
import { Advances, type CountRow, type RatedKey } from './advances.ts';
import type { LimitedPool } from './connection.ts';
import { runAlone } from './transaction.ts';
import { mapUnavailable, withRetry } from './errors.ts';

interface Request extends RatedKey {
  /** When it was found that other servers have in advance what it wants. */
  wantingSinceMs?: number;
  readonly resolve: (stats: RateStats) => void;
  readonly reject: (error: unknown) => void;
}

/** A count that takes longer is not worth the wait; and for so long nobody asks a database that was away. */
const PATIENCE_MS = 1000;

/** So often the database is told what was made of an advance, and asked whether somebody is in want of the rest. */
const REPORT_MS = 1000;

/** So long others have to hand back what they have in advance, before a request is refused. */
const WANT_MS = 2000;
const WANT_AGAIN_MS = 100;

/**
 * Counts requests by the database. What comes while a count is under way is counted together by the next: one statement, one short transaction that
 * flushes nothing.
 *
 * Some of a key's next requests are counted along, and are then allowed without asking ({@link Advances}). A request that finds the window used up
 * while other processes have some left waits until they have handed them back, so it is refused only when the limit was really reached.
 */
class RequestCounts {
  readonly #pool: LimitedPool;
  readonly #advances = new Advances();
  /** The keys with something to tell the database. */
  readonly #reports = new Map<string, RatedKey>();
  #waiting: Request[] = [];
  #running: Promise<void> | undefined;
  #reporting: NodeJS.Timeout | undefined;
  #awayUntilMs = -Infinity;

  constructor(pool: LimitedPool) {
    this.#pool = pool;
  }

  /** Counts a request; null while the database is away. Rejects when it could not be counted. */
  take(key: RatedKey): Promise<RateStats> | null {
    const nowMs = performance.now();
    if (nowMs < this.#awayUntilMs) return null;
    const inAdvance = this.#advances.spend(key, nowMs);
    if (inAdvance) {
      if (this.#advances.isLow(key.keyId)) this.#report([key]);
      return Promise.resolve(inAdvance);
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ...key, resolve, reject });
      this.#count();
    });
  }

  /** Hands back what was not made. */
  async close(): Promise<void> {
    clearInterval(this.#reporting);
    await this.#running;
    this.#advances.recallAll();
    this.#report(this.#advances.live(performance.now()));
    await this.#running;
    clearInterval(this.#reporting);
  }

  #report(keys: readonly RatedKey[]): void {
    for (const key of keys) this.#reports.set(key.keyId, key);
    if (keys.length > 0) this.#count();
  }

  #count(): void {
    this.#running ??= this.#countAll();
  }

  async #countAll(): Promise<void> {
    await Promise.resolve(); // whoever asks in the same turn is counted along
    while (this.#waiting.length + this.#reports.size > 0) {
      const requests = this.#waiting.filter((request) => !this.#spend(request));
      const ofKey = Map.groupBy(requests, ({ keyId }) => keyId);
      const keys = new Map(this.#reports);
      for (const request of requests) keys.set(request.keyId, request);
      this.#waiting = [];
      this.#reports.clear();
      if (keys.size > 0) await this.#countTogether([...keys.values()], ofKey);
    }
    this.#running = undefined;
  }

  #spend(request: Request): boolean {
    const stats = this.#advances.spend(request, performance.now());
    if (stats) request.resolve(stats);
    return stats !== null;
  }

  async #countTogether(
    keys: readonly RatedKey[],
    ofKey: ReadonlyMap<string, readonly Request[]>,
  ): Promise<void> {
    const sentMs = performance.now();
    const questions = keys.map((key) => {
      const requests = ofKey.get(key.keyId) ?? [];
      const isFinal = requests.some(({ wantingSinceMs = sentMs }) => sentMs - wantingSinceMs > WANT_MS);
      return this.#advances.ask(key, requests.length, isFinal);
    });
    try {
      const rows = await soon(runAlone<CountRow>(this.#pool, COUNT, [JSON.stringify(questions)]));
      const rowOf = new Map(rows.map((row) => [row.key_id, row]));
      for (const [i, key] of keys.entries()) {
        const row = rowOf.get(key.keyId);
        if (row) {
          this.#advances.hear(key, questions[i]!, row, sentMs);
          if (this.#advances.isRecalled(key.keyId)) this.#reports.set(key.keyId, key);
          this.#answer(ofKey.get(key.keyId) ?? [], row, questions[i]!.is_final);
        } else this.#advances.forget(key.keyId);
      }
      this.#reporting ??= setInterval(() => this.#reportAll(), REPORT_MS).unref();
    } catch (error) {
      this.#awayUntilMs = performance.now() + PATIENCE_MS;
      for (const { keyId } of keys) this.#advances.forget(keyId);
      for (const { reject } of [...ofKey.values()].flat()) reject(error);
    }
  }

  /** The first so many are allowed. The others wait while other servers have some left, and are refused when nobody has. */
  #answer(requests: readonly Request[], row: CountRow, isFinal: boolean): void {
    const left = row.free + row.elsewhere + row.advance;
    const wanting: Request[] = [];
    for (const [i, request] of requests.entries()) {
      // Another process's clock reading may be the later one by a hair.
      const resetMs = Math.min(Math.max(Math.ceil(row.rest_ms), 1), request.windowMs);
      if (i < row.granted) request.resolve({ allowed: true, remaining: left + row.granted - 1 - i, resetMs });
      else if (row.elsewhere === 0 || isFinal) request.resolve({ allowed: false, remaining: 0, resetMs });
      else wanting.push(request);
    }
    if (wanting.length === 0) return;
    for (const request of wanting) request.wantingSinceMs ??= performance.now();
    setTimeout(() => {
      this.#waiting.push(...wanting);
      this.#count();
    }, WANT_AGAIN_MS);
  }

  #reportAll(): void {
    this.#report(this.#advances.live(performance.now()));
    if (!this.#advances.isEmpty) return;
    clearInterval(this.#reporting);
    this.#reporting = undefined;
  }
}

const COUNT = 'SELECT * FROM bord.count_requests($1)';

async function soon<T>(work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(reject, PATIENCE_MS, new Error('the database takes too long to count'));
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

export interface PgRates extends RateLimiter {
  /** Hands back what was counted in advance and not made. */
  close(): Promise<void>;
}

/**
 * Counts requests in the database, exact for all processes that share it ({@link RequestCounts}).
 *
 * When the database is away, each process counts for itself: limits then hold by process, and nobody is shut out.
 */
export function pgRates(pool: LimitedPool, clock: Clock): PgRates {
  const local = processRates(clock);
  const counts = new RequestCounts(pool);
  return {
    async take(keyId, limit, windowMs) {
      const counted = counts.take({ keyId, limit, windowMs });
      return (await counted?.catch(() => null)) ?? local.take(keyId, limit, windowMs);
    },
    async purge(limit) {
      const purged = await mapUnavailable(withRetry(() => runAlone(pool, PURGE, [limit])));
      await local.purge(limit);
      return purged.length;
    },
    close: () => counts.close(),
  };
}

/** What is just being counted is passed over. */
const PURGE = `
  DELETE FROM bord.rate_windows WHERE key_id = ANY (ARRAY (
    SELECT key_id FROM bord.rate_windows WHERE ends_at <= now() LIMIT $1 FOR UPDATE SKIP LOCKED
  )) RETURNING key_id`;
