import type { Alternatives } from '../../core/booking/alternatives.ts';
import type { MoveRequest } from '../../core/booking/booking-request.ts';
import type { BookOutcome, ChangeOutcome } from '../../core/booking/decide.ts';
import type { HeldMove, HoldMoveOutcome } from '../../core/booking/move-hold.ts';
import type { Waiting } from '../../core/booking/waiting.ts';
import type { App } from '../context.ts';
import {
  alternativesAsGuest,
  cancelAsGuest,
  editAsGuest,
  type GuestView,
  moveAsGuest,
  openGuestLink,
  type OwnEdit,
} from './guest-link.ts';
import { acceptOffer, type GuestWaiting, leaveAsGuest, openWaiting } from './guest-waiting.ts';
import { endingMoveHolds, heldMoveOf, holdMoveAsGuest, releaseMoveOf } from './move-holds.ts';
import { type GuestTimes, guestTimes, type GuestWish } from './guest-times.ts';

/** What a guest may do with the link of a mail (D27). Each method throws `link_unknown` when no booking, or no waiting entry, has such a link. */
export interface GuestActions {
  /** The booking behind the link; one that is cancelled or over is shown as what it is. */
  open(): Promise<GuestView>;
  /**
   * To which sizes, dates and times the guest can move the booking: nothing that is listed is refused by the location's rules, and nothing that is
   * not is taken. At most 8 seconds old (D7). `invalid_request` for a date that is none or a size below 1.
   *
   * @param wish what the guest would like to look at; what is left out is as it is booked
   */
  times(wish?: GuestWish): Promise<GuestTimes>;
  /**
   * Moves the booking to what partners could book too. Succeeds whole, or the booking stays as it was; `too_late` after the location's
   * cut-off (D12).
   */
  move(request: MoveRequest): Promise<ChangeOutcome>;
  /**
   * Holds what a {@link move} needs for five minutes, so that what the guest has chosen is not refused while she reads (D35). The booking stays as it
   * is; what was held for it before is given up. Holds nothing new for the same choice, and nothing after 10 times within an hour. `too_late` as a
   * move.
   */
  holdMove(request: MoveRequest): Promise<HoldMoveOutcome>;
  /** What is held for a move of the booking; null for nothing, also when it has lapsed. */
  heldMove(): Promise<HeldMove | null>;
  /** Gives up what is held for a move of the booking. Doing it twice is doing it once. */
  releaseMove(): Promise<void>;
  /**
   * Other times for a {@link move} that was refused, unless its reason was `party_size` (D31): what partners could book too, the place of this
   * booking itself included.
   */
  alternatives(request: MoveRequest): Promise<Alternatives>;
  /**
   * Changes name, phone or notes (D42); what is left out stays. `too_late` after the location's cut-off, `conflict` for a booking that does not
   * stand any more, `invalid_request` for a blank name or a text that is too long (D11).
   */
  edit(edit: OwnEdit): Promise<ChangeOutcome>;
  /** The waiting entry behind the link (D36); one that is over is shown as what it is. */
  waiting(): Promise<GuestWaiting>;
  /**
   * Takes the table that is offered to who waits: `booked`; `replayed` when it was taken before; `refused` when it is somebody else's by now. Throws
   * `conflict` when nothing was offered, or the guest has left the line.
   */
  acceptOffer(): Promise<BookOutcome>;
  /** Leaves the line, and gives up what is offered. Doing it twice is doing it once; a booking that was made of it stays. */
  leaveWaitlist(): Promise<Waiting>;
  /** Cancels the booking; `too_late` after the location's cut-off (D12). Doing it twice is doing it once. */
  cancel(): Promise<ChangeOutcome>;
}

export function guestActions(app: App, token: string): GuestActions {
  return {
    open: () => openGuestLink(app, token),
    times: (wish) => guestTimes(app, token, wish),
    move: (request) => endingMoveHolds(app, moveAsGuest(app, token, request)),
    holdMove: (request) => holdMoveAsGuest(app, token, request),
    heldMove: () => heldMoveOf(app, token),
    releaseMove: () => releaseMoveOf(app, token),
    alternatives: (request) => alternativesAsGuest(app, token, request),
    edit: (edit) => editAsGuest(app, token, edit),
    waiting: () => openWaiting(app, token),
    acceptOffer: () => acceptOffer(app, token),
    leaveWaitlist: () => leaveAsGuest(app, token),
    cancel: () => endingMoveHolds(app, cancelAsGuest(app, token)),
  };
}
