import type { HouseCaller, LocationCaller } from '../../core/access/policy.ts';
import type { DayAvailability } from '../../core/seating/availability.ts';
import type { BatchRange } from '../../core/seating/batch.ts';
import type { Alternatives } from '../../core/booking/alternatives.ts';
import type {
  BookingInput,
  CreateOptions,
  MoveRequest,
  TableChoice,
} from '../../core/booking/booking-request.ts';
import type { Booking } from '../../core/booking/booking.ts';
import type { BookOutcome, ChangeOutcome } from '../../core/booking/decide.ts';
import type { DaySheet } from '../../core/timeline/day-sheet.ts';
import type { LocalDate } from '../../core/local-date.ts';
import { alternativesToCreate, alternativesToMove, type RefusedTime } from '../alternatives.ts';
import type { GuestEdit } from '../../core/booking/decide-edit.ts';
import { editBooking } from '../operator/edit-booking.ts';
import { assignTables, cancelBooking, moveBooking, pinBooking } from '../change-booking.ts';
import type { App } from '../context.ts';
import { createBooking } from '../partner/create-booking.ts';
import {
  type DayRequest,
  type LocationAvailability,
  type RangeAvailability,
  readAvailability,
  readAvailabilityBatch,
} from '../partner/read-availability.ts';
import {
  bookingPages,
  type BookingSelection,
  listBookings,
  readBooking,
  unconfirmedBookings,
  unseatedBookings,
} from '../read-booking.ts';
import { type OperatorTimes, readOperatorTimes, readTimesToMove } from '../operator/operator-times.ts';
import { type MovePreview, previewMove } from '../operator/preview-move.ts';
import {
  readTableOffers,
  readTableOffersFor,
  type TableOffers,
  type TableWish,
} from '../operator/read-table-offers.ts';
import { revertBooking } from '../operator/revert-booking.ts';
import { type BookingSearch, type FoundBookings, searchBookings } from '../operator/search-bookings.ts';
import { readDaySheet } from '../operator/read-day-sheet.ts';
import { type VisitActions, visitActions } from './visits.ts';

/**
 * Actions on one booking, named by its id. If it does not exist, or belongs to another location than the caller's, the error is `booking_not_found`.
 * If it has changed since a member of staff looked at it, the error is `changed_meanwhile` (D44).
 */
export interface KnownBookingActions extends VisitActions {
  /** Other times for a rejected move or assignment. The booking does not block its own tables. */
  alternativesToMove(bookingId: string, refused: MoveRequest, choice?: TableChoice): Promise<Alternatives>;
  /**
   * The same for a booking to be moved: the times at which {@link move} would succeed. The booking's own tables count as free; omitted fields default
   * to those of the booking. The list is empty for a party that is seated or did not arrive.
   */
  timesToMove(bookingId: string, wish?: Partial<DayRequest>, choice?: TableChoice): Promise<OperatorTimes>;
  /**
   * The tables at which a booking could be at its time: {@link assign} would have the same result. With `seatedNow`, from now on: the same as
   * for {@link VisitActions.seat}.
   */
  tableOffersFor(
    bookingId: string,
    options?: {
      /** The party is seated now. Default false. */
      readonly seatedNow?: boolean;
    },
  ): Promise<TableOffers>;
  /** One booking of any partner or of the operator. */
  read(bookingId: string): Promise<Booking>;
  /** Cancels. Idempotent; `not_cancellable` when the visit is over (§4.5). */
  cancel(bookingId: string): Promise<ChangeOutcome>;
  /**
   * Moves a booking to another time, size or both (D12, D32); omitted fields are unchanged. If the move fails, the booking is unchanged.
   *
   * @param choice available tables, as in {@link BookingActions.create}
   */
  move(bookingId: string, request: MoveRequest, choice?: TableChoice): Promise<ChangeOutcome>;
  /**
   * Assigns the chosen tables to a booking, even if other bookings have them (D38), and pins it. Guest and partner are not notified. `refused`
   * as in {@link BookingActions.create}; `conflict` for a booking that is cancelled or over.
   *
   * @param choice absent: an unseated booking (D39) gets any suitable table, with re-seating if necessary, and any other booking keeps its
   * tables
   */
  assign(bookingId: string, choice?: TableChoice): Promise<ChangeOutcome>;
  /**
   * The result that {@link move}, or {@link assign} without a time and size, would have now, with the bookings that would get other tables or
   * that prevent it. It applies the same rule to the locked diary, saves no changes and sends no messages. Throws the same errors.
   */
  preview(bookingId: string, request?: MoveRequest, choice?: TableChoice): Promise<MovePreview>;
  /**
   * Changes the guest data of a booking (D42), in every state; omitted fields are unchanged. Partners are notified if their events contain a
   * changed field. If the party is still expected, a new e-mail address gets a confirmation with a new link, and earlier links become invalid.
   *
   * Throws `invalid_request` for an invalid text (D11), and `conflict` if the guest has been erased.
   */
  edit(bookingId: string, edit: GuestEdit): Promise<ChangeOutcome>;
  /**
   * Undoes the latest change of a booking (D43). Time, size, tables, pin, end, visit and state get their previous values. Guest and partner are
   * notified if they were notified of the change. `refused` when another booking has the table now and cannot be moved. `conflict` for changes
   * that cannot be undone: an edit, re-seating, and a cancellation, unless a member of staff made it less than 15 seconds ago.
   */
  revert(bookingId: string): Promise<ChangeOutcome>;
  /** Pins a booking to its tables, or allows re-seating again (D9). */
  pin(bookingId: string, pinned: boolean): Promise<ChangeOutcome>;
}

