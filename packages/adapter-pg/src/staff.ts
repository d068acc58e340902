import {
  addressHashOf,
  assertByManager,
  CLOCK_TOLERANCE_MS,
  DAY_MS,
  demotedBy,
  SESSION_IDLE_MS,
  type StaffMember,
  type StaffStore,
} from '@bord/engine/storage';
import { instant, NEW_DELIVERY, type Row } from './rows.ts';
import type { LimitedPool, Query } from './connection.ts';
import { mapUnavailable, withRetry } from './errors.ts';
import { transact } from './transaction.ts';
import { LINK, newSessionRow, SESSION, toMember } from './staff-row.ts';

/**
 * The people of the houses. What a method does may be repeated without harm.
 *
 * @param once runs a statement that must not be tried again when its answer is lost
 * @param waits is called when mails wait, with their locations
 * @param changed is called when a member is another, or somebody is not signed in any more
 */
export function pgStaff(
  pool: LimitedPool,
  query: Query,
  once: Query,
  waits: (locationIds: readonly string[]) => void,
  changed: () => void,
): StaffStore {
  return {
    ...staffMembers(pool, query, changed),
    ...signInLinks(query, once, waits),
    ...staffSessions(query, changed),
  };
}

function staffMembers(
  pool: LimitedPool,
  query: Query,
  changed: () => void,
): Pick<StaffStore, 'grant' | 'find' | 'list' | 'remove'> {
  return {
    async grant({ id, email, name, createdMs }, given, renames, by) {
      const { locationId, role } = given;
      const hash = addressHashOf(email);
      const values = [id, email, hash, name, instant(createdMs), locationId, role, renames];
      if (by === undefined) await query(GRANT, values);
      else
        await asManager(pool, locationId, async (inside, here) => {
          assertByManager(here, locationId, by, demotedBy(given, here, hash));
          await inside(GRANT, values);
        });
      const [row] = await query<{ member: Row }>(
        'SELECT staff_member(s) AS member FROM staff s WHERE address_hash = $1',
        [hash],
      );
      changed();
      return toMember(row!.member);
    },

    async find(staffId) {
      const [row] = await query<{ member: Row }>(
        'SELECT staff_member(s) AS member FROM staff s WHERE id = $1',
        [staffId],
      );
      return row ? toMember(row.member) : null;
    },

    async list(locationId) {
      const rows = await query<{ member: Row }>(LIST, [locationId]);
      return rows.map(({ member }) => toMember(member));
    },

    async remove(staffId, locationId, by) {
      const take = async (inside: Query): Promise<StaffMember | null> => {
        const [, [row]] = await Promise.all([
          // In a statement of its own, so that the one that looks for other roles sees those that were given before the lock was got.
          inside('SELECT FROM staff WHERE id = $1 FOR UPDATE', [staffId]),
          inside<{ member: Row }>(REMOVE, [staffId, locationId]),
        ]);
        return row ? toMember(row.member) : null;
      };
      const removed =
        by === undefined
          ? await mapUnavailable(
              withRetry(() => transact(pool, async (inside) => ({ result: await take(inside) }))),
            )
          : await asManager(pool, locationId!, (inside, here) => {
              assertByManager(here, locationId!, by, staffId);
              return take(inside);
            });
      if (removed) changed();
      return removed;
    },
  };
}

/** What a manager does to the others of the house, one at a time: by the row of the location, before which nobody who works there is locked. */
function asManager<R>(
  pool: LimitedPool,
  locationId: string,
  work: (inside: Query, members: readonly StaffMember[]) => Promise<R>,
): Promise<R> {
  return mapUnavailable(
    withRetry(() =>
      transact(pool, async (inside) => {
        const [, rows] = await Promise.all([
          inside('SELECT FROM locations WHERE id = $1 FOR NO KEY UPDATE', [locationId]),
          inside<{ member: Row }>(LIST, [locationId]),
        ]);
        const members = rows.map(({ member }) => toMember(member));
        return { result: await work(inside, members) };
      }),
    ),
  );
}

function signInLinks(
  query: Query,
  once: Query,
  waits: (locationIds: readonly string[]) => void,
): Pick<StaffStore, 'insertLink' | 'findLink' | 'enter'> {
  return {
    async insertLink(link, deliveries) {
      const [row, mails] = [LINK.row(link), deliveries.map(NEW_DELIVERY.row)];
      await once(INSERT_LINK, [JSON.stringify(row), JSON.stringify(mails)]);
      waits(deliveries.map(({ locationId }) => locationId));
    },

    async findLink(linkId) {
      const [row] = await query<{ link: Row; member: Row | null }>(FIND_LINK, [linkId]);
      return row ? { link: LINK.record(row.link), member: row.member && toMember(row.member) } : null;
    },

    async enter(linkId, session) {
      const [row] = await query<{ member: Row }>(ENTER, [linkId, newSessionRow(session), session.id]);
      return row ? toMember(row.member) : null;
    },
  };
}

function staffSessions(
  query: Query,
  changed: () => void,
): Pick<StaffStore, 'session' | 'touch' | 'sessions' | 'end' | 'purge'> {
  return {
    async session(tokenHash) {
      const [row] = await query<{ session: Row; member: Row; now_ms: number }>(READ_SESSION, [tokenHash]);
      return row
        ? { session: SESSION.record(row.session), member: toMember(row.member), nowMs: row.now_ms }
        : null;
    },

    async touch(sessionId, seenMs) {
      await query('UPDATE staff_sessions SET seen_at = $2 WHERE id = $1 AND seen_at < $2', [
        sessionId,
        instant(seenMs),
      ]);
    },

    async sessions(staffId) {
      const rows = await query<Row>(SESSIONS, [staffId]);
      return rows.map(SESSION.record);
    },

    async end(sessionId, staffId) {
      const [row] = await query<Row>(END, [sessionId, staffId]);
      if (row) changed();
      return row ? SESSION.record(row) : null;
    },

    async purge(nowMs) {
      const [row] = await query<{ purged: number }>(
        PURGE,
        [nowMs, nowMs - SESSION_IDLE_MS, nowMs + CLOCK_TOLERANCE_MS, nowMs - DAY_MS].map(instant),
      );
      return row!.purged;
    },
  };
}

