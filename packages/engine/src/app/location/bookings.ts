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
 * What is done with one booking, named by its id. One that does not exist, or lies at another location than the caller's, is `booking_not_found`. What the step
 * of a member of staff finds changed since it was looked at is `changed_meanwhile` (D44).
 */
export interface KnownBookingActions extends VisitActions {
  /** The same for a move, or an assignment, that was refused. The booking is not in its own way. */
  alternativesToMove(bookingId: string, refused: MoveRequest, choice?: TableChoice): Promise<Alternatives>;
  /**
   * The same for a booking that is to be moved: what {@link move} would answer. The booking is not in its own way; what is left out is as it is booked. There
   * are none for a party that sits, or will not come.
   */
  timesToMove(bookingId: string, wish?: Partial<DayRequest>, choice?: TableChoice): Promise<OperatorTimes>;
  /**
   * At which tables a booking could be at its own time: what {@link assign} would answer. With `seatedNow` from this moment on: what
   * {@link VisitActions.seat} would.
   */
  tableOffersFor(
    bookingId: string,
    options?: {
      /** The party is to sit down now. Default false. */
      readonly seatedNow?: boolean;
    },
  ): Promise<TableOffers>;
  /** One booking, whoever made it. */
  read(bookingId: string): Promise<Booking>;
  /** Cancels. Doing it twice is doing it once; `not_cancellable` when the visit is over (§4.5). */
  cancel(bookingId: string): Promise<ChangeOutcome>;
  /**
   * Moves a booking to another time, size or both (D12, D32); what is left out stays. Succeeds whole, or the booking stays as it was.
   *
   * @param choice tables to be had, as in {@link BookingActions.create}
   */
  move(bookingId: string, request: MoveRequest, choice?: TableChoice): Promise<ChangeOutcome>;
  /**
   * Gives a booking the tables that were chosen, whoever sits there (D38), and keeps it at them. Neither guest nor partner is told. `refused` as in
   * {@link BookingActions.create}; `conflict` for a booking that is cancelled or over.
   *
   * @param choice left out: a booking that waits for a table (D39) gets one wherever it fits, others being re-seated if need be, and any other
   * keeps its own
   */
  assign(bookingId: string, choice?: TableChoice): Promise<ChangeOutcome>;
  /**
   * What {@link move}, or {@link assign} without a time and size, would come to at this moment, and who would be given other tables for it, or
   * stands in the way. Decided by the same rule on the diary under its lock; nothing is saved or told. Throws what they would throw.
   */
  preview(bookingId: string, request?: MoveRequest, choice?: TableChoice): Promise<MovePreview>;
  /**
   * Changes what a booking says of its guest (D42), in every state; what is left out stays. Partners hear of it where they are sent what was
   * changed. A new e-mail address gets a confirmation with a link of its own, while the party is expected, and the links mailed before it die.
   *
   * Throws `invalid_request` for a text that cannot be taken (D11), and `conflict` where the guest has been erased.
   */
  edit(bookingId: string, edit: GuestEdit): Promise<ChangeOutcome>;
  /**
   * Takes the latest change of a booking back, whatever it was (D43): time, size, tables, pin, end, visit and state are again what they were. Guest and partner hear
   * of it where they have heard of the change. `refused` where somebody else has the table since and can be given no other; `conflict` for
   * what cannot be taken back: a cancellation, an edit, what made room for others.
   */
  revert(bookingId: string): Promise<ChangeOutcome>;
  /** Keeps a booking at its tables whatever comes, or lets it be re-seated again (D9). */
  pin(bookingId: string, pinned: boolean): Promise<ChangeOutcome>;
}

/** The bookings of one location, of all partners and of the restaurant itself. A location that does not exist is `location_not_found`. */
export interface BookingActions extends KnownBookingActions {
  /**
   * Books a table by hand, also at tables that are not offered online, for any whole minute within the hours, and without a mail address (D11):
   * `booked`; `replayed` when the idempotency key is known; or `refused` with the reason.
   *
   * @param options tables to be had, whoever sits there (D38): those who do are given others, and the booking is pinned. `refused` names those who
   * cannot be; `party_size` says that the tables are not for such a party, unless it is forced. `seated` for a party that sits down now (D41)
   */
  create(request: BookingInput, options?: CreateOptions): Promise<BookOutcome>;
  /**
   * Other times for a booking that was refused, unless its reason was `party_size` (D31): slots of the grid, at tables of the whole house, or at the
   * chosen ones. Each could be had at that moment; what was not found within a fixed number of steps is left out. On days as this process keeps
   * them, so at most 8 seconds old (D7).
   */
  alternatives(refused: RefusedTime, choice?: TableChoice): Promise<Alternatives>;
  /**
   * What one service date has for a party on the phone, slot by slot from now on, at tables of the whole house or at chosen ones: what
   * {@link create} would answer. At most 8 seconds old (D7).
   */
  times(request: DayRequest, choice?: TableChoice): Promise<OperatorTimes>;
  /**
   * At which tables a party could sit that comes now, or at another time: every option of the plan that admits it, the best first, with who would
   * make room or stands in the way, and until when the tables are free. What {@link create} would answer; at most 8 seconds old (D7).
   */
  tableOffers(wish: TableWish): Promise<TableOffers>;
  /**
   * Looks for bookings of all dates by what is known of the guest, those to come before those that have been, the nearest first. Where there is more to be
   * read than one answer may cost, it says how far it came.
   */
  search(search: BookingSearch): Promise<FoundBookings>;
  /** The bookings in every state, by start, of one service date or of all. All at once; for many there is {@link pages}. */
  list(of?: {
    /** A service date; left out: all dates. */
    readonly date?: LocalDate | undefined;
  }): Promise<readonly Booking[]>;
  /**
   * The bookings, by service date and start, at most some hundreds at a time, however many there are: in every state and of all
   * dates, unless some are selected. A booking that is moved meanwhile may be met where it was, where it is, at both or at neither.
   */
  pages(of?: BookingSelection): AsyncGenerator<readonly Booking[], void>;
  /**
   * One service date as the house has it on paper, for {@link timelineOf}: the plan, all its bookings and who else holds a table, and what
   * time it is. Without a date the one that is running: after midnight, while the house is open, still that of the day before.
   */
  sheet(of?: {
    /** A service date; left out: the one that is running. */
    readonly date?: LocalDate | undefined;
  }): Promise<DaySheet>;
  /** Who waits for a table after a block (D39), by start: bookings that are confirmed, not over, and at no table. */
  unseated(): Promise<readonly Booking[]>;
  /** What is offered online on one service date to one party size (§4.1). */
  availability(request: DayRequest): Promise<LocationAvailability<DayAvailability>>;
  /** The same for a range of days and several party sizes (§4.2); a day and size without any free slot is left out (D1). */
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
    availability: (request) => readAvailability(app, caller, locationId, request),
    availabilityBatch: (range) => readAvailabilityBatch(app, caller, locationId, range),
  };
}
