/** Compares the answers to partners with the primary, the receiver and the e-mails. */
import { setTimeout as pause } from 'node:timers/promises';
import type { ClusterHost } from '../../support/cluster.ts';
import { sql } from '../../support/postgres.ts';
import { DEMO_ID } from '../../support/world.ts';
import type { Installation } from './installation.ts';

export interface Stored {
  readonly id: string;
  readonly status: 'confirmed' | 'cancelled';
}

/** Without holds, because an expired one is never queried. */
export const storedAt = (host: ClusterHost): Promise<Stored[]> =>
  sql<Stored>(
    host.postgres.url,
    `SELECT id, status FROM bookings WHERE id LIKE 'bk_%' AND location_id = $1`,
    [DEMO_ID],
  );

/** A booking that is not in the primary as it was acknowledged. */
export interface Lost {
  readonly id: string;
  readonly was: string;
  /** Null when it is not there. */
  readonly is: Stored['status'] | null;
}

export async function lostAt(installation: Installation, primary: ClusterHost): Promise<Lost[]> {
  const statusOf = new Map((await storedAt(primary)).map(({ id, status }) => [id, status]));
  return [...installation.partners.bookings.values()]
    .filter(({ id, status }) => statusOf.get(id) !== status)
    .map(({ id, status }) => ({ id, was: status, is: statusOf.get(id) ?? null }));
}

/** Bookings of the primary that were never acknowledged, although every request was repeated until its answer; and tables held twice. */
export async function strangeAt(installation: Installation, primary: ClusterHost): Promise<string[]> {
  const unknown = (await storedAt(primary)).filter(({ id }) => !installation.partners.bookings.has(id));
  const twice = await sql<{ id: string }>(
    primary.postgres.url,
    `SELECT a.booking_id AS id FROM seatings a JOIN seatings b USING (location_id, table_id)
     WHERE a.booking_id < b.booking_id AND a.during && b.during`,
  );
  return [
    ...unknown.map(({ id }) => `${id} was never acknowledged`),
    ...twice.map(({ id }) => `${id} shares its table`),
  ];
}

/** Messages of acknowledged changes that have not arrived: an event and a mail for each booking, and for each cancellation. */
function missing(installation: Installation): string[] {
  const [created, cancelled] = ['booking.created', 'booking.cancelled'].map((type) =>
    installation.eventsOf(type),
  );
  const [confirmations, goodbyes] = [installation.mailsOf('confirmation'), installation.mailsOf('cancelled')];
  return [...installation.partners.bookings.values()].flatMap(({ id, email, status }) => [
    ...(created!.has(id) ? [] : [`event of ${id}`]),
    ...(confirmations.has(email) ? [] : [`mail of ${id} to ${email}`]),
    ...(status === 'confirmed' || cancelled!.has(id) ? [] : [`event of the cancellation of ${id}`]),
    ...(status === 'confirmed' || goodbyes.has(email)
      ? []
      : [`mail of the cancellation of ${id} to ${email}`]),
  ]);
}

/** How often it is looked whether all messages have arrived, a second apart. */
const LOOKS = 40;

/** Waits until every event and e-mail has arrived; returns the missing ones. */
export async function missingMessages(installation: Installation, primary: ClusterHost): Promise<string[]> {
  for (let look = 0; look < LOOKS && missing(installation).length > 0; look++) {
    await pause(1000);
    // As if the time of all leases and pauses were up.
    const due = `UPDATE deliveries SET due_at = now(), leased_until = NULL WHERE state = 'waiting'`;
    if (look % 3 === 2) await sql(primary.postgres.url, due);
  }
  return missing(installation);
}
