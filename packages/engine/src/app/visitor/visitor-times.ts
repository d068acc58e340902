import { assertDate, assertPartySize } from '../../core/fields.ts';
import { isOpenTo } from '../../core/booking/choices.ts';
import {
  admittedOf,
  availabilityFrom,
  type CompactAvailability,
  type SlotAvailability,
} from '../../core/seating/availability.ts';
import { BATCH_DAYS_MAX } from '../../core/limits.ts';
import { addDays, type LocalDate, localDateAt } from '../../core/local-date.ts';
import type { Area } from '../../core/location/location.ts';
import { currentServiceDate } from '../../core/location/service-day.ts';
import { type BookingWindow, isWithin, windowWith } from '../../core/location/slots.ts';
import { policyCallerOf } from '../../core/access/policy.ts';
import { availabilityInTurns } from '../decide-ahead.ts';
import { type GuestTimes, periodsOn } from '../guest/guest-times.ts';
import { sizeOf } from '../partner/read-availability.ts';
import { EVERYONE } from '../policies.ts';
import type { CachedDay } from '../shown-days.ts';
import { chosenArea, type PagedLocation, pagedLocation, type Visitor } from './visitor.ts';

/** The times that a guest wants to see. */
export interface VisitorWish {
  /** A service date; absent: the next one with a free time. */
  readonly date?: LocalDate | undefined;
  /** 1 or more; default 2. */
  readonly partySize?: number | undefined;
  /** The id of an area; null or absent: any. */
  readonly area?: string | null | undefined;
}

/** The times of a service date for a guest. */
export interface VisitorTimes {
  /** The restaurant. */
  readonly location: PagedLocation;
  /** The date shown. */
  readonly date: LocalDate;
  /** The party size shown. */
  readonly partySize: number;
  /** The id of the chosen area; null for any. */
  readonly area: string | null;
  /** The current local date. */
  readonly today: LocalDate;
  /** The last date that can be booked. */
  readonly lastDate: LocalDate;
  /** The service periods of the date, in order of opening. */
  readonly periods: GuestTimes['periods'];
  /** In order of time, each available or with the reason why it is not. */
  readonly slots: readonly SlotAvailability[];
  /** If the requested date has no free time: the next date with one, among the next 30 open dates of three months; null for none. */
  readonly nextDate: LocalDate | null;
  /** If an area was chosen: the other areas that have a free time on this date. */
  readonly otherAreas: readonly Area[];
}

const PARTY_SIZE_DEFAULT = 2;
/** The open dates that are read together to find a free one. */
const DATES_AT_ONCE = [2, 4, 8, 16] as const;

/** Answered from cached days, so at most 8 seconds old (D7). */
export async function visitorTimes(
  visitor: Visitor,
  locationId: string,
  { date: wanted, partySize = PARTY_SIZE_DEFAULT, area }: VisitorWish,
): Promise<VisitorTimes> {
  if (wanted !== undefined) assertDate('date', wanted);
  assertPartySize('partySize', partySize);
  const location = await pagedLocation(visitor, locationId);
  const chosen = chosenArea(location, area);
  const question = await questionOf(visitor, location, { partySize, area: chosen });
  const { window } = question;
  const first = currentServiceDate(location, window.nowMs);
  const date = wanted ?? (await nextFree(question, first)) ?? first;
  const day = await dayOf(question, date);
  const slots = availabilityFrom(day ?? { date, partySize, startsMs: [], covers: [] }).slots;
  const from = date < first ? first : addDays(date, 1);
  return {
    location,
    date,
    partySize,
    area: chosen ?? null,
    today: localDateAt(location.timeZone, window.nowMs),
    lastDate: window.lastDate,
    periods: periodsOn(visitor.app, location, date),
    slots,
    nextDate: isAnyFree(day) || wanted === undefined ? null : await nextFree(question, from),
    otherAreas: chosen === undefined ? [] : await areasWith(question, date),
  };
}

