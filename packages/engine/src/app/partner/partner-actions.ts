import type { DayAvailability } from '../../core/seating/availability.ts';
import type { BatchRange } from '../../core/seating/batch.ts';
import type { Alternatives } from '../../core/booking/alternatives.ts';
import type { BookingInput, MoveRequest } from '../../core/booking/booking-request.ts';
import type { Booking } from '../../core/booking/booking.ts';
import type { BookOutcome, ChangeOutcome } from '../../core/booking/decide.ts';
import type { Hold, HoldOutcome, HoldRequest } from '../../core/booking/hold.ts';
import type { JoinedWaiting, Waiting, WaitingInput } from '../../core/booking/waiting.ts';
import type { ErrorCode } from '../../core/errors.ts';
import type { Location } from '../../core/location/location.ts';
import type { Menu } from '../../core/location/menu.ts';
import type { PartnerCaller } from '../../core/access/policy.ts';
import type { RateStats } from '../../ports/rate-limiter.ts';
import { countRequest } from './authenticate.ts';
import { alternativesToCreate, alternativesToMove, type RefusedTime } from '../alternatives.ts';
import { cancelBooking, moveOwnBooking } from '../change-booking.ts';
import type { App } from '../context.ts';
import { createBooking } from './create-booking.ts';
import { type BookingList, type BookingListRequest, listOwnBookings } from './list-bookings.ts';
import { readMenu } from '../menus.ts';
import {
  type DayRequest,
  type LocationAvailability,
  type RangeAvailability,
  readAvailability,
  readAvailabilityBatch,
} from './read-availability.ts';
import {
  alternativesToConfirm,
  type ConfirmInput,
  confirmHoldOf,
  createHoldAt,
  releaseHoldOf,
} from '../holds.ts';
import { joinWaitlist, leaveWaitlist, readWaiting } from '../waitlist.ts';
import {
  type AvailabilitySearch,
  type FoundAvailability,
  searchAvailability,
} from './search-availability.ts';
import { readBooking } from '../read-booking.ts';
import { visibleLocation } from '../read-location.ts';

/**
 * The operations of a booking partner, with one of its keys. Each method throws a `BookingError`: `missing_scope` for a key without the scope
 * (§5.4), `location_forbidden` for a location that is unknown or not on its list (§5.5), `unavailable` if the storage is unavailable.
 */
