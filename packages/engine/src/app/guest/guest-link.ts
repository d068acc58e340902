import { assertPartySize } from '../../core/fields.ts';
import type { Alternatives } from '../../core/booking/alternatives.ts';
import { type Booking, isLive } from '../../core/booking/booking.ts';
import { goalOf, type MoveRequest } from '../../core/booking/booking-request.ts';
import type { ChangeOutcome } from '../../core/booking/decide.ts';
import { cancel } from '../../core/booking/decide-move.ts';
import { type GuestEdit, soundEdit } from '../../core/booking/decide-edit.ts';
import { addressConfirmed, byGuest, editOwn, moveAsPromised } from '../../core/booking/decide-guest.ts';
import { heldBy } from '../../core/booking/diary.ts';
import { BookingError } from '../../core/errors.ts';
import { tableAccessOf } from '../../core/location/floor-plan.ts';
import type { Author } from '../../core/booking/history.ts';
import { sequenceOf } from '../../core/booking/guest-mail.ts';
import { changeableUntilMs, type GuestStage, guestStageOf } from '../../core/booking/guest-stage.ts';
import type { PolicyCaller } from '../../core/location/admission.ts';
import type { Location } from '../../core/location/location.ts';
import { idInToken, isTokenOf } from '../../core/access/secret.ts';
import { findAlternatives } from '../alternatives.ts';
import { findBooking } from '../read-booking.ts';
import { changeAs, stepOnBooking } from '../change-booking.ts';
import { isMailedToken } from '../guest-tokens.ts';
import type { App } from '../context.ts';
import { GUEST } from '../policies.ts';
import { promisedMoveOf } from './held-move.ts';

/** The view of a guest with a manage link. */
export interface GuestView {
  /** The booking in its current state. */
  readonly booking: Booking;
  /** Its location. */
  readonly location: Location;
  /** The changes that the guest can still make: `changeable` until {@link changeableUntilMs}. */
  readonly stage: GuestStage;
  /** The change deadline (D12): before it, the guest can move and cancel a confirmed booking. */
  readonly changeableUntilMs: number;
  /** The `SEQUENCE` of the calendar entry, as in the latest e-mail. */
  readonly sequence: number;
  /** The link was sent by e-mail, and {@link GuestActions.confirmAddress} would confirm that the address is the guest's (D52). */
  readonly confirmsAddress: boolean;
}

/** The booking of a manage link (D27), in any state. Throws `link_unknown` for an unknown link. */
export async function openGuestLink(app: App, token: string): Promise<GuestView> {
  const bookingId = idInToken(token);
  const booking = bookingId === null ? null : await findBooking(app, bookingId, null);
  const isMailed = booking !== null && isMailedToken(app, booking, token);
  if (!booking || (!isMailed && !isTokenOf(token, booking.manageTokenHash)))
    throw new BookingError('link_unknown');
  return viewOf(app, booking, isMailed);
}

export async function viewOf(app: App, booking: Booking, isMailed = false): Promise<GuestView> {
  const location = await app.locationCache.location(booking.locationId);
  if (!location) throw new BookingError('link_unknown');
  return {
    booking,
    location,
    stage: guestStageOf(location, booking, app.clock.nowMs()),
    changeableUntilMs: changeableUntilMs(location, booking),
    sequence: sequenceOf(booking),
    confirmsAddress: isMailed && isLive(booking) && booking.visitor?.isConfirmed === false,
  };
}

/** Records that the guest uses a link that was sent to the e-mail address (D52). */
export async function confirmAddress(app: App, token: string): Promise<void> {
  const { booking, confirmsAddress } = await openGuestLink(app, token);
  if (!confirmsAddress) return;
  await stepOnBooking(app, { read: booking, by: 'guest' }, () => addressConfirmed);
}

/** A guest who changes a booking: with its link, or through an assistant. */
export interface GuestChanger {
  readonly author: Author;
  readonly policyCaller: PolicyCaller;
}

/** With the link of an e-mail. */
const BY_LINK: GuestChanger = { author: 'guest', policyCaller: GUEST };

/** Cancels as the guest; `too_late` after the change deadline. Idempotent. */
export async function cancelAsGuest(app: App, token: string): Promise<ChangeOutcome> {
  return cancelOwn(app, (await openGuestLink(app, token)).booking, BY_LINK);
}

export function cancelOwn(app: App, booking: Booking, { author }: GuestChanger): Promise<ChangeOutcome> {
  return changeAs(app, { by: 'guest', author, read: booking }, (at) =>
    byGuest(at, booking.manageTokenHash, cancel(at)),
  );
}

/** Moves to a place that partners can book or that is held for the move (D46); `too_late` after the change deadline. */
export async function moveAsGuest(app: App, token: string, request: MoveRequest): Promise<ChangeOutcome> {
  return moveOwn(app, (await openGuestLink(app, token)).booking, request, BY_LINK);
}

export async function moveOwn(
  app: App,
  booking: Booking,
  request: MoveRequest,
  { author, policyCaller }: GuestChanger,
): Promise<ChangeOutcome> {
  if (request.partySize !== undefined) assertPartySize('partySize', request.partySize);
  const promised = await promisedMoveOf(app, booking);
  const goal = { request, ...(promised && { extent: () => heldBy(promised) }) };
  return changeAs(app, { by: 'guest', author, read: booking, policyCaller, ...goal }, (at) =>
    byGuest(at, booking.manageTokenHash, moveAsPromised(at, request, promised)),
  );
}

/** The guest data of a booking that the guest can change (D42). An omitted field is unchanged; null or a blank text removes it. */
export type OwnEdit = Pick<GuestEdit, 'name' | 'phone' | 'notes'>;

/** Changes only name, phone and notes; `too_late` after the change deadline. */
export async function editAsGuest(app: App, token: string, given: OwnEdit): Promise<ChangeOutcome> {
  const { name, phone, notes } = given;
  const wanted = soundEdit({
    ...(name !== undefined && { name }),
    ...(phone !== undefined && { phone }),
    ...(notes !== undefined && { notes }),
  });
  const { booking } = await openGuestLink(app, token);
  return changeAs(app, { by: 'guest', read: booking }, (at) =>
    byGuest(at, booking.manageTokenHash, editOwn(at, wanted)),
  );
}

/** Other times for a rejected move of the guest (D31); empty after the change deadline. */
export async function alternativesAsGuest(
  app: App,
  token: string,
  request: MoveRequest,
): Promise<Alternatives> {
  const { booking, location, stage } = await openGuestLink(app, token);
  if (stage !== 'changeable') return { startsMs: [], nextAvailable: null };
  const to = goalOf(booking, request);
  return findAlternatives(app, location, {
    ...to,
    tableAccess: tableAccessOf('online', booking.area),
    moved: booking,
    policyCaller: GUEST,
  });
}
