/** The nearest times of several restaurants in one request (D34). */
import { assertScope, type PartnerCaller } from '../../core/access/policy.ts';
import { BookingError, invalid } from '../../core/errors.ts';
import { SEARCH_LOCATIONS_MAX, SEARCH_SLOTS_MAX } from '../../core/limits.ts';
import type { Location } from '../../core/location/location.ts';
import type { SlotAvailability } from '../../core/seating/availability.ts';
import { assertDate, assertPartySize } from '../../core/fields.ts';
import type { App } from '../context.ts';
import { visibleLocation } from '../read-location.ts';
import { type DayRequest, readAvailability } from './read-availability.ts';

/** The dates, sizes and locations to search. */
export interface AvailabilitySearch extends DayRequest {
  /** 1 to 50 ids, in any case; a repeated one counts once. */
  readonly locationIds: readonly string[];
  /** The preferred start, in milliseconds since 1970; absent: as early as possible. */
  readonly aroundMs?: number | undefined;
}

/** The available slots of one location. */
export interface FoundAvailability {
  /** The location, with its id and time zone. */
  readonly location: Location;
  /**
   * At most five available slots, the nearest first, the earlier of two equally near; empty if the location is full, closed, or does not take
   * this party size.
   */
  readonly slots: readonly SlotAvailability[];
}

/** Locations searched concurrently: each can require a read of its day. */
const AT_ONCE = 10;

/** The nearest available slots, in the order of the locations, each equal to the single-day answer. */
export async function searchAvailability(
  app: App,
  caller: PartnerCaller,
  { locationIds, date, partySize, aroundMs = -Infinity }: AvailabilitySearch,
): Promise<readonly FoundAvailability[]> {
  assertScope(caller, 'availability:read');
  if (locationIds.length < 1 || locationIds.length > SEARCH_LOCATIONS_MAX)
    invalid(`locationIds has from 1 to ${SEARCH_LOCATIONS_MAX} items`, ['locationIds']);
  const found = new Map<string, Location>();
  for (const [i, id] of locationIds.entries()) {
    const location = await visibleAt(app, caller, id, i);
    found.set(location.id, location);
  }
  assertDate('date', date);
  assertPartySize('partySize', partySize);
  const ids = [...found.keys()];
  const results: FoundAvailability[] = [];
  for (let begin = 0; begin < ids.length; begin += AT_ONCE) {
    const some = ids.slice(begin, begin + AT_ONCE).map(async (id) => {
      const { location, answer } = await readAvailability(app, caller, id, { date, partySize });
      return { location, slots: nearest(answer.slots, aroundMs) };
    });
    results.push(...(await Promise.all(some)));
  }
  return results;
}

/** A location that the caller can see. An error contains the index of the location in the list. */
async function visibleAt(app: App, caller: PartnerCaller, id: string, i: number): Promise<Location> {
  try {
    return await visibleLocation(app, caller, id);
  } catch (error) {
    if (!BookingError.is(error)) throw error;
    const message = error.code === 'invalid_request' ? 'locationIds must be a UUID' : error.message;
    throw new BookingError(error.code, message, ['locationIds', i]);
  }
}

function nearest(slots: readonly SlotAvailability[], aroundMs: number): readonly SlotAvailability[] {
  const free = slots.filter(({ available }) => available);
  const inOrder = Number.isFinite(aroundMs)
    ? free.toSorted(
        (a, b) => Math.abs(a.startMs - aroundMs) - Math.abs(b.startMs - aroundMs) || a.startMs - b.startMs,
      )
    : free;
  return inOrder.slice(0, SEARCH_SLOTS_MAX);
}
