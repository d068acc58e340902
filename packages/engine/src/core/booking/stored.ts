/**
 * How a booking is stored whose party sits (D41). A storage reads the diary from the columns of its bookings, and guards by them: what stands there
 * of the start and of being pinned is what the diary shows; the booking's own stand beside the times of the visit.
 */
import { type Booking, isSeated, toDiary, type VisitTimes } from './booking.ts';

/** The times of a visit, and what of the booking the diary shows otherwise. */
interface StoredVisit extends VisitTimes {
  readonly own?: Pick<Booking, 'startMs' | 'pinned'>;
}

/** The booking with the columns that the diary is read from; itself unless its party sits. */
export function toStored(booking: Booking): Booking {
  if (!isSeated(booking)) return booking;
  const { startMs, pinned } = toDiary(booking);
  const visit: StoredVisit = {
    ...booking.visit,
    own: { startMs: booking.startMs, pinned: booking.pinned },
  };
  return { ...booking, startMs, pinned, visit };
}

/** The booking that was stored by {@link toStored}. */
export function fromStored(stored: Booking): Booking {
  const { own, ...visit }: StoredVisit = stored.visit;
  return own ? { ...stored, ...own, visit } : stored;
}

/** Where a booking stands among those of its location: by service date, by when it holds its tables from, by creation and id. */
export function positionOf(booking: Booking): Pick<Booking, 'serviceDate' | 'startMs' | 'createdMs' | 'id'> {
  const { serviceDate, startMs, createdMs, id } = toStored(booking);
  return { serviceDate, startMs, createdMs, id };
}
