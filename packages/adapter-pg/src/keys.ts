import type { ApiKeyRecord, ApiKeyStore, Scope } from '@bord/engine';
import type { Pool } from 'pg';
import { instant } from './booking-row.ts';
import { orUnavailable, persistently } from './failures.ts';
import type { Query } from './open.ts';
import { LIMITS, transact } from './transaction.ts';

interface KeyRow {
  readonly id: string;
  readonly hash: string;
  readonly hint: string;
  readonly partner: string;
  readonly scopes: readonly Scope[];
  readonly location_ids: readonly string[] | null;
  readonly rate_limit: number;
  readonly created_at: Date;
  readonly expires_at: Date | null;
  readonly revoked_at: Date | null;
  readonly sandbox_email: string | null;
  readonly system: string | null;
}

/** The keys of the partners, by their hashes. `changed` is called when a key has been revoked. */
export function pgKeys(pool: Pool, query: Query, changed: () => void): ApiKeyStore {
  return {
    async insert(key) {
      await query(`${INSERT} VALUES ${VALUES} ON CONFLICT (id) DO NOTHING`, valuesOf(key));
    },

    async insertSandbox(key, activeMax, nowMs) {
      const insertion = persistently(() =>
        transact(pool, async (inside) => {
          const [, , rows] = await Promise.all([
            inside(LIMITS),
            // In a statement of its own, so that the one that counts sees what was inserted before the lock was got.
            inside(`SELECT pg_advisory_xact_lock(hashtextextended('bord sandbox ' || $1, 0))`, [
              key.sandboxEmail,
            ]),
            inside<{ id: string }>(INSERT_SANDBOX, [...valuesOf(key), instant(nowMs), activeMax]),
          ]);
          return { result: rows.length === 1 };
        }),
      );
      return orUnavailable(insertion);
    },

    async findByHash(hash) {
      const [row] = await query<KeyRow>('SELECT * FROM api_keys WHERE hash = $1', [hash]);
      return row ? toKey(row) : null;
    },

    async list() {
      return (await query<KeyRow>('SELECT * FROM api_keys ORDER BY created_at, id')).map(toKey);
    },

    async revoke(keyId, revokedMs) {
      const [row] = await query<KeyRow>(
        'UPDATE api_keys SET revoked_at = coalesce(revoked_at, $2) WHERE id = $1 RETURNING *',
        [keyId, instant(revokedMs)],
      );
      if (row) changed();
      return row ? toKey(row) : null;
    },
  };
}

const INSERT = `INSERT INTO api_keys (id, hash, hint, partner, scopes, location_ids, rate_limit, created_at, expires_at,
  revoked_at, sandbox_email, system)`;

const VALUES = `($1, $2, $3, $4, $5::text[], $6::text[], $7::integer, $8::timestamptz, $9::timestamptz, $10::timestamptz,
  $11::text, $12::text)`;

const INSERT_SANDBOX = `${INSERT} SELECT * FROM (VALUES ${VALUES}) AS new
  WHERE $14 > (
    SELECT count(*) FROM api_keys WHERE sandbox_email = $11
    AND (revoked_at IS NULL OR revoked_at > $13) AND (expires_at IS NULL OR expires_at > $13)
  ) RETURNING id`;

function valuesOf(key: ApiKeyRecord): unknown[] {
  return [
    key.id,
    key.hash,
    key.hint,
    key.partner,
    key.scopes,
    key.locationIds,
    key.rateLimit,
    instant(key.createdMs),
    key.expiresMs === null ? null : instant(key.expiresMs),
    key.revokedMs === null ? null : instant(key.revokedMs),
    key.sandboxEmail,
    key.system,
  ];
}

function toKey(row: KeyRow): ApiKeyRecord {
  return {
    id: row.id,
    hash: row.hash,
    hint: row.hint,
    partner: row.partner,
    scopes: row.scopes,
    locationIds: row.location_ids,
    rateLimit: row.rate_limit,
    createdMs: row.created_at.getTime(),
    expiresMs: row.expires_at && row.expires_at.getTime(),
    revokedMs: row.revoked_at && row.revoked_at.getTime(),
    sandboxEmail: row.sandbox_email,
    system: row.system,
  };
}
