import type { Refusal } from '@bord/engine/storage';
import { plain, rowFormat } from './columns.ts';

/** What was turned away, as PostgreSQL reads and writes it as JSON. */
export const REFUSAL = rowFormat<Refusal>({
  locationId: plain('location_id'),
  channel: plain('channel'),
  askedMs: plain('asked_ms'),
  startMs: plain('start_ms'),
  partySize: plain('party_size'),
  reason: plain('reason'),
});