export interface PartnerActions {
  /**
   * Counts a request against the rate limit of the API key (D17), and returns its status. The caller of this method must reject requests that are not
   * allowed.
   */
  countRequest(): Promise<RateStats>;
  /**
   * A location that the key can see.
   *
   * @param locationId a UUID, in any case; `invalid_request` for any other text
   * @param unknown the error code for an unknown location (D15); default `location_forbidden`
   */
  readLocation(locationId: string, unknown?: ErrorCode): Promise<Location>;
  /**
   * The slots of one service date for one party size, in order of time, each available or with the reason why it is not (§4.1). At most 8
   * seconds old (D7). `invalid_request` for an invalid date or a size below 1.
   */
  readAvailability(locationId: string, request: DayRequest): Promise<LocationAvailability<DayAvailability>>;
  /**
   * Up to 92 days for up to 12 party sizes, each from 1 to 50 (§4.2). A day and size without a free slot is omitted (D1); each entry equals the
   * answer of {@link readAvailability}. `invalid_request` beyond the limits of §4.2.1.
   */
  readAvailabilityBatch(locationId: string, range: BatchRange): Promise<RangeAvailability>;
  /**
   * The nearest available slots at up to 50 locations (D34), at most five for each, in the order of the request. Each is a slot of
   * {@link readAvailability}, and costs as much. `location_forbidden` when a location is not on the location list or does not exist, with its place as
   * `path`; `invalid_request` beyond 1 to 50.
   */
  searchAvailability(search: AvailabilitySearch): Promise<readonly FoundAvailability[]>;
  /**
   * Books a table for a party (§4.3): `booked`; `replayed` when the idempotency key is known, with the booking made under it (D10); or `refused`
   * with the reason. `invalid_request` for a malformed request (D8, D11). After `unavailable`, the booking can exist or not: repeat the request
   * with the same idempotency key.
   */
  createBooking(locationId: string, request: BookingInput): Promise<BookOutcome>;
  /**
   * Other times for a rejected booking, unless its reason was `party_size` (D31). Each was available when it was computed. The search is limited to a
   * fixed number of steps. Days come from this process's cache, at most 8 seconds old (D7).
   */
  alternatives(locationId: string, refused: RefusedTime): Promise<Alternatives>;
  /**
   * Moves a booking that {@link readBooking} finds to another time, size or both (D32), within the partner's limits: tables offered online, lead
   * time, horizon, pacing. Omitted fields are unchanged. `unchanged` when the booking already has these values; `refused` with the reason leaves it
   * as it was. Repeating has no further effect. `not_movable` for a booking that is cancelled or over, or whose party has arrived; `invalid_request`
   * for a size below 1.
   */
  moveBooking(bookingId: string, request: MoveRequest): Promise<ChangeOutcome>;
  /**
   * Other times for a rejected {@link moveBooking}, unless its reason was `party_size` (D31). The booking does not block its own tables. As
   * {@link alternatives}.
   */
  alternativesToMove(bookingId: string, refused: MoveRequest): Promise<Alternatives>;
  /** A booking of this partner at a location on the key's list; `booking_not_found` for any other, `location_list_missing` for a key without a list (§4.4, §5.6). */
  readBooking(bookingId: string): Promise<Booking>;
  /**
   * The partner's bookings at the locations of the key's list, in the order of their last change, oldest first (D33). A caller that continues with
   * `nextCursor` misses no change, and gets a booking again only after another change, also during new bookings. `location_list_missing` for a key
   * without a list; `invalid_request` for an invalid cursor and a limit beyond 1 to 200.
   */
  listBookings(request: BookingListRequest): Promise<BookingList>;
  /** Cancels a booking that {@link readBooking} finds. Idempotent; `not_cancellable` when the visit is over (§4.5). */
  cancelBooking(bookingId: string): Promise<ChangeOutcome>;
  /**
   * Holds tables for an undecided guest (D35): `held`; `replayed` when the idempotency key is known; or `refused` with the reason. No message is
   * sent. Throws `too_many_holds` when the API key has ten live holds and offers at the location (D47).
   */
  createHold(locationId: string, request: HoldRequest): Promise<HoldOutcome>;
  /**
   * Makes a booking of a hold or an offer of this partner (D35): `booked`; `replayed` when it was made before. It is `refused` when another party has the
   * tables. Throws `hold_not_found` for any other hold.
   */
  confirmHold(holdId: string, guest: ConfirmInput): Promise<BookOutcome>;
  /** Other times for a rejected confirmation, like {@link alternatives} (D31). */
  alternativesToConfirm(holdId: string): Promise<Alternatives>;
  /** Releases a hold of this partner. Idempotent. */
  releaseHold(holdId: string): Promise<Hold>;
  /**
   * Adds a party to the waitlist of a date (D36); if a table is free, it is offered immediately. A known idempotency key is answered with its entry
   * in the current state. `invalid_request` for a window without a bookable time; `waitlist_full` and `already_waiting` beyond the limits of D47.
   */
  joinWaitlist(locationId: string, entry: WaitingInput): Promise<JoinedWaiting>;
  /** An entry of this partner; `waitlist_entry_not_found` for any other. */
  readWaiting(waitingId: string): Promise<Waiting>;
  /** Removes a party from the waitlist and releases its offer; an accepted booking is unchanged. */
  leaveWaitlist(waitingId: string): Promise<Waiting>;
  /** The menu of a location; `location_not_found` also if it has none (§4.6, D15). */
  readMenu(locationId: string): Promise<{
    /** The location of the menu. */
    readonly location: Location;
    /** Its menu. */
    readonly menu: Menu;
  }>;
}

/** The actions of one engine. After a request has read its location, its other calls use that reading. */
export function partnerActions(
  app: App,
): (caller: PartnerCaller, options?: Pick<PartnerCaller, 'subject'>) => PartnerActions {
  return (known, { subject } = {}) => {
    const caller = subject === undefined ? known : { ...known, subject };
    let seen: Location | undefined;
    const at = (locationId: string): string | Location => (locationId === seen?.id ? seen : locationId);
    return {
      countRequest: () => countRequest(app, caller),
      readLocation: async (locationId, unknown) =>
        (seen = await visibleLocation(app, caller, locationId, unknown)),
      readAvailability: (locationId, request) => readAvailability(app, caller, at(locationId), request),
      readAvailabilityBatch: (locationId, range) => readAvailabilityBatch(app, caller, at(locationId), range),
      searchAvailability: (search) => searchAvailability(app, caller, search),
      createBooking: (locationId, request) => createBooking(app, caller, at(locationId), request),
      alternatives: (locationId, refused) => alternativesToCreate(app, caller, locationId, refused),
      moveBooking: (bookingId, request) => moveOwnBooking(app, caller, bookingId, request),
      alternativesToMove: (bookingId, refused) => alternativesToMove(app, caller, bookingId, refused),
      readBooking: (bookingId) => readBooking(app, caller, bookingId),
      listBookings: (request) => listOwnBookings(app, caller, request),
      cancelBooking: (bookingId) => cancelBooking(app, caller, bookingId),
      createHold: (locationId, request) => createHoldAt(app, caller, locationId, request),
      confirmHold: (holdId, guest) => confirmHoldOf(app, caller, holdId, guest),
      alternativesToConfirm: (holdId) => alternativesToConfirm(app, caller, holdId),
      releaseHold: (holdId) => releaseHoldOf(app, caller, holdId),
      joinWaitlist: (locationId, entry) => joinWaitlist(app, caller, locationId, entry),
      readWaiting: (waitingId) => readWaiting(app, caller, waitingId),
      leaveWaitlist: (waitingId) => leaveWaitlist(app, caller, waitingId),
      readMenu: (locationId) => readMenu(app, caller, locationId),
    };
  };
}
