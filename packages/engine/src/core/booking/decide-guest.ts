/** Decisions of a guest with the link of an e-mail (D12, D27); `decide.ts` has the rules for all callers. */
import { overlaps } from '../instant.ts';
import { type Booking, found, type Guest, isLive, toDiary } from './booking.ts';
import { goalOf, type MoveRequest } from './booking-request.ts';
import { type BookingContext, changed, type ChangeOutcome, MOVE } from './decide.ts';
import { move } from './decide-move.ts';
import { edit } from './decide-edit.ts';
import { type DiaryBooking, heldBy, type Rule } from './diary.ts';
import { BookingError } from '../errors.ts';
import { mayGuestChange } from './guest-stage.ts';

/** A rule for the guest, before the change deadline (D12) and while the link is valid: a corrected e-mail address invalidates it. */
export function byGuest<R>(at: BookingContext, link: Booking['manageTokenHash'], rule: Rule<R>): Rule<R> {
  return (snapshot) => {
    const booking = found(snapshot.named);
    if (booking.manageTokenHash !== link) throw new BookingError('link_unknown');
    if (isLive(booking) && !mayGuestChange(at.location, booking, at.window.nowMs))
      throw new BookingError('too_late');
    return rule(snapshot);
  };
}

/** The booking's e-mail address is confirmed: its limits no longer count it (D52). */
export const addressConfirmed: Rule<null> = ({ named }) => {
  const booking = found(named);
  const { visitor } = booking;
  if (!visitor || visitor.isConfirmed) return { result: null };
  return { result: null, booking: { ...booking, visitor: { ...visitor, network: null, isConfirmed: true } } };
};

/** A place that is held for the move of a booking (D46). */
export type PromisedMove = Pick<
  Booking,
  'serviceDate' | 'startMs' | 'endMs' | 'blockedUntilMs' | 'partySize' | 'tables'
>;

/** A move by the guest. If the present plan rejects it and its place is held, the booking gets that place, as promised before the plan changed (D46). */
export function moveAsPromised(
  at: BookingContext,
  request: MoveRequest,
  promised: PromisedMove | null,
): Rule<ChangeOutcome> {
  const rule = move(at, request, 'online');
  return (snapshot) => {
    const amendment = rule(snapshot);
    const booking = found(snapshot.named);
    const to = goalOf(booking, request);
    const isPromised = promised?.startMs === to.startMs && promised.partySize === to.partySize;
    if (!isPromised || amendment.result.kind !== 'refused' || to.startMs <= at.window.nowMs) return amendment;
    const moved = { ...booking, ...promised, pinned: booking.pinned && booking.tables.length > 0 };
    return areFree(snapshot.bookings, moved) ? changed(moved, MOVE, at) : amendment;
  };
}

/** Whether no other booking has tables of this one at its time. */
function areFree(bookings: readonly DiaryBooking[], booking: Booking): boolean {
  const held = heldBy(toDiary(booking));
  return !bookings.some(
    (other) =>
      other.id !== booking.id &&
      overlaps(heldBy(other), held) &&
      other.tables.some((table) => booking.tables.includes(table)),
  );
}

/** The fields that a guest can change (D42): not the e-mail address, to which the link was sent. */
export type OwnFields = Partial<Pick<Guest, 'name' | 'phone' | 'notes'>>;

/** Changes these fields of a confirmed booking. */
export function editOwn(at: BookingContext, wanted: OwnFields): Rule<ChangeOutcome> {
  const rule = edit(at, wanted, null);
  return (snapshot) => {
    const { status } = found(snapshot.named);
    if (status !== 'confirmed')
      throw new BookingError(
        'conflict',
        `a booking that is ${status} cannot be changed by its guest: ask the restaurant`,
      );
    return rule(snapshot);
  };
}
