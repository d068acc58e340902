import type { PasskeyStore } from '@bord/engine/storage';
import { instant, NEW_DELIVERY, type Row } from './rows.ts';
import type { Query } from './connection.ts';
import { newSessionRow, PASSKEY, SESSION, toMember } from './staff-row.ts';

/**
 * The passkeys of members. Each of its methods is one statement.
 *
 * @param once runs a statement that must not be tried again when its answer is lost
 * @param waits is called when mails wait, with their locations
 */
export function pgPasskeys(
  query: Query,
  once: Query,
  waits: (locationIds: readonly string[]) => void,
): PasskeyStore {
  return {
    async add(passkey, challengeHash, deliveries) {
      const [row, mails] = [PASSKEY.row(passkey), deliveries.map(NEW_DELIVERY.row)];
      const values = [JSON.stringify(row), challengeHash, JSON.stringify(mails)];
      const [made] = await once<Row>(ADD, values);
      if (made) waits(deliveries.map(({ locationId }) => locationId));
      return made !== undefined;
    },

    async find(passkeyId) {
      const [row] = await query<Row>(`SELECT ${PASSKEY.columns} FROM passkeys WHERE id = $1`, [passkeyId]);
      return row ? PASSKEY.record(row) : null;
    },

    async ofMember(staffId) {
      const rows = await query<Row>(
        `SELECT ${PASSKEY.columns} FROM passkeys WHERE staff_id = $1 ORDER BY created_at, id COLLATE "C"`,
        [staffId],
      );
      return rows.map(PASSKEY.record);
    },

    async remove(staffId, passkeyId) {
      const rows = await query('DELETE FROM passkeys WHERE id = $1 AND staff_id = $2 RETURNING id', [
        passkeyId,
        staffId,
      ]);
      return rows.length > 0;
    },

    async enter({ passkeyId, challengeHash, counter }, session) {
      const values = [
        passkeyId,
        challengeHash,
        counter,
        newSessionRow(session),
        session.id,
        instant(session.createdMs),
      ];
      const [row] = await query<{ member: Row }>(ENTER, values);
      return row ? toMember(row.member) : null;
    },
  };
}

/** The challenge is written last, and only for a passkey that was: who waits for another's challenge finds it, and writes nothing. */
const ADD = `
  WITH owner AS MATERIALIZED (
    SELECT s.id FROM staff s JOIN json_populate_record(NULL::passkeys, $1) AS n ON s.id = n.staff_id FOR KEY SHARE OF s
  ), fresh AS (
    INSERT INTO used_challenges (hash, used_at) SELECT $2, storage_now() FROM owner
    WHERE NOT EXISTS (SELECT FROM passkeys p JOIN json_populate_record(NULL::passkeys, $1) AS n USING (id))
    ON CONFLICT (hash) DO NOTHING RETURNING hash
  ), made AS (
    INSERT INTO passkeys (${PASSKEY.columns})
    SELECT ${PASSKEY.columns} FROM json_populate_record(NULL::passkeys, $1) WHERE EXISTS (SELECT FROM fresh) RETURNING id
  )
  SELECT id, add_deliveries($3) FROM made`;

/** Repeated, it finds the session that it has begun before. Calls with one challenge wait for each other at its row, those with one passkey at its. */
const ENTER = `
  WITH before AS (
    SELECT staff_id FROM staff_sessions WHERE id = $5
  ), known AS MATERIALIZED (
    SELECT id, staff_id FROM passkeys
    WHERE id = $1 AND (counter < $3::float8 OR counter = 0 AND $3::float8 = 0) AND NOT EXISTS (SELECT FROM before)
    FOR UPDATE
  ), owner AS MATERIALIZED (
    SELECT s.id FROM staff s JOIN known ON known.staff_id = s.id FOR KEY SHARE OF s
  ), fresh AS (
    INSERT INTO used_challenges (hash, used_at) SELECT $2, storage_now() FROM owner ON CONFLICT (hash) DO NOTHING RETURNING hash
  ), counted AS (
    UPDATE passkeys p SET counter = $3, used_at = $6 FROM known, fresh WHERE p.id = known.id RETURNING p.staff_id
  ), begun AS (
    INSERT INTO staff_sessions (${SESSION.columns}, token_hash)
    SELECT n.id, counted.staff_id, n.created_at, n.seen_at, n.expires_at, n.label, n.token_hash
    FROM json_populate_record(NULL::staff_sessions, $4) AS n, counted
    RETURNING staff_id
  )
  SELECT staff_member(s) AS member FROM staff s
  WHERE id IN (SELECT staff_id FROM begun UNION ALL SELECT staff_id FROM before)`;
