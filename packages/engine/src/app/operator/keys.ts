import { insertion } from '../../core/access/records.ts';
import { keyRevocation, keyRotation, sandboxKey } from '../../core/access/key-steps.ts';
import {
  API_KEY_BYTES,
  type ApiKeyMode,
  apiKeyHashOf,
  apiKeyHintOf,
  apiKeyOf,
  type ApiKeyRecord,
  isActive,
} from '../../core/access/api-key.ts';
import { BookingError, invalid } from '../../core/errors.ts';
import { DAY_MS } from '../../core/instant.ts';
import {
  EMAIL_LENGTH_MAX,
  RATE_LIMIT_DEFAULT,
  RATE_LIMIT_SANDBOX,
  SANDBOX_KEY_DAYS,
  SANDBOX_KEYS_MAX,
  SYSTEM_LENGTH_MAX,
} from '../../core/limits.ts';
import {
  isPartnerSlug,
  isSandboxPartner,
  sandboxPartnerOf,
  SCOPES,
  type Scope,
} from '../../core/access/policy.ts';
import { assertEmail, assertText } from '../../core/fields.ts';
import type { App } from '../context.ts';
import { readLocation } from '../read-location.ts';
import { newRecordId } from '../../core/ids.ts';

/** A new API key: the only time that the key itself is returned. */
export interface MadeApiKey {
  /** The key, `bord_live_…` or `bord_test_…`: only its hash is stored (§2.12). */
  readonly key: string;
  /** The key as stored. */
  readonly record: ApiKeyRecord;
}

/** An API key for a partner. */
export interface ApiKeyRequest {
  /** Slug of the partner: lower-case letters, digits and inner hyphens, at most 60; not `sandbox-…`. */
  readonly partner: string;
  /** Null: no location list (§5.6). */
  readonly locationIds: readonly string[] | null;
  /** Defaults to all four. */
  readonly scopes?: readonly Scope[];
  /** Requests a minute; defaults to 120. */
  readonly rateLimit?: number;
  /** Defaults to never. */
  readonly expiresMs?: number | null;
}

/** A sandbox key for a developer. */
export interface SandboxKeyRequest {
  /** The location that the key is for. */
  readonly locationId: string;
  /** The developer's e-mail address; a mailbox can have three active keys. */
  readonly email: string;
  /** The maker's name of the program that will use the key; 1 to 200 characters. */
  readonly system: string;
}

/** API keys (§5). */
export interface KeyActions {
  /** Issues a production key (§5.9). */
  create(request: ApiKeyRequest): Promise<MadeApiKey>;
  /**
   * Creates a sandbox key for one location (§5.8, D20): with a separate partner, all scopes, 60 requests a minute, 30 days.
   *
   * Throws `conflict` when three keys of the mailbox are active: without case, and without tags such as `+bord`.
   */
  createSandbox(request: SandboxKeyRequest): Promise<MadeApiKey>;
  /**
   * Replaces an API key of a partner by a new one with the same permissions (D19). The old one remains valid for `overlapMs`, or until its
   * expiry if that is sooner.
   *
   * Throws `key_not_found`, and `conflict` for a key that has ended or is a sandbox key: sign up for a new one.
   */
  rotate(
    keyId: string,
    overlapMs?: number,
  ): Promise<
    MadeApiKey & {
      /** The old key, with the instant at which it ends. */
      readonly old: ApiKeyRecord;
    }
  >;
  /** All keys, the oldest first, without the secrets. */
  list(): Promise<readonly ApiKeyRecord[]>;
  /** Ends a key; `key_not_found` if it does not exist. Idempotent. */
  revoke(keyId: string): Promise<ApiKeyRecord>;
  /** The key can be used now. */
  isActive(record: ApiKeyRecord): boolean;
}

