import type { ApiKeyRecord, ApiKeyStore, Scope } from '@bord/engine';
import type { Database } from 'better-sqlite3';
import type { GroupCommit } from './group-commit.ts';
import { reading } from './unavailable.ts';

interface KeyRow {
  readonly id: string;
  readonly hash: string;
  readonly hint: string;
  readonly partner: string;
  readonly scopes: string;
  readonly location_ids: string | null;
  readonly rate_limit: number;
  readonly created_ms: number;
  readonly expires_ms: number | null;
  readonly revoked_ms: number | null;
  readonly sandbox_email: string | null;
  readonly system: string | null;
}

/** The keys of the partners, by their hashes. */
export function sqliteKeys(database: Database, commits: GroupCommit<unknown>): ApiKeyStore {
  const insert = database.prepare(`
    INSERT INTO api_keys (id, hash, hint, partner, scopes, location_ids, rate_limit, created_ms, expires_ms,
      revoked_ms, sandbox_email, system)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const byHash = database.prepare<[string], KeyRow>('SELECT * FROM api_keys WHERE hash = ?');
  const all = database.prepare<[], KeyRow>('SELECT * FROM api_keys ORDER BY created_ms, rowid');
  const activeOf = database
    .prepare<[string | null, number, number], number>(
      `SELECT count(*) FROM api_keys WHERE sandbox_email = ?
         AND (revoked_ms IS NULL OR revoked_ms > ?) AND (expires_ms IS NULL OR expires_ms > ?)`,
    )
    .pluck();
  const revoke = database.prepare<[number, string], KeyRow>(
    'UPDATE api_keys SET revoked_ms = coalesce(revoked_ms, ?) WHERE id = ? RETURNING *',
  );

  return {
    insert: (key) => commits.run(() => void insert.run(valuesOf(key))),

    insertSandbox: (key, activeMax, nowMs) =>
      commits.run(() => {
        if (activeOf.get(key.sandboxEmail, nowMs, nowMs)! >= activeMax) return false;
        insert.run(valuesOf(key));
        return true;
      }),

    findByHash: (hash) =>
      reading(() => {
        const row = byHash.get(hash);
        return row ? toKey(row) : null;
      }),

    list: () => reading(() => all.all().map(toKey)),

    revoke: (keyId, revokedMs) =>
      commits.run(() => {
        const row = revoke.get(revokedMs, keyId);
        return row ? toKey(row) : null;
      }),
  };
}

function valuesOf(key: ApiKeyRecord): (string | number | null)[] {
  return [
    key.id,
    key.hash,
    key.hint,
    key.partner,
    JSON.stringify(key.scopes),
    key.locationIds && JSON.stringify(key.locationIds),
    key.rateLimit,
    key.createdMs,
    key.expiresMs,
    key.revokedMs,
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
    scopes: JSON.parse(row.scopes) as Scope[],
    locationIds: row.location_ids === null ? null : (JSON.parse(row.location_ids) as string[]),
    rateLimit: row.rate_limit,
    createdMs: row.created_ms,
    expiresMs: row.expires_ms,
    revokedMs: row.revoked_ms,
    sandboxEmail: row.sandbox_email,
    system: row.system,
  };
}
