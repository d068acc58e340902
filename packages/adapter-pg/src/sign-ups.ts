import { emailKeyOf, type SignUp, type SignUpStore } from '@bord/engine/storage';
import { instant } from './booking-row.ts';
import { toDeliveryRow } from './delivery-row.ts';
import type { Query } from './connection.ts';

interface SignUpRow {
  readonly id: string;
  readonly token_hash: string;
  readonly email: string;
  readonly system: string;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly key_id: string | null;
}

/**
 * Sign-ups for sandbox keys.
 *
 * @param once runs a statement that must not be tried again when its answer is lost
 * @param waits is called when mails of them wait, with their locations
 */
export function pgSignUps(
  query: Query,
  once: Query,
  waits: (locationIds: readonly string[]) => void,
): SignUpStore {
  return {
    async insert({ id, tokenHash, email, system, createdMs, expiresMs, keyId }, deliveries) {
      await once(INSERT, [
        id,
        tokenHash,
        email,
        system,
        instant(createdMs),
        instant(expiresMs),
        keyId,
        JSON.stringify(deliveries.map(toDeliveryRow)),
      ]);
      waits(deliveries.map(({ locationId }) => locationId));
    },

    async find(signUpId) {
      const [row] = await query<SignUpRow>('SELECT * FROM sign_ups WHERE id = $1', [signUpId]);
      return row ? toSignUp(row) : null;
    },

    async erase(email) {
      const wanted = emailKeyOf(email);
      const all = await query<Pick<SignUpRow, 'id' | 'email'>>('SELECT id, email FROM sign_ups');
      const own = all.filter((signUp) => emailKeyOf(signUp.email) === wanted);
      if (own.length > 0) await query('DELETE FROM sign_ups WHERE id = ANY ($1)', [own.map(({ id }) => id)]);
      return own.length;
    },

    async purge(expiredBeforeMs) {
      const [row] = await query<{ purged: number }>(PURGE, [instant(expiredBeforeMs)]);
      return row!.purged;
    },
  };
}

const INSERT = `
  WITH made AS (
    INSERT INTO sign_ups (id, token_hash, email, system, created_at, expires_at, key_id)
    VALUES ($1, $2, $3, $4, $5, $6, $7)
  )
  SELECT add_deliveries($8)`;

const PURGE = `
  WITH purged AS (DELETE FROM sign_ups WHERE expires_at < $1 RETURNING 1)
  SELECT count(*)::integer AS purged FROM purged`;

function toSignUp(row: SignUpRow): SignUp {
  return {
    id: row.id,
    tokenHash: row.token_hash,
    email: row.email,
    system: row.system,
    createdMs: row.created_at.getTime(),
    expiresMs: row.expires_at.getTime(),
    keyId: row.key_id,
  };
}
