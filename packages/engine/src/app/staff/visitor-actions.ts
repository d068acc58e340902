import { shownLocation } from '../../core/access/sight.ts';
import type { Closure } from '../../core/location/location.ts';
import type { App } from '../shared/context.ts';
import { type HouseActions, houseActions } from './house-actions.ts';
import { createReader, type VisitingMember } from './reader.ts';
import { located, forbidVisitor, visitorBookingActions } from './visitor-bookings.ts';

/**
 * HouseActions for who knows the bookings of one channel only: a visitor of the demo, of whom there are many at one restaurant. What she books is
 * hers; a booking of another channel is `booking_not_found`; what others have shows as taken tables; and what would change the house for all is
 * `not_for_visitors`. Each action is here by its name: a new one is none of hers before it was thought of what it tells.
 */
export function visitorActions(app: App, caller: VisitingMember): HouseActions {
  const house = houseActions(app, caller);
  const reader = createReader(app, caller);
  const closures = async (): Promise<readonly Closure[]> => shownLocation(await house.plan.read()).closures;
  const refused = async (): Promise<never> => forbidVisitor();
  return {
    role: house.role,
    location: async () => shownLocation(await house.location()),
    bookings: visitorBookingActions(app, caller, reader),
    tables: {
      block: refused,
      preview: refused,
      unblock: refused,
      blocks: async (of) => (await house.tables.blocks(of)).map(reader.block),
    },
    // Her own ones only: what others hold shows as taken tables.
    holds: house.holds,
    // Who else waits has no table, and so there is nothing of it to be seen.
    waitlist: house.waitlist,
    closures: { list: closures, closeFor: refused, add: refused, remove: refused },
    turns: { read: async (dates) => located(await house.turns.read(dates)) },
    demand: { read: async (dates) => located(await house.demand.read(dates)) },
    months: {
      async read(month) {
        const report = located(await house.months.read(month));
        return { ...report, days: report.days.map((day) => shownLocation(day)) };
      },
    },
    plan: { read: async () => shownLocation(await house.plan.read()), review: refused },
    staff: { list: refused, add: refused, remove: refused },
    // Who works here is nobody's business; what others have changed is the house's.
    people: async () => new Map(),
    messages: (bookingId) => house.messages(bookingId),
    watch: (listener) => house.watch(listener),
  };
}
