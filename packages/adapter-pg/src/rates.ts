import { type Clock, processRates, type RateLimiter, type RateStats } from '@bord/engine/storage';
import { Advances, type CountRow, type RatedKey } from './advances.ts';
import type { LimitedPool } from './connection.ts';
import { runAlone } from './transaction.ts';
import { mapUnavailable, withRetry } from './errors.ts';

interface Request extends RatedKey {
  /** When it was found that other servers hold advances that it wants. */
  wantingSinceMs?: number;
  readonly resolve: (stats: RateStats) => void;
  readonly reject: (error: unknown) => void;
}

/** The longest wait for a count, and the pause after the database was unavailable. */
const PATIENCE_MS = 1000;

/** The interval at which used advances are reported, and recalls are checked. */
const REPORT_MS = 1000;

/** The time for other servers to return advances before a request is rejected. */
const WANT_MS = 2000;
const WANT_AGAIN_MS = 100;

/**
 * Counts requests in the database. Requests that arrive during a count share the next one: one statement in one short transaction without a flush.
 *
 * Some further requests of a key are counted in advance and then allowed without asking ({@link Advances}). If other processes hold advances of a
 * used-up window, a request waits until they return them, so it is rejected only at the exact limit.
 */
class RequestCounts {
  readonly #pool: LimitedPool;
  readonly #advances = new Advances();
  /** The keys with something to report. */
  readonly #reports = new Map<string, RatedKey>();
  #waiting: Request[] = [];
  #running: Promise<void> | undefined;
  #reporting: NodeJS.Timeout | undefined;
  #awayUntilMs = -Infinity;

  constructor(pool: LimitedPool) {
    this.#pool = pool;
  }

  /** Counts a request; null while the database is unavailable. Rejects if it could not be counted. */
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

  /** Returns unused advances. */
  async close(): Promise<void> {
    await this.#running;
    this.#advances.recallAll();
    this.#report(this.#advances.live(performance.now()));
    await this.#running;
    clearTimeout(this.#reporting);
  }

  #report(keys: readonly RatedKey[]): void {
    for (const key of keys) this.#reports.set(key.keyId, key);
    if (keys.length > 0) this.#count();
  }

  #count(): void {
    this.#running ??= this.#countAll();
  }

  async #countAll(): Promise<void> {
    await Promise.resolve(); // requests of the same turn are counted together
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
    this.#reporting ??= setTimeout(() => {
      this.#reporting = undefined;
      this.#report(this.#advances.live(performance.now()));
    }, REPORT_MS).unref();
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
    } catch (error) {
      this.#awayUntilMs = performance.now() + PATIENCE_MS;
      for (const { keyId } of keys) this.#advances.forget(keyId);
      for (const { reject } of [...ofKey.values()].flat()) reject(error);
    }
  }

  /** The first `granted` are allowed. The others wait while other servers hold advances, and are rejected when no advances are left. */
  #answer(requests: readonly Request[], row: CountRow, isFinal: boolean): void {
    const left = row.free + row.elsewhere + row.advance;
    const wanting: Request[] = [];
    for (const [i, request] of requests.entries()) {
      // The clock of another process can be slightly ahead.
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
}

const COUNT = 'SELECT * FROM bord.count_requests($1)';

async function soon<T>(work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(reject, PATIENCE_MS, new Error('the database takes too long to count'));
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

export interface PgRates extends RateLimiter {
  /** Returns unused advances. */
  close(): Promise<void>;
}

/**
 * Counts requests in the database, exactly for all processes that share it ({@link RequestCounts}).
 *
 * While the database is unavailable, each process continues the count of the requests that it has allowed, so that clients are not locked out.
 */
export function pgRates(pool: LimitedPool, clock: Clock): PgRates {
  const local = processRates(clock);
  const counts = new RequestCounts(pool);
  return {
    async take(keyId, limit, windowMs) {
      const counted = await counts.take({ keyId, limit, windowMs })?.catch(() => null);
      if (counted && !counted.allowed) return counted;
      const here = await local.take(keyId, limit, windowMs);
      return counted ?? here;
    },
    async purge(limit) {
      const purged = await mapUnavailable(withRetry(() => runAlone(pool, PURGE, [limit])));
      await local.purge(limit);
      return purged.length;
    },
    close: () => counts.close(),
  };
}

/** Skips rows that are being counted. */
const PURGE = `
  DELETE FROM bord.rate_windows WHERE key_id = ANY (ARRAY (
    SELECT key_id FROM bord.rate_windows WHERE ends_at <= now() LIMIT $1 FOR UPDATE SKIP LOCKED
  )) RETURNING key_id`;
