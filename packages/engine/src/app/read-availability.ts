import { availabilityOf, type SlotAvailability } from '../core/availability.ts';
import { assertDate, assertPartySize, type BatchRange, questionsOf } from '../core/batch.ts';
import { AVAILABILITY_CACHE_SECONDS } from '../core/limits.ts';
import type { LocalDate } from '../core/local-day.ts';
import type { Location } from '../core/location.ts';
import { assertScope, type Caller } from '../core/policy.ts';
import { type BookingWindow, isWithin } from '../core/slots.ts';
import type { App } from './context.ts';
import type { KeptEvening } from './kept.ts';
import { visibleLocation } from './visible-location.ts';

/** What a location offers to one party size on one service date (§2.3). */
export interface DayAvailability {
  readonly date: LocalDate;
  readonly partySize: number;
  /** In order of time. */
  readonly slots: readonly SlotAvailability[];
}

/** Availability answers, each with the location's id and time zone. */
export interface LocationAvailability<A> {
  readonly location: Location;
  readonly answer: A;
}

/** One day, one party size (§4.1). */
export async function readAvailability(
  app: App,
  caller: Caller,
  locationId: string,
  date: LocalDate,
  partySize: number,
): Promise<LocationAvailability<DayAvailability>> {
  assertScope(caller, 'availability:read');
  const location = await visibleLocation(app, caller, locationId);
  assertDate('date', date);
  assertPartySize('partySize', partySize);
  const [answer] = await answersOf(app, location, [date], [partySize]);
  return { location, answer: answer! };
}

/**
 * A range of days for several party sizes (§4.2). A day and size with no available slot is left out (D1); each entry equals
 * the single-day answer.
 */
export async function readAvailabilityBatch(
  app: App,
  caller: Caller,
  locationId: string,
  range: BatchRange,
): Promise<LocationAvailability<readonly DayAvailability[]>> {
  assertScope(caller, 'availability:read');
  const location = await visibleLocation(app, caller, locationId);
  const { dates, partySizes } = questionsOf(range);
  const key = `${location.id} ${app.kept.epoch(location.id)} ${range.startDate} ${range.endDate} ${partySizes.join()}`;
  const answers = await app.batches.share(key, () => answersOf(app, location, dates, partySizes));
  return { location, answer: answers.filter(({ slots }) => slots.some((slot) => slot.available)) };
}

/** One answer for each date and size, by date and then size. */
async function answersOf(
  app: App,
  location: Location,
  dates: readonly LocalDate[],
  partySizes: readonly number[],
): Promise<DayAvailability[]> {
  const window = app.kept.bookingWindow(location);
  const reachable = dates.filter((date) => isWithin(window, date));
  const evenings = await app.kept.evenings(location, reachable);
  const eveningOn = new Map(reachable.map((date, i) => [date, evenings[i]!]));
  const answers: DayAvailability[] = [];
  for (const [i, date] of dates.entries()) {
    if (i > 0) await breath();
    const kept = eveningOn.get(date);
    for (const partySize of partySizes) {
      answers.push({ date, partySize, slots: kept ? await slotsOf(app, kept, partySize, window) : [] });
    }
  }
  return answers;
}

/** Lets other requests be answered: a range of full evenings is many questions. */
export function breath(): Promise<void> {
  return new Promise((done) => setImmediate(done));
}

/** Answers are kept under the stamp of the evening from which they were made, so they fall with it. */
export async function slotsOf(
  app: App,
  kept: KeptEvening,
  partySize: number,
  window: BookingWindow,
): Promise<readonly SlotAvailability[]> {
  const key = `availability:${kept.stamp}:${partySize}`;
  const known = await app.cache.get<readonly SlotAvailability[]>(key);
  if (known) return known;
  const { search } = kept.evening;
  const before = search.undecided;
  const slots = availabilityOf(kept.evening, partySize, window);
  const questions = search.undecided - before;
  if (questions > 0) app.observer({ kind: 'undecided', questions });
  await app.cache.set(key, slots, AVAILABILITY_CACHE_SECONDS);
  return slots;
}
