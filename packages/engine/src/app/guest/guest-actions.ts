import type { Alternatives } from '../../core/booking/alternatives.ts';
import type { MoveRequest } from '../../core/booking/booking-request.ts';
import type { BookOutcome, ChangeOutcome } from '../../core/booking/decide.ts';
import type { HeldMove, HoldMoveOutcome } from '../../core/booking/move-hold.ts';
import type { Waiting } from '../../core/booking/waiting.ts';
import type { App } from '../context.ts';
import {
  alternativesAsGuest,
  cancelAsGuest,
  confirmAddress,
  editAsGuest,
  type GuestView,
  moveAsGuest,
  openGuestLink,
  type OwnEdit,
} from './guest-link.ts';
import { acceptOffer, type GuestWaiting, leaveAsGuest, openWaiting } from './guest-waiting.ts';
import { endingMoveHolds, heldMoveOf, holdMoveAsGuest, releaseMoveOf } from './move-holds.ts';
import { type GuestTimes, guestTimes, type GuestWish } from './guest-times.ts';

/**
 * The actions of a guest with the link of an e-mail (D27). Each method throws `link_unknown` when the link does not belong to a booking or a
 * waitlist entry.
 */
export interface GuestActions {
  /** The booking of the link, in any state. */
  open(): Promise<GuestView>;
  /**
   * The party sizes, dates and times to which the guest can move the booking. The location's rules accept exactly the listed ones. At most 8 seconds
   * old (D7). `invalid_request` for an invalid date or a size below 1.
   *
   * @param wish the date and party size to show; omitted fields default to those of the booking
   */
  times(wish?: GuestWish): Promise<GuestTimes>;
  /**
   * Moves the booking to a time or size that partners could book too. If that fails, the booking is unchanged; `too_late` after the change deadline
   * (D12).
   */
  move(request: MoveRequest): Promise<ChangeOutcome>;
  /**
   * Holds the tables of a {@link move} for five minutes, so that they stay available while the guest decides (D35). The booking is unchanged; an
   * earlier hold for it is released. Repeating the same choice has no further effect, and after 10 holds within an hour no further hold is made.
   * `too_late` as for a move.
   */
  holdMove(request: MoveRequest): Promise<HoldMoveOutcome>;
  /** The hold for a move of the booking; null if there is none or it has expired. */
  heldMove(): Promise<HeldMove | null>;
  /** Releases the hold for a move of the booking. Repeating has no further effect. */
  releaseMove(): Promise<void>;
  /**
   * Other times for a rejected {@link move}, unless its reason was `party_size` (D31): times that partners could book too. The booking does not
   * block its own tables.
   */
  alternatives(request: MoveRequest): Promise<Alternatives>;
  /**
   * Changes name, phone or notes (D42); omitted fields are unchanged. `too_late` after the change deadline, `conflict` for a booking that is
   * cancelled or over, `invalid_request` for a blank name or a text that is too long (D11).
   */
  edit(edit: OwnEdit): Promise<ChangeOutcome>;
  /** The waitlist entry of the link (D36), in any state. */
  waiting(): Promise<GuestWaiting>;
  /**
   * Accepts the offered table: `booked`; `replayed` when it was accepted before; `refused` when another party has the table by now. Throws `conflict`
   * without an offer, or when the guest has left the waitlist.
   */
  acceptOffer(): Promise<BookOutcome>;
  /** Removes the party from the waitlist and releases its offer. Repeating has no further effect; an accepted booking is unchanged. */
  leaveWaitlist(): Promise<Waiting>;
  /** Records that the guest uses a link that was sent to the e-mail address of a booking of the booking page (D52). Repeating has no further effect. */
  confirmAddress(): Promise<void>;
  /** Cancels the booking; `too_late` after the change deadline (D12). Idempotent. */
  cancel(): Promise<ChangeOutcome>;
}

export function guestActions(app: App, token: string): GuestActions {
  const used = async (changing: Promise<ChangeOutcome>): Promise<ChangeOutcome> => {
    const outcome = await changing;
    await confirmAddress(app, token);
    return outcome;
  };
  return {
    open: () => openGuestLink(app, token),
    times: (wish) => guestTimes(app, token, wish),
    move: (request) => used(endingMoveHolds(app, moveAsGuest(app, token, request))),
    holdMove: (request) => holdMoveAsGuest(app, token, request),
    heldMove: () => heldMoveOf(app, token),
    releaseMove: () => releaseMoveOf(app, token),
    alternatives: (request) => alternativesAsGuest(app, token, request),
    edit: (edit) => used(editAsGuest(app, token, edit)),
    waiting: () => openWaiting(app, token),
    acceptOffer: () => acceptOffer(app, token),
    leaveWaitlist: () => leaveAsGuest(app, token),
    confirmAddress: () => confirmAddress(app, token),
    cancel: () => endingMoveHolds(app, cancelAsGuest(app, token)),
  };
}
