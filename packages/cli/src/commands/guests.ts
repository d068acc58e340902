import { formatInstant, type GuestRow, type Location } from '@bord/engine';
import type { BordCommand } from '../command.ts';
import { durationMs } from '../config/option-values.ts';
import { exportedJson } from '../output/booking-history.ts';
import { confirm, type ConfirmOptions } from '../output/confirm.ts';
import { tableText } from '../output/layout.ts';
import { plain } from '../output/plain.ts';
import { endProgress, printProgress } from '../output/printer.ts';
import { localMomentText, momentText } from '../output/times.ts';

interface EmailOptions extends ConfirmOptions {
  readonly email: string;
}

export function define(command: BordCommand): void {
  command
    .subcommand('export', 'everything that is kept of a guest', [
      'guests export --email alva@example.com --json > alva.json',
    ])
    .requiredOption('--email <address>', 'of the guest, upper or lower case')
    .answers(async ({ engine }, { email }: EmailOptions) => {
      const bookings = await engine.operator.guests.export(email);
      const locations = await engine.operator.locations.list();
      return {
        json: { email, bookings: bookings.map(exportedJson) },
        text: () =>
          bookings.length === 0 ? `There is no data of ${plain(email)}.` : exportText(bookings, locations),
      };
    });

  command
    .subcommand('erase', 'erase a guest from all bookings, webhooks and mails', [
      'guests erase --email alva@example.com',
      'guests erase --email alva@example.com --yes',
    ])
    .description(
      'Erases name, e-mail, phone and notes from all bookings of a guest, from their webhooks and\n' +
        'from mails. The bookings remain without them. Rejected while the guest has a future booking: cancel that first. Sandbox keys\n' +
        'that were made for the address end, and are deleted with it.',
    )
    .requiredOption('--email <address>', 'of the guest, upper or lower case')
    .option('--yes', 'do not ask')
    .answers(async ({ engine }, options: EmailOptions) => {
      const { email } = options;
      const found = await engine.operator.guests.export(email);
      await confirm(`Erase ${email} from ${countText(found.length)}? This cannot be undone.`, options);
      const { bookings, mails, sandboxKeys, isScrubbed } = await engine.operator.guests.erase(email);
      return {
        json: { bookings, mails, sandboxKeys, isScrubbed },
        text: () =>
          `${plain(email)} is erased from ${erasedText(bookings, mails, sandboxKeys)}.${isScrubbed === false ? LATER : ''}`,
      };
    });

  command
    .subcommand('purge', 'erase all guests whose visit was long ago', [
      'guests purge --older-than 730d',
      'guests purge --older-than 365d --yes --json',
    ])
    .description(
      'Erases the guests of all bookings that ended longer ago than this, at every location. Each location\n' +
        'also does so automatically every night, after its guestRetentionDays.',
    )
    .requiredOption('--older-than <duration>', 'such as 730d', durationMs)
    .option('--yes', 'do not ask')
    .answers(async ({ engine }, options: ConfirmOptions & { readonly olderThan: number }) => {
      const before = (await engine.operator.maintenance.readTime()).nowMs - options.olderThan;
      await confirm(
        `Erase all guests whose visit ended before ${momentText(before)}? This cannot be undone.`,
        options,
      );
      const bookings = await engine.operator.guests.purge(before, null, (soFar) =>
        printProgress(`${countText(soFar)} so far`),
      );
      if (bookings > 0) endProgress();
      return {
        json: { bookings, before: formatInstant(before) },
        text: () => `The guests of ${countText(bookings)} are erased.`,
      };
    });
}

function exportText(bookings: readonly GuestRow[], locations: readonly Location[]): string {
  const at = new Map(locations.map((location) => [location.id, location]));
  const rows = bookings.map(({ id, locationId, startMs, status, guest }) => {
    const { name, timeZone } = at.get(locationId)!;
    return [id, localMomentText(startMs, timeZone), plain(name), status, plain(guest.name)];
  });
  return `${countText(bookings.length)}; --json has every field.\n\n${tableText(['id', 'start', 'restaurant', 'status', 'name'], rows)}`;
}

const LATER =
  '\nThe database was in use: its log has the data until the night, or until bord maintenance scrub is run.';

function erasedText(bookings: number, mails: number, sandboxKeys: number): string {
  return [
    countText(bookings),
    ...(mails === 0 ? [] : [`${mails} kept mails`]),
    ...(sandboxKeys === 0 ? [] : [`${sandboxKeys} sandbox keys, which have ended`]),
  ].join(', ');
}

function countText(count: number): string {
  return count === 1 ? '1 booking' : `${count} bookings`;
}
