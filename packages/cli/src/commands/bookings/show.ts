import type { BordCommand } from '../../command.ts';
import { bookingText } from '../../output/booking-answer.ts';
import { bookingWithHistoryJson, historyText, readPeople } from '../../output/booking-history.ts';
import { EXAMPLE_ID } from './examples.ts';

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
        text: () => `${bookingText(booking, location)}\n\n${historyText(booking, location, people)}`,
      };
    });
}
