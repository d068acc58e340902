import { type BlockOutcome, formatInstant, localDateAt, type Location, type TableChange } from '@bord/engine';
import { Option } from 'commander';
import { type Answer, type BordCommand, LOCATION_NAMES } from '../command.ts';
import type { Runtime } from '../composition.ts';
import { blockTime, type BlockTimeOptions } from '../config/block-time.ts';
import { durationMs, VISIT_TIME, visitDate, visitTime } from '../config/option-values.ts';
import { visitDateOf } from '../config/visit-time.ts';
import { inFieldNames } from '../output/error-words.ts';
import { Failure } from '../output/failure.ts';
import {
  blockedText,
  blockJson,
  blocksText,
  blockText,
  type ChangedParty,
  changedPartyJson,
  stretchText,
} from '../output/block-text.ts';
import { readPeople } from '../output/booking-history.ts';
import { plain } from '../output/plain.ts';
import { clockText, dayText } from '../output/times.ts';
import { holdJson, holdsText, holdText, releaseText } from '../output/hold-text.ts';
import { blocksNamed, choiceOf, holdsNamed } from '../config/table-choice.ts';
import { bookingText, tablesText } from '../output/booking-line.ts';

const EXAMPLE_LOCATION = '"Bistro Nord"';
const EXAMPLE_BLOCK = 'bl_6mPz4vXq1Tn8RkWb2yLc0D';

export function define(command: BordCommand): void {
  defineBlock(command);

  command
    .subcommand('unblock', 'unblock tables', [`tables unblock ${EXAMPLE_BLOCK}`])
    .description(
      'Makes the tables of a block bookable again. Parties that lost a table to it stay without one: bord bookings assign gives them one.',
    )
    .argument('<block>', 'as tables blocks names it')
    .answers(async ({ engine }, _, id: string) => {
      const { kind, block } = await engine.operator.tables.unblock(id);
      const location = await engine.operator.locations.read(block.locationId);
      const waiting = await engine.operator.at(location.id).bookings.unseated();
      const state = kind === 'unchanged' ? 'was lifted before' : 'is lifted';
      const what = `${tablesText(block.tables)}, ${stretchText(block, location)}`;
      const lines = [`The block of ${what} ${state}.`];
      if (waiting.length > 0)
        lines.push(
          `${waiting.length} without a table at ${plain(location.name)}: bord bookings unseated "${plain(location.name)}"`,
        );
      return { json: blockJson(block), text: () => lines.join('\n') };
    });

  command
    .subcommand('blocks', 'which tables are blocked, from now on', [
      `tables blocks ${EXAMPLE_LOCATION}`,
      `tables blocks ${EXAMPLE_LOCATION} --date 2026-12-01 --json`,
    ])
    .argument('<location>', LOCATION_NAMES)
    .option('--date <date>', 'those that touch one service date: 2026-12-01, today or tomorrow', visitDate)
    .answersAt(async ({ engine }, { date: day }: { readonly date?: string }, location) => {
      const date = day === undefined ? undefined : visitDateOf(day, location, Date.now());
      const [blocks, people] = await Promise.all([
        engine.operator.at(location.id).tables.blocks({ date }),
        readPeople(engine),
      ]);
      return {
        json: blocks.map(blockJson),
        text: () => (blocks.length > 0 ? blocksText(blocks, location, people) : 'No table is blocked.'),
      };
    });
}

interface BlockOptions extends BlockTimeOptions {
  readonly reason?: string;
  readonly force?: boolean;
  readonly releaseHolds?: boolean;
}