interface Question {
  readonly visitor: Visitor;
  readonly location: PagedLocation;
  /** Includes the policies for this guest. */
  readonly window: BookingWindow;
  readonly partySize: number;
  readonly area: string | undefined;
}

async function questionOf(
  visitor: Visitor,
  location: PagedLocation,
  about: Pick<Question, 'partySize' | 'area'>,
): Promise<Question> {
  const { app, caller } = visitor;
  const { admission } = (await app.policies?.shown(policyCallerOf(caller)!, location)) ?? EVERYONE;
  const window = windowWith(app.locationCache.bookingWindow(location), admission);
  return { visitor, location, window, ...about };
}

/** Whether a time of the date from `fromMs` to `toMs` was free at most 8 seconds ago (D7). */
export async function isFreeWithin(
  visitor: Visitor,
  location: PagedLocation,
  { date, fromMs, toMs, ...about }: VisitorSpan,
): Promise<boolean> {
  assertDate('date', date);
  assertPartySize('partySize', about.partySize);
  const day = await dayOf(await questionOf(visitor, location, about), date);
  return day?.startsMs.some((ms, i) => fromMs <= ms && ms <= toMs && day.covers[i]! > 0) === true;
}

interface VisitorSpan extends Pick<Question, 'partySize' | 'area'> {
  readonly date: LocalDate;
  readonly fromMs: number;
  readonly toMs: number;
}

async function dayOf(question: Question, date: LocalDate): Promise<CompactAvailability | null> {
  const { visitor, location, window } = question;
  if (!isWithin(window, date)) return null;
  const [cached] = await visitor.app.locationCache.states(location, [date]);
  return availabilityIn(question, cached!);
}

/** The first date from this one on with a free time, among the first open dates within the length of a batch. */
async function nextFree(question: Question, from: LocalDate): Promise<LocalDate | null> {
  const { visitor, location, window, partySize, area } = question;
  const { locationCache } = visitor.app;
  const dates: LocalDate[] = [];
  for (let i = 0, date = from; i < BATCH_DAYS_MAX && date <= window.lastDate; i++, date = addDays(date, 1))
    if (isOpenTo(location, locationCache.serviceDay(location, date), partySize, { ...window, area }))
      dates.push(date);
  for (const count of DATES_AT_ONCE) {
    for (const cached of await locationCache.states(location, dates.splice(0, count)))
      if (isAnyFree(await availabilityIn(question, cached))) return cached.state.day.date;
  }
  return null;
}

async function areasWith(question: Question, date: LocalDate): Promise<readonly Area[]> {
  const found: Area[] = [];
  for (const area of question.location.areas)
    if (area.id !== question.area && isAnyFree(await dayOf({ ...question, area: area.id }, date)))
      found.push(area);
  return found;
}

function isAnyFree(day: CompactAvailability | null): boolean {
  return day?.covers.some((left) => left > 0) === true;
}

/** Without an area, the answer for partners. Policies come last, because their answers are not shared. */
async function availabilityIn(
  { visitor: { app }, window: { admission, ...all }, partySize, area }: Question,
  cached: CachedDay,
): Promise<CompactAvailability> {
  const free = await (area === undefined
    ? sizeOf(app, cached, partySize, all)
    : freeInArea(app, cached, partySize, { ...all, area }));
  return admittedOf([free], cached.state, admission ? { ...all, admission } : all)[0]!;
}

async function freeInArea(
  app: Visitor['app'],
  cached: CachedDay,
  partySize: number,
  window: BookingWindow,
): Promise<CompactAvailability> {
  const answers = app.locationCache.answers.of(cached);
  const known = answers.ofGuest(`area ${window.area}`, partySize);
  app.locationCache.answers.count(known ? 1 : 0, known ? 0 : 1);
  if (known) return known;
  const [found] = await availabilityInTurns(app, cached.state, [partySize], window);
  answers.keepOfGuest(`area ${window.area}`, partySize, found!);
  return found!;
}
