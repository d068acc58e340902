import type { Attempt, Delivery, DeliveryRecord, DeliveryState, LeasedDelivery } from '@bord/engine/storage';
import { instant } from './booking-row.ts';

/** A delivery as whoever leases it sees it. */
export interface LeasedRow {
  readonly location_id: string;
  readonly id: string;
  readonly lane: string;
  readonly booking_id: string | null;
  readonly event_id: string;
  readonly body: string;
  readonly due_at: Date;
  readonly lease: number;
  readonly failures: number;
}

/** A delivery as its table has it. */
export interface DeliveryRow extends LeasedRow {
  readonly state: DeliveryState;
  readonly created_at: Date;
  readonly attempts: readonly Attempt[];
}

/** A new delivery as PostgreSQL reads it as JSON. */
export function toDeliveryRow(delivery: Delivery): object {
  return {
    location_id: delivery.locationId,
    id: delivery.id,
    lane: delivery.lane,
    booking_id: delivery.bookingId,
    event_id: delivery.eventId,
    body: delivery.body,
    due_at: delivery.dueMs === null ? null : instant(delivery.dueMs),
  };
}

export function toLeased(row: LeasedRow): LeasedDelivery {
  return { ...toDelivery(row), lease: row.lease, failures: row.failures };
}

export function toDeliveryRecord(row: DeliveryRow): DeliveryRecord {
  const { state, failures, attempts } = row;
  return { ...toDelivery(row), state, createdMs: row.created_at.getTime(), failures, attempts };
}

function toDelivery(row: LeasedRow): Delivery & { readonly dueMs: number } {
  return {
    id: row.id,
    lane: row.lane,
    locationId: row.location_id,
    bookingId: row.booking_id,
    eventId: row.event_id,
    body: row.body,
    dueMs: row.due_at.getTime(),
  };
}
