/** The sensible actions on a booking, for buttons. The rules of `decide.ts` decide; this only omits what they reject. */
import { currentServiceDate } from '../location/service-day.ts';
import type { Location } from '../location/location.ts';
import { type Booking, isLive, isSeated } from './booking.ts';
import { beforeReversal } from './decide-reversal.ts';

/** The actions of staff on a booking. */
export const BOOKING_ACTIONS = [
  'arrive',
  'seat',
  'leave',
  'extend',
  'move',
  'assign',
  'pin',
  'unpin',
  'edit',
  'no_show',
  'cancel',
  'take_back_arrived',
  'take_back_seated',
  'undo',
  'revert',
] as const;
/** One of {@link BOOKING_ACTIONS}. */
export type PossibleAction = (typeof BOOKING_ACTIONS)[number];

/**
 * The possible actions on a booking at this moment, in the order of {@link BOOKING_ACTIONS}. The booking's state allows each of them; the step itself
 * decides whether a table is free.
 */
export function possibleActions(
  booking: Booking,
  location: Location,
  nowMs: number,
): readonly PossibleAction[] {
  const can = isLive(booking) ? liveActions(booking, location, nowMs) : endedActions(booking, nowMs);
  return BOOKING_ACTIONS.filter((action) => can[action] === true);
}

type Can = Readonly<Partial<Record<PossibleAction, boolean>>>;

function liveActions(booking: Booking, location: Location, nowMs: number): Can {
  const { startMs, blockedUntilMs, serviceDate, tables, pinned, visit } = booking;
  const sits = isSeated(booking);
  const isThere = sits || visit.arrivedMs !== null;
  const isToday = startMs <= nowMs || serviceDate <= currentServiceDate(location, nowMs);
  const isExpected = isToday && blockedUntilMs > nowMs;
  return {
    arrive: isExpected && !isThere,
    seat: sits ? tables.length === 0 : isExpected,
    leave: isThere || startMs <= nowMs,
    extend: true,
    move: true,
    assign: true,
    pin: !pinned && tables.length > 0,
    unpin: pinned,
    edit: !isErased(booking),
    no_show: !isThere && startMs <= nowMs,
    cancel: !sits,
    take_back_arrived: isThere && !sits,
    take_back_seated: sits,
    revert: beforeReversal(booking, nowMs) !== null,
  };
}

function endedActions(booking: Booking, nowMs: number): Can {
  const isOver = booking.status === 'completed' || booking.status === 'no_show';
  return { undo: isOver, edit: !isErased(booking), revert: beforeReversal(booking, nowMs) !== null };
}

function isErased({ guest }: Booking): boolean {
  return guest.name === '';
}
