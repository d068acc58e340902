import { BookingError, type Location, type Waiting } from '@bord/engine';
import { type Language, LANGUAGES } from '@bord/adapter-http/languages';
import { type BordCommand, LOCATION_NAMES } from '../command.ts';
import { oneOf, VISIT_TIME, visitDate, visitTime, wholeNumber } from '../config/option-values.ts';
import { timeOnDate, visitDateOf } from '../config/visit-time.ts';
import { Failure } from '../output/failure.ts';
import { confirm, type ConfirmOptions } from '../output/confirm.ts';
import { plain } from '../output/plain.ts';
import { waitingJson, waitingLine, waitlistText } from '../output/waitlist-text.ts';

const EXAMPLE_LOCATION = '"Bistro Nord"';
const EXAMPLE_ENTRY = 'wt_00d0ysuf8KVDYtR2sb0xOe';
const DATE = '2026-12-01, today or tomorrow';

export function define(command: BordCommand): void {
  command
    .subcommand('list', 'waiting parties in their order, with their offers', [
      `waitlist list ${EXAMPLE_LOCATION}`,
      `waitlist list ${EXAMPLE_LOCATION} --date tomorrow --json`,
    ])
    .description(
      'The parties that would come if a table became free, in the order in which they get one. The first that a free table fits gets it in the\n' +
        'same step, by an offer in an e-mail or by a booking, as agreed.',
    )
    .argument('<location>', LOCATION_NAMES)
    .option('--date <date>', `of one service date only: ${DATE}`, visitDate)
    .answersAt(async ({ engine }, { date: day }: { readonly date?: string }, location) => {
      const date = day === undefined ? undefined : visitDateOf(day, location, Date.now());
      const entries = await engine.operator.at(location.id).waitlist.list(date);
      return {
        json: entries.map(waitingJson),
        text: () =>
          entries.length > 0
            ? waitlistText(entries, location)
            : `The waitlist is empty at ${plain(location.name)}${date === undefined ? '' : ` on ${date}`}.`,
      };
    });
  defineAdd(command);
  defineLeave(command);
}

interface AddOptions {
  readonly date?: string;
  readonly from: string;
  readonly to?: string;
  readonly party: number;
  readonly name: string;
  readonly email?: string;
  readonly phone?: string;
  readonly notes?: string;
  readonly lang?: Language;
  readonly book?: boolean;
}

function defineAdd(command: BordCommand): void {
  command
    .subcommand('add', 'put a party on the list', [
      `waitlist add ${EXAMPLE_LOCATION} --from 19:00 --to 20:30 --party 2 --name "Astrid Berg" --email astrid@example.com`,
      `waitlist add ${EXAMPLE_LOCATION} --date tomorrow --from 19:00 --party 4 --name Berg --phone "070-123 45 67" --book`,
    ])
    .description(
      'If a table is free now, the party gets it. Without --book it is offered: the guest is mailed a link, so --email is needed. With --book it is booked\n' +
        'as soon as it is free: only if the guest has agreed to that.',
    )
    .argument('<location>', LOCATION_NAMES)
    .option('--date <date>', `the service date: ${DATE} (default: today)`, visitDate)
    .requiredOption('--from <time>', `the first start that would do: ${VISIT_TIME}`, visitTime)
    .option('--to <time>', 'the last one, of the same form (default: as --from)', visitTime)
    .requiredOption('--party <n>', 'how many guests', wholeNumber(1, 1000))
    .requiredOption('--name <name>', 'name of the guest')
    .option('--email <address>', 'where the offer is mailed')
    .option('--phone <number>', 'how to reach the guest')
    .option('--notes <text>', 'note: allergies, a pram')
    .option('--lang <language>', `of the mails: ${LANGUAGES.join(', ')}`, oneOf(LANGUAGES))
    .option('--book', 'book a free table immediately, without asking the guest')
    .checks(
      ({ book, email }: AddOptions) =>
        !book && email === undefined && 'without --book the offer is sent by e-mail: add --email ADDRESS',
    )
    .answersAt(async ({ engine }, options: AddOptions, location) => {
      const entry = await engine.operator.at(location.id).waitlist.add(entryOf(location, options));
      return { json: waitingJson(entry), text: () => addedText(entry, location) };
    });
}

function entryOf(location: Location, options: AddOptions) {
  const { party: partySize, name, email = null, phone = null, notes = null, lang: language = null } = options;
  const nowMs = Date.now();
  const { date, ms: fromMs } = timeOnDate(options.from, options.date, location, { nowMs });
  return {
    date,
    fromMs,
    toMs: timeOnDate(options.to ?? options.from, date, location, { nowMs, bound: 'end' }).ms,
    partySize,
    mode: options.book === true ? ('book' as const) : ('offer' as const),
    guest: { name, email, phone, notes, language },
  };
}

function addedText(entry: Waiting, location: Location): string {
  const line = waitingLine(entry, location);
  if (entry.state === 'booked') return `A table was free: ${line}. Booked as ${entry.bookingId}.`;
  return entry.state === 'offered' ? `A table is free, and offered: ${line}.` : `On the list: ${line}.`;
}

function defineLeave(command: BordCommand): void {
  command
    .subcommand('leave', 'take a party from the list', [
      `waitlist leave ${EXAMPLE_ENTRY}`,
      `waitlist leave ${EXAMPLE_ENTRY} --yes`,
    ])
    .description(
      'A table that is held for the party goes to the next one on the waitlist. A booking that was made of the entry remains: bord bookings cancel. Repeating it has no further effect.',
    )
    .argument('<entry>', 'as waitlist list names it')
    .option('--yes', 'do not ask')
    .answers(async ({ engine }, options: ConfirmOptions, id: string) => {
      const { waitlist, locations } = engine.operator;
      const before = await waitlist.read(id).catch(unknownEntry(id));
      const location = await locations.read(before.locationId);
      if (before.state === 'waiting' || before.state === 'offered')
        await confirm(`Take it from the list? ${waitingLine(before, location)}.`, options);
      const entry = await waitlist.leave(id);
      return { json: waitingJson(entry), text: () => leftText(before, location) };
    });
}

function leftText(before: Waiting, location: Location): string {
  if (before.state === 'booked') return `A booking was made of it, and remains: ${before.bookingId}.`;
  if (before.state === 'left') return 'It was taken from the list before.';
  return `No longer on the list: ${waitingLine(before, location)}.`;
}

function unknownEntry(id: string): (error: unknown) => never {
  return (error) => {
    if (BookingError.is(error) && error.code === 'waitlist_entry_not_found')
      throw new Failure(`there is no entry ${plain(id)} on a waitlist: bord waitlist list shows all of them`);
    throw error;
  };
}
