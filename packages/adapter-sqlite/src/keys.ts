import { type ApiKeyRecord, type ApiKeyStore, mailboxKeyOf } from '@bord/engine/storage';
import type { Database } from 'better-sqlite3';
import { json, plain, type Row, rowFormat } from './columns.ts';
import type { GroupCommit } from './group-commit.ts';
import { sandboxKeyEnds } from './sandbox-key-ends.ts';
import type { Shared } from './shared.ts';
import { reading } from './errors.ts';

const KEY = rowFormat<ApiKeyRecord>({
  id: plain('id'),
  hash: plain('hash'),
  hint: plain('hint'),
  partner: plain('partner'),
  scopes: json('scopes'),
  locationIds: json('location_ids'),
  rateLimit: plain('rate_limit'),
  createdMs: plain('created_ms'),
  expiresMs: plain('expires_ms'),
  revokedMs: plain('revoked_ms'),
  lastUsedMs: plain('last_used_ms'),
  sandboxEmail: plain('sandbox_email'),
  system: plain('system'),
});

const ACTIVE = '(revoked_ms IS NULL OR revoked_ms > @nowMs) AND (expires_ms IS NULL OR expires_ms > @nowMs)';

/** The keys of the partners, by their hashes. */
export function sqliteKeys(database: Database, commits: GroupCommit<Shared>): ApiKeyStore {
  const read = keyReader(database);
  const insert = database.prepare(
    `INSERT INTO api_keys (${KEY.columns}, sandbox_mailbox) VALUES (${KEY.placeholders}, ?)`,
  );
  const activeOf = database
    .prepare<{ mailbox: string | null; email: string | null; nowMs: number }, number>(
      // A version that did not know the mailbox wrote addresses in lower case.
      `SELECT count(*) FROM api_keys
       WHERE (sandbox_mailbox = @mailbox OR sandbox_mailbox IS NULL AND sandbox_email = lower(@email)) AND ${ACTIVE}`,
    )
    .pluck();
  const useUp = database.prepare('UPDATE sign_ups SET key_id = ? WHERE id = ?');
  const isUnused = database.prepare('SELECT 1 FROM sign_ups WHERE id = ? AND key_id IS NULL').pluck();
  const revoke = database
    .prepare<[number, string], Row>(
      `UPDATE api_keys SET revoked_ms = coalesce(revoked_ms, ?) WHERE id = ? RETURNING ${KEY.columns}`,
    )
    .raw();
  const end = database
    .prepare<{ keyId: string; expiresMs: number; nowMs: number }, Row>(
      `UPDATE api_keys SET expires_ms = min(@expiresMs, coalesce(expires_ms, @expiresMs))
       WHERE id = @keyId AND ${ACTIVE} RETURNING ${KEY.columns}`,
    )
    .raw();
  const markUsed = database.prepare(`
    UPDATE api_keys SET last_used_ms = @usedMs
    WHERE id = @keyId AND (last_used_ms IS NULL OR last_used_ms < @usedMs)`);

  function save(key: ApiKeyRecord, shared: Shared): void {
    insert.run(...KEY.values(key), mailboxOf(key));
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
  const select = (rest: string) =>
    database.prepare<(string | number)[], Row>(`SELECT ${KEY.columns} FROM api_keys ${rest}`).raw();
  const byHash = select('WHERE hash = ?');
  const byId = select('WHERE id = ?');
  const all = select('ORDER BY created_ms, rowid');
  const ofPartner = select('WHERE partner = ? ORDER BY created_ms, rowid');
  return {
    findByHash: (hash) => reading(() => orNull(byHash.get(hash))),
    find: (keyId) => reading(() => orNull(byId.get(keyId))),
    ofPartner: (partner) => reading(() => ofPartner.all(partner).map((row) => KEY.record(row))),
    list: () => reading(() => all.all().map((row) => KEY.record(row))),
  };
}

function orNull(row: Row | undefined): ApiKeyRecord | null {
  return row ? KEY.record(row) : null;
}

function mailboxOf({ sandboxEmail }: ApiKeyRecord): string | null {
  return sandboxEmail === null ? null : mailboxKeyOf(sandboxEmail);
}
