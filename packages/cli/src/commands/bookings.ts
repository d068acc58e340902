import {
  type Booking,
  type ChangeOutcome,
  LANGUAGES,
  type Language,
  type Location,
  REASON_TEXTS,
  type TableChoice,
} from '@bord/engine';
import type { Command } from 'commander';
import { type Answer, type AnswerPage, answering, subcommand } from '../command.ts';
import type { Runtime } from '../composition.ts';
import { Failure } from '../failure.ts';
import { locationNamed } from '../config/location-named.ts';
import { oneOf, reading, visitDate, wholeNumber } from '../config/option-values.ts';
import { bookingJson, bookingsTable, bookingText } from '../output/booking-answer.ts';
import { confirm, type ConfirmOptions } from '../output/confirm.ts';
import { plain } from '../output/plain.ts';
import { spanText } from '../output/times.ts';
import { isVisitTime, visitDateOf, visitTimeMs } from '../config/visit-time.ts';
import { choiceOf, refusalText, type TableOptions, withTables } from './table-choice.ts';

const EXAMPLE_LOCATION = '"Bistro Nord"';
const EXAMPLE_ID = 'bk_6mPz4vXq1Tn8RkWb2yLc0D';

export function define(command: Command): void {
  defineList(command);
  defineCreate(command);

  subcommand(command, 'show <id>', 'one booking', [`bookings show ${EXAMPLE_ID}`]).action(
    answering(async (runtime, _, id) => answerOf(runtime, await runtime.engine.operator.bookings.read(id))),
  );

  defineMove(command);
  defineAssign(command);
  definePin(command);

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

interface ListOptions {
  readonly location: string;
  readonly date?: string;
}

function defineList(command: Command): void {
  subcommand(command, 'list', 'the bookings of a location, in every state', [
    `bookings list --location ${EXAMPLE_LOCATION}`,
    `bookings list --location ${EXAMPLE_LOCATION} --date 2026-12-01 --json`,
  ])
    .requiredOption('--location <location>', 'of which location: its id, or its name')
    .option('--date <date>', 'of one service date only: 2026-12-01, today, tomorrow or yesterday', visitDate)
    .action(
      answering(async ({ engine }, { location: name, date: day }: ListOptions) => {
        const location = await locationNamed(engine, name);
        const date = day === undefined ? undefined : visitDateOf(day, location, Date.now());
        return {
          pages: asPages(engine.operator.bookings.pages(location.id, { date }), bookingsTable(location)),
          none: 'No bookings.',
        };
      }),
    );
}

async function* asPages(
  pages: AsyncIterable<readonly Booking[]>,
  table: (bookings: readonly Booking[]) => string,
): AsyncIterable<AnswerPage> {
  for await (const page of pages) yield { json: page.map(bookingJson), text: () => table(page) };
}

interface CreateOptions extends TableOptions {
  readonly location: string;
  readonly at: string;
  readonly party: number;
  readonly name?: string;
  readonly lang?: Language;
  readonly email?: string;
  readonly phone?: string;
  readonly notes?: string;
}

function defineCreate(command: Command): void {
  const create = subcommand(command, 'create', 'write a booking in: the phone, a guest at the door', [
    `bookings create --location ${EXAMPLE_LOCATION} --at "2026-12-01 19:30" --party 2 --name "Astrid Berg"`,
    `bookings create --location ${EXAMPLE_LOCATION} --at "tomorrow 19:00" --party 4 --name Berg --phone "070-123 45 67" --table T7`,
    `bookings create --location ${EXAMPLE_LOCATION} --at now --party 2`,
  ])
    .requiredOption('--location <location>', 'at which location: its id, or its name')
    .requiredOption('--at <time>', VISIT_TIME, visitTime)
    .requiredOption('--party <n>', 'how many guests', wholeNumber(1, 1000))
    .option('--name <name>', 'name of the guest; who comes in without a booking (--at now) needs none')
    .option('--email <address>', 'gets a confirmation')
    .option('--phone <number>', 'how to reach the guest')
    .option('--notes <text>', 'what the restaurant should know')
    .option(
      '--lang <language>',
      `mails are in ${LANGUAGES.join(', ')} (default: that of the location)`,
      oneOf(LANGUAGES),
    )
    .hook('preAction', (self) => {
      const { at, name } = self.opts<CreateOptions>();
      if (name === undefined && at.toLowerCase() !== 'now') self.error('error: say who comes: --name');
    });
  withTables(create).action(
    answering(async (runtime, options: CreateOptions) => {
      const { at, party, name = 'Walk-in', email = null, phone = null, notes = null, lang = null } = options;
      const location = await locationNamed(runtime.engine, options.location);
      const choice = choiceOf(location, options);
      const request = {
        startMs: visitTimeMs(at, location, Date.now()),
        partySize: party,
        guest: { name, email, phone, notes, language: lang },
      };
      const outcome = await runtime.engine.operator.bookings.create(location.id, request, choice);
      if (outcome.kind === 'refused')
        throw new Failure(`not booked: ${await refusalText(runtime.engine, location, outcome, choice)}`);
      return answerOf(runtime, outcome.booking);
    }),
  );
}

interface MoveOptions extends TableOptions {
  readonly at?: string;
  readonly party?: number;
}

function defineMove(command: Command): void {
  const move = subcommand(command, 'move <id>', 'give a booking another time, size, or tables', [
    `bookings move ${EXAMPLE_ID} --at "tomorrow 20:00"`,
    `bookings move ${EXAMPLE_ID} --party 5 --table T7 --table T8`,
  ])
    .description('Gives a booking another time, size or tables. When that cannot be had it stays as it is.')
    .option('--at <time>', VISIT_TIME, visitTime)
    .option('--party <n>', 'how many guests', wholeNumber(1, 1000))
    .hook('preAction', (self) => {
      const { at, party, table } = self.opts<MoveOptions>();
      if (at === undefined && party === undefined && table === undefined)
        self.error('error: say where to: --at, --party, --table or more than one of them');
    });
  withTables(move).action(
    answering(async (runtime, options: MoveOptions, id) => {
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
      await assertHad(runtime, location, outcome, choice);
      const sameState = choice ? 'is as asked for already' : 'is at that time and of that size already';
      return changed(runtime, outcome, 'is moved', sameState);
    }),
  );
}

function defineAssign(command: Command): void {
  const assign = subcommand(command, 'assign <id>', 'give a booking chosen tables, and keep it at them', [
    `bookings assign ${EXAMPLE_ID} --table T7`,
    `bookings assign ${EXAMPLE_ID} --table T7 --table T8 --force`,
  ])
    .description(
      'Gives a booking the tables that you choose, and keeps it at them. Whoever sits there is given others; when that cannot be, nothing\n' +
        'changes, and those who are in the way are named. Neither guest nor partner is told.',
    )
    .hook('preAction', (self) => {
      if (self.opts<TableOptions>().table === undefined) self.error('error: say at which table: --table');
    });
  withTables(assign).action(
    answering(async (runtime, options: TableOptions, id) => {
      const { engine } = runtime;
      const booking = await engine.operator.bookings.read(id);
      const location = await engine.operator.locations.read(booking.locationId);
      const choice = choiceOf(location, options)!;
      const outcome = await engine.operator.bookings.assign(id, choice);
      await assertHad(runtime, location, outcome, choice);
      return changed(runtime, outcome, `is at ${plain(choice.tables.join(' + '))}`);
    }),
  );
}

function definePin(command: Command): void {
  subcommand(command, 'pin <id>', 'keep a booking at its tables, whoever else needs room', [
    `bookings pin ${EXAMPLE_ID}`,
  ]).action(
    answering(async (runtime, _, id) =>
      changed(runtime, await runtime.engine.operator.bookings.pin(id, true), 'is pinned'),
    ),
  );

  subcommand(command, 'unpin <id>', 'let a booking be re-seated again', [
    `bookings unpin ${EXAMPLE_ID}`,
  ]).action(
    answering(async (runtime, _, id) =>
      changed(runtime, await runtime.engine.operator.bookings.pin(id, false), 'may be re-seated'),
    ),
  );
}

const VISIT_TIME =
  'now, 19:30, "tomorrow 19:30" or "2026-12-01 19:30" by the clock of the location, or with an offset';

const visitTime = reading('a time such as 19:30, "tomorrow 19:30", 2026-12-01T19:30 or now', (text) =>
  isVisitTime(text) ? text : undefined,
);

/** Fails where the tables, or the time, cannot be had, and says who is in the way. */
async function assertHad(
  { engine }: Runtime,
  location: Location,
  outcome: ChangeOutcome,
  choice: TableChoice | undefined,
): Promise<void> {
  if (outcome.kind === 'refused')
    throw new Failure(`not changed: ${await refusalText(engine, location, outcome, choice)}`);
}

/** @param sameState what is said when it was so before */
async function changed(
  runtime: Runtime,
  outcome: ChangeOutcome,
  state: string,
  sameState: string = `${state} already`,
): Promise<Answer> {
  if (outcome.kind === 'refused') throw new Failure(`not changed: ${REASON_TEXTS[outcome.reason]}`);
  const { json, text } = await answerOf(runtime, outcome.booking);
  const outcomeText = outcome.kind === 'unchanged' ? sameState : state;
  return { json, text: async () => `The booking ${outcomeText}.\n\n${await text()}` };
}

async function answerOf({ engine }: Runtime, booking: Booking): Promise<Answer> {
  const location = await engine.operator.locations.read(booking.locationId);
  return { json: bookingJson(booking), text: () => bookingText(booking, location) };
}

async function cancelQuestion({ engine }: Runtime, booking: Booking): Promise<string> {
  const { name, timeZone } = await engine.operator.locations.read(booking.locationId);
  const when = spanText(booking.startMs, booking.endMs, timeZone);
  return `Cancel the booking of "${plain(booking.guest.name)}" at ${plain(name)}, ${when}, party of ${booking.partySize}?`;
}
