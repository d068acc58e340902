import {
  admittedOf,
  type CompactAvailability,
  type DayAvailability,
} from '../../core/seating/availability.ts';
import { type BatchQuestions, type BatchRange, questionsOf } from '../../core/seating/batch.ts';
import { assertDate, assertPartySize } from '../../core/fields.ts';
import type { LocalDate } from '../../core/local-date.ts';
import type { Location } from '../../core/location/location.ts';
import { policyCallerOf, assertScope, type Caller } from '../../core/access/policy.ts';
import { type BookingWindow, isWithin } from '../../core/location/slots.ts';
import { type AnsweredDay, answeredDay } from '../answer-cache.ts';
import type { App } from '../context.ts';
import { type AnsweredRange, CachedRange, type RangeForm } from '../cached-range.ts';
import type { CachedDay } from '../shown-days.ts';
import { availabilityInTurns } from '../decide-ahead.ts';
import { type Audience, EVERYONE, type Policies } from '../policies.ts';
import { visibleLocation } from '../read-location.ts';
import { yieldToEventLoop } from '../yield-to-event-loop.ts';

/** Availability answers, each with the location's id and time zone. */
export interface LocationAvailability<A> {
  /** The location, with its id and time zone. */
  readonly location: Location;
  /** One day, or the days of a range; made when it is first read. */
  readonly answer: A;
  /** The same by service date, in order, in the cached form: for code that serializes it. */
  readonly days: readonly AnsweredDay[];
}

/** The answer about a range of dates. */
export interface RangeAvailability extends LocationAvailability<readonly DayAvailability[]>, AnsweredRange {
  /** The whole answer in this form. Made on the first call and kept until one of its days changes. */
  bytes(form: RangeForm): Uint8Array<ArrayBuffer>;
}

/** A request for one date and party size. */
export interface DayRequest {
  /** A service date. */
  readonly date: LocalDate;
  /** 1 or more. */
  readonly partySize: number;
}

export async function readAvailability(
  app: App,
  caller: Caller,
  where: string | Location,
  { date, partySize }: DayRequest,
): Promise<LocationAvailability<DayAvailability>> {
  assertScope(caller, 'availability:read');
  const location = typeof where === 'string' ? await visibleLocation(app, caller, where) : where;
  assertDate('date', date);
  assertPartySize('partySize', partySize);
  const audience = app.policies ? await audienceOf(app.policies, caller, location) : EVERYONE;
  const window = app.locationCache.bookingWindow(location);
  const [cached] = await app.locationCache.states(location, isWithin(window, date) ? [date] : []);
  const day = cached
    ? await singleDay(app, cached, partySize, { window, audience })
    : answeredDay(location, [{ date, partySize, startsMs: [], covers: [] }]);
  return availabilityOn(location, day);
}

export function availabilityOn(location: Location, day: AnsweredDay): LocationAvailability<DayAvailability> {
  return {
    location,
    get answer() {
      return day.answers[0]!;
    },
    days: [day],
  };
}

async function singleDay(
  app: App,
  cached: CachedDay,
  partySize: number,
  { window, audience }: Shown,
): Promise<AnsweredDay> {
  const { answers } = app.locationCache;
  const { admission } = audience;
  const known = recallDay(app, cached, partySize, audience);
  if (known) return known;
  const found = await sizesOf(app, cached, [partySize], window);
  const admitted = admission ? admittedOf(found, cached.state, { ...window, admission }) : found;
  const isWorthCaching = found[0]!.startsMs.length > 0;
  return isWorthCaching
    ? answers.of(cached).keepAnswered(only(partySize, audience), admitted)
    : answeredDay(cached.state.location, admitted);
}

async function audienceOf(policies: Policies, caller: Caller, location: Location): Promise<Audience> {
  const policyCaller = policyCallerOf(caller);
  return policyCaller ? policies.shown(policyCaller, location) : EVERYONE;
}

/** The audience of the times. The answer for all callers is cached once, and the times that policies leave for each audience separately. */
interface Shown {
  readonly window: BookingWindow;
  readonly audience: Audience;
}

/** The cached answer for this day and only this size, if any. */
export function recallDay(
  { locationCache }: App,
  cached: CachedDay,
  partySize: number,
  audience: Audience,
): AnsweredDay | null {
  const known = locationCache.answers.of(cached).answered(only(partySize, audience));
  if (known) locationCache.answers.count(1, 0);
  return known ?? null;
}

const only = (partySize: number, { name }: Audience): string => `only ${partySize}${name}`;

