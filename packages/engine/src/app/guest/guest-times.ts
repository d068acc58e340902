import { admittedOf, type CompactAvailability, keepingTables } from '../../core/seating/availability.ts';
import { assertDate, assertPartySize } from '../../core/fields.ts';
import type { Booking } from '../../core/booking/booking.ts';
import { type DateChoice, sizesOn } from '../../core/booking/choices.ts';
import { isHeldToMove } from '../../core/booking/move-hold.ts';
import { dayStateOf } from '../../core/seating/day-state.ts';
import { MINUTE_MS } from '../../core/instant.ts';
import { addDays, daysBetween, type LocalDate } from '../../core/local-date.ts';
import type { PolicyCaller } from '../../core/location/admission.ts';
import type { Location } from '../../core/location/location.ts';
import { type BookingWindow, windowToMove, windowWith } from '../../core/location/slots.ts';
import type { App } from '../context.ts';
import { EVERYONE, GUEST } from '../policies.ts';
import { type GuestView, openGuestLink } from './guest-link.ts';
import type { CachedDay } from '../shown-days.ts';
import { sizeOf } from '../partner/read-availability.ts';
import { availabilityInTurns } from '../decide-ahead.ts';
import { yieldToEventLoop } from '../yield-to-event-loop.ts';

/** The date and party size that the guest wants to see. Defaults are those of the booking. */
export interface GuestWish {
  /** A service date. */
  readonly date?: LocalDate;
  /** 1 or more. */
  readonly partySize?: number;
}

/** The choices of a guest who moves a booking (D12). All are empty after the change deadline. */
export interface GuestTimes {
  /** The date shown: the requested one, or that of the booking. */
  readonly date: LocalDate;
  /** The party size shown. */
  readonly partySize: number;
  /** The service periods of the date, in order of opening. */
  readonly periods: readonly {
    /** The name in the location file. */
    readonly name: string;
    /** The opening, in milliseconds since 1970. */
    readonly opensMs: number;
    /** The closing, in milliseconds since 1970. */
    readonly closesMs: number;
  }[];
  /** The available starts on this date for this party, in order. The booking's own tables count as free. */
  readonly times: readonly number[];
  /** If there are none: the dates up to three days before and after with available times, in order. */
  readonly nearby: readonly LocalDate[];
  /**
   * The service dates that can be requested, in order, each with the party sizes that an empty restaurant could take. They are at most two years
   * ahead.
   */
  readonly choices: readonly DateChoice[];
  /** The party sizes of all {@link choices}, in order. */
  readonly partySizes: readonly number[];
}

/** Dates opened in one turn of the event loop. */
const DATES_AT_ONCE = 8;
const LISTED_DAYS = 731;
/** The number of days around a full date that are searched. */
const NEARBY_DAYS = 3;

/**
 * The party sizes, dates and times to which the guest can move the booking. The location's rules accept exactly the listed ones.
 *
 * Answered from cached days, so at most 8 seconds old (D7): recently read days are not read again, and missing days are read in one query. Throws
 * `link_unknown`, and `invalid_request` for an invalid date or a size below 1.
 */
export async function guestTimes(app: App, token: string, wish: GuestWish = {}): Promise<GuestTimes> {
  return timesToMove(app, () => openGuestLink(app, token), wish);
}

/** As {@link guestTimes}; the view is read after the wish is checked. */
export async function timesToMove(
  app: App,
  open: () => Promise<GuestView>,
  wish: GuestWish,
  policyCaller: PolicyCaller = GUEST,
): Promise<GuestTimes> {
  if (wish.date !== undefined) assertDate('date', wish.date);
  if (wish.partySize !== undefined) assertPartySize('partySize', wish.partySize);
  const { booking, location, stage } = await open();
  const { date = booking.serviceDate, partySize = booking.partySize } = wish;
  const all = app.locationCache.bookingWindow(location);
  const { admission } = (await app.policies?.shown(policyCaller, location)) ?? EVERYONE;
  const window = windowToMove(windowWith(all, admission), booking);
  const { choices, partySizes } =
    stage === 'changeable' ? await choicesOf(app, location, window) : NO_CHOICES;
  const dates = choices.filter((one) => one.partySizes.includes(partySize)).map((one) => one.date);
  const question: Question = { location, all, window, booking, partySize };
  const [times = []] = await timesOn(
    app,
    question,
    dates.filter((one) => one === date),
  );
  const near = times.length > 0 ? [] : dates.filter(isAround(date));
  const nearTimes = await timesOn(app, question, near);
  return {
    date,
    partySize,
    periods: periodsOn(app, location, date),
    times,
    nearby: near.filter((_, i) => nearTimes[i]!.length > 0),
    choices,
    partySizes,
  };
}

