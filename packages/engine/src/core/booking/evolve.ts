/**
 * What an amendment makes of what was read before it, beside the rules that decide on it (`decide.ts`). Whoever reads a snapshot
 * once and takes several steps on it shows the second what these functions make of the first: the same as if it had read anew.
 */
import { type Booking, isLive, toDiary } from './booking.ts';
import {
  type Amendment,
  type DiaryBooking,
  type DiaryScope,
  heldBy,
  type Reseating,
  type Snapshot,
} from './diary.ts';
import { lengthened } from './history.ts';
import { type Interval, overlaps } from '../time/interval.ts';

/** What of an amendment changes bookings. */
export type BookingChanges = Pick<Amendment<unknown>, 'booking' | 'reseatings'>;

/**
 * The snapshot of a scope after an amendment of the same location, which may have been decided on the snapshot of another scope. The snapshot
 * that was given is left as it is.
 */
export function evolve(
  snapshot: Snapshot,
  { interval, named }: Pick<DiaryScope, 'interval' | 'named'>,
  amendment: BookingChanges,
): Snapshot {
  const shown = new Map(snapshot.bookings.map((booking) => [booking.id, booking]));
  evolveDiary(shown, interval, amendment);
  return {
    bookings: [...shown.values()],
    named: evolveNamed(snapshot.named, named, amendment),
  };
}

/**
 * The live bookings that touch an interval, by their ids, after an amendment. They are changed in place: whoever keeps several days
 * open pays for one booking a step, and not for all that are shown.
 */
export function evolveDiary(
  shown: Map<string, DiaryBooking>,
  interval: Interval,
  { booking, reseatings = [] }: BookingChanges,
): void {
  for (const { bookingId, tables } of reseatings) {
    const before = shown.get(bookingId);
    if (before) shown.set(bookingId, { ...before, tables });
  }
  if (!booking) return;
  const entry = toDiary(booking);
  if (isLive(booking) && overlaps(heldBy(entry), interval)) shown.set(booking.id, entry);
  else shown.delete(booking.id);
}

/** The booking that a scope names, after an amendment. */
export function evolveNamed(
  before: Booking | null,
  name: DiaryScope['named'],
  amendment: BookingChanges,
): Booking | null {
  const { booking } = amendment;
  if (booking && isNamed(booking, name)) return booking;
  return before && reseated(before, amendment);
}

/** A booking at the tables that an amendment gives it: itself when it gives it none. */
export function reseated<B extends Seated>(booking: B, { reseatings = [] }: BookingChanges): B {
  const reseating = reseatings.find(({ bookingId }) => bookingId === booking.id);
  return reseating ? atTables(booking, reseating) : booking;
}

/**
 * The re-seated bookings of an amendment, as they are after it. `before` tells one by its id.
 *
 * @throws Error when it knows none of that id: a rule moves what its snapshot shows, and nothing else
 */
export function allReseated<B extends Seated>(
  { reseatings = [] }: BookingChanges,
  before: (bookingId: string) => B | undefined,
): readonly B[] {
  return reseatings.map((reseating) => {
    const booking = before(reseating.bookingId);
    if (!booking) throw new Error(`a booking to be re-seated is not in the snapshot: ${reseating.bookingId}`);
    return atTables(booking, reseating);
  });
}

/** A booking, as the diary shows it or whole. */
type Seated = Pick<DiaryBooking, 'id' | 'tables'> & Partial<Pick<Booking, 'history'>>;

function atTables<B extends Seated>(booking: B, { tables, entry }: Reseating): B {
  const { history } = booking;
  return { ...booking, tables, ...(history && { history: lengthened(history, entry) }) };
}

function isNamed(booking: Booking, name: DiaryScope['named']): boolean {
  if (name === null) return false;
  return 'bookingId' in name ? booking.id === name.bookingId : booking.idempotencyKey === name.idempotencyKey;
}
