import {
  type Delivery,
  type DeliveryRecord,
  fromStoredAttempt,
  type LeasedDelivery,
  type StoredAttempt,
} from '@bord/engine/storage';
import { type Columns, plain, rowFormat } from './columns.ts';

const MESSAGE: Columns<Delivery> = {
  id: plain('id'),
  queue: plain('lane'),
  locationId: plain('location_id'),
  bookingId: plain('booking_id'),
  eventId: plain('event_id'),
  body: plain('body'),
  dueMs: plain('due_ms'),
};

const STATE: Columns<Pick<DeliveryRecord, 'state' | 'createdMs'>> = {
  state: plain('state'),
  createdMs: plain('created_ms'),
};

const FAILURES: Columns<Pick<DeliveryRecord, 'failures'>> = { failures: plain('failures') };

/** A delivery as it is written first; the rest is by default. */
export const NEW_DELIVERY = rowFormat<Delivery & Pick<DeliveryRecord, 'state' | 'createdMs'>>({
  ...MESSAGE,
  ...STATE,
});

/** A delivery with all that happened to it. */
export const DELIVERY = rowFormat<DeliveryRecord>({
  ...MESSAGE,
  dueMs: plain('due_ms'),
  ...STATE,
  ...FAILURES,
  attempts: {
    name: 'attempts',
    read: (stored) => (JSON.parse(stored as string) as StoredAttempt[]).map(fromStoredAttempt),
  },
});

/** A delivery as whoever leases it sees it. */
export const LEASED = rowFormat<LeasedDelivery>({ ...MESSAGE, lease: plain('lease'), ...FAILURES });

/** Saves a new delivery; fails when its id is known. */
export const INSERT_DELIVERY = `INSERT INTO deliveries (${NEW_DELIVERY.columns}) VALUES (${NEW_DELIVERY.placeholders})`;
