import { type ApiKeyRecord, type ApiKeyStore, mailboxKeyOf, type Scope } from '@bord/engine/storage';
import type { Database } from 'better-sqlite3';
import type { GroupCommit } from './group-commit.ts';
import { sandboxKeyEnds } from './sandbox-key-ends.ts';
import type { Shared } from './shared.ts';
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
  readonly last_used_ms: number | null;
  readonly sandbox_email: string | null;
  readonly system: string | null;
}

const ACTIVE = '(revoked_ms IS NULL OR revoked_ms > @nowMs) AND (expires_ms IS NULL OR expires_ms > @nowMs)';

/** The keys of the partners, by their hashes. */
export function sqliteKeys(database: Database, commits: GroupCommit<Shared>): ApiKeyStore {
  const read = keyReader(database);
  const insert = database.prepare(`
    INSERT INTO api_keys (id, hash, hint, partner, scopes, location_ids, rate_limit, created_ms, expires_ms,
      revoked_ms, last_used_ms, sandbox_email, system, sandbox_mailbox)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const activeOf = database
    .prepare<{ mailbox: string | null; email: string | null; nowMs: number }, number>(
      // A version that did not know the mailbox wrote addresses in lower case.
      `SELECT count(*) FROM api_keys
       WHERE (sandbox_mailbox = @mailbox OR sandbox_mailbox IS NULL AND sandbox_email = lower(@email)) AND ${ACTIVE}`,
    )
    .pluck();
  const useUp = database.prepare('UPDATE sign_ups SET key_id = ? WHERE id = ?');
  const isUnused = database.prepare('SELECT 1 FROM sign_ups WHERE id = ? AND key_id IS NULL').pluck();
  const revoke = database.prepare<[number, string], KeyRow>(
    'UPDATE api_keys SET revoked_ms = coalesce(revoked_ms, ?) WHERE id = ? RETURNING *',
  );
  const end = database.prepare<{ keyId: string; expiresMs: number; nowMs: number }, KeyRow>(`
    UPDATE api_keys SET expires_ms = min(@expiresMs, coalesce(expires_ms, @expiresMs))
    WHERE id = @keyId AND ${ACTIVE} RETURNING *`);
  const markUsed = database.prepare(`
    UPDATE api_keys SET last_used_ms = @usedMs
    WHERE id = @keyId AND (last_used_ms IS NULL OR last_used_ms < @usedMs)`);

  function save(key: ApiKeyRecord, shared: Shared): void {
    insert.run(valuesOf(key));
    shared.changed();
  }

  return {
    ...read,
    ...sandboxKeyEnds(database, commits),

    insert: (key) => commits.run((shared) => save(key, shared)),

    insertSandbox: (key, activeMax, nowMs, signUpId) =>
      commits.run((shared) => {
        if (signUpId !== null && isUnused.get(signUpId) === undefined) return 'used';
        if (activeOf.get({ mailbox: mailboxOf(key), email: key.sandboxEmail, nowMs })! >= activeMax)
          return 'full';
        save(key, shared);
        if (signUpId !== null) useUp.run(key.id, signUpId);
        return 'made';
      }),

    revoke: (keyId, revokedMs) =>
      commits.run((shared) => {
        shared.changed();
        return orNull(revoke.get(revokedMs, keyId));
      }),

    rotate: (oldKeyId, key, oldExpiresMs, nowMs) =>
      commits.run((shared) => {
        const old = orNull(end.get({ keyId: oldKeyId, expiresMs: oldExpiresMs, nowMs }));
        if (old) save(key, shared);
        return old;
      }),

    async markUsed(uses) {
      if (uses.length > 0) await commits.run(() => uses.forEach((use) => void markUsed.run(use)));
    },
  };
}

function keyReader(database: Database): Pick<ApiKeyStore, 'find' | 'findByHash' | 'list' | 'ofPartner'> {
  const byHash = database.prepare<[string], KeyRow>('SELECT * FROM api_keys WHERE hash = ?');
  const byId = database.prepare<[string], KeyRow>('SELECT * FROM api_keys WHERE id = ?');
  const all = database.prepare<[], KeyRow>('SELECT * FROM api_keys ORDER BY created_ms, rowid');
  const ofPartner = database.prepare<[string], KeyRow>(
    'SELECT * FROM api_keys WHERE partner = ? ORDER BY created_ms, rowid',
  );
  return {
    findByHash: (hash) => reading(() => orNull(byHash.get(hash))),
    find: (keyId) => reading(() => orNull(byId.get(keyId))),
    ofPartner: (partner) => reading(() => ofPartner.all(partner).map(toKey)),
    list: () => reading(() => all.all().map(toKey)),
  };
}

function orNull(row: KeyRow | undefined): ApiKeyRecord | null {
  return row ? toKey(row) : null;
}

function mailboxOf({ sandboxEmail }: ApiKeyRecord): string | null {
  return sandboxEmail === null ? null : mailboxKeyOf(sandboxEmail);
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
    key.lastUsedMs,
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
    scopes: JSON.parse(row.scopes) as Scope[],
    locationIds: row.location_ids === null ? null : (JSON.parse(row.location_ids) as string[]),
    rateLimit: row.rate_limit,
    createdMs: row.created_ms,
    expiresMs: row.expires_ms,
    revokedMs: row.revoked_ms,
    lastUsedMs: row.last_used_ms,
    sandboxEmail: row.sandbox_email,
    system: row.system,
  };
}
