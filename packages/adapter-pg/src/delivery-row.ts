import {
  type Delivery,
  type DeliveryRecord,
  fromStoredAttempt,
  type LeasedDelivery,
  type StoredAttempt,
} from '@bord/engine/storage';
import { type Columns, plain, rowFormat, time } from './columns.ts';

const MESSAGE: Columns<Omit<Delivery, 'covers'>> = {
  id: plain('id'),
  queue: plain('lane'),
  locationId: plain('location_id'),
  bookingId: plain('booking_id'),
  eventId: plain('event_id'),
  body: plain('body'),
  dueMs: time('due_at'),
};

const FAILURES: Columns<Pick<DeliveryRecord, 'failures'>> = { failures: plain('failures') };

export const NEW_DELIVERY = rowFormat<Delivery>({
  ...MESSAGE,
  covers: {
    name: 'covers',
    write: (range) => (range ? `[${range.from},${range.to}]` : null),
  },
});

export const DELIVERY = rowFormat<Omit<DeliveryRecord, 'covers'>>({
  ...MESSAGE,
  dueMs: time('due_at'),
  state: plain('state'),
  createdMs: time('created_at'),
  ...FAILURES,
  attempts: { name: 'attempts', read: (stored) => (stored as StoredAttempt[]).map(fromStoredAttempt) },
});

/** A delivery as whoever leases it sees it. */
export const LEASED = rowFormat<Omit<LeasedDelivery, 'covers'>>({
  ...MESSAGE,
  lease: plain('lease'),
  ...FAILURES,
});
