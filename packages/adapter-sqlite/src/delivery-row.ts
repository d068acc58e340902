import type { Attempt, Delivery, DeliveryRecord, DeliveryState, LeasedDelivery } from '@bord/engine/storage';

/** A delivery as its table has it, with all that happened to it. */
export interface DeliveryRow {
  readonly id: string;
  readonly lane: string;
  readonly location_id: string;
  readonly booking_id: string | null;
  readonly event_id: string;
  readonly body: string;
  readonly state: DeliveryState;
  readonly created_ms: number;
  readonly due_ms: number;
  readonly lease: number;
  readonly failures: number;
  readonly attempts: string;
}

/** Saves a new delivery; fails when its id is known. */
export const INSERT_DELIVERY = `
  INSERT INTO deliveries (id, lane, location_id, booking_id, event_id, body, state, created_ms, due_ms)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/** What the statement is given. What is due at once is due when it is written. */
export function valuesOf(
  delivery: Delivery,
  state: DeliveryState,
  nowMs: number,
): (string | number | null)[] {
  const { id, lane, locationId, bookingId, eventId, body, dueMs } = delivery;
  return [id, lane, locationId, bookingId, eventId, body, state, nowMs, dueMs ?? nowMs];
}

export function toRecord(row: DeliveryRow): DeliveryRecord {
  return {
    ...toDelivery(row),
    dueMs: row.due_ms,
    state: row.state,
    createdMs: row.created_ms,
    failures: row.failures,
    attempts: JSON.parse(row.attempts) as Attempt[],
  };
}

export function toLeased(row: DeliveryRow): LeasedDelivery {
  return { ...toDelivery(row), lease: row.lease, failures: row.failures };
}

function toDelivery(row: DeliveryRow): Delivery {
  return {
    id: row.id,
    lane: row.lane,
    locationId: row.location_id,
    bookingId: row.booking_id,
    eventId: row.event_id,
    body: row.body,
    dueMs: row.due_ms,
  };
}
