import type { Block, BlockOutcome, BlockRequest, UnblockOutcome } from '../../core/booking/block.ts';
import { authorOf, type HouseCaller } from '../../core/access/policy.ts';
import { block, noSuchBlock, soundBlock, unblock } from '../../core/booking/decide-block.ts';
import { heldBy } from '../../core/booking/diary.ts';
import type { Location } from '../../core/location/location.ts';
import { type ServiceDay, serviceDayAt } from '../../core/location/service-day.ts';
import { type Interval, overlaps, span } from '../../core/time/interval.ts';
import { addDays, datesTouched, type LocalDate } from '../../core/time/local-date.ts';
import { amendDiary } from '../shared/amend-diary.ts';
import type { App } from '../shared/context.ts';
import { giveOutAt } from '../shared/give-out.ts';
import { newBlockId } from '../shared/new-id.ts';
import { findBlock, listBlocks } from '../shared/read-booking.ts';
import { rehearsalOf } from './rehearsal.ts';

/** Tables that nobody may have for a while (D39). A location that does not exist is `location_not_found`. */
export interface TableActions {
  /**
   * Blocks tables. Whoever sits there and may be moved is given others in the same step; who cannot be is named, and nothing is changed, unless it
   * is forced: then those bookings stand without a table until they are assigned one. Nobody is cancelled, and neither guests nor partners are told.
   *
   * Throws `invalid_request` for a block that is over, or of more than 31 days, and for tables that the plan does not have.
   */
  block(locationId: string, request: BlockRequest): Promise<BlockOutcome>;
  /** What {@link block} would come to at this moment: the very step is taken, and nothing of it is saved or told. */
  preview(locationId: string, request: BlockRequest): Promise<BlockOutcome>;
  /** Gives the tables of a block free. Who has lost a table to it stays without until assigned one. `conflict` when there is no such block. */
  unblock(blockId: string): Promise<UnblockOutcome>;
  /** The blocks of a location that are not over, by start; with a date, all that touch that service date. */
  blocks(
    locationId: string,
    of?: {
      /** A service date; left out: from now on. */
      readonly date?: LocalDate | undefined;
    },
  ): Promise<readonly Block[]>;
}

/** TableActions of one engine. */
export function tableActions(app: App, caller: HouseCaller): TableActions {
  return {
    block: (locationId, request) => blockTables(app, caller, locationId, request),
    preview: (locationId, request) => blockTables(rehearsalOf(app), caller, locationId, request),
    unblock: (blockId) => unblockTables(app, caller, blockId),
    blocks: (locationId, of) => listBlocks(app, caller, locationId, of?.date),
  };
}

/** The id is made before the transaction, as that of a booking is. */
async function blockTables(
  app: App,
  caller: HouseCaller,
  locationId: string,
  request: BlockRequest,
): Promise<BlockOutcome> {
  const blockId = newBlockId(app.random, app.clock.nowMs());
  return amendDiary(app, { caller, locationId }, async (location) => {
    const nowMs = app.clock.nowMs();
    const sound = soundBlock(request, location.floorPlan, nowMs);
    const { days, serviceDate } = daysOf(app, location, sound);
    const interval = days.map((day) => day.interval).reduce(span, sound);
    const dates = datesTouched(location.timeZone, interval);
    const scope = {
      locationId: location.id,
      locationRevision: location.revision,
      dates,
      interval: { startMs: interval.startMs, endMs: interval.endMs },
      named: null,
    };
    return {
      scope,
      rule: block({ location, days, serviceDate, nowMs, by: authorOf(caller) }, blockId, sound),
    };
  });
}

/** A block never changes its time: what is read before the step is what has to be locked. */
async function unblockTables(app: App, caller: HouseCaller, blockId: string): Promise<UnblockOutcome> {
  const read = await findBlock(app, caller, blockId);
  if (!read) throw noSuchBlock(blockId);
  const { locationId } = read;
  const interval = heldBy(read);
  let freed: readonly LocalDate[] = [];
  const outcome = await amendDiary(app, { caller, locationId }, async (location) => {
    freed = daysOf(app, location, interval).days.map(({ date }) => date);
    const scope = {
      locationId,
      locationRevision: location.revision,
      dates: datesTouched(location.timeZone, interval),
      interval,
      named: { bookingId: blockId },
    };
    return { scope, rule: unblock(blockId) };
  });
  await giveOutAt(app, locationId, freed);
  return outcome;
}

/** The service dates that a block touches; a long night may end after the date that follows it has begun. */
function daysOf(
  app: App,
  location: Location,
  { startMs, endMs }: Interval,
): { readonly days: readonly ServiceDay[]; readonly serviceDate: LocalDate } {
  const open = (date: LocalDate): ServiceDay => app.locationCache.serviceDay(location, date);
  const interval: Interval = { startMs, endMs };
  const dates = datesTouched(location.timeZone, interval);
  const days = [-2, -1]
    .map((before) => addDays(dates[0]!, before))
    .concat(dates)
    .map(open)
    .filter((day) => overlaps(day.interval, interval));
  return { days, serviceDate: serviceDayAt(location, startMs, open).date };
}
