import type { SecretKeyRecord } from '@bord/engine/storage';
import type { Query } from './connection.ts';

/** Which secret key the database belongs to. */
export function pgSecretKeyRecord(query: Query): SecretKeyRecord {
  return {
    async read() {
      const [row] = await query<{ fingerprint: string | null }>('SELECT fingerprint FROM secret_key');
      return row?.fingerprint ?? null;
    },
    async replace(instead, fingerprint) {
      const replaced = await query(
        'UPDATE secret_key SET fingerprint = $1 WHERE fingerprint IS NOT DISTINCT FROM $2 RETURNING id',
        [fingerprint, instead],
      );
      return replaced.length === 1;
    },
  };
}
