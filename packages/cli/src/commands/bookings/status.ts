import type { Booking, ChangeOutcome } from '@bord/engine';
import type { BordCommand } from '../../command.ts';
import type { Runtime } from '../../composition.ts';
import type { Failure } from '../../output/failure.ts';
import { confirm, type ConfirmOptions } from '../../output/confirm.ts';
import { plain } from '../../output/plain.ts';
import { spanText } from '../../output/times.ts';
import { changed } from './answer.ts';
import { EXAMPLE_ID } from './examples.ts';
import { refusal } from './refusal.ts';
import { guestsText } from '../../output/booking-line.ts';

export function defineStatus(command: BordCommand): void {
  command
    .subcommand('cancel <id>', 'cancel a booking', [
      `bookings cancel ${EXAMPLE_ID}`,
      `bookings cancel ${EXAMPLE_ID} --yes`,
    ])
    .option('--yes', 'do not ask')
    .answers(async (runtime, options: ConfirmOptions, id) => {
      const booking = await runtime.engine.operator.bookings.read(id);
      if (booking.status === 'confirmed') await confirm(await cancelQuestion(runtime, booking), options);
      return changed(runtime, await runtime.engine.operator.bookings.cancel(id), 'is cancelled');
    });

  command
    .subcommand('complete <id>', 'the visit is over: frees the table', [`bookings complete ${EXAMPLE_ID}`])
    .answers(async (runtime, _, id) =>
      changed(runtime, await runtime.engine.operator.bookings.complete(id), 'is completed'),
    );

  command
    .subcommand('no-show <id>', 'the party never came: frees the table', [
      `bookings no-show ${EXAMPLE_ID}`,
      `bookings no-show ${EXAMPLE_ID} --yes`,
    ])
    .description('The party never came: frees the table. Asks first when it is expected later only.')
    .option('--yes', 'do not ask')
    .answers(async (runtime, options: ConfirmOptions, id) => {
      const booking = await runtime.engine.operator.bookings.read(id);
      if (booking.status === 'confirmed' && Date.now() < booking.startMs)
        await confirm(await noShowQuestion(runtime, booking), options);
      return changed(runtime, await runtime.engine.operator.bookings.markNoShow(id), 'is a no-show');
    });

  command
    .subcommand('undo <id>', 'take complete or no-show back', [`bookings undo ${EXAMPLE_ID}`])
    .answers(async (runtime, _, id) => {
      const { engine } = runtime;
      const outcome = await engine.operator.bookings.undo(id);
      if (outcome.kind === 'refused') throw await undoRefusal(runtime, outcome, id);
      return changed(runtime, outcome, 'is restored');
    });
}

/** A cancelled party that comes after all needs a new booking at the current time. */
async function undoRefusal(
  { engine }: Runtime,
  outcome: Extract<ChangeOutcome, { readonly kind: 'refused' }>,
  id: string,
): Promise<Failure> {
  const { locationId, startMs, partySize } = await engine.operator.bookings.read(id);
  const location = await engine.operator.locations.read(locationId);
  const fromMs = Math.max(startMs, Date.now());
  return refusal(engine, outcome, {
    what: 'not changed',
    location,
    alternatives: () => engine.operator.at(locationId).bookings.alternatives({ startMs: fromMs, partySize }),
  });
}

async function noShowQuestion({ engine }: Runtime, booking: Booking): Promise<string> {
  const { timeZone } = await engine.operator.locations.read(booking.locationId);
  const when = spanText(booking.startMs, booking.endMs, timeZone);
  return `"${plain(booking.guest.name)}", ${guestsText(booking.partySize)}, is expected only ${when}. A no-show already?`;
}

async function cancelQuestion({ engine }: Runtime, booking: Booking): Promise<string> {
  const { name, timeZone } = await engine.operator.locations.read(booking.locationId);
  const when = spanText(booking.startMs, booking.endMs, timeZone);
  return `Cancel the booking of "${plain(booking.guest.name)}" at ${plain(name)}, ${when}, ${guestsText(booking.partySize)}?`;
}
