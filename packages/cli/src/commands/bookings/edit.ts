import type { GuestEdit } from '@bord/engine';
import { type Language, LANGUAGES } from '@bord/adapter-http/languages';
import type { BordCommand } from '../../command.ts';
import { oneOf } from '../../config/option-values.ts';
import { plain } from '../../output/plain.ts';
import { changed } from './answer.ts';
import { EXAMPLE_ID } from './examples.ts';

type EditOptions = Partial<Record<'name' | 'email' | 'phone' | 'notes', string>> & {
  readonly lang?: Language | '';
};

export function defineEdit(command: BordCommand): void {
  command
    .subcommand('edit <id>', 'change name, phone, e-mail, notes or language of the guest', [
      `bookings edit ${EXAMPLE_ID} --notes "allergic to nuts"`,
      `bookings edit ${EXAMPLE_ID} --name "Astrid Berg" --phone "070-123 45 67"`,
      `bookings edit ${EXAMPLE_ID} --email astrid@example.com`,
      `bookings edit ${EXAMPLE_ID} --notes ""`,
    ])
    .description(
      'Changes the guest of a booking. Fields that you do not name stay; "" removes a field. A new e-mail address gets a\n' +
        'confirmation with a new link, and the links that were mailed before do not work any more. A partner is notified\n' +
        'if its webhooks include the changed field. Time, party and tables are changed by bookings move.',
    )
    .option('--name <name>', 'name of the guest')
    .option('--email <address>', 'where mails go from now on')
    .option('--phone <number>', 'how to reach the guest')
    .option('--notes <text>', 'note for the restaurant; the guest can read it')
    .option(
      '--lang <language>',
      `mails are in ${LANGUAGES.join(', ')}; "": in that of the location`,
      (text: string): Language | '' => (text === '' ? '' : oneOf(LANGUAGES)(text)),
    )
    .checks(
      ({ name, email, phone, notes, lang }: EditOptions) =>
        (name ?? email ?? phone ?? notes ?? lang) === undefined &&
        'say what to change: --name, --email, --phone, --notes or --lang',
    )
    .answers(async (runtime, { name, email, phone, notes, lang }: EditOptions, id) => {
      const wanted: GuestEdit = {
        ...(name !== undefined && { name }),
        ...(email !== undefined && { email }),
        ...(phone !== undefined && { phone }),
        ...(notes !== undefined && { notes }),
        ...(lang !== undefined && { language: lang === '' ? null : lang }),
      };
      const outcome = await runtime.engine.operator.bookings.edit(id, wanted);
      const isNewAddress =
        outcome.kind === 'changed' && outcome.booking.history.at(-1)?.guestFields?.includes('email');
      const to = outcome.kind === 'changed' ? outcome.booking.guest.email : null;
      const about = isNewAddress ? `changed${to === null ? '' : `: mails go to ${plain(to)}`}` : 'changed';
      const sequel = isNewAddress ? '. Links that were mailed before do not work any more' : '';
      return changed(runtime, outcome, `is ${about}${sequel}`, 'says so already');
    });
}
