import { type Language, LANGUAGES } from '@bord/adapter-http/languages';
import { type BordCommand, LOCATION_NAMES } from '../../command.ts';
import { locationNamed } from '../../config/location-named.ts';
import { oneOf, VISIT_TIME, visitTime, wholeNumber } from '../../config/option-values.ts';
import { visitTimeMs } from '../../config/visit-time.ts';
import { choiceOf, type TableOptions, withTables } from '../../config/table-choice.ts';
import { answerOf, visitAnswer, withSittingNote } from './answer.ts';
import { EXAMPLE_LOCATION } from './examples.ts';
import { refusal } from './refusal.ts';

interface CreateOptions extends TableOptions {
  readonly location: string;
  readonly at: string;
  readonly party: number;
  readonly name?: string;
  readonly lang?: Language;
  readonly email?: string;
  readonly phone?: string;
  readonly notes?: string;
  readonly seated?: boolean;
}

export function defineCreate(command: BordCommand): void {
  const create = command
    .subcommand('create', 'write a booking in: the phone, a guest at the door', [
      `bookings create --location ${EXAMPLE_LOCATION} --at "2026-12-01 19:30" --party 2 --name "Astrid Berg"`,
      `bookings create --location ${EXAMPLE_LOCATION} --at "tomorrow 19:00" --party 4 --name Berg --phone "070-123 45 67" --table T7`,
      `bookings create --location ${EXAMPLE_LOCATION} --at now --party 2 --seated`,
    ])
    .requiredOption('--location <location>', `at which location: ${LOCATION_NAMES}`)
    .requiredOption('--at <time>', VISIT_TIME, visitTime)
    .requiredOption('--party <n>', 'how many guests', wholeNumber(1, 1000))
    .option('--name <name>', 'name of the guest; optional for a walk-in (--at now)')
    .option('--email <address>', 'gets a confirmation')
    .option('--phone <number>', 'how to reach the guest')
    .option('--notes <text>', 'note for the restaurant; the guest can read it')
    .option(
      '--lang <language>',
      `mails are in ${LANGUAGES.join(', ')} (default: that of the location)`,
      oneOf(LANGUAGES),
    )
    .option('--seated', 'the party sits down now: with --at now')
    .checks(({ at, name, seated }: CreateOptions) => {
      if (at.toLowerCase() === 'now') return undefined;
      if (seated) return 'who is seated has come: --at now';
      return name === undefined && 'say who comes: --name';
    });
  withTables(create).answers(async (runtime, options: CreateOptions) => {
    const { at, party, name = 'Walk-in', email = null, phone = null, notes = null, lang = null } = options;
    const location = await locationNamed(runtime.engine, options.location);
    const choice = choiceOf(location, options);
    const request = {
      startMs: visitTimeMs(at, location, Date.now()),
      partySize: party,
      guest: { name, email, phone, notes, language: lang },
    };
    const { bookings } = runtime.engine.operator.at(location.id);
    const outcome = await bookings.create(request, {
      ...choice,
      seated: options.seated,
    });
    if (outcome.kind === 'refused')
      throw await refusal(runtime.engine, outcome, {
        what: 'not booked',
        location,
        choice,
        alternatives: (chosen) => bookings.alternatives(request, chosen),
        offers: () => bookings.tableOffers(request),
      });
    const answer = options.seated
      ? await visitAnswer(runtime, outcome.booking, 'is seated')
      : await answerOf(runtime, outcome.booking);
    return withSittingNote(answer, location, outcome.booking);
  });
}
