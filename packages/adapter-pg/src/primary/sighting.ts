import { isDatabaseError } from '../errors.ts';
import { inSchema, schemaOf } from '../names.ts';
import type { Host } from './hosts.ts';

export interface Sighting {
  /** Why it rejects writes; null for a primary. */
  readonly unwritable: 'a standby' | 'read-only' | null;
  /** The system identifier, which a primary and its standbys share; null without permission. */
  readonly system: string | null;
  /** Raised by each promotion: a primary's own; for a standby the latest that it has received. */
  readonly timeline: number;
  /** The latest primary that the database has recorded; null if it has none. */
  readonly noted: Noted | null;
  readonly hasNotes: boolean;
}

interface Noted {
  readonly timeline: number;
  /** Distinguishes two primaries that were promoted from the same timeline. */
  readonly mark: string;
}

/** The part of a connection that is needed to ask. */
interface Askable {
  query(text: string): Promise<{ readonly rows: unknown[] }>;
}

interface IdentityRow {
  readonly is_in_recovery: boolean;
  readonly is_read_only: boolean;
  /** The hexadecimal number at the start of log file names; null on a standby. */
  readonly log_timeline: string | null;
  readonly system: string | null;
  readonly heard_timeline: number;
  readonly has_notes: boolean;
}

/**
 * Asks the host of a connection for its state.
 *
 * A primary's timeline is read from the name of its current log file: after a promotion the control file is outdated until the first checkpoint.
 */
export async function sightingOf(client: Askable, host: Pick<Host, 'url'>): Promise<Sighting> {
  const row = await identityOf(client, inSchema(schemaOf(host)));
  const own = row.log_timeline === null ? row.heard_timeline : Number.parseInt(row.log_timeline, 16);
  return {
    unwritable: row.is_in_recovery ? 'a standby' : row.is_read_only ? 'read-only' : null,
    system: row.system,
    timeline: own,
    noted: null,
    hasNotes: row.has_notes,
  };
}

/** As {@link sightingOf}, with the recorded primary. */
export async function fullSightingOf(client: Askable, host: Pick<Host, 'url'>): Promise<Sighting> {
  const sighting = await sightingOf(client, host);
  if (!sighting.hasNotes) return sighting;
  const { rows } = await client.query(inSchema(schemaOf(host))(NOTES));
  const notes = rows as (Noted & { readonly system_identifier: string })[];
  // A database that was copied to another system contains the records of the old one.
  const own = notes.find((one) => one.system_identifier === (sighting.system ?? ''));
  return { ...sighting, noted: own ? { timeline: own.timeline, mark: own.mark } : null };
}

const NOTES = 'SELECT system_identifier, timeline, mark FROM bord.primaries ORDER BY timeline DESC LIMIT 100';

async function identityOf(client: Askable, named: (sql: string) => string): Promise<IdentityRow> {
  try {
    const { rows } = await client.query(named(IDENTITY));
    return rows[0] as IdentityRow;
  } catch (error) {
    if (!isDatabaseError(error) || error.code !== NOT_PERMITTED) throw error;
    const { rows } = await client.query(named(WITHOUT_CONTROL_FILE));
    return rows[0] as IdentityRow;
  }
}

/** `insufficient_privilege` */
const NOT_PERMITTED = '42501';

const identity = (system: string, heardTimeline: string): string => `
  SELECT pg_is_in_recovery() AS is_in_recovery,
    current_setting('transaction_read_only') = 'on' AS is_read_only,
    CASE WHEN NOT pg_is_in_recovery() THEN substring(pg_walfile_name(pg_current_wal_lsn()) FOR 8) END AS log_timeline,
    ${system} AS system,
    ${heardTimeline} AS heard_timeline,
    to_regclass('bord.primaries') IS NOT NULL AS has_notes`;

const IDENTITY = identity(
  '(SELECT system_identifier::text FROM pg_control_system())',
  `greatest((SELECT timeline_id FROM pg_control_checkpoint()), (SELECT max(received_tli) FROM pg_stat_wal_receiver))`,
);

/** If the user may not read the control file, a standby's timeline is known only from the database's records. */
const WITHOUT_CONTROL_FILE = identity('NULL::text', '0');
