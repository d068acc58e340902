import { type ApiKeyRecord, type ApiKeyStore, mailboxKeyOf } from '@bord/engine/storage';
import { instant, plain, type Row, rowFormat, time } from './columns.ts';
import { CommitUnknown, isPassing, mapUnavailable, withRetry } from './errors.ts';
import type { LimitedPool, Query } from './connection.ts';
import { sandboxKeyEnds } from './sandbox-key-ends.ts';
import { transact } from './transaction.ts';

const KEY = rowFormat<ApiKeyRecord>({
  id: plain('id'),
  hash: plain('hash'),
  hint: plain('hint'),
  partner: plain('partner'),
  scopes: plain('scopes'),
  locationIds: plain('location_ids'),
  rateLimit: plain('rate_limit'),
  createdMs: time('created_at'),
  expiresMs: time('expires_at'),
  revokedMs: time('revoked_at'),
  lastUsedMs: time('last_used_at'),
  sandboxEmail: plain('sandbox_email'),
  system: plain('system'),
});

/** The keys of the partners, by their hashes. `changed` is called when a key has been revoked, or ends earlier. */
export function pgKeys(pool: LimitedPool, query: Query, changed: () => void): ApiKeyStore {
  return {
    ...sandboxKeyEnds(query, changed),

    async insert(key) {
      await query(`${INSERT} ON CONFLICT (id) DO NOTHING`, [rowOf(key)]);
    },

    async insertSandbox(key, activeMax, nowMs, signUpId) {
      const insertion = withRetry(
        () =>
          transact(pool, async (inside) => {
            const [, [row]] = await Promise.all([
              // In a statement of its own, so that the one that counts sees what was inserted before the lock was got.
              inside(`SELECT pg_advisory_xact_lock(hashtextextended('bord sandbox ' || $1, 0))`, [
                mailboxOf(key),
              ]),
              inside<{ came: 'made' | 'full' | 'used' }>(INSERT_SANDBOX, [
                rowOf(key),
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
      return mapUnavailable(insertion);
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
      const [row] = await query<Row>(
        `UPDATE api_keys SET revoked_at = coalesce(revoked_at, $2) WHERE id = $1 RETURNING ${KEY.columns}`,
        [keyId, instant(revokedMs)],
      );
      if (row) changed();
      return row ? KEY.record(row) : null;
    },

    async rotate(oldKeyId, key, oldExpiresMs, nowMs) {
      const [row] = await query<Row>(ROTATE, [rowOf(key), oldKeyId, instant(oldExpiresMs), instant(nowMs)]);
      if (row) changed();
      return row ? KEY.record(row) : null;
    },

    async markUsed(uses) {
      if (uses.length === 0) return;
      await query(MARK_USED, [uses.map(({ keyId }) => keyId), uses.map(({ usedMs }) => instant(usedMs))]);
    },
  };

  async function read(where: string, values: readonly unknown[] = []): Promise<ApiKeyRecord[]> {
    return (await query<Row>(`SELECT ${KEY.columns} FROM api_keys ${where}`, values)).map(KEY.record);
  }
}

const NEW = `json_populate_record(NULL::api_keys, $1) AS new`;

const INSERT = `
  INSERT INTO api_keys (${KEY.columns}, sandbox_mailbox) SELECT ${KEY.columns}, sandbox_mailbox FROM ${NEW}`;

/** Repeated, it finds the key that it has made before. */
const INSERT_SANDBOX = `
  WITH before AS (
    SELECT api_keys.id FROM api_keys JOIN ${NEW} USING (id)
  ), unused AS (
    SELECT id FROM sign_ups WHERE id = $4::text AND key_id IS NULL FOR NO KEY UPDATE
  ), made AS (
    ${INSERT}
    WHERE ($4::text IS NULL OR EXISTS (SELECT FROM unused)) AND $3 > (
      SELECT count(*) FROM api_keys k
      WHERE (k.sandbox_mailbox = new.sandbox_mailbox OR k.sandbox_mailbox IS NULL AND k.sandbox_email = lower(new.sandbox_email))
      AND (k.revoked_at IS NULL OR k.revoked_at > $2) AND (k.expires_at IS NULL OR k.expires_at > $2)
    ) AND NOT EXISTS (SELECT FROM before) RETURNING id
  ), used AS (
    UPDATE sign_ups s SET key_id = made.id FROM made WHERE s.id = $4::text
  )
  SELECT CASE
    WHEN EXISTS (SELECT FROM before) OR EXISTS (SELECT FROM made) THEN 'made'
    WHEN $4::text IS NULL OR EXISTS (SELECT FROM unused) THEN 'full'
    ELSE 'used'
  END AS came`;

/** Repeated, it finds the successor that it has made before. */
const ROTATE = `
  WITH before AS (
    SELECT api_keys.id FROM api_keys JOIN ${NEW} USING (id)
  ), old AS (
    UPDATE api_keys SET expires_at = least(expires_at, $3::timestamptz)
    WHERE id = $2 AND (EXISTS (SELECT FROM before) OR
      (revoked_at IS NULL OR revoked_at > $4) AND (expires_at IS NULL OR expires_at > $4)) RETURNING ${KEY.columns}
  ), made AS (
    ${INSERT} WHERE EXISTS (SELECT FROM old) AND NOT EXISTS (SELECT FROM before)
  )
  SELECT ${KEY.columns} FROM old`;

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

/** A key as PostgreSQL reads it as JSON: the mailbox behind its address beside it, by which sandbox keys are counted. */
function rowOf(key: ApiKeyRecord): string {
  return JSON.stringify({ ...KEY.row(key), sandbox_mailbox: mailboxOf(key) });
}