/** Whoever removes the member waits for the row, or is waited for. */
const GRANT = `
  WITH member AS (
    INSERT INTO staff (id, email, address_hash, name, created_at) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (address_hash) DO UPDATE SET name = CASE WHEN $8::boolean THEN excluded.name ELSE staff.name END
    RETURNING id
  )
  INSERT INTO staff_roles (location_id, staff_id, role) SELECT $6, id, $7 FROM member
  ON CONFLICT (location_id, staff_id) DO UPDATE SET role = excluded.role`;

const LIST = `
  SELECT staff_member(s) AS member FROM staff s
  WHERE $1::uuid IS NULL OR id IN (SELECT staff_id FROM staff_roles WHERE location_id = $1)
  ORDER BY name COLLATE "C", id COLLATE "C"`;

/** Roles go first; the member is deleted by the same statement where none are left. Sessions and passkeys follow. */
const REMOVE = `
  WITH known AS MATERIALIZED (
    SELECT s.id, s.address_hash, staff_member(s) AS member FROM staff s
    WHERE s.id = $1 AND ($2::uuid IS NULL OR EXISTS (SELECT FROM staff_roles r WHERE r.staff_id = s.id AND r.location_id = $2))
  ), left_alone AS (
    SELECT id, address_hash FROM known
    WHERE $2::uuid IS NULL OR NOT EXISTS (SELECT FROM staff_roles r WHERE r.staff_id = known.id AND r.location_id <> $2)
  ), unlinked AS (
    DELETE FROM sign_in_links WHERE address_hash IN (SELECT address_hash FROM left_alone)
  ), gone AS (
    DELETE FROM staff WHERE id IN (SELECT id FROM left_alone)
  ), without_role AS (
    DELETE FROM staff_roles WHERE staff_id IN (SELECT id FROM known) AND location_id = $2
  )
  SELECT member FROM known`;

const INSERT_LINK = `
  WITH made AS (
    INSERT INTO sign_in_links (${LINK.columns}) SELECT ${LINK.columns} FROM json_populate_record(NULL::sign_in_links, $1)
  )
  SELECT add_deliveries(CASE WHEN EXISTS (SELECT FROM staff WHERE address_hash = $1::json ->> 'address_hash') THEN $2::json ELSE '[]' END)`;

const FIND_LINK = `
  SELECT row_to_json(l) AS link, CASE WHEN s.id IS NULL THEN NULL ELSE staff_member(s) END AS member
  FROM sign_in_links l LEFT JOIN staff s USING (address_hash) WHERE l.id = $1`;

/** Repeated, it finds the session that it has begun before. Who is removed at this moment has none. */
const ENTER = `
  WITH before AS (
    SELECT staff_id FROM staff_sessions WHERE id = $3
  ), owner AS MATERIALIZED (
    SELECT s.id FROM staff s JOIN sign_in_links l USING (address_hash) WHERE l.id = $1 FOR KEY SHARE OF s
  ), used AS (
    DELETE FROM sign_in_links WHERE id = $1 AND EXISTS (SELECT FROM owner) RETURNING id
  ), begun AS (
    INSERT INTO staff_sessions (${SESSION.columns}, token_hash)
    SELECT n.id, owner.id, n.created_at, n.seen_at, n.expires_at, n.label, n.token_hash
    FROM json_populate_record(NULL::staff_sessions, $2) AS n, owner, used
    RETURNING staff_id
  )
  SELECT staff_member(s) AS member FROM staff s
  WHERE id IN (SELECT staff_id FROM begun UNION ALL SELECT staff_id FROM before)`;

const READ_SESSION = `
  SELECT row_to_json(n) AS session, staff_member(s) AS member,
    floor(extract(epoch FROM storage_now()) * 1000)::float8 AS now_ms
  FROM staff_sessions n JOIN staff s ON s.id = n.staff_id WHERE n.token_hash = $1`;

const SESSIONS = `
  SELECT ${SESSION.columns} FROM staff_sessions WHERE $1::text IS NULL OR staff_id = $1
  ORDER BY seen_at DESC, id COLLATE "C"`;

const END = `
  DELETE FROM staff_sessions WHERE id = $1 AND ($2::text IS NULL OR staff_id = $2) RETURNING ${SESSION.columns}`;

/** What `isSessionGood` and `isLinkGood` say, for rows: $2 is how late a session may have been used last, $3 how late a clock may have said. */
const PURGE = `
  WITH sessions AS (
    DELETE FROM staff_sessions
    WHERE expires_at <= $1 OR greatest(created_at, seen_at) <= $2 OR greatest(created_at, seen_at) > $3 RETURNING 1
  ), links AS (
    DELETE FROM sign_in_links WHERE expires_at <= $1 OR created_at > $3 RETURNING 1
  ), challenges AS (
    DELETE FROM used_challenges WHERE used_at < $4 RETURNING 1
  )
  SELECT ((SELECT count(*) FROM sessions) + (SELECT count(*) FROM links) + (SELECT count(*) FROM challenges))::integer AS purged`;
