import { isHeldToMove } from '../../core/booking/move-hold.ts';
import { type HouseCaller, visibilityOf } from '../../core/access/policy.ts';
import { type Booking, found, toDiary } from '../../core/booking/booking.ts';
import { byPreference, type Claim, type TableOffer, tableOffer } from '../../core/booking/table-offers.ts';
import type { Reason } from '../../core/location/reason.ts';
import { heldBy } from '../../core/booking/diary.ts';
import { invalid } from '../../core/errors.ts';
import { consistsOf, tableOptionsOf } from '../../core/location/floor-plan.ts';
import type { Location } from '../../core/location/location.ts';
import { type ServiceDay, serviceDayAt } from '../../core/location/service-day.ts';
import { operatorSlotAt } from '../../core/location/slots.ts';
import { assertPartySize } from '../../core/fields.ts';
import { QUICK_STEPS } from '../../core/seating/solver/budget.ts';
import { MINUTE_MS, startOfMinute } from '../../core/instant.ts';
import type { LocalDate } from '../../core/local-date.ts';
import { clampedStart } from '../prepare.ts';
import type { App } from '../context.ts';
import { findBooking } from '../read-booking.ts';
import { visibleLocation } from '../read-location.ts';
import { yieldToEventLoop } from '../yield-to-event-loop.ts';

/** The party that needs tables. */
export interface TableWish {
  /** The number of guests, 1 or more. */
  readonly partySize: number;
  /** The start, a whole minute; absent: now. */
  readonly startMs?: number | undefined;
}

/** The tables for a party. */
export interface TableOffers {
  /** The start, in milliseconds since 1970. */
  readonly startMs: number;
  /** The planned end. */
  readonly endMs: number;
  /** The reason why the party cannot start then; null if it can, with or without a free table. */
  readonly reason: Reason | null;
  /** Every option of the plan that admits the party, the best first; empty if it cannot start then. */
  readonly offers: readonly TableOffer[];
}

const STEPS_A_TURN = 500_000;

/** The table options for a party at a time, on the day as cached, at most 8 seconds old (D7). */
export async function readTableOffers(
  app: App,
  caller: HouseCaller,
  locationId: string,
  { partySize, startMs: wishedMs }: TableWish,
): Promise<TableOffers> {
  const location = await visibleLocation(app, caller, locationId);
  assertPartySize('partySize', partySize);
  const window = app.locationCache.bookingWindow(location);
  const startMs = wishedMs ?? startOfMinute(window.nowMs);
  if (!Number.isSafeInteger(startMs) || startMs % MINUTE_MS !== 0)
    invalid('startMs must be a whole minute', ['startMs']);
  const day = dayAt(app, location, clampedStart(startMs, window));
  const slot = operatorSlotAt(location, day, startMs, partySize, window);
  if (typeof slot === 'string') return { startMs, endMs: startMs, reason: slot, offers: [] };
  const { endMs, blockedUntilMs } = slot;
  const claim = { id: '', startMs, blockedUntilMs, partySize };
  return { startMs, endMs, reason: null, offers: await offersOn(app, location, day, claim) };
}

/** The table options for a booking at its time, or from now on if its party sits down (D41); its tables are among them. */
export async function readTableOffersFor(
  app: App,
  caller: HouseCaller,
  bookingId: string,
  { seatedNow = false }: { readonly seatedNow?: boolean } = {},
): Promise<TableOffers> {
  const booking = found(await findBooking(app, bookingId, visibilityOf(caller)));
  const location = await visibleLocation(app, caller, booking.locationId);
  const claim = claimOf(booking, seatedNow ? app.clock.nowMs() : null);
  const day = app.locationCache.serviceDay(location, booking.serviceDate);
  const offers = await offersOn(app, location, day, claim);
  return { startMs: claim.startMs, endMs: booking.endMs, reason: null, offers };
}

function claimOf(booking: Booking, fromMs: number | null): Claim {
  const { id, startMs, blockedUntilMs, partySize } = toDiary(booking);
  return {
    id,
    startMs: fromMs === null ? startMs : Math.min(startMs, startOfMinute(fromMs)),
    blockedUntilMs,
    partySize,
  };
}

function dayAt(app: App, location: Location, ms: number): ServiceDay {
  return serviceDayAt(location, ms, (date: LocalDate) => app.locationCache.serviceDay(location, date));
}

/** Examines the options in turns of the event loop. Options beyond the budget are left out. */
async function offersOn(
  app: App,
  location: Location,
  day: ServiceDay,
  claim: Claim,
): Promise<readonly TableOffer[]> {
  const nowMs = app.clock.nowMs();
  const state = await app.locationCache.stateAround(location, day.date, heldBy(claim));
  const isHeldForIt = isHeldToMove(claim.id);
  const others = state.bookings.filter((entry) => entry.id !== claim.id && !isHeldForIt(entry));
  const { partySize } = claim;
  const admitting = tableOptionsOf(location.floorPlan)
    .filter(({ seatsMin, seatsMax }) => seatsMin <= partySize && partySize <= seatsMax)
    // The same tables can be joined in several ways, and are offered once.
    .filter(({ tables }, i, all) => all.findIndex((other) => consistsOf(other, tables)) === i);
  const offers: TableOffer[] = [];
  let turnSteps = 0;
  let steps = 0;
  let undecided = 0;
  for (const option of admitting) {
    if (steps >= QUICK_STEPS) {
      undecided += 1;
      continue;
    }
    if (turnSteps >= STEPS_A_TURN) {
      await yieldToEventLoop();
      turnSteps = 0;
    }
    const checked = tableOffer(state, nowMs, others, claim, option);
    steps += checked.steps;
    turnSteps += checked.steps;
    undecided += checked.undecided;
    offers.push(checked.offer);
  }
  if (undecided > 0) app.observer({ kind: 'undecided', questions: undecided });
  return offers.toSorted(byPreference(partySize, claim.startMs));
}
