import type { Command } from 'commander';
import { answering, subcommand } from '../../command.ts';
import { LOCATION_NAMES, locationNamed } from '../../config/location-named.ts';
import { unseatedText } from '../../output/block-text.ts';
import { bookingJson } from '../../output/booking-answer.ts';
import { EXAMPLE_LOCATION } from './examples.ts';

export function defineUnseated(command: Command): void {
  subcommand(command, 'unseated', 'parties without a table, since theirs was blocked', [
    `bookings unseated ${EXAMPLE_LOCATION}`,
    `bookings unseated ${EXAMPLE_LOCATION} --json`,
  ])
    .argument('<location>', LOCATION_NAMES)
    .action(
      answering(async ({ engine }, _, name: string) => {
        const location = await locationNamed(engine, name);
        const bookings = await engine.operator.at(location.id).bookings.unseated();
        const text = () =>
          bookings.length > 0 ? unseatedText(bookings, location) : 'Everybody has a table.';
        return { json: bookings.map(bookingJson), text };
      }),
    );
}
