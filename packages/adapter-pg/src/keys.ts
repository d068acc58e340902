import { type ApiKeyRecord, type ApiKeyStore, mailboxKeyOf, type Scope } from '@bord/engine/storage';
import { instant } from './booking-row.ts';
import { CommitUnknown, isPassing, orUnavailable, persistently } from './failures.ts';
import type { LimitedPool, Query } from './connection.ts';
import { sandboxKeyEnds } from './sandbox-key-ends.ts';
import { transact } from './transaction.ts';

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
  readonly last_used_at: Date | null;
  readonly sandbox_email: string | null;
  readonly system: string | null;
}

/** The keys of the partners, by their hashes. `changed` is called when a key has been revoked, or ends earlier. */
export function pgKeys(pool: LimitedPool, query: Query, changed: () => void): ApiKeyStore {
  return {
    ...sandboxKeyEnds(query, changed),

    async insert(key) {
      await query(`${INSERT} VALUES ${VALUES} ON CONFLICT (id) DO NOTHING`, valuesOf(key));
    },

    async insertSandbox(key, activeMax, nowMs, signUpId) {
      const insertion = persistently(
        () =>
          transact(pool, async (inside) => {
            const [, [row]] = await Promise.all([
              // In a statement of its own, so that the one that counts sees what was inserted before the lock was got.
              inside(`SELECT pg_advisory_xact_lock(hashtextextended('bord sandbox ' || $1, 0))`, [
                mailboxOf(key),
              ]),
              inside<{ came: 'made' | 'full' | 'used' }>(INSERT_SANDBOX, [
                ...valuesOf(key),
                instant(nowMs),
                activeMax,
                signUpId,
              ]),
            ]);
            return { result: row!.came };
          }),
        // When the answer to COMMIT was lost, the key is there, or it is not: the next attempt sees it.
        (error) => isPassing(error) || error instanceof CommitUnknown,
      );
      return orUnavailable(insertion);
    },

    async findByHash(hash) {
      const [key] = await read('WHERE hash = $1', [hash]);
      return key ?? null;
    },

    async find(keyId) {
      const [key] = await read('WHERE id = $1', [keyId]);
      return key ?? null;
    },

    ofPartner: (partner) => read('WHERE partner = $1 ORDER BY created_at, id', [partner]),

    list: () => read('ORDER BY created_at, id'),

    async revoke(keyId, revokedMs) {
      const [row] = await query<KeyRow>(
        'UPDATE api_keys SET revoked_at = coalesce(revoked_at, $2) WHERE id = $1 RETURNING *',
        [keyId, instant(revokedMs)],
      );
      if (row) changed();
      return row ? toKey(row) : null;
    },

    async rotate(oldKeyId, key, oldExpiresMs, nowMs) {
      const [row] = await query<KeyRow>(ROTATE, [
        ...valuesOf(key),
        oldKeyId,
        instant(oldExpiresMs),
        instant(nowMs),
      ]);
      if (row) changed();
      return row ? toKey(row) : null;
    },

    async markUsed(uses) {
      if (uses.length === 0) return;
      await query(MARK_USED, [uses.map(({ keyId }) => keyId), uses.map(({ usedMs }) => instant(usedMs))]);
    },
  };

  async function read(where: string, values: readonly unknown[] = []): Promise<ApiKeyRecord[]> {
    return (await query<KeyRow>(`SELECT * FROM api_keys ${where}`, values)).map(toKey);
  }
}

const INSERT = `INSERT INTO api_keys (id, hash, hint, partner, scopes, location_ids, rate_limit, created_at, expires_at,
  revoked_at, last_used_at, sandbox_email, system, sandbox_mailbox)`;

const VALUES = `($1, $2, $3, $4, $5::text[], $6::text[], $7::integer, $8::timestamptz, $9::timestamptz, $10::timestamptz,
  $11::timestamptz, $12::text, $13::text, $14::text)`;

/** Repeated, it finds the key that it has made before. */
const INSERT_SANDBOX = `
  WITH before AS (
    SELECT id FROM api_keys WHERE id = $1
  ), unused AS (
    SELECT id FROM sign_ups WHERE id = $17::text AND key_id IS NULL FOR NO KEY UPDATE
  ), made AS (
    ${INSERT} SELECT * FROM (VALUES ${VALUES}) AS new
    WHERE ($17::text IS NULL OR EXISTS (SELECT FROM unused)) AND $16 > (
      SELECT count(*) FROM api_keys WHERE (sandbox_mailbox = $14 OR sandbox_mailbox IS NULL AND sandbox_email = lower($12))
      AND (revoked_at IS NULL OR revoked_at > $15) AND (expires_at IS NULL OR expires_at > $15)
    ) AND NOT EXISTS (SELECT FROM before) RETURNING id
  ), used AS (
    UPDATE sign_ups s SET key_id = made.id FROM made WHERE s.id = $17::text
  )
  SELECT CASE
    WHEN EXISTS (SELECT FROM before) OR EXISTS (SELECT FROM made) THEN 'made'
    WHEN $17::text IS NULL OR EXISTS (SELECT FROM unused) THEN 'full'
    ELSE 'used'
  END AS came`;

/** Repeated, it finds the successor that it has made before. */
const ROTATE = `
  WITH before AS (
    SELECT id FROM api_keys WHERE id = $1
  ), old AS (
    UPDATE api_keys SET expires_at = least(expires_at, $16::timestamptz)
    WHERE id = $15 AND (EXISTS (SELECT FROM before) OR
      (revoked_at IS NULL OR revoked_at > $17) AND (expires_at IS NULL OR expires_at > $17)) RETURNING *
  ), made AS (
    ${INSERT} SELECT * FROM (VALUES ${VALUES}) AS new
    WHERE EXISTS (SELECT FROM old) AND NOT EXISTS (SELECT FROM before)
  )
  SELECT * FROM old`;

/** In the order of the keys, so that two processes never wait for each other in a circle. */
const MARK_USED = `
  UPDATE api_keys k SET last_used_at = u.used_at
  FROM (
    SELECT known.id, u.used_at
    FROM (
      SELECT id, max(used_at) AS used_at FROM unnest($1::text[], $2::timestamptz[]) AS t (id, used_at) GROUP BY id
    ) AS u JOIN api_keys known ON known.id = u.id
    WHERE known.last_used_at IS NULL OR known.last_used_at < u.used_at
    ORDER BY known.id FOR NO KEY UPDATE OF known
  ) AS u
  WHERE k.id = u.id`;

function mailboxOf({ sandboxEmail }: ApiKeyRecord): string | null {
  return sandboxEmail === null ? null : mailboxKeyOf(sandboxEmail);
}

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
    key.lastUsedMs === null ? null : instant(key.lastUsedMs),
    key.sandboxEmail,
    key.system,
    mailboxOf(key),
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
    lastUsedMs: row.last_used_at && row.last_used_at.getTime(),
    sandboxEmail: row.sandbox_email,
    system: row.system,
  };
}
