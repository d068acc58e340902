import { type ApiKeyStore, emailKeyOf } from '@bord/engine/storage';
import type { Database } from 'better-sqlite3';
import type { GroupCommit } from './group-commit.ts';
import type { Shared } from './shared.ts';

/** How sandbox keys end, and with them the addresses of those who signed up. */
export function sandboxKeyEnds(
  database: Database,
  commits: GroupCommit<Shared>,
): Pick<ApiKeyStore, 'purgeSandbox' | 'eraseSandbox'> {
  const ended = database.prepare<[number, number, number], { id: string }>(`
    SELECT id FROM api_keys WHERE sandbox_email IS NOT NULL AND (revoked_ms < ? OR expires_ms < ?) LIMIT ?`);
  const signedUp = database.prepare<[], { id: string; email: string }>(
    'SELECT id, sandbox_email AS email FROM api_keys WHERE sandbox_email IS NOT NULL',
  );
  const remove = database.prepare('DELETE FROM api_keys WHERE id = ?');

  function forget(keys: readonly { readonly id: string }[], shared: Shared): number {
    for (const { id } of keys) remove.run(id);
    if (keys.length > 0) shared.changed();
    return keys.length;
  }

  return {
    purgeSandbox: (endedBeforeMs, limit) =>
      commits.run((shared) => forget(ended.all(endedBeforeMs, endedBeforeMs, limit), shared)),
    eraseSandbox: (email) =>
      commits.run((shared) => {
        const wanted = emailKeyOf(email);
        const own = signedUp.all().filter((key) => emailKeyOf(key.email) === wanted);
        return forget(own, shared);
      }),
  };
}
