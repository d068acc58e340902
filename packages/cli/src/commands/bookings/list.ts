import {
  type Booking,
  BOOKING_STATES,
  type BookingStatus,
  currentServiceDate,
  type Engine,
  type Location,
} from '@bord/engine';
import { type BordCommand, LOCATION_NAMES } from '../../command.ts';
import type { AnswerPage } from '../../output/print-pages.ts';
import { locationNamed } from '../../config/location-named.ts';
import { each, oneOf, visitDate, wholeNumber } from '../../config/option-values.ts';
import { visitDateOf } from '../../config/visit-time.ts';
import { bookingJson, bookingsTable, bookingFacts } from '../../output/booking-answer.ts';
import { printNotice } from '../../output/printer.ts';
import { EXAMPLE_ID, EXAMPLE_LOCATION } from './examples.ts';
import { bookingWithHistoryJson, historyText, readPeople } from '../../output/booking-history.ts';
import { unseatedText } from '../../output/block-text.ts';

interface ListOptions {
  readonly location: string;
  readonly date?: string;
  readonly status?: readonly string[];
  readonly search?: string;
  readonly limit?: number;
  readonly json?: boolean;
}

/** Results of a search without `--limit`. */
const FOUND_MAX = 100;
const STATUS_WORDS: readonly string[] = BOOKING_STATES.map((status) => status.replace('_', '-'));

export function defineList(command: BordCommand): void {
  command
    .subcommand('list', 'the bookings of a location, in every state', [
      `bookings list --location ${EXAMPLE_LOCATION}`,
      `bookings list --location ${EXAMPLE_LOCATION} --date 2026-12-01 --json`,
      `bookings list --location ${EXAMPLE_LOCATION} --search "berg"`,
      `bookings list --location ${EXAMPLE_LOCATION} --search "070-123 45" --status confirmed`,
    ])
    .description(
      'The bookings of a location, in every state, by date and time. A search looks at all dates: what is to come is first, and then what is over,\n' +
        `the latest first; at most ${FOUND_MAX}, unless --limit says otherwise.`,
    )
    .requiredOption('--location <location>', `of which location: ${LOCATION_NAMES}`)
    .option('--date <date>', 'of one service date only: 2026-12-01, today, tomorrow or yesterday', visitDate)
    .option(
      '--status <status>',
      `in this state only: ${STATUS_WORDS.join(', ')}; again for more`,
      each(oneOf(STATUS_WORDS)),
    )
    .option('--search <text>', 'by name, telephone, e-mail, the number that a partner gave, or id')
    .option('--limit <n>', 'at most so many', wholeNumber(1, 1_000_000))
    .answers(async ({ engine }, options: ListOptions) => {
      const location = await locationNamed(engine, options.location);
      const pages = selected(engine, location, options);
      return { pages: asPages(pages, bookingsTable(location)), none: 'No bookings.' };
    });
}

/** The selected bookings, and a notice for people if there are more. */
async function* selected(
  engine: Engine,
  location: Location,
  {
    date: day,
    status,
    search,
    limit = search === undefined ? Infinity : FOUND_MAX,
    json = false,
  }: ListOptions,
): AsyncIterable<readonly Booking[]> {
  const nowMs = Date.now();
  const statuses = status?.map((word) => word.replace('-', '_') as BookingStatus);
  const date = day === undefined ? undefined : visitDateOf(day, location, nowMs);
  const all = (of: { readonly from?: string; readonly before?: string } = {}) =>
    engine.operator.at(location.id).bookings.pages({ date, statuses, search, ...of });
  const today = currentServiceDate(location, nowMs);
  const isSearch = search !== undefined && date === undefined;
  let left = limit;
  for await (const page of isSearch ? all({ from: today }) : all()) {
    if (left > 0) yield page.slice(0, left);
    left -= page.length;
    if (left < 0) break;
  }
  if (isSearch && left >= 0) {
    const past = await latest(all({ before: today }), left);
    if (past.bookings.length > 0) yield past.bookings;
    left -= past.count;
  }
  if (left < 0 && !json) printNotice(`There are more than ${limit}: --limit shows as many as you like.`);
}

async function latest(
  pages: AsyncIterable<readonly Booking[]>,
  most: number,
): Promise<{ readonly bookings: readonly Booking[]; readonly count: number }> {
  let last: Booking[] = [];
  let count = 0;
  for await (const page of pages) {
    count += page.length;
    if (most === 0) break; // more exist than the limit allows
    last = [...last, ...page].slice(-most);
  }
  return { bookings: last.toReversed(), count };
}

async function* asPages(
  pages: AsyncIterable<readonly Booking[]>,
  table: (bookings: readonly Booking[]) => string,
): AsyncIterable<AnswerPage> {
  for await (const page of pages) yield { json: page.map(bookingJson), text: () => table(page) };
}

export function defineShow(command: BordCommand): void {
  command
    .subcommand('show <id>', 'one booking with its history: each change, its time and author', [
      `bookings show ${EXAMPLE_ID}`,
      `bookings show ${EXAMPLE_ID} --json`,
    ])
    .answers(async ({ engine }, _, id) => {
      const booking = await engine.operator.bookings.read(id);
      const [location, people] = await Promise.all([
        engine.operator.locations.read(booking.locationId),
        readPeople(engine),
      ]);
      return {
        json: bookingWithHistoryJson(booking, people),
        text: () => `${bookingFacts(booking, location)}\n\n${historyText(booking, location, people)}`,
      };
    });
}

export function defineUnseated(command: BordCommand): void {
  command
    .subcommand('unseated', 'parties without a table, since theirs was blocked', [
      `bookings unseated ${EXAMPLE_LOCATION}`,
      `bookings unseated ${EXAMPLE_LOCATION} --json`,
    ])
    .argument('<location>', LOCATION_NAMES)
    .answersAt(async ({ engine }, _, location) => {
      const bookings = await engine.operator.at(location.id).bookings.unseated();
      const text = () => (bookings.length > 0 ? unseatedText(bookings, location) : 'Everybody has a table.');
      return { json: bookings.map(bookingJson), text };
    });
}
