import { type ApiKeyStore, emailKeyOf } from '@bord/engine/storage';
import { instant } from './columns.ts';
import type { Query } from './connection.ts';

/** How sandbox keys end, and with them the addresses of those who signed up. `changed` is called when any has ended. */
export function sandboxKeyEnds(
  query: Query,
  changed: () => void,
): Pick<ApiKeyStore, 'purgeSandbox' | 'eraseSandbox'> {
  return {
    async purgeSandbox(endedBeforeMs, limit) {
      const purged = await query(PURGE, [instant(endedBeforeMs), limit]);
      if (purged.length > 0) changed();
      return purged.length;
    },
    async eraseSandbox(email) {
      const wanted = emailKeyOf(email);
      const signedUp = await query<{ id: string; email: string }>(
        'SELECT id, sandbox_email AS email FROM api_keys WHERE sandbox_email IS NOT NULL',
      );
      const own = signedUp.filter((key) => emailKeyOf(key.email) === wanted);
      if (own.length === 0) return 0;
      await query('DELETE FROM api_keys WHERE id = ANY ($1)', [own.map(({ id }) => id)]);
      changed();
      return own.length;
    },
  };
}

const PURGE = `
  DELETE FROM api_keys WHERE id = ANY (ARRAY (
    SELECT id FROM api_keys WHERE sandbox_email IS NOT NULL AND (revoked_at < $1 OR expires_at < $1) ORDER BY id LIMIT $2
  )) RETURNING id`;
