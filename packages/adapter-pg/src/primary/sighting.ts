import { isDatabaseError } from '../errors.ts';
import { inSchema, schemaOf } from '../names.ts';
import type { Host } from './hosts.ts';

export interface Sighting {
  /** Why nothing can be written to it; null for a primary. */
  readonly unwritable: 'a standby' | 'read-only' | null;
  /** The system identifier, which a primary and its standbys share; null where the user may not ask for it. */
  readonly system: string | null;
  /** Which each promotion raises: a primary's own; of a standby the latest that it has heard of. */
  readonly timeline: number;
  /** What the database itself has noted of its latest primary; null where it has not. */
  readonly noted: Noted | null;
  readonly hasNotes: boolean;
}

interface Noted {
  readonly timeline: number;
  /** Told apart by it: two that were promoted at the same time, each from the same timeline. */
  readonly mark: string;
}

/** As much of a connection as it takes to ask. */
interface Askable {
  query(text: string): Promise<{ readonly rows: unknown[] }>;
}

interface IdentityRow {
  readonly is_in_recovery: boolean;
  readonly is_read_only: boolean;
  /** The hexadecimal number with which the names of log files begin; null on a standby. */
  readonly log_timeline: string | null;
  readonly system: string | null;
  readonly heard_timeline: number;
  readonly has_notes: boolean;
}

/**
 * Asks the host behind a connection what it is.
 *
 * A primary's timeline is read from the name of the log file that it writes: what is in its control file may still be the one before, until
 * the first checkpoint after a promotion.
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

/** Asks as {@link sightingOf} does, and for what is noted in the database. */
export async function fullSightingOf(client: Askable, host: Pick<Host, 'url'>): Promise<Sighting> {
  const sighting = await sightingOf(client, host);
  if (!sighting.hasNotes) return sighting;
  const { rows } = await client.query(inSchema(schemaOf(host))(NOTES));
  const notes = rows as (Noted & { readonly system_identifier: string })[];
  // A database that was copied into another system has brought the notes of its old one along.
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

/** Where a user may not read the control file, a standby is known by what its database has noted alone. */
const WITHOUT_CONTROL_FILE = identity('NULL::text', '0');
