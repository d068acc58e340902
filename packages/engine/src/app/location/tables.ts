import type { Block, BlockOutcome, BlockRequest, UnblockOutcome } from '../../core/booking/block.ts';
import type { HouseCaller, LocationCaller } from '../../core/access/policy.ts';
import { block, noSuchBlock, soundBlock, unblock } from '../../core/booking/decide-block.ts';
import { heldBy } from '../../core/booking/diary.ts';
import { readUpTo, type ServiceDay, serviceDayAt } from '../../core/location/service-day.ts';
import { type Interval, overlaps, span } from '../../core/instant.ts';
import { addDays, datesTouched, type LocalDate } from '../../core/local-date.ts';
import { groundOf, type Prepared } from '../prepare.ts';
import { takeStep } from '../step.ts';
import type { App } from '../context.ts';
import { giveOutAt } from '../give-out.ts';
import { newBlockId } from '../../core/ids.ts';
import { findBlock, listBlocks } from '../read-booking.ts';
import { rehearsalOf } from '../operator/rehearsal.ts';

/** Blocks of tables of one location (D39). Throws `location_not_found` for an unknown location. */
export interface TableActions {
  /**
   * Blocks tables. Bookings that can be moved get other tables in the same step. If a booking cannot be moved, it is listed and the block fails,
   * unless it is forced: then such bookings stay without a table until they are assigned one. No booking is cancelled, and no message is sent to
   * guests or partners are notified.
   *
   * Throws `invalid_request` for a block that is over, or of more than 31 days, and for tables that the plan does not have.
   */
  block(request: BlockRequest): Promise<BlockOutcome>;
  /** The result that {@link block} would have now: the same step runs without saving changes or sending messages. */
  preview(request: BlockRequest): Promise<BlockOutcome>;
  /**
   * Releases the tables of a block. Bookings that lost a table to it stay without one until they are assigned one. `conflict` for a block that does
   * not exist or belongs to another location than the caller's.
   */
  unblock(blockId: string): Promise<UnblockOutcome>;
  /** The blocks that are not over, by start; with a date, all that touch that service date. */
  blocks(of?: {
    /** A service date; absent: from now on. */
    readonly date?: LocalDate | undefined;
  }): Promise<readonly Block[]>;
}

export function tableActions(app: App, caller: LocationCaller): TableActions {
  const { locationId } = caller;
  return {
    block: (request) => blockTables(app, caller, locationId, request),
    preview: (request) => blockTables(rehearsalOf(app), caller, locationId, request),
    unblock: (blockId) => unblockTables(app, caller, blockId),
    blocks: (of) => listBlocks(app, caller, locationId, of?.date),
  };
}

/** The id is made before the transaction, like that of a booking. */
async function blockTables(
  app: App,
  caller: HouseCaller,
  locationId: string,
  request: BlockRequest,
): Promise<BlockOutcome> {
  const blockId = newBlockId(app.random, app.clock.nowMs());
  return takeStep(app, { caller, locationId }, (at) => {
    const { location, window, by, range } = at;
    const { nowMs } = window;
    const sound = soundBlock(request, location.floorPlan, nowMs);
    const { days, serviceDate } = daysOf(at, sound);
    const all = readUpTo(location.timeZone, days[0]!, days.map(({ read }) => read).reduce(span));
    const ground = groundOf(location, all, { held: sound, named: null, range });
    const read = ground.scope.interval;
    return {
      ...ground,
      scope: { ...ground.scope, ...(sound.releaseHolds && { whole: true }) },
      rule: block({ location, days, read, serviceDate, nowMs, by }, blockId, sound),
    };
  });
}

/** A block never changes its time, so the interval read before the step is the one to lock. */
export async function unblockTables(app: App, caller: HouseCaller, blockId: string): Promise<UnblockOutcome> {
  const read = await findBlock(app, caller, blockId);
  if (!read) throw noSuchBlock(blockId);
  const { locationId } = read;
  const interval = heldBy(read);
  let freed: readonly LocalDate[] = [];
  const outcome = await takeStep(app, { caller, locationId }, (at) => {
    const { location } = at;
    freed = daysOf(at, interval).days.map(({ date }) => date);
    const scope = {
      locationId,
      locationRevision: location.revision,
      dates: datesTouched(location.timeZone, interval),
      interval,
      named: { bookingId: blockId },
    };
    return { scope, about: null, rule: unblock(blockId) };
  });
  await giveOutAt(app, locationId, freed);
  return outcome;
}

/** The service dates that a block touches. Late hours can end after the next date has begun. */
function daysOf(
  { location, open }: Prepared,
  { startMs, endMs }: Interval,
): { readonly days: readonly ServiceDay[]; readonly serviceDate: LocalDate } {
  const interval: Interval = { startMs, endMs };
  const dates = datesTouched(location.timeZone, interval);
  const days = [-2, -1]
    .map((before) => addDays(dates[0]!, before))
    .concat(dates)
    .map(open)
    .filter((day) => overlaps(day.interval, interval));
  return { days, serviceDate: serviceDayAt(location, startMs, open).date };
}
