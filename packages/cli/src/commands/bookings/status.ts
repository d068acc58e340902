/** How a booking ends, and how that is taken back (D12). */
import type { Booking } from '@bord/engine';
import type { Command } from 'commander';
import { answering, subcommand } from '../../command.ts';
import type { Runtime } from '../../composition.ts';
import { confirm, type ConfirmOptions } from '../../output/confirm.ts';
import { plain } from '../../output/plain.ts';
import { spanText } from '../../output/times.ts';
import { changed } from './answer.ts';
import { EXAMPLE_ID } from './examples.ts';

export function defineStatus(command: Command): void {
  subcommand(command, 'cancel <id>', 'cancel a booking', [
    `bookings cancel ${EXAMPLE_ID}`,
    `bookings cancel ${EXAMPLE_ID} --yes`,
  ])
    .option('--yes', 'do not ask')
    .action(
      answering(async (runtime, options: ConfirmOptions, id) => {
        const booking = await runtime.engine.operator.bookings.read(id);
        if (booking.status === 'confirmed') await confirm(await cancelQuestion(runtime, booking), options);
        return changed(runtime, await runtime.engine.operator.bookings.cancel(id), 'is cancelled');
      }),
    );

  subcommand(command, 'complete <id>', 'the visit is over: frees the table', [
    `bookings complete ${EXAMPLE_ID}`,
  ]).action(
    answering(async (runtime, _, id) =>
      changed(runtime, await runtime.engine.operator.bookings.complete(id), 'is completed'),
    ),
  );

  subcommand(command, 'no-show <id>', 'the party never came: frees the table', [
    `bookings no-show ${EXAMPLE_ID}`,
  ]).action(
    answering(async (runtime, _, id) =>
      changed(runtime, await runtime.engine.operator.bookings.markNoShow(id), 'is a no-show'),
    ),
  );

  subcommand(command, 'undo <id>', 'take complete or no-show back', [`bookings undo ${EXAMPLE_ID}`]).action(
    answering(async (runtime, _, id) =>
      changed(runtime, await runtime.engine.operator.bookings.undo(id), 'is confirmed'),
    ),
  );
}

async function cancelQuestion({ engine }: Runtime, booking: Booking): Promise<string> {
  const { name, timeZone } = await engine.operator.locations.read(booking.locationId);
  const when = spanText(booking.startMs, booking.endMs, timeZone);
  return `Cancel the booking of "${plain(booking.guest.name)}" at ${plain(name)}, ${when}, party of ${booking.partySize}?`;
}
