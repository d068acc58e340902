import {
  addressHashOf,
  assertByManager,
  type Clock,
  CLOCK_TOLERANCE_MS,
  DAY_MS,
  demotedBy,
  SESSION_IDLE_MS,
  type StaffMember,
  type StaffStore,
} from '@bord/engine/storage';
import type { Database } from 'better-sqlite3';
import type { Row } from './columns.ts';
import { reading } from './errors.ts';
import type { GroupCommit } from './group-commit.ts';
import type { DeliveryWriter } from './outbox.ts';
import type { Shared } from './shared.ts';
import { LINK, MEMBER, SESSION, sessionWriter } from './staff-row.ts';

export function sqliteStaff(
  database: Database,
  commits: GroupCommit<Shared>,
  clock: Clock,
  writer: Pick<DeliveryWriter, 'write'>,
): StaffStore {
  const members = memberTable(database);
  const links = linkTable(database);
  return {
    ...staffMembers(commits, members, links),
    ...signInLinks(commits, members, links, sessionWriter(database), writer),
    ...staffSessions(commits, members, links, sessionTable(database), clock),
  };
}

type Commits = GroupCommit<Shared>;
type Members = ReturnType<typeof memberTable>;
type Links = ReturnType<typeof linkTable>;

function staffMembers(
  commits: Commits,
  members: Members,
  links: Links,
): Pick<StaffStore, 'grant' | 'find' | 'list' | 'remove'> {
  return {
    grant: (member, { locationId, role }, renames, by) =>
      commits.run((shared) => {
        const hash = addressHashOf(member.email);
        const here = members.list(locationId);
        if (by !== undefined)
          assertByManager(here, locationId, by, demotedBy({ locationId, role }, here, hash));
        members.insert.run(member.id, member.email, hash, member.name, member.createdMs);
        const { id } = members.ofAddress(hash)!;
        if (renames) members.rename.run(member.name, id);
        members.give.run(locationId, id, role);
        shared.changed();
        return members.byId(id)!;
      }),
    find: (staffId) => reading(() => members.byId(staffId)),
    list: (locationId) => reading(() => members.list(locationId)),
    remove: (staffId, locationId, by) =>
      commits.run((shared) => {
        if (by !== undefined) assertByManager(members.list(locationId), locationId!, by, staffId);
        const member = members.byId(staffId);
        const keeps = (one: { readonly locationId: string }): boolean =>
          locationId !== null && one.locationId !== locationId;
        if (!member || (locationId !== null && member.roles.every(keeps))) return null;
        if (member.roles.some(keeps)) members.take.run(staffId, locationId);
        else {
          links.deleteOf.run(addressHashOf(member.email));
          members.delete.run(staffId);
        }
        shared.changed();
        return member;
      }),
  };
}

function signInLinks(
  commits: Commits,
  members: Members,
  links: Links,
  begin: ReturnType<typeof sessionWriter>,
  writer: Pick<DeliveryWriter, 'write'>,
): Pick<StaffStore, 'insertLink' | 'findLink' | 'enter'> {
  return {
    insertLink: (link, deliveries) =>
      commits.run(() => {
        links.insert.run(...LINK.values(link));
        if (members.ofAddress(link.addressHash)) writer.write(deliveries);
      }),
    findLink: (linkId) =>
      reading(() => {
        const link = links.find(linkId);
        return link ? { link, member: members.ofAddress(link.addressHash) } : null;
      }),
    enter: (linkId, session) =>
      commits.run(() => {
        const link = links.find(linkId);
        const member = link && members.ofAddress(link.addressHash);
        if (!member) return null;
        links.delete.run(linkId);
        return begin(member.id, session);
      }),
  };
}

function staffSessions(
  commits: Commits,
  members: Members,
  links: Links,
  sessions: ReturnType<typeof sessionTable>,
  clock: Clock,
): Pick<StaffStore, 'session' | 'touch' | 'sessions' | 'end' | 'purge'> {
  return {
    session: (tokenHash) =>
      reading(() => {
        const row = sessions.byHash.get(tokenHash);
        const session = row && SESSION.record(row);
        const member = session && members.byId(session.staffId); // another process may delete both in between
        return member ? { session, member, nowMs: clock.nowMs() } : null;
      }),
    touch: (sessionId, seenMs) => commits.run(() => void sessions.touch.run({ sessionId, seenMs })),
    sessions: (staffId) => reading(() => sessions.list.all({ staffId }).map((row) => SESSION.record(row))),
    end: (sessionId, staffId) =>
      commits.run((shared) => {
        const row = sessions.end.get({ sessionId, staffId });
        if (row) shared.changed();
        return row ? SESSION.record(row) : null;
      }),
    purge: (nowMs) =>
      commits.run(() => {
        const over = [
          sessions.purge.run({ nowMs }),
          links.purge.run({ nowMs }),
          sessions.forget.run({ nowMs }),
        ];
        return over.reduce((sum, { changes }) => sum + changes, 0);
      }),
  };
}

