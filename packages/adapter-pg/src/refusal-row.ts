import type { Channel, Reason, Refusal } from '@bord/engine/storage';

/** A refusal as PostgreSQL reads and writes it as JSON. */
export interface RefusalRow {
  readonly location_id: string;
  readonly start_ms: number;
  readonly asked_ms: number;
  readonly channel: Channel;
  readonly party_size: number;
  readonly reason: Reason;
}

export function toRefusalRow(refusal: Refusal): RefusalRow {
  return {
    location_id: refusal.locationId,
    start_ms: refusal.startMs,
    asked_ms: refusal.askedMs,
    channel: refusal.channel,
    party_size: refusal.partySize,
    reason: refusal.reason,
  };
}

export function toRefusal(row: RefusalRow): Refusal {
  return {
    locationId: row.location_id,
    channel: row.channel,
    askedMs: row.asked_ms,
    startMs: row.start_ms,
    partySize: row.party_size,
    reason: row.reason,
  };
}