export function keyActions(app: App): KeyActions {
  return {
    async create(request) {
      const {
        partner,
        locationIds,
        scopes = SCOPES,
        rateLimit = RATE_LIMIT_DEFAULT,
        expiresMs = null,
      } = request;
      if (!isPartnerSlug(partner))
        invalid(`${partner} is not a partner slug: lower-case letters, digits and hyphens, at most 60`, [
          'partner',
        ]);
      if (isSandboxPartner(partner))
        invalid(
          `${partner} begins like the partners of the sandbox, whose guests are not written to: choose another name`,
          ['partner'],
        );
      if (!Number.isInteger(rateLimit) || rateLimit < 1 || rateLimit > 1_000_000)
        invalid('the rate limit must be a whole number from 1 to 1000000', ['rateLimit']);
      if (expiresMs !== null && expiresMs <= app.clock.nowMs())
        invalid('expiresMs must be ahead', ['expiresMs']);
      const ids = locationIds?.map((id) => id.toLowerCase()) ?? null;
      await Promise.all((ids ?? []).map((id) => readLocation(app, id)));
      const made = make(app, 'live', {
        partner,
        locationIds: ids && [...new Set(ids)],
        scopes: [...new Set(scopes)],
        rateLimit,
        expiresMs,
      });
      await app.storage.records.amend(insertion('keys', made.record));
      app.listeners.forget();
      return made;
    },
    createSandbox(request) {
      assertEmail('email', request.email, EMAIL_LENGTH_MAX);
      assertText('system', request.system, SYSTEM_LENGTH_MAX);
      return makeSandboxKey(app, request, null);
    },
    async rotate(keyId, overlapMs = DAY_MS) {
      if (!Number.isSafeInteger(overlapMs) || overlapMs < 0)
        invalid('overlapMs must be a number of milliseconds, 0 or more', ['overlapMs']);
      const nowMs = app.clock.nowMs();
      const known = await app.storage.records.find('keys', { id: keyId });
      if (!known) throw new BookingError('key_not_found', `key ${keyId} does not exist: list the keys`);
      if (known.sandboxEmail !== null)
        throw new BookingError('conflict', 'a sandbox key is not rotated: sign up for a new one');
      const { partner, locationIds, scopes, rateLimit, expiresMs } = known;
      const made = make(app, 'live', { partner, locationIds, scopes, rateLimit, expiresMs });
      const old = await app.storage.records.amend(keyRotation(keyId, made.record, nowMs + overlapMs, nowMs));
      if (!old) throw new BookingError('conflict', `key ${keyId} is revoked or expired: issue a new one`);
      app.callers.forget();
      app.listeners.forget();
      return { ...made, old };
    },
    list: () => app.storage.records.list('keys'),
    async revoke(keyId) {
      const record = await app.storage.records.amend(keyRevocation(keyId, app.clock.nowMs()));
      if (!record) throw new BookingError('key_not_found', `key ${keyId} does not exist: list the keys`);
      app.callers.forget();
      app.listeners.forget();
      return record;
    },
    isActive: (record) => isActive(record, app.clock.nowMs()),
  };
}

/** @param signUpId the sign-up that the key uses up; throws `link_unknown` if it is already used. Null: the operator makes the key */
export async function makeSandboxKey(
  app: App,
  { locationId, email, system }: SandboxKeyRequest,
  signUpId: string | null,
): Promise<MadeApiKey> {
  const nowMs = app.clock.nowMs();
  const made = make(app, 'test', {
    partner: null,
    locationIds: [locationId],
    scopes: SCOPES,
    rateLimit: RATE_LIMIT_SANDBOX,
    expiresMs: nowMs + SANDBOX_KEY_DAYS * DAY_MS,
    sandboxEmail: email,
    system,
  });
  const end = await app.storage.records.amend(sandboxKey(made.record, SANDBOX_KEYS_MAX, nowMs, signUpId));
  if (end === 'made') return made;
  if (end === 'used') throw new BookingError('link_unknown');
  const message = `${SANDBOX_KEYS_MAX} sandbox keys of ${email} are active; revoke one, or wait until it expires`;
  throw new BookingError('conflict', message, ['email']);
}

type Terms = Pick<ApiKeyRecord, 'locationIds' | 'scopes' | 'rateLimit' | 'expiresMs'> &
  Partial<Pick<ApiKeyRecord, 'sandboxEmail' | 'system'>> & { readonly partner: string | null };

function make(app: App, mode: ApiKeyMode, terms: Terms): MadeApiKey {
  const key = apiKeyOf(mode, app.random.bytes(API_KEY_BYTES));
  const id = newRecordId('key', app.random);
  const record: ApiKeyRecord = {
    sandboxEmail: null,
    system: null,
    ...terms,
    id,
    hash: apiKeyHashOf(key),
    hint: apiKeyHintOf(key),
    createdMs: app.clock.nowMs(),
    revokedMs: null,
    lastUsedMs: null,
    partner: terms.partner ?? sandboxPartnerOf(id.slice('key_'.length)),
  };
  return { key, record };
}