/** Several days and sizes (§4.2). Days without an available slot are omitted (D1); each entry equals the single-day answer. */
export async function readAvailabilityBatch(
  app: App,
  caller: Caller,
  where: string | Location,
  range: BatchRange,
): Promise<RangeAvailability> {
  assertScope(caller, 'availability:read');
  const location = typeof where === 'string' ? await visibleLocation(app, caller, where) : where;
  const questions = questionsOf(range);
  const audience = app.policies ? await audienceOf(app.policies, caller, location) : EVERYONE;
  const { locationCache, clock } = app;
  const epoch = locationCache.epoch(location.id);
  const key = `${location.id} ${range.startDate} ${range.endDate} ${questions.partySizes.join()}${audience.name}`;
  const known = locationCache.answers.range(key, epoch, clock.nowMs());
  if (known) locationCache.answers.count(known.questions, 0);
  const cachedRange =
    known ??
    (await app.batches.share(`${epoch} ${key}`, async () => {
      const made = await answerRange(app, location, range, questions, { epoch, audience });
      if (locationCache.epoch(location.id) === epoch) locationCache.answers.keepRange(location.id, key, made);
      return made;
    }));
  return {
    ...cachedRange.answered,
    get answer() {
      return cachedRange.answer;
    },
    bytes: cachedRange.bytes,
  };
}

/** @param about `epoch`: of the location, read before any day */
async function answerRange(
  app: App,
  location: Location,
  { startDate, endDate }: BatchRange,
  { dates, partySizes }: BatchQuestions,
  { epoch, audience }: { readonly epoch: number; readonly audience: Audience },
): Promise<CachedRange> {
  const { locationCache } = app;
  const { admission } = audience;
  const window = locationCache.bookingWindow(location);
  const states = await locationCache.states(
    location,
    dates().filter((date) => isWithin(window, date)),
  );
  const sizes = partySizes.join() + audience.name;
  const days: AnsweredDay[] = [];
  let work = 0;
  for (const cached of states) {
    let day = locationCache.answers.of(cached).answered(sizes);
    if (day) locationCache.answers.count(partySizes.length, 0);
    else {
      if (work >= WORK_A_TURN) {
        await yieldToEventLoop();
        work = 0;
      }
      const { search } = cached.state;
      const before = search.steps;
      const found = await sizesOf(app, cached, partySizes, window);
      work += 1 + (search.steps - before) / SEARCH_STEPS + countFull(found);
      const admitted = admission ? admittedOf(found, cached.state, { ...window, admission }) : found;
      day = locationCache.answers.of(cached).keepAnswered(
        sizes,
        admitted.filter(({ covers }) => covers.some((left) => left > 0)),
      );
    }
    if (day.compact.length > 0) days.push(day);
  }
  return new CachedRange(
    { location, startDate, endDate, days },
    {
      epoch,
      freshUntilMs: states.reduce((least, { freshUntilMs }) => Math.min(least, freshUntilMs), window.untilMs),
      days: states.map((cached) => locationCache.answers.of(cached)),
      questions: states.length * partySizes.length,
    },
  );
}

/** Work between two turns of the event loop: a day, a full slot and a step of the search count one each. */
const WORK_A_TURN = 100;
const SEARCH_STEPS = 200;

/** Sizes with equal answers share their covers, which are counted once, because one search answered all of them. */
function countFull(found: readonly CompactAvailability[]): number {
  let full = 0;
  let last: readonly number[] | undefined;
  for (const { covers } of found) {
    if (covers !== last) for (const left of covers) if (left <= 0) full += 1;
    last = covers;
  }
  return full;
}

export async function sizeOf(
  app: App,
  cached: CachedDay,
  partySize: number,
  window: BookingWindow,
): Promise<CompactAvailability> {
  const [found] = await sizesOf(app, cached, [partySize], window);
  return found!;
}

/** The availability of the day for each of these ordered party sizes: cached answers, and the missing ones computed together. */
async function sizesOf(
  app: App,
  cached: CachedDay,
  partySizes: readonly number[],
  window: BookingWindow,
): Promise<readonly CompactAvailability[]> {
  const { answers } = app.locationCache;
  const ofDay = answers.of(cached);
  const missing = partySizes.filter((size) => !ofDay.bySize(size));
  answers.count(partySizes.length - missing.length, missing.length);
  if (missing.length === 0) return partySizes.map((size) => ofDay.bySize(size)!);
  const found = await availabilityInTurns(app, cached.state, missing, window);
  ofDay.keepSizes(found);
  if (missing.length === partySizes.length) return found;
  return partySizes.map((size) => ofDay.bySize(size) ?? found.find(({ partySize }) => partySize === size)!);
}
