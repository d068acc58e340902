import type { BordCommand } from '../../command.ts';
import { VISIT_TIME, visitTime, wholeNumber } from '../../config/option-values.ts';
import { visitTimeMs } from '../../config/visit-time.ts';
import { choiceOf, type TableOptions, withTables } from '../../config/table-choice.ts';
import { changed, withSittingNote } from './answer.ts';
import { EXAMPLE_ID } from './examples.ts';
import { refusal } from './refusal.ts';
import { tablesText } from '../../output/booking-line.ts';

interface MoveOptions extends TableOptions {
  readonly at?: string;
  readonly party?: number;
}

export function defineMove(command: BordCommand): void {
  const move = command
    .subcommand('move <id>', 'give a booking another time, size, or tables', [
      `bookings move ${EXAMPLE_ID} --at "tomorrow 20:00"`,
      `bookings move ${EXAMPLE_ID} --party 5 --table T7 --table T8`,
    ])
    .description('Gives a booking another time, size or tables. If they are unavailable, it stays as it is.')
    .option('--at <time>', VISIT_TIME, visitTime)
    .option('--party <n>', 'how many guests', wholeNumber(1, 1000))
    .checks(
      ({ at, party, table }: MoveOptions) =>
        (at ?? party ?? table) === undefined &&
        'say where to: --at, --party, --table or more than one of them',
    );
  withTables(move).answers(async (runtime, options: MoveOptions, id) => {
    const { engine } = runtime;
    const { at, party } = options;
    const booking = await engine.operator.bookings.read(id);
    const location = await engine.operator.locations.read(booking.locationId);
    const choice = choiceOf(location, options);
    const request = {
      ...(at !== undefined && { startMs: visitTimeMs(at, location, Date.now()) }),
      ...(party !== undefined && { partySize: party }),
    };
    const outcome = await engine.operator.bookings.move(id, request, choice);
    if (outcome.kind === 'refused')
      throw await refusal(engine, outcome, {
        what: 'not changed',
        location,
        choice,
        alternatives: (chosen) => engine.operator.bookings.alternativesToMove(id, request, chosen),
        offers: () => {
          const { startMs = booking.startMs, partySize = booking.partySize } = request;
          return engine.operator.at(location.id).bookings.tableOffers({ startMs, partySize });
        },
      });
    const sameState = choice ? 'is as asked for already' : 'is at that time and of that size already';
    const answer = await changed(runtime, outcome, 'is moved', sameState);
    return withSittingNote(answer, location, outcome.booking);
  });
}

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
