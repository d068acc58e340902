import { keyUses } from '../../core/access/key-steps.ts';
import {
  type ApiKeyRecord,
  apiKeyHashOf,
  callerOf,
  inactivityOf,
  isActive,
  isApiKey,
} from '../../core/access/api-key.ts';
import { BoundedMap } from '../../core/bounded-map.ts';
import { BookingError, KeyRejectedError } from '../../core/errors.ts';
import { SECOND_MS } from '../../core/instant.ts';
import { RATE_WINDOW_SECONDS } from '../../core/limits.ts';
import type { PartnerCaller } from '../../core/access/policy.ts';
import type { RateStats } from '../../ports/rate-limiter.ts';
import type { App } from '../context.ts';

/** Recently used keys. A revoked key is noticed when its entry is this old. */
export interface KnownCallers {
  use(keyId: string, nowMs: number): void;
  /** The uses since the last call, to be stored. */
  takeUses(): readonly { readonly keyId: string; readonly usedMs: number }[];
  /** The cached key; undefined if its lookup is too long ago. */
  find(hash: string, nowMs: number): KnownCaller | undefined;
  keep(record: ApiKeyRecord, untilMs: number): void;
  forget(): void;
}

/** A key as it was looked up. Only its hash is kept: the secret is in memory only during its request. */
interface KnownCaller {
  readonly record: ApiKeyRecord;
  readonly caller: PartnerCaller;
  readonly untilMs: number;
  /** It is being looked up again, or that has failed. */
  isRenewed?: boolean;
}

const CACHE_SECONDS = 3;
/** An entry used this shortly before it expires is looked up again in the background, so that frequent callers never wait. */
const RENEW_MS = SECOND_MS;
const CACHED_MAX = 10_000;

/** Bounded; empty at first. */
export function createKnownCallers(): KnownCallers {
  const known = new BoundedMap<string, KnownCaller>(CACHED_MAX);
  const uses = new Map<string, number>();
  return {
    use(keyId, nowMs) {
      if (uses.size < CACHED_MAX) uses.set(keyId, nowMs);
    },
    takeUses() {
      const taken = Array.from(uses, ([keyId, usedMs]) => ({ keyId, usedMs }));
      uses.clear();
      return taken;
    },
    find(hash, nowMs) {
      const found = known.get(hash);
      return found && nowMs < found.untilMs ? found : undefined;
    },
    keep: (record, untilMs) => known.set(record.hash, { record, caller: callerOf(record), untilMs }),
    forget: () => known.clear(),
  };
}

/** Finds the caller of a key; throws `key_invalid` for a missing, malformed, unknown, revoked or expired one (§5.2). */
export function authenticationOf(app: App): (key: string | null) => Promise<PartnerCaller> {
  return async (key) => {
    if (key === null) throw new BookingError('key_invalid');
    const hash = apiKeyHashOf(key);
    const nowMs = app.clock.nowMs();
    const known = app.callers.find(hash, nowMs);
    const record = known ? known.record : await find(app, { key, hash });
    if (!record) throw new KeyRejectedError(isApiKey(key) ? 'unknown' : 'malformed');
    if (!isActive(record, nowMs)) throw new KeyRejectedError(inactivityOf(record, nowMs), record);
    if (!known) app.callers.keep(record, nowMs + CACHE_SECONDS * SECOND_MS);
    app.callers.use(record.id, nowMs);
    return known?.caller ?? callerOf(record);
  };
}

/** Looks a key up again while its entry is still valid. */
export function renewCaller(app: App, known: KnownCaller, nowMs: number): void {
  if (known.isRenewed || nowMs + RENEW_MS < known.untilMs) return;
  known.isRenewed = true;
  const { hash } = known.record;
  const keep = (record: ApiKeyRecord | null): void => {
    const isForgotten = app.callers.find(hash, nowMs) !== known;
    if (record && !isForgotten) app.callers.keep(record, nowMs + CACHE_SECONDS * SECOND_MS);
  };
  app.storage.records.find('keys', { hash }).then(keep, () => undefined);
}

async function find(
  app: App,
  { key, hash }: { readonly key: string; readonly hash: string },
): Promise<ApiKeyRecord | null> {
  return isApiKey(key) ? app.storage.records.find('keys', { hash }) : null;
}

/** Counts a request of the caller against its limit (D17). Only authenticated requests are counted (§5.2). */
export function countRequest(app: App, caller: PartnerCaller): Promise<RateStats> {
  return app.storage.rates.take(caller.keyId, caller.rateLimit, RATE_WINDOW_SECONDS * SECOND_MS);
}

/** Stores the last use of keys, as seen by this process. Called about once a minute, and before the process ends. */
export async function storeKeyUses(app: App): Promise<void> {
  const uses = app.callers.takeUses();
  if (uses.length > 0) await app.storage.records.amend(keyUses(uses));
}
