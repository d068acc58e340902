import type { Booking } from '@bord/engine';
import type { Command } from 'commander';
import { type AnswerPage, answering, subcommand } from '../../command.ts';
import { LOCATION_NAMES, locationNamed } from '../../config/location-named.ts';
import { visitDate } from '../../config/option-values.ts';
import { visitDateOf } from '../../config/visit-time.ts';
import { bookingJson, bookingsTable } from '../../output/booking-answer.ts';
import { EXAMPLE_LOCATION } from './examples.ts';

interface ListOptions {
  readonly location: string;
  readonly date?: string;
}

export function defineList(command: Command): void {
  subcommand(command, 'list', 'the bookings of a location, in every state', [
    `bookings list --location ${EXAMPLE_LOCATION}`,
    `bookings list --location ${EXAMPLE_LOCATION} --date 2026-12-01 --json`,
  ])
    .requiredOption('--location <location>', `of which location: ${LOCATION_NAMES}`)
    .option('--date <date>', 'of one service date only: 2026-12-01, today, tomorrow or yesterday', visitDate)
    .action(
      answering(async ({ engine }, { location: name, date: day }: ListOptions) => {
        const location = await locationNamed(engine, name);
        const date = day === undefined ? undefined : visitDateOf(day, location, Date.now());
        return {
          pages: asPages(engine.operator.bookings.pages(location.id, { date }), bookingsTable(location)),
          none: 'No bookings.',
        };
      }),
    );
}

async function* asPages(
  pages: AsyncIterable<readonly Booking[]>,
  table: (bookings: readonly Booking[]) => string,
): AsyncIterable<AnswerPage> {
  for await (const page of pages) yield { json: page.map(bookingJson), text: () => table(page) };
}
