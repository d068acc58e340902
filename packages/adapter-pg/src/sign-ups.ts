import { emailKeyOf, type SignUp, type SignUpStore } from '@bord/engine/storage';
import { instant, plain, type Row, rowFormat, time } from './columns.ts';
import { NEW_DELIVERY } from './delivery-row.ts';
import type { Query } from './connection.ts';

const SIGN_UP = rowFormat<SignUp>({
  id: plain('id'),
  tokenHash: plain('token_hash'),
  email: plain('email'),
  system: plain('system'),
  createdMs: time('created_at'),
  expiresMs: time('expires_at'),
  keyId: plain('key_id'),
});

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
    async insert(signUp, deliveries) {
      const [row, mails] = [SIGN_UP.row(signUp), deliveries.map(NEW_DELIVERY.row)];
      await once(INSERT, [JSON.stringify(row), JSON.stringify(mails)]);
      waits(deliveries.map(({ locationId }) => locationId));
    },

    async find(signUpId) {
      const [row] = await query<Row>(`SELECT ${SIGN_UP.columns} FROM sign_ups WHERE id = $1`, [signUpId]);
      return row ? SIGN_UP.record(row) : null;
    },

    async erase(email) {
      const wanted = emailKeyOf(email);
      const all = await query<Pick<SignUp, 'id' | 'email'>>('SELECT id, email FROM sign_ups');
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
    INSERT INTO sign_ups (${SIGN_UP.columns}) SELECT ${SIGN_UP.columns} FROM json_populate_record(NULL::sign_ups, $1)
  )
  SELECT add_deliveries($2)`;

const PURGE = `
  WITH purged AS (DELETE FROM sign_ups WHERE expires_at < $1 RETURNING 1)
  SELECT count(*)::integer AS purged FROM purged`;
