/** The visit as the restaurant writes it down (D12, D41). */
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

/** What becomes of the visit of a booking. */
export interface VisitActions {
  /** The party is at the door. Twice is once; `conflict` for a booking that is over, cancelled, or of another day. */
  arrive(bookingId: string): Promise<ChangeOutcome>;
  /**
   * The party sits down, and stays where it is until it has left: no re-seating moves it (D41). Before its start its tables are taken from now on;
   * whoever stands there until then is given others, or is named in `refused`. A booking without tables gets some that fit. Twice is once;
   * `conflict` as in {@link arrive}.
   *
   * @param choice other tables to be had, as in {@link BookingActions.create}
   */
  seat(bookingId: string, choice?: TableChoice): Promise<ChangeOutcome>;
  /**
   * The party has left: the tables are free from now on, also before its time, and the booking is `completed` (D12). What {@link complete} does,
   * and when. Twice is once; `conflict` for a booking that is cancelled or a no-show.
   */
  leave(bookingId: string): Promise<ChangeOutcome>;
  /**
   * The party stays longer, or not so long (D41). Who has its table next is given another; who cannot be is named in `refused`, or waits for
   * one when it is forced. `byMinutes` counts from the end that the booking has when the step is taken, so asking twice is twice as long. `conflict` for a booking that is over or cancelled, and for an end before the start or a day after it.
   */
  extend(bookingId: string, to: Extension): Promise<ChangeOutcome>;
  /** It was not this party that arrived, or was seated. What was pinned before is so still; `conflict` when the visit is over: see {@link undo}. */
  takeBack(bookingId: string, step: VisitStep): Promise<ChangeOutcome>;
  /** The party has left, nobody knows when: the tables are free from now on (D12). `conflict` for a booking that is cancelled. */
  complete(bookingId: string): Promise<ChangeOutcome>;
  /** The party never came: the tables are free from now on (D12). `conflict` for a booking that is cancelled, or whose party sits. */
  markNoShow(bookingId: string): Promise<ChangeOutcome>;
  /**
   * Takes `completed` or `no_show` back (D12), and that the party has left: at its own tables if they are still free, at others if not; `refused`
   * when there are none. A party that sat is at its own again, and who was given them since at others; else `refused`, with those in the way.
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
