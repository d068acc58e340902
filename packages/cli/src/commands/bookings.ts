import { type Booking, type ChangeOutcome, REASON_TEXTS } from '@bord/engine';
import type { Command } from 'commander';
import { type Answer, type AnswerPage, answering, subcommand } from '../command.ts';
import type { Runtime } from '../composition.ts';
import { Failure } from '../failure.ts';
import { localDate, locationId, reading, wholeNumber } from '../config/option-values.ts';
import { bookingJson, bookingsTable, bookingText } from '../output/booking-answer.ts';
import { confirm, type ConfirmOptions } from '../output/confirm.ts';
import { plain } from '../output/plain.ts';
import { spanText } from '../output/times.ts';
import { isVisitTime, visitTimeMs } from '../config/visit-time.ts';

const EXAMPLE_LOCATION = '00000000-0000-4000-8000-00000000d311';
const EXAMPLE_ID = 'bk_6mPz4vXq1Tn8RkWb2yLc0D';

export function define(command: Command): void {
  defineList(command);
  defineCreate(command);

  subcommand(command, 'show <id>', 'one booking', [`bookings show ${EXAMPLE_ID}`]).action(
    answering(async (runtime, _, id) => answerOf(runtime, await runtime.engine.operator.bookings.read(id))),
  );

  defineMove(command);
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
    .requiredOption('--location <id>', 'of which location', locationId)
    .option('--date <date>', 'of one service date only', localDate)
    .action(
      answering(async ({ engine }, { location: id, date }: ListOptions) => {
        const location = await engine.operator.locations.read(id);
        return {
          pages: asPages(engine.operator.bookings.pages(id, { date }), bookingsTable(location)),
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

interface CreateOptions {
  readonly location: string;
  readonly at: string;
  readonly party: number;
  readonly name: string;
  readonly email?: string;
  readonly phone?: string;
  readonly notes?: string;
}

function defineCreate(command: Command): void {
  subcommand(command, 'create', 'write a booking in: the phone, a guest at the door', [
    `bookings create --location ${EXAMPLE_LOCATION} --at "2026-12-01 19:30" --party 2 --name "Astrid Berg"`,
    `bookings create --location ${EXAMPLE_LOCATION} --at 2026-12-01T18:30:00Z --party 4 --name Berg --phone "070-123 45 67"`,
  ])
    .requiredOption('--location <id>', 'at which location', locationId)
    .requiredOption(
      '--at <time>',
      '2026-12-01T19:30 by the clock of the location, or with an offset',
      visitTime,
    )
    .requiredOption('--party <n>', 'how many guests', wholeNumber(1, 1000))
    .requiredOption('--name <name>', 'name of the guest')
    .option('--email <address>', 'gets a confirmation')
    .option('--phone <number>', 'how to reach the guest')
    .option('--notes <text>', 'what the house should know')
    .action(
      answering(async (runtime, options: CreateOptions) => {
        const { location: id, at, party, name, email = null, phone = null, notes = null } = options;
        const { timeZone } = await runtime.engine.operator.locations.read(id);
        const outcome = await runtime.engine.operator.bookings.create(id, {
          startMs: visitTimeMs(at, timeZone),
          partySize: party,
          guest: { name, email, phone, notes, language: null },
          partnerBookingRef: null,
          idempotencyKey: null,
        });
        if (outcome.kind === 'refused') throw new Failure(`not booked: ${REASON_TEXTS[outcome.reason]}`);
        return answerOf(runtime, outcome.booking);
      }),
    );
}

interface MoveOptions {
  readonly at?: string;
  readonly party?: number;
}

function defineMove(command: Command): void {
  subcommand(command, 'move <id>', 'give a booking another time, size or both', [
    `bookings move ${EXAMPLE_ID} --at "2026-12-01 20:00"`,
    `bookings move ${EXAMPLE_ID} --party 5`,
  ])
    .description('Gives a booking another time, size or both. When that cannot be had it stays as it is.')
    .option('--at <time>', '2026-12-01T20:00 by the clock of the location, or with an offset', visitTime)
    .option('--party <n>', 'how many guests', wholeNumber(1, 1000))
    .hook('preAction', (move) => {
      if (Object.keys(move.opts()).every((option) => option === 'json'))
        move.error('error: say where to: --at, --party or both');
    })
    .action(
      answering(async (runtime, { at, party }: MoveOptions, id) => {
        const { engine } = runtime;
        const booking = await engine.operator.bookings.read(id);
        const { timeZone } = await engine.operator.locations.read(booking.locationId);
        const outcome = await engine.operator.bookings.move(id, {
          ...(at !== undefined && { startMs: visitTimeMs(at, timeZone) }),
          ...(party !== undefined && { partySize: party }),
        });
        return changed(runtime, outcome, 'is moved', 'is at that time and of that size already');
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

const visitTime = reading('a time such as 2026-12-01T19:30 or 2026-12-01T18:30:00Z', (text) =>
  isVisitTime(text) ? text : undefined,
);

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
