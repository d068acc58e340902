/** What the location offers, read before anything is booked. */
import { DAY_MS } from '@bord/engine';
import { availabilityCall, batchCall, type BatchAsked } from '../asking.ts';
import { dateAfter, dateOf, type Day, daysOf, freeSlots, slotsOf } from '../days.ts';
import { type Exchange, field } from '../exchange.ts';
import { CannotTell } from '../stops.ts';
import { scene, type Trial, unlessUntold } from '../trial.ts';

/** Far enough ahead to disturb nobody, near enough to be open for bookings. */
const DAYS_AHEAD = 21;
const OVERVIEW_DAYS = 14;
const SEARCH_DAYS = 7;
/** As many as may be asked for (§4.2.1), out of order, one of them three times. */
const OVERVIEW_SIZES = [6, 2, 4, 2, 1, 50, 3, 5, 8, 2, 7];

/** A batch as it was asked for, and its answer. */
export interface Batch {
  readonly asked: BatchAsked;
  readonly exchange: Exchange;
  /** Empty when the answer was none. */
  readonly days: readonly Day[];
}

/** The date on which the search for a day begins. */
export function startDate({ settings, nowMs }: Trial): string {
  return settings.date ?? dateOf(nowMs() + DAYS_AHEAD * DAY_MS);
}

/** Asks for a day, as a client that has nothing kept. */
export async function askDay(trial: Trial, date: string, partySize: number): Promise<Day> {
  const exchange = await trial.ask(availabilityCall(trial.settings.locationId, { date, partySize }));
  const slots = exchange.status === 200 ? slotsOf(field(exchange.json, 'slots')) : [];
  return { date, partySize, slots, exchange };
}

export async function askBatch(trial: Trial, asked: BatchAsked): Promise<Batch> {
  const exchange = await trial.ask(batchCall(trial.settings.locationId, asked));
  return { asked, exchange, days: exchange.status === 200 ? daysOf(exchange) : [] };
}

/** The first request of a run. */
export const firstDay = scene((trial) => askDay(trial, startDate(trial), trial.settings.party));

/** Two weeks for parties of many sizes. */
export const overview = scene((trial) => {
  const from = startDate(trial);
  const partySizes = [...OVERVIEW_SIZES, trial.settings.party];
  return askBatch(trial, { startDate: from, endDate: dateAfter(from, OVERVIEW_DAYS - 1), partySizes });
});

/** As many days as may be asked for (§4.2.1). */
export const longRange = scene((trial) => {
  const from = startDate(trial);
  return askBatch(trial, {
    startDate: from,
    endDate: dateAfter(from, 91),
    partySizes: [trial.settings.party],
  });
});

/** A day on which the party of the run can be seated. */
export const openDay = scene(async (trial): Promise<Day> => {
  const { settings } = trial;
  const first = await firstDay(trial);
  if (freeSlots(first).length > 0) return first;
  if (settings.date === null) {
    const known = (await overview(trial)).days.find(
      (day) => day.partySize === settings.party && day.date !== first.date && freeSlots(day).length > 0,
    );
    const later = Array.from({ length: SEARCH_DAYS }, (_, i) => dateAfter(first.date, i + 1));
    const sooner = dateOf(trial.nowMs() + 3 * DAY_MS);
    for (const date of known ? [known.date] : [...later, sooner]) {
      const day = await askDay(trial, date, settings.party);
      if (freeSlots(day).length > 0) return day;
    }
  }
  const when = settings.date ?? `from ${first.date} on`;
  throw new CannotTell(
    `no slot is available for a party of ${settings.party} ${when}: choose with --date and --party`,
  );
});

/** The overview with the open day in it. Throws `CannotTell` when there is no answer. */
export const openBatch = scene(async (trial): Promise<Batch> => {
  const { date } = await openDay(trial);
  let found = await overview(trial);
  if (date < found.asked.startDate || date > found.asked.endDate)
    found = await askBatch(trial, {
      ...found.asked,
      startDate: date,
      endDate: dateAfter(date, OVERVIEW_DAYS - 1),
    });
  if (found.exchange.status !== 200) throw new CannotTell('no batch was answered');
  return found;
});

/** The batches that were answered. Throws `CannotTell` when there is none. */
export async function batches(trial: Trial): Promise<readonly Batch[]> {
  const all = [await unlessUntold(openBatch(trial)), await overview(trial), await longRange(trial)];
  const answered = [...new Set(all)].filter((found) => found?.exchange.status === 200) as Batch[];
  if (answered.length === 0) throw new CannotTell('no batch was answered');
  return answered;
}

/** The size whose last table is soonest reached on the open day, with that day as the single-day call has it. */
export const scarceDay = scene(async (trial): Promise<Day> => {
  const open = await openDay(trial);
  const days = (await unlessUntold(openBatch(trial)))?.days ?? [];
  const scarcity = (day: Day): number =>
    Math.min(...freeSlots(day).map(({ remainingCovers }) => Math.floor(remainingCovers / day.partySize)));
  const [scarce] = days
    .filter(({ date, partySize }) => date === open.date && partySize > 0)
    .filter((day) => freeSlots(day).length > 0)
    .toSorted((a, b) => scarcity(a) - scarcity(b) || b.partySize - a.partySize);
  return scarce && scarce.partySize !== open.partySize ? askDay(trial, open.date, scarce.partySize) : open;
});

/** Days and sizes that a batch has left out, with what the single-day call says: the smallest size, and a whole day. */
export const leftOut = scene(async (trial): Promise<readonly Day[]> => {
  const { asked, days } = await openBatch(trial);
  const { date } = await openDay(trial);
  const [size] = [...new Set(asked.partySizes)]
    .filter((partySize) => !days.some((day) => day.date === date && day.partySize === partySize))
    .toSorted((a, b) => a - b);
  const absent = size === undefined ? [] : [await askDay(trial, date, size)];
  const closed = await unlessUntold(closedDay(trial));
  return closed ? [...absent, closed] : absent;
});

const CLOSED_TRIES = 3;

/** A day on which the location is closed. */
export const closedDay = scene(async (trial): Promise<Day> => {
  const { closedDate, party } = trial.settings;
  if (closedDate !== null) return askDay(trial, closedDate, party);
  const { days, exchange } = await longRange(trial);
  const from = startDate(trial);
  const absent =
    exchange.status === 200
      ? Array.from({ length: 92 }, (_, i) => dateAfter(from, i)).filter(
          (date) => !days.some((day) => day.date === date),
        )
      : [];
  for (const date of absent.slice(0, CLOSED_TRIES)) {
    const day = await askDay(trial, date, party);
    // A list of slots that are all taken belongs to a day that is full.
    if (day.exchange.status !== 200 || day.slots.length === 0) return day;
  }
  const to = dateAfter(from, 91);
  throw new CannotTell(`no closed day was found from ${from} to ${to}: name one with --closed-date`);
});

/** Everything above: bookings come after it. */
export async function survey(trial: Trial): Promise<void> {
  await unlessUntold(scarceDay(trial));
  await unlessUntold(leftOut(trial));
}
