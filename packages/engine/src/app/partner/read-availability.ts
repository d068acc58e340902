import { availabilityOf, type DayAvailability } from '../../core/seating/availability.ts';
import { assertDate, assertPartySize, type BatchRange, questionsOf } from '../../core/seating/batch.ts';
import type { LocalDate } from '../../core/time/local-date.ts';
import type { Location } from '../../core/location/location.ts';
import { assertScope, type Caller } from '../../core/access/policy.ts';
import { type BookingWindow, isWithin } from '../../core/location/slots.ts';
import { type AnsweredDay, answeredDay } from '../shared/answer-cache.ts';
import type { App } from '../shared/context.ts';
import type { CachedDay } from '../shared/location-cache.ts';
import { visibleLocation } from '../shared/visible-location.ts';

/** Availability answers, each with the location's id and time zone. */
export interface LocationAvailability<A> {
  /** The location, with its id and time zone. */
  readonly location: Location;
  /** One day, or the days of a range. */
  readonly answer: A;
  /** The same by service date, in order, as it is kept: for whoever puts it into bytes. */
  readonly days: readonly AnsweredDay[];
}

/** Which day and party size is asked for. */
export interface DayRequest {
  /** A service date. */
  readonly date: LocalDate;
  /** 1 or more. */
  readonly partySize: number;
}

/** One day, one party size (§4.1). */
export async function readAvailability(
  app: App,
  caller: Caller,
  locationId: string,
  { date, partySize }: DayRequest,
): Promise<LocationAvailability<DayAvailability>> {
  assertScope(caller, 'availability:read');
  const location = await visibleLocation(app, caller, locationId);
  assertDate('date', date);
  assertPartySize('partySize', partySize);
  const window = app.locationCache.bookingWindow(location);
  const [cached] = await app.locationCache.states(location, isWithin(window, date) ? [date] : []);
  const day = cached
    ? answerOf(app, cached, partySize, window)
    : answeredDay(location, [{ date, partySize, slots: [] }]);
  return { location, answer: day.answers[0]!, days: [day] };
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
  const key = `${location.id} ${app.locationCache.epoch(location.id)} ${range.startDate} ${range.endDate} ${partySizes.join()}`;
  const days = await app.batches.share(key, () => answeredDays(app, location, dates, partySizes));
  return { location, answer: days.flatMap(({ answers }) => answers), days };
}

/** The days with an available slot, each with the sizes that have one. */
async function answeredDays(
  app: App,
  location: Location,
  dates: readonly LocalDate[],
  partySizes: readonly number[],
): Promise<readonly AnsweredDay[]> {
  const window = app.locationCache.bookingWindow(location);
  const states = await app.locationCache.states(
    location,
    dates.filter((date) => isWithin(window, date)),
  );
  const sizes = partySizes.join();
  const days: AnsweredDay[] = [];
  for (const [i, cached] of states.entries()) {
    const known = app.locationCache.answers.of(cached).bySizes(sizes);
    if (known) app.locationCache.answers.count(partySizes.length, 0);
    else if (i > 0) await yieldToEventLoop();
    const day = known ?? answersOf(app, cached, partySizes, window);
    if (day.answers.length > 0) days.push(day);
  }
  return days;
}

/** Lets other requests be answered: a range of full days is many questions. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((done) => setImmediate(done));
}

function answersOf(
  app: App,
  cached: CachedDay,
  partySizes: readonly number[],
  window: BookingWindow,
): AnsweredDay {
  const answers = partySizes
    .flatMap((size) => answerOf(app, cached, size, window).answers)
    .filter(({ slots }) => slots.some((slot) => slot.available));
  return app.locationCache.answers.of(cached).keepSizes(partySizes.join(), answers);
}

/** What the day has for one party size. */
export function answerOf(app: App, cached: CachedDay, partySize: number, window: BookingWindow): AnsweredDay {
  const answers = app.locationCache.answers.of(cached);
  const known = answers.bySize(partySize);
  app.locationCache.answers.count(known ? 1 : 0, known ? 0 : 1);
  if (known) return known;
  const { search, day } = cached.state;
  const before = search.undecided;
  const slots = availabilityOf(cached.state, partySize, window);
  const questions = search.undecided - before;
  if (questions > 0) app.observer({ kind: 'undecided', questions });
  return answers.keepSize({ date: day.date, partySize, slots });
}
