import {
  type DateRange,
  type Delivery,
  type DeliveryRecord,
  fromStoredAttempt,
  type LeasedDelivery,
  type StoredAttempt,
} from '@bord/engine/storage';
import { type Columns, plain, rowFormat } from './columns.ts';
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

const STATE: Columns<Pick<DeliveryRecord, 'state' | 'createdMs'>> = {
  state: plain('state'),
  createdMs: plain('created_ms'),
};

const FAILURES: Columns<Pick<DeliveryRecord, 'failures'>> = { failures: plain('failures') };

export const NEW_DELIVERY = rowFormat<Omit<Delivery, 'covers'> & Pick<DeliveryRecord, 'state' | 'createdMs'>>(
  {
    ...MESSAGE,
    ...STATE,
  },
);

export const DELIVERY = rowFormat<Omit<DeliveryRecord, 'covers'>>({
  ...MESSAGE,
  dueMs: plain('due_ms'),
  ...STATE,
  ...FAILURES,
  attempts: {
    name: 'attempts',
    read: (stored) => (JSON.parse(stored as string) as StoredAttempt[]).map(fromStoredAttempt),
  },
});

export const LEASED = rowFormat<Omit<LeasedDelivery, 'covers'>>({
  ...MESSAGE,
  lease: plain('lease'),
  ...FAILURES,
});

export const NEW_DATED = rowFormat<NewDated>({
  ...MESSAGE,
  ...STATE,
  covers: { name: 'covers', write: (range) => storedRange(range) },
});

interface NewDated extends Omit<Delivery, 'covers'>, Pick<DeliveryRecord, 'state' | 'createdMs'> {
  readonly covers: DateRange | undefined;
}

/** Saves a new event about dates, unless its id is known. */
export const INSERT_DATED = `INSERT INTO deliveries (${NEW_DATED.columns}) VALUES (${NEW_DATED.placeholders}) ON CONFLICT (id) DO NOTHING`;
export const INSERT_DELIVERY = `INSERT INTO deliveries (${NEW_DELIVERY.columns}) VALUES (${NEW_DELIVERY.placeholders})`;