function defineBlock(command: BordCommand): void {
  command
    .subcommand('block', 'block tables for a while: broken or reserved', [
      `tables block ${EXAMPLE_LOCATION} T7 --tonight --reason "leg broken"`,
      `tables block ${EXAMPLE_LOCATION} T7 T8 --for 2h`,
      `tables block ${EXAMPLE_LOCATION} T7 --from "tomorrow 18:00" --to 21:00 --reason "for Astrid Berg"`,
      `tables block ${EXAMPLE_LOCATION} T7 --to "2026-12-14 12:00" --force`,
    ])
    .description(
      'Blocks tables. Bookings there that may be moved get other tables immediately. If one cannot be moved, all bookings stay unchanged and\n' +
        'it is listed with a phone number; --force blocks nevertheless, and those parties wait for a table. Bookings are not cancelled, and guests and partners are not notified.',
    )
    .argument('<location>', LOCATION_NAMES)
    .argument('<table...>', 'ids of the tables')
    .addOption(
      new Option('--for <duration>', 'from now on, or from --from, such as 2h')
        .argParser(durationMs)
        .conflicts(['to', 'tonight']),
    )
    .addOption(
      new Option('--tonight', 'until the last party may go, from when tonight opens').conflicts([
        'from',
        'to',
      ]),
    )
    .option('--from <time>', `${VISIT_TIME} (default: now)`, visitTime)
    .option('--to <time>', 'of the same form; at most 31 days', visitTime)
    .option('--reason <text>', 'for staff only')
    .option('--force', 'also where somebody sits who can be given no other table')
    .option('--release-holds', 'release holds and offers that can be given no other table')
    .checks(
      ({ for: lengthMs, tonight, to }: BlockOptions) =>
        lengthMs === undefined && !tonight && to === undefined && 'say how long: --for, --tonight, or --to',
    )
    .answersAt(async (runtime, options: BlockOptions, location, ...named) => {
      const { tables } = choiceOf(location, { table: named })!;
      const { reason, force, releaseHolds } = options;
      const time = blockTime(options, location, Date.now());
      const request = { tables, ...time, reason, force, releaseHolds };
      return blockAnswer(
        runtime,
        location,
        await runtime.engine.operator.at(location.id).tables.block(request).catch(rethrown),
        force ?? false,
      );
    });
}

/** The beginning of a block is its option `--from`. */
function rethrown(error: unknown): never {
  const isWrong = error instanceof Error && 'code' in error && error.code === 'invalid_request';
  throw isWrong ? new Failure([inFieldNames(error.message, { startMs: 'from' })]) : error;
}

/** A seated party keeps its table, also with --force (D41). */
const SITTING = 'A party seated there stays: give it another table first, bord bookings seat ID --table T';

function possibleText(ms: number, { timeZone }: Location): string {
  const [day, clock] = [dayText(ms, timeZone), clockText(ms, timeZone)];
  return `It is possible from ${day} ${clock}: --from "${localDateAt(timeZone, ms)} ${clock}"`;
}

const waitText = ({ name }: Location): string =>
  `With --force they wait for a table: bord bookings unseated "${plain(name)}"`;

async function blockAnswer(
  { engine }: Runtime,
  location: Location,
  outcome: BlockOutcome,
  isForced: boolean,
): Promise<Answer> {
  if (outcome.kind === 'refused') {
    const { inTheWay, possibleFromMs } = outcome;
    const blocks = await blocksNamed(engine, location, outcome.blocks);
    const holds = await holdsNamed(engine, outcome.holds);
    const parties = await Promise.all(outcome.inTheWay.map((id) => engine.operator.bookings.read(id)));
    const lines = [
      ...blocks.map((block) => `not blocked: ${blockText(block, location)} already`),
      ...blocks.map(({ id }) => `Unblock it first: bord tables unblock ${id}`),
      ...holds.map(
        (hold) =>
          `not blocked: ${holdText(hold, location)}. Wait until then, release it (${releaseText(hold)}), or block with --release-holds`,
      ),
      ...(parties.length > 0 ? ['not blocked: there is no other table for'] : []),
      ...parties.map(
        (booking) => `  ${dayText(booking.startMs, location.timeZone)} ${bookingText(booking, location)}`,
      ),
      ...(parties.length > 0 ? [isForced ? SITTING : waitText(location)] : []),
      ...(possibleFromMs === null ? [] : [possibleText(possibleFromMs, location)]),
    ];
    throw new Failure(lines, false, {
      error: 'refused',
      message: lines[0],
      inTheWay,
      holds: holds.map(holdJson),
      blocks: outcome.blocks,
      possibleFrom: possibleFromMs === null ? null : formatInstant(possibleFromMs),
    });
  }
  const read = (changes: readonly TableChange[]): Promise<readonly ChangedParty[]> =>
    Promise.all(
      changes.map(async ({ bookingId, before, tables }) => ({
        booking: { ...(await engine.operator.bookings.read(bookingId)), tables },
        before,
      })),
    );
  const { block } = outcome;
  const released = await holdsNamed(engine, outcome.released);
  const [moved, unseated] = [await read(outcome.moved), await read(outcome.unseated)];
  const parties = { moved: moved.map(changedPartyJson), unseated: unseated.map(changedPartyJson) };
  return {
    json: { ...blockJson(block), ...parties, released: released.map(holdJson) },
    text: () =>
      [
        blockedText(block, moved, unseated, location),
        ...(released.length > 0 ? ['', 'Released:', holdsText(released, location)] : []),
      ].join('\n'),
  };
}
