import {
  type Delivery,
  type DeliveryRecord,
  fromStoredAttempt,
  type LeasedDelivery,
  type StoredAttempt,
  type Columns,
  plain,
  rowFormat,
} from '@bord/engine/storage';
import { placeholders } from './columns.ts';
import { storedRange } from './dated-deliveries.ts';

const MESSAGE: Columns<Omit<Delivery, 'covers'>> = {
  id: plain('id'),
  queue: plain('lane'),
  locationId: plain('location_id'),
  bookingId: plain('booking_id'),
  eventId: plain('event_id'),
  body: plain('body'),
  dueMs: plain('due_ms'),
};

export const NEW_DELIVERY = rowFormat<Delivery & Pick<DeliveryRecord, 'state' | 'createdMs'>>({
  ...MESSAGE,
  state: plain('state'),
  createdMs: plain('created_ms'),
  covers: { name: 'covers', write: storedRange },
});

export const INSERT_DELIVERY = `INSERT INTO deliveries (${NEW_DELIVERY.columns}) VALUES (${placeholders(NEW_DELIVERY.columns)})`;

export const DELIVERY = rowFormat<Omit<DeliveryRecord, 'covers'>>({
  ...MESSAGE,
  dueMs: plain('due_ms'),
  state: plain('state'),
  createdMs: plain('created_ms'),
  failures: plain('failures'),
  attempts: {
    name: 'attempts',
    read: (stored) => (JSON.parse(stored as string) as StoredAttempt[]).map(fromStoredAttempt),
  },
});

export const LEASED = rowFormat<Omit<LeasedDelivery, 'covers'>>({
  ...MESSAGE,
  lease: plain('lease'),
  failures: plain('failures'),
});
