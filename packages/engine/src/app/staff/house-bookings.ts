import type { HouseMember } from '../../core/access/policy.ts';
import { type BookingActions, bookingActions } from '../operator/bookings.ts';
import type { App } from '../shared/context.ts';

/** A function of the operator's, whose first argument was the location. */
type AtHouse<F> = F extends (locationId: string, ...rest: infer Rest) => infer Result
  ? (...rest: Rest) => Result
  : never;

/** What of the operator's names a location first. */
type ByLocation =
  | 'create'
  | 'alternatives'
  | 'times'
  | 'list'
  | 'pages'
  | 'sheet'
  | 'tableOffers'
  | 'search'
  | 'unseated'
  | 'availability'
  | 'availabilityBatch';

/** As {@link BookingActions}, at one location: what names a location there does not here. Nothing is imported here. */
export type HouseBookingActions = Omit<BookingActions, ByLocation | 'import'> & {
  readonly [Name in ByLocation]: AtHouse<BookingActions[Name]>;
};

/** HouseBookingActions of one member at one location. */
export function houseBookingActions(app: App, caller: HouseMember): HouseBookingActions {
  const { locationId } = caller;
  const { import: _, ...actions } = bookingActions(app, caller);
  return {
    ...actions,
    create: (...rest) => actions.create(locationId, ...rest),
    alternatives: (...rest) => actions.alternatives(locationId, ...rest),
    times: (...rest) => actions.times(locationId, ...rest),
    list: (...rest) => actions.list(locationId, ...rest),
    pages: (...rest) => actions.pages(locationId, ...rest),
    sheet: (...rest) => actions.sheet(locationId, ...rest),
    tableOffers: (...rest) => actions.tableOffers(locationId, ...rest),
    search: (...rest) => actions.search(locationId, ...rest),
    unseated: (...rest) => actions.unseated(locationId, ...rest),
    availability: (...rest) => actions.availability(locationId, ...rest),
    availabilityBatch: (...rest) => actions.availabilityBatch(locationId, ...rest),
  };
}
