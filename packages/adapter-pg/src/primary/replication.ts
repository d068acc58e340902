import type { Query } from '../connection.ts';
import { readHosts } from './hosts.ts';
import { lookoutAt } from './lookout.ts';
import { urlWithSchema } from '../names.ts';
import type { PgSource } from '../source.ts';

/** A connected standby. */
export interface FollowingStandby {
  /** Its `application_name`, or its IP address. */
  readonly name: string;
  /** `streaming` when it keeps up; null without permission (`pg_monitor`). */
  readonly state: string | null;
  /** `sync` or `quorum`: commits wait for it; `potential`: they would if another one failed; `async`: never. Null as above. */
  readonly syncState: string | null;
  /** Bytes of the log that are not on its disk yet; null as above. */
  readonly lagBytes: number | null;
  /** How long the last received data took to reach its disk, in seconds; null as above, and if the primary is idle. */
  readonly lagSeconds: number | null;
}

/** A replication slot, in use or not. */
export interface ReplicationSlot {
  /** The slot's name. */
  readonly name: string;
  /** A standby uses it now. */
  readonly isActive: boolean;
  /** `reserved`, `extended`, `unreserved`, or `lost`: its standby cannot follow any more. */
  readonly walStatus: string | null;
  /** Bytes of the log that are kept for it; null if it was never used. */
  readonly retainedBytes: number | null;
}

/** The state of one of several hosts. */
export interface InspectedHost {
  /** `host:port` */
  readonly name: string;
  /** The role of the host; null if it does not answer. */
  readonly role: 'primary' | 'standby' | 'read-only' | null;
  /** For a standby the latest timeline that it received; null if it does not answer. */
  readonly timeline: number | null;
  /** The system identifier, which all hosts should share; null without permission or answer. */
  readonly system: string | null;
  /** Why it does not answer; null if it does. */
  readonly fault: string | null;
}

/** The replication of a database. */
export interface ReplicationState {
  /** `minimal`: standbys cannot follow. */
  readonly walLevel: string;
  /** `pg_rewind` can turn an old primary into a standby without a full copy. */
  readonly isRewindable: boolean;
  /** The connected standbys. */
  readonly standbys: readonly FollowingStandby[];
  /** The replication slots. */
  readonly slots: readonly ReplicationSlot[];
}

export async function replicationOf(query: Query): Promise<ReplicationState> {
  const [facts] = await query<Pick<ReplicationState, 'walLevel' | 'isRewindable'>>(FACTS);
  const standbys = await query<FollowingStandby>(STANDBYS);
  const slots = await query<ReplicationSlot>(SLOTS);
  return { ...facts!, standbys, slots };
}

/** Asks each host of a URL with several hosts for its role; for one host it returns an empty list. Unreachable hosts do not reject. */
export async function inspectHosts(source: PgSource): Promise<readonly InspectedHost[]> {
  const hosts = 'pool' in source ? [] : readHosts(urlWithSchema(source));
  if (hosts.length < 2) return [];
  return Promise.all(
    hosts.map(async (host) => {
      const lookout = lookoutAt(host);
      try {
        const { unwritable, timeline, system, noted } = await lookout.look();
        const role = unwritable === null ? 'primary' : unwritable === 'a standby' ? 'standby' : unwritable;
        const latest = Math.max(timeline, noted?.timeline ?? 0);
        return { name: host.name, role, timeline: latest, system, fault: null } as const;
      } catch (error) {
        const fault = (error as Error).message || 'it cannot be reached';
        return { name: host.name, role: null, timeline: null, system: null, fault };
      } finally {
        lookout.close();
      }
    }),
  );
}

const FACTS = `
  SELECT current_setting('wal_level') AS "walLevel",
    'on' IN (current_setting('wal_log_hints'), current_setting('data_checksums')) AS "isRewindable"`;

/** The end of the log, also on a standby with standbys. */
const END = `CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END`;

const STANDBYS = `
  SELECT coalesce(nullif(application_name, ''), client_addr::text, 'process ' || pid) AS "name",
    state AS "state", sync_state AS "syncState",
    greatest(pg_wal_lsn_diff(${END}, flush_lsn), 0)::float8 AS "lagBytes",
    extract(epoch FROM flush_lag)::float8 AS "lagSeconds"
  FROM pg_stat_replication WHERE state IS DISTINCT FROM 'backup' ORDER BY 1`;

const SLOTS = `
  SELECT slot_name AS "name", active AS "isActive", wal_status AS "walStatus",
    pg_wal_lsn_diff(${END}, restart_lsn)::float8 AS "retainedBytes"
  FROM pg_replication_slots WHERE slot_type = 'physical' ORDER BY 1`;
