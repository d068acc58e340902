import type { BordCommand } from '../../command.ts';
import { Failure } from '../../output/failure.ts';
import { choiceOf, refusalText, type TableOptions, withTables } from '../../config/table-choice.ts';
import { EXAMPLE_ID, EXAMPLE_LOCATION } from './examples.ts';
import { visitAnswer } from './answer.ts';

interface UndoOptions {
  readonly undo?: boolean;
}

const stateOf = (kind: 'changed' | 'unchanged', state: string): string =>
  kind === 'changed' ? state : `${state} already`;

export function defineVisit(command: BordCommand): void {
  defineArrive(command);
  defineSeat(command);
  defineLeave(command);
}

function defineArrive(command: BordCommand): void {
  command
    .subcommand('arrive <id>', 'the party is at the door', [
      `bookings arrive ${EXAMPLE_ID}`,
      `bookings arrive Berg --location ${EXAMPLE_LOCATION}`,
      'bookings arrive Berg --undo',
    ])
    .description('The party is at the door. Partners never see it.')
    .option('--undo', 'it was another party: take it back')
    .answers(async (runtime, { undo }: UndoOptions, id) => {
      const { arrive, takeBack } = runtime.engine.operator.bookings;
      const outcome = await (undo ? takeBack(id, 'arrived') : arrive(id));
      if (outcome.kind === 'refused')
        throw new Failure('not changed: see its state with bord bookings show ID');
      return visitAnswer(
        runtime,
        outcome.booking,
        stateOf(outcome.kind, undo ? 'has not arrived' : 'has arrived'),
      );
    });
}

function defineSeat(command: BordCommand): void {
  const seat = command
    .subcommand('seat <id>', 'the party sits down, and stays where it is until it leaves', [
      `bookings seat ${EXAMPLE_ID}`,
      'bookings seat Berg',
      'bookings seat Berg --table T7',
      'bookings seat T7 --undo',
    ])
    .description(
      'The party sits down: at its table, or at the one that you name; one that has none gets one that fits. It stays there until it\n' +
        'leaves, even if others need room. Before its time the table is taken from now on, and the party booked there until then is named. Partners never see it.',
    )
    .option('--undo', 'it was another party: take it back');
  withTables(seat).answers(async (runtime, options: TableOptions & UndoOptions, id) => {
    const { bookings, locations } = runtime.engine.operator;
    if (options.undo) {
      const outcome = await bookings.takeBack(id, 'seated');
      if (outcome.kind === 'refused')
        throw new Failure('not changed: see its state with bord bookings show ID');
      return visitAnswer(runtime, outcome.booking, stateOf(outcome.kind, 'is not seated'));
    }
    const { locationId, tables } = await bookings.read(id);
    const location = await locations.read(locationId);
    const choice = choiceOf(location, options);
    const outcome = await bookings.seat(id, choice);
    if (outcome.kind === 'refused') {
      const why = await refusalText(runtime.engine, location, outcome, choice ?? { tables });
      throw new Failure([`not seated: ${why}`, ...(outcome.inTheWay ? [HINT] : [])]);
    }
    return visitAnswer(runtime, outcome.booking, stateOf(outcome.kind, 'is seated'));
  });
}

const HINT = 'Has that party gone? bord bookings leave ID. Or name another table: --table';

function defineLeave(command: BordCommand): void {
  command
    .subcommand('leave <id>', 'the party has left: frees the table immediately', [
      `bookings leave ${EXAMPLE_ID}`,
      'bookings leave T7',
      'bookings leave Berg --undo',
    ])
    .description(
      'The party has gone: its table is free from now on, also before its time, and the visit is completed. As bookings complete, with the\n' +
        'time written down. A partner hears that the visit is over, and not when.',
    )
    .option('--undo', 'it is still there: take it back')
    .answers(async (runtime, { undo }: UndoOptions, id) => {
      const { bookings, locations } = runtime.engine.operator;
      const outcome = await (undo ? bookings.undo(id) : bookings.leave(id));
      if (outcome.kind === 'refused') {
        const { locationId, tables } = await bookings.read(id);
        const location = await locations.read(locationId);
        throw new Failure(
          `not changed: ${await refusalText(runtime.engine, location, outcome, { tables })}. See the day: bord evening`,
        );
      }
      return visitAnswer(
        runtime,
        outcome.booking,
        stateOf(outcome.kind, undo ? 'is still there' : 'has left'),
      );
    });
}
