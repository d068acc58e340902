import type { BordCommand } from '../../command.ts';
import { tablesText } from '../../output/booking-line.ts';
import { choiceOf, type TableOptions, withTables } from '../../config/table-choice.ts';
import { changed } from './answer.ts';
import { EXAMPLE_ID } from './examples.ts';
import { refusal } from './refusal.ts';

export function defineAssign(command: BordCommand): void {
  const assign = command
    .subcommand('assign <id>', 'give a booking chosen tables, and keep it at them', [
      `bookings assign ${EXAMPLE_ID} --table T7`,
      `bookings assign ${EXAMPLE_ID} --table T7 --table T8 --force`,
      `bookings assign ${EXAMPLE_ID}`,
    ])
    .description(
      'Gives a booking the tables that you choose, and keeps it at them. The seated parties there get other tables. If that is impossible, all\n' +
        'bookings stay unchanged and the parties in the way are named. Guest and partner are not notified.\n\n' +
        'Without --table: one that waits for a table (bord bookings unseated) gets one wherever it fits, others re-seated if need be.',
    );
  withTables(assign).answers(async (runtime, options: TableOptions, id: string) => {
    const { engine } = runtime;
    const booking = await engine.operator.bookings.read(id);
    const location = await engine.operator.locations.read(booking.locationId);
    const choice = choiceOf(location, options);
    const outcome = await engine.operator.bookings.assign(id, choice);
    if (outcome.kind === 'refused')
      throw await refusal(engine, outcome, {
        what: 'not changed',
        location,
        choice,
        alternatives: (chosen) => engine.operator.bookings.alternativesToMove(id, {}, chosen),
        offers: () => engine.operator.bookings.tableOffersFor(id),
      });
    const at = `is at ${tablesText(outcome.booking.tables)}`;
    return changed(runtime, outcome, at, choice ? `${at} already` : `${at}; --table gives it another`);
  });
}

export function definePin(command: BordCommand): void {
  command
    .subcommand('pin <id>', 'keep a booking at its tables, even if others need room', [
      `bookings pin ${EXAMPLE_ID}`,
    ])
    .answers(async (runtime, _, id) =>
      changed(runtime, await runtime.engine.operator.bookings.pin(id, true), 'is pinned'),
    );

  command
    .subcommand('unpin <id>', 'let a booking be re-seated again', [`bookings unpin ${EXAMPLE_ID}`])
    .answers(async (runtime, _, id) =>
      changed(runtime, await runtime.engine.operator.bookings.pin(id, false), 'may be re-seated'),
    );
}
