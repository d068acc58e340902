import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { beginWithin, limitsOf } from '../timeouts.ts';
import { breakOff, connectionTo, endClient } from '../transaction.ts';
import { inSchema, schemaOf } from '../names.ts';
import type { PrimaryHost } from './primary.ts';
import { sightingOf } from './sighting.ts';

/** A server that cannot write now is retried later. */
const LIMITS = limitsOf({ silenceMs: 5000 });

/** Records in the database that this host is written to, unless that is recorded. Rejects if that is impossible now. */
export async function notePrimary({ host, timeline, over }: PrimaryHost): Promise<void> {
  const client = new pg.Client(connectionTo(host.url, 'bord lookout', LIMITS));
  client.on('error', () => undefined);
  const leave = (): void => breakOff(client);
  over.addEventListener('abort', leave);
  try {
    await client.connect();
    const seen = await sightingOf(client, host);
    if (seen.unwritable !== null || seen.timeline !== timeline || !seen.hasNotes) return;
    await client.query(beginWithin(LIMITS));
    await client.query(inSchema(schemaOf(host))(NOTE), [
      seen.system ?? '',
      timeline,
      randomUUID(),
      host.name,
    ]);
    await client.query('COMMIT');
  } finally {
    over.removeEventListener('abort', leave);
    await endClient(client);
  }
}

const NOTE = `
  INSERT INTO bord.primaries (system_identifier, timeline, mark, host) VALUES ($1, $2, $3, $4)
  ON CONFLICT (system_identifier, timeline) DO NOTHING`;
