import { shownLocation, shownSheet } from '../../core/access/sight.ts';
import type { Booking } from '../../core/booking/booking.ts';
import { BookingError } from '../../core/errors.ts';
import type { Location } from '../../core/location/location.ts';
import type { BookingSelection } from '../shared/read-booking.ts';
import type { OperatorTimes } from '../operator/operator-times.ts';
import type { TableOffers } from '../operator/read-table-offers.ts';
import { readDaySheet } from '../operator/read-day-sheet.ts';
import type { App } from '../shared/context.ts';
import { type HouseBookingActions, houseBookingActions } from './house-bookings.ts';
import type { Reader, VisitingMember } from './reader.ts';

/** Throws `not_for_visitors`. */
export function forbidVisitor(): never {
  throw new BookingError('not_for_visitors');
}

/**
 * The bookings of a location for who knows those of one channel only. Each action is here by its name, so that a new one is nobody's before it was
 * thought of what it tells.
 */
export function visitorBookingActions(app: App, caller: VisitingMember, reader: Reader): HouseBookingActions {
  const { locationId, sight } = caller;
  const all = houseBookingActions(app, caller);
  const { booking, outcome } = reader;
  return {
    create: async (...rest) => outcome(await all.create(...rest)),
    cancel: async (id) => outcome(await all.cancel(id)),
    arrive: async (id) => outcome(await all.arrive(id)),
    seat: async (...rest) => outcome(await all.seat(...rest)),
    leave: async (id) => outcome(await all.leave(id)),
    extend: async (id, to) => {
      if (to.force === true) forbidVisitor(); // whoever comes next would stand without a table
      return outcome(await all.extend(id, to));
    },
    takeBack: async (...rest) => outcome(await all.takeBack(...rest)),
    complete: async (id) => outcome(await all.complete(id)),
    markNoShow: async (id) => outcome(await all.markNoShow(id)),
    undo: async (id) => outcome(await all.undo(id)),
    revert: async (id) => outcome(await all.revert(id)),
    move: async (...rest) => outcome(await all.move(...rest)),
    assign: async (...rest) => outcome(await all.assign(...rest)),
    edit: async (...rest) => outcome(await all.edit(...rest)),
    pin: async (...rest) => outcome(await all.pin(...rest)),
    preview: async (...rest) => reader.preview(await all.preview(...rest)),
    read: async (id) => reader.named(id) ?? booking(await all.read(id)),
    list: async (of) => (await all.list(of)).map(booking),
    pages: (of) => shownPages(all, of, booking),
    unseated: async () => (await all.unseated()).map(booking),
    search: async (search) => {
      const found = await all.search(search);
      return { ...found, ahead: found.ahead.map(booking), past: found.past.map(booking) };
    },
    // All of the day is read, and shown as she may see it.
    sheet: async (of) => {
      const whole = await readDaySheet(app, { ...caller, sight: null }, locationId, of?.date);
      return shownSheet(whole, sight, reader.alias);
    },
    alternatives: (...rest) => all.alternatives(...rest),
    alternativesToMove: (...rest) => all.alternativesToMove(...rest),
    times: async (...rest) => shownTimes(reader, await all.times(...rest)),
    timesToMove: async (...rest) => shownTimes(reader, await all.timesToMove(...rest)),
    tableOffers: async (wish) => offersTo(reader, await all.tableOffers(wish)),
    tableOffersFor: async (...rest) => offersTo(reader, await all.tableOffersFor(...rest)),
    availability: async (request) => located(await all.availability(request)),
    availabilityBatch: async (range) => located(await all.availabilityBatch(range)),
  };
}

/** An answer with the location in it, as a visitor is shown that. */
export function located<T extends { readonly location: Location }>(answer: T): T {
  return { ...answer, location: shownLocation(answer.location) };
}

async function* shownPages(
  all: Pick<HouseBookingActions, 'pages'>,
  of: BookingSelection | undefined,
  shown: (booking: Booking) => Booking,
): AsyncGenerator<readonly Booking[], void> {
  for await (const bookings of all.pages(of)) yield bookings.map(shown);
}

async function shownTimes(reader: Reader, found: OperatorTimes): Promise<OperatorTimes> {
  const slots = found.slots.map(async (slot) => ({
    ...slot,
    inTheWay: await reader.ids(slot.inTheWay),
    holds: slot.holds.map(reader.alias),
  }));
  return { ...located(found), slots: await Promise.all(slots) };
}

async function offersTo(reader: Reader, found: TableOffers): Promise<TableOffers> {
  const offers = found.offers.map(async (offer) => ({
    ...offer,
    reseated: await reader.ids(offer.reseated),
    inTheWay: await reader.ids(offer.inTheWay),
    holds: offer.holds.map(reader.alias),
    blocks: offer.blocks.map(reader.alias),
  }));
  return { ...found, offers: await Promise.all(offers) };
}
