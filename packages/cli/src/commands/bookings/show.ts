import type { Command } from 'commander';
import { answering, subcommand } from '../../command.ts';
import { answerOf } from './answer.ts';
import { EXAMPLE_ID } from './examples.ts';

export function defineShow(command: Command): void {
  subcommand(command, 'show <id>', 'one booking', [`bookings show ${EXAMPLE_ID}`]).action(
    answering(async (runtime, _, id) => answerOf(runtime, await runtime.engine.operator.bookings.read(id))),
  );
}
