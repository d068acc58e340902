/** `locations remove`: permanent; rejected while a booking needs the location. */
import { type RemovalReview } from '@bord/engine';
import { type Answer, type BordCommand, LOCATION_NAMES } from '../command.ts';
import { isDemo } from '../demo.ts';
import { Failure } from '../output/failure.ts';
import { confirm, type ConfirmOptions } from '../output/confirm.ts';
import { holdsText } from '../output/hold-text.ts';
import { plain } from '../output/plain.ts';
import { standingTable } from '../output/plan-review.ts';

interface RemoveOptions extends ConfirmOptions {
  readonly force?: boolean;
}

export function defineRemove(command: BordCommand): void {
  command
    .subcommand('remove', 'remove a location permanently, with all its bookings', [
      'locations remove "Bistro Nord"',
      'locations remove nord --yes',
      'locations remove nord --force --yes',
    ])
    .description(
      'Removes a location permanently: its plan, its closures, its menu, and its bookings with their guests, past ones too. It is\n' +
        'rejected while a booking is not over or a table is held. Make a backup first, or write the plan down: bord locations export.',
    )
    .argument('<location>', LOCATION_NAMES)
    .option('--yes', 'do not ask')
    .option(
      '--force',
      'also while keys or endpoints name it, which stay, or mails and webhooks wait, which are dropped',
    )
    .answersAt(async ({ engine, config }, options: RemoveOptions, { id }): Promise<Answer> => {
      if (config.demo && isDemo({ id }))
        throw new Failure(
          'the demo location would come back with the next start of bord serve: BORD_DEMO=0 leaves it out',
        );
      const review = await engine.operator.locations.reviewRemoval(id);
      assertRemovable(review, options);
      const called = plain(review.location.name);
      await confirm(
        `Remove ${called} (${id}) permanently, with its menu and all its bookings and guests?`,
        options,
      );
      const { location, deleted } = await engine.operator.locations.remove(id, {
        force: options.force ?? false,
      });
      return {
        json: {
          id,
          name: location.name,
          changes: [{ path: 'location', from: location.name, to: null }],
          bookings: [],
          deleted,
        },
        text: () => `${called} is removed, with all that was kept of its bookings and guests.`,
      };
    });
}

function assertRemovable(review: RemovalReview, { force = false }: RemoveOptions): void {
  const { location, bookings, holds, keys, endpoints, waiting } = review;
  const called = plain(location.name);
  if (bookings.length > 0)
    throw new Failure([
      `${called} is not removed: ${bookings.length === 1 ? 'a booking exists' : `${bookings.length} bookings exist`} there. Call, then bord bookings cancel:`,
      ...standingTable(bookings, location.timeZone).split('\n'),
    ]);
  if (holds.length > 0)
    throw new Failure([
      `${called} is not removed: ${holds.length === 1 ? 'a table is' : `${holds.length} tables are`} held there. Wait until then, or bord holds release ID:`,
      ...holdsText(holds, location).split('\n'),
    ]);
  if (force) return;
  const names = [
    ...keys.map(({ id, partner }) => `key ${id} of partner ${partner}`),
    ...endpoints.map(({ id, partner }) => `endpoint ${id} of partner ${partner}`),
  ];
  if (names.length > 0)
    throw new Failure(
      `${called} is not removed: it is named by ${names.join(', ')}. Revoke or disable them; or --force: they stay, and find it no more`,
    );
  if (waiting > 0)
    throw new Failure(
      `${called} is not removed: ${waiting === 1 ? 'a mail or webhook waits' : `${waiting} mails and webhooks wait`} to be sent. Try again in a minute, while bord serve or bord deliver runs; or --force, which drops them`,
    );
}