/** The service periods of a date. */
export function periodsOn(
  { locationCache }: App,
  location: Location,
  date: LocalDate,
): GuestTimes['periods'] {
  const { periods } = locationCache.serviceDay(location, date);
  return periods.map(({ period: { name }, opensMs, closesMs }) => ({ name, opensMs, closesMs }));
}

interface Choices {
  /** The next whole minute and the last date: slots and lead times are whole minutes, so these two determine the choices. */
  readonly key: string;
  readonly choices: readonly DateChoice[];
  readonly partySizes: readonly number[];
}

const NO_CHOICES: Choices = { key: '', choices: [], partySizes: [] };

/** The latest of each plan. */
const lastChoices = new WeakMap<Location, Choices>();

async function choicesOf(app: App, location: Location, window: BookingWindow): Promise<Choices> {
  const key = `${Math.ceil(window.nowMs / MINUTE_MS)} ${window.lastDate}`;
  const last = window.admission ? undefined : lastChoices.get(location); // with policies, each booking has different choices
  if (last?.key === key) return last;
  const choices: DateChoice[] = [];
  const days = Math.min(daysBetween(window.firstDate, window.lastDate), LISTED_DAYS);
  for (let i = 0; i <= days; i++) {
    if (!last && i % DATES_AT_ONCE === DATES_AT_ONCE - 1) await yieldToEventLoop(); // the first call opens the days
    const day = app.locationCache.serviceDay(location, addDays(window.firstDate, i));
    const partySizes = sizesOn(location, day, window);
    if (partySizes.length > 0) choices.push({ date: day.date, partySizes });
  }
  const sizes = new Set(choices.flatMap(({ partySizes }) => partySizes));
  const found = { key, choices, partySizes: [...sizes].toSorted((a, b) => a - b) };
  if (!window.admission) lastChoices.set(location, found);
  return found;
}

function isAround(date: LocalDate): (other: LocalDate) => boolean {
  const [first, last] = [addDays(date, -NEARBY_DAYS), addDays(date, NEARBY_DAYS)];
  return (other) => other !== date && first <= other && other <= last;
}

interface Question {
  readonly location: Location;
  /** The times for all callers and those for this guest; only the former are cached. */
  readonly all: BookingWindow;
  readonly window: BookingWindow;
  readonly booking: Booking;
  readonly partySize: number;
}

/** The available starts on each of these dates, which are in order. */
async function timesOn(
  app: App,
  question: Question,
  dates: readonly LocalDate[],
): Promise<readonly (readonly number[])[]> {
  const times: (readonly number[])[] = [];
  for (const [i, cached] of (await app.locationCache.states(question.location, dates)).entries()) {
    if (i > 0) await yieldToEventLoop();
    times.push(await timesIn(app, question, cached));
  }
  return times;
}

/** The times of the day that policies admit for this guest. */
async function timesIn(app: App, question: Question, cached: CachedDay): Promise<readonly number[]> {
  const found = admittedOf([await freeIn(app, question, cached)], cached.state, question.window);
  return found.flatMap(availableStarts);
}

/** The availability for partners, with a separate answer on days with the guest's own booking. */
async function freeIn(
  app: App,
  { all, booking, partySize }: Question,
  cached: CachedDay,
): Promise<CompactAvailability> {
  const { id: bookingId, tables } = booking;
  const { location, day, bookings } = cached.state;
  const isHeldForIt = isHeldToMove(bookingId);
  const others = bookings.filter((entry) => entry.id !== bookingId && !isHeldForIt(entry));
  if (others.length === bookings.length)
    return keepingTables(await sizeOf(app, cached, partySize, all), cached.state, tables);
  const answers = app.locationCache.answers.of(cached);
  const known = answers.ofGuest(bookingId, partySize);
  app.locationCache.answers.count(known ? 1 : 0, known ? 0 : 1);
  if (known) return known;
  const state = dayStateOf(location, day, others, all.nowMs, {
    memory: app.locationCache.memoryOf(location),
  });
  const [free] = await availabilityInTurns(app, state, [partySize], all);
  const found = keepingTables(free!, state, tables);
  answers.keepOfGuest(bookingId, partySize, found);
  return found;
}

function availableStarts({ startsMs, covers }: CompactAvailability): readonly number[] {
  return startsMs.filter((_, i) => covers[i]! > 0);
}