function memberTable(database: Database) {
  const select = (rest: string) =>
    database.prepare<(string | null)[], Row>(`SELECT ${MEMBER.columns} FROM staff s ${rest}`).raw();
  const byId = select('WHERE s.id = ?');
  const ofAddress = select('WHERE s.address_hash = ?');
  const all = select('ORDER BY s.name, s.id');
  const ofLocation = select(
    'WHERE s.id IN (SELECT staff_id FROM staff_roles WHERE location_id = ?) ORDER BY s.name, s.id',
  );
  const orNull = (row: Row | undefined): StaffMember | null => (row ? MEMBER.record(row) : null);
  return {
    byId: (staffId: string) => orNull(byId.get(staffId)),
    ofAddress: (hash: string) => orNull(ofAddress.get(hash)),
    list: (locationId: string | null) =>
      (locationId === null ? all.all() : ofLocation.all(locationId)).map((row) => MEMBER.record(row)),
    insert: database.prepare(
      `INSERT INTO staff (id, email, address_hash, name, created_ms) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (address_hash) DO NOTHING`,
    ),
    rename: database.prepare('UPDATE staff SET name = ? WHERE id = ?'),
    give: database.prepare(
      `INSERT INTO staff_roles (location_id, staff_id, role) VALUES (?, ?, ?)
       ON CONFLICT (location_id, staff_id) DO UPDATE SET role = excluded.role`,
    ),
    take: database.prepare('DELETE FROM staff_roles WHERE staff_id = ? AND location_id = ?'),
    delete: database.prepare('DELETE FROM staff WHERE id = ?'),
  };
}

function linkTable(database: Database) {
  const byId = database
    .prepare<[string], Row>(`SELECT ${LINK.columns} FROM sign_in_links WHERE id = ?`)
    .raw();
  return {
    find(linkId: string) {
      const row = byId.get(linkId);
      return row ? LINK.record(row) : null;
    },
    insert: database.prepare(`INSERT INTO sign_in_links (${LINK.columns}) VALUES (${LINK.placeholders})`),
    delete: database.prepare('DELETE FROM sign_in_links WHERE id = ?'),
    deleteOf: database.prepare('DELETE FROM sign_in_links WHERE address_hash = ?'),
    purge: database.prepare(
      `DELETE FROM sign_in_links WHERE expires_ms <= @nowMs OR created_ms > @nowMs + ${CLOCK_TOLERANCE_MS}`,
    ),
  };
}

/** What `isSessionGood` says, for rows. */
const OVER = `expires_ms <= @nowMs OR max(created_ms, seen_ms) + ${SESSION_IDLE_MS} <= @nowMs
  OR max(created_ms, seen_ms) > @nowMs + ${CLOCK_TOLERANCE_MS}`;

function sessionTable(database: Database) {
  const columns = SESSION.columns;
  return {
    byHash: database
      .prepare<[string], Row>(`SELECT ${columns} FROM staff_sessions WHERE token_hash = ?`)
      .raw(),
    list: database
      .prepare<{ staffId: string | null }, Row>(
        `SELECT ${columns} FROM staff_sessions WHERE @staffId IS NULL OR staff_id = @staffId ORDER BY seen_ms DESC, id`,
      )
      .raw(),
    touch: database.prepare(
      'UPDATE staff_sessions SET seen_ms = @seenMs WHERE id = @sessionId AND seen_ms < @seenMs',
    ),
    end: database
      .prepare<{ sessionId: string; staffId: string | null }, Row>(
        `DELETE FROM staff_sessions WHERE id = @sessionId AND (@staffId IS NULL OR staff_id = @staffId) RETURNING ${columns}`,
      )
      .raw(),
    purge: database.prepare(`DELETE FROM staff_sessions WHERE ${OVER}`),
    forget: database.prepare(`DELETE FROM used_challenges WHERE used_ms < @nowMs - ${DAY_MS}`),
  };
}
