/** Records of the visit (D12, D41). */
import { satDownMs } from '../../core/booking/booking.ts';
import type { HouseCaller } from '../../core/access/policy.ts';
import type { TableChoice } from '../../core/booking/booking-request.ts';
import type { ChangeOutcome } from '../../core/booking/decide.ts';
import {
  arrive,
  extend,
  extendedEndMs,
  type Extension,
  finish,
  leave,
  seat,
  takeBack,
  undo,
  type VisitStep,
} from '../../core/booking/decide-visit.ts';
import { startOfMinute } from '../../core/instant.ts';
import { changeByHouse, type Extent, type RuleFor } from '../change-booking.ts';
import type { App } from '../context.ts';

/** Actions on the visit of a booking. */
export interface VisitActions {
  /** Records that the party has arrived. Repeating has no further effect; `conflict` for a booking that is over, cancelled, or of another day. */
  arrive(bookingId: string): Promise<ChangeOutcome>;
  /**
   * Seats the party. It keeps its tables until it leaves: re-seating does not move it (D41). Before the booked start its tables are taken from now
   * on; bookings on them until the start get other tables, or are listed in `refused`. A booking without tables gets suitable ones. Repeating has no
   * further effect; `conflict` as in {@link arrive}.
   *
   * @param choice other available tables, as in {@link BookingActions.create}
   */
  seat(bookingId: string, choice?: TableChoice): Promise<ChangeOutcome>;
  /**
   * Records that the party has left: the tables are free from now on, even before the booked end, and the booking is `completed` (D12). It combines
   * {@link complete} with the time. Repeating has no further effect; `conflict` for a booking that is cancelled or a no-show.
   */
  leave(bookingId: string): Promise<ChangeOutcome>;
  /**
   * Makes the visit longer or shorter (D41). The next bookings of the table get other tables; those that cannot are listed in `refused`, or stay
   * without a table when it is forced. `byMinutes` counts from the end that the booking has when the step runs, so a repeated request counts again.
   * `conflict` for a booking that is over or cancelled, and for an end before the start or a day after it.
   */
  extend(bookingId: string, to: Extension): Promise<ChangeOutcome>;
  /** Undoes a wrong arrival or seating. A booking that was pinned before stays pinned; `conflict` when the visit is over: see {@link undo}. */
  takeBack(bookingId: string, step: VisitStep): Promise<ChangeOutcome>;
  /** Records that the party has left at an unknown time: the tables are free from now on (D12). `conflict` for a cancelled booking. */
  complete(bookingId: string): Promise<ChangeOutcome>;
  /** Records a no-show: the tables are free from now on (D12). `conflict` for a booking that is cancelled, or whose party is seated. */
  markNoShow(bookingId: string): Promise<ChangeOutcome>;
  /**
   * Undoes `completed` or `no_show` (D12), or a recorded leaving: the booking gets its tables if they are still free, otherwise others;
   * `refused` when no table is free. A party that was seated returns to its former tables, and later bookings there get others; otherwise
   * `refused`, with the bookings that prevent it.
   */
  undo(bookingId: string): Promise<ChangeOutcome>;
}

export function visitActions(app: App, caller: HouseCaller): VisitActions {
  const change = (bookingId: string, ruleFor: RuleFor, extent?: Extent): Promise<ChangeOutcome> =>
    changeByHouse(app, caller, bookingId, ruleFor, extent);
  return {
    arrive: (bookingId) => change(bookingId, arrive),
    seat: (bookingId, choice) =>
      change(
        bookingId,
        (at) => seat(at, choice),
        ({ startMs, blockedUntilMs }, nowMs) => ({
          startMs: Math.min(startMs, startOfMinute(nowMs)),
          endMs: blockedUntilMs,
        }),
      ),
    leave: (bookingId) => change(bookingId, leave),
    extend: (bookingId, to) =>
      change(
        bookingId,
        (at) => extend(at, to),
        (booking, nowMs) => {
          const { startMs, endMs, blockedUntilMs } = booking;
          return { startMs, endMs: blockedUntilMs + Math.max(0, extendedEndMs(booking, to, nowMs) - endMs) };
        },
      ),
    takeBack: (bookingId, step) => change(bookingId, () => takeBack(step)),
    complete: (bookingId) => change(bookingId, (at) => finish(at, 'completed')),
    markNoShow: (bookingId) => change(bookingId, (at) => finish(at, 'no_show')),
    undo: (bookingId) =>
      change(bookingId, undo, (booking) => ({
        startMs: satDownMs(booking),
        endMs: booking.blockedUntilMs,
      })),
  };
}