/** The bookings of one location, of all channels. Throws `location_not_found` for an unknown location. */
export interface BookingActions extends KnownBookingActions {
  /**
   * Creates a booking, also at tables that are not offered online, for any whole minute within the hours, and without an e-mail address (D11).
   * The result is `booked`; `replayed` when the idempotency key is known; or `refused` with the reason.
   *
   * @param options the chosen tables, even if other bookings have them (D38): these get other tables, and the booking is pinned. `refused` names
   * those that cannot move. `party_size` means that the tables do not suit the party size; `force` allows that. `seated`: the party sits down
   * now (D41)
   */
  create(request: BookingInput, options?: CreateOptions): Promise<BookOutcome>;
  /**
   * Other times for a rejected booking, unless its reason was `party_size` (D31): slots of the grid, at all tables or at the chosen ones. Each was
   * available when it was computed. The search is limited to a fixed number of steps. Days come from this process's cache, at most 8 seconds old
   * (D7).
   */
  alternatives(refused: RefusedTime, choice?: TableChoice): Promise<Alternatives>;
  /**
   * The slots of one service date, from now on, for a booking by phone, at all tables or at chosen ones: those that {@link create} would accept.
   * At most 8 seconds old (D7).
   */
  times(request: DayRequest, choice?: TableChoice): Promise<OperatorTimes>;
  /**
   * The tables for a party that comes now or at another time. Every option of the plan that admits it is returned, best first, with the bookings
   * that would move or that prevent it, and until when the tables are free. {@link create} would have the same result; at most 8 seconds old
   * (D7).
   */
  tableOffers(wish: TableWish): Promise<TableOffers>;
  /**
   * Searches bookings of all dates by guest data: future bookings before past ones, nearest first. If the search exceeds the cost of one answer, the
   * answer contains the date that it reached.
   */
  search(search: BookingSearch): Promise<FoundBookings>;
  /** The bookings in every state, by start, of one service date or of all. Returns all in one list; use {@link pages} for many. */
  list(of?: {
    /** A service date; absent: all dates. */
    readonly date?: LocalDate | undefined;
  }): Promise<readonly Booking[]>;
  /**
   * The bookings by service date and start, at most some hundred at a time: in every state and of all dates unless selected. A booking that is moved
   * during the listing can appear at its old place, its new one, both or neither.
   */
  pages(of?: BookingSelection): AsyncGenerator<readonly Booking[], void>;
  /**
   * One service date for {@link timelineOf}: the plan, all its bookings, other rows that hold a table, and the current time. The default is the
   * current service date: until the restaurant closes after midnight, still that of the day before.
   */
  sheet(of?: {
    /** A service date; absent: the current one. */
    readonly date?: LocalDate | undefined;
  }): Promise<DaySheet>;
  /** The bookings without a table after a block (D39), by start: confirmed and not over. */
  unseated(): Promise<readonly Booking[]>;
  /**
   * The bookings that guests have made since this instant, in milliseconds since 1970, without a confirmed e-mail address (D52), the latest first.
   * Also those that have ended; without those of erased guests.
   */
  unconfirmed(sinceMs: number): Promise<readonly Booking[]>;
  /** The slots offered online on one service date for one party size (§4.1). */
  availability(request: DayRequest): Promise<LocationAvailability<DayAvailability>>;
  /** The same for a range of days and several party sizes (§4.2); a day and size without a free slot is omitted (D1). */
  availabilityBatch(range: BatchRange): Promise<RangeAvailability>;
}

export function knownBookingActions(app: App, caller: HouseCaller): KnownBookingActions {
  return {
    alternativesToMove: (bookingId, refused, choice) =>
      alternativesToMove(app, caller, bookingId, refused, choice),
    timesToMove: (bookingId, wish = {}, choice) => readTimesToMove(app, caller, bookingId, wish, choice),
    tableOffersFor: (bookingId, options) => readTableOffersFor(app, caller, bookingId, options),
    read: (bookingId) => readBooking(app, caller, bookingId),
    cancel: (bookingId) => cancelBooking(app, caller, bookingId),
    ...visitActions(app, caller),
    move: (bookingId, request, choice) => moveBooking(app, caller, bookingId, request, choice),
    assign: (bookingId, choice) => assignTables(app, caller, bookingId, choice),
    preview: (bookingId, request, choice) => previewMove(app, caller, bookingId, request, choice),
    edit: (bookingId, edit) => editBooking(app, caller, bookingId, edit),
    revert: (bookingId) => revertBooking(app, caller, bookingId),
    pin: (bookingId, pinned) => pinBooking(app, caller, bookingId, pinned),
  };
}

export function bookingActions(app: App, caller: LocationCaller): BookingActions {
  const { locationId } = caller;
  return {
    ...knownBookingActions(app, caller),
    create: (request, options) => createBooking(app, caller, locationId, request, options),
    alternatives: (refused, choice) => alternativesToCreate(app, caller, locationId, refused, choice),
    times: (request, choice) => readOperatorTimes(app, caller, locationId, request, choice),
    tableOffers: (wish) => readTableOffers(app, caller, locationId, wish),
    search: (search) => searchBookings(app, caller, locationId, search),
    list: (of) => listBookings(app, caller, locationId, of?.date),
    pages: (of) => bookingPages(app, caller, locationId, of),
    sheet: (of) => readDaySheet(app, caller, locationId, of?.date),
    unseated: () => unseatedBookings(app, caller, locationId),
    unconfirmed: (sinceMs) => unconfirmedBookings(app, caller, locationId, sinceMs),
    availability: (request) => readAvailability(app, caller, locationId, request),
    availabilityBatch: (range) => readAvailabilityBatch(app, caller, locationId, range),
  };
}
