import type { Booking, ChangeOutcome } from '@bord/engine';
import type { Command } from 'commander';
import { type Answer, answering, subcommand } from '../command.ts';
import type { House } from '../composition.ts';
import { Failure } from '../failure.ts';
import { localDate, locationId, reading, wholeNumber } from '../option-values.ts';
import { bookingJson, bookingsText, bookingText } from '../output/booking-answer.ts';
import { confirm, type ConfirmOptions } from '../output/confirm.ts';
import { reasonWords } from '../output/refusal-words.ts';
import { spanText } from '../output/times.ts';
import { isVisitTime, visitTimeMs } from '../visit-time.ts';

const EXAMPLE_LOCATION = '00000000-0000-4000-8000-00000000d311';
const EXAMPLE_ID = 'bk_6mPz4vXq1Tn8RkWb2yLc0D';

export function define(command: Command): void {
  defineList(command);
  defineCreate(command);

  subcommand(command, 'show <id>', 'one booking', [`bookings show ${EXAMPLE_ID}`]).action(
    answering(async (house, _, id) => answerOf(house, await house.engine.readBooking('operator', id))),
  );

  subcommand(command, 'cancel <id>', 'cancel a booking', [
    `bookings cancel ${EXAMPLE_ID}`,
    `bookings cancel ${EXAMPLE_ID} --yes`,
  ])
    .option('--yes', 'do not ask')
    .action(
      answering(async (house, options: ConfirmOptions, id) => {
        const booking = await house.engine.readBooking('operator', id);
        if (booking.status === 'confirmed') await confirm(await cancelQuestion(house, booking), options);
        return changed(house, await house.engine.cancelBooking('operator', id), 'is cancelled');
      }),
    );

  subcommand(command, 'complete <id>', 'the visit is over: frees the table', [
    `bookings complete ${EXAMPLE_ID}`,
  ]).action(
    answering(async (house, _, id) =>
      changed(house, await house.engine.completeBooking('operator', id), 'is completed'),
    ),
  );

  subcommand(command, 'no-show <id>', 'the party never came: frees the table', [
    `bookings no-show ${EXAMPLE_ID}`,
  ]).action(
    answering(async (house, _, id) =>
      changed(house, await house.engine.markNoShow('operator', id), 'is a no-show'),
    ),
  );

  subcommand(command, 'undo <id>', 'take complete or no-show back', [`bookings undo ${EXAMPLE_ID}`]).action(
    answering(async (house, _, id) =>
      changed(house, await house.engine.undoBooking('operator', id), 'is confirmed'),
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
        const location = await engine.readLocation(id);
        const bookings = await engine.listBookings('operator', id, date);
        return {
          json: bookings.map(bookingJson),
          text: () => (bookings.length === 0 ? 'No bookings.' : bookingsText(bookings, location)),
        };
      }),
    );
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
      answering(async (house, options: CreateOptions) => {
        const { location: id, at, party, name, email = null, phone = null, notes = null } = options;
        const { timeZone } = await house.engine.readLocation(id);
        const outcome = await house.engine.createBooking('operator', id, {
          startMs: visitTimeMs(at, timeZone),
          partySize: party,
          guest: { name, email, phone, notes, language: null },
          partnerBookingRef: null,
          idempotencyKey: null,
        });
        if (outcome.kind === 'refused') throw new Failure(`not booked: ${reasonWords(outcome.reason)}`);
        return answerOf(house, outcome.booking);
      }),
    );
}

const visitTime = reading('a time such as 2026-12-01T19:30 or 2026-12-01T18:30:00Z', (text) =>
  isVisitTime(text) ? text : undefined,
);

async function changed(house: House, outcome: ChangeOutcome, state: string): Promise<Answer> {
  if (outcome.kind === 'refused') throw new Failure(`not changed: ${reasonWords(outcome.reason)}`);
  const { json, text } = await answerOf(house, outcome.booking);
  const already = outcome.kind === 'unchanged' ? ' already' : '';
  return { json, text: async () => `The booking ${state}${already}.\n\n${await text()}` };
}

async function answerOf({ engine }: House, booking: Booking): Promise<Answer> {
  const location = await engine.readLocation(booking.locationId);
  return { json: bookingJson(booking), text: () => bookingText(booking, location) };
}

async function cancelQuestion({ engine }: House, booking: Booking): Promise<string> {
  const { name, timeZone } = await engine.readLocation(booking.locationId);
  const when = spanText(booking.startMs, booking.endMs, timeZone);
  return `Cancel the booking of ${JSON.stringify(booking.guest.name)} at ${name}, ${when}, party of ${booking.partySize}?`;
}
