import { type BordCommand, LOCATION_NAMES } from '../../command.ts';
import { unseatedText } from '../../output/block-text.ts';
import { bookingJson } from '../../output/booking-answer.ts';
import { EXAMPLE_LOCATION } from './examples.ts';

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
