/** Chosen tables (D38): the options of `bookings create`, `move` and `assign`, and the answer if a table is not available. */
import type { Command } from 'commander';
import {
  type Block,
  type ChangeOutcome,
  type Engine,
  type Hold,
  type Location,
  REASON_TEXTS,
  type TableChoice,
} from '@bord/engine';
import { meantBy } from './meant-by.ts';
import { each } from './option-values.ts';
import { Failure } from '../output/failure.ts';
import { blockText } from '../output/block-text.ts';
import { holdsInTheWay } from '../output/hold-text.ts';
import { didYouMean } from '../output/did-you-mean.ts';
import { plain } from '../output/plain.ts';
import { seasonsText } from '../output/season-text.ts';
import { bookingText, tablesText } from '../output/booking-line.ts';

export interface TableOptions {
  readonly table?: readonly string[];
  readonly force?: boolean;
}

/** Adds `--table`, more than once for tables that are joined, and `--force`. */
export function withTables<C extends Command>(command: C): C {
  return command
    .option(
      '--table <id>',
      'at this table; a booking there gets another; for joined tables repeat it, or 5+6',
      each((text: string) => text),
    )
    .option(
      '--force',
      'also for a party that the table, or the joined tables, are not planned for, or not then',
    );
}

export function choiceOf(
  location: Location,
  { table: named, force = false }: TableOptions,
): TableChoice | undefined {
  if (named === undefined) return undefined;
  const ids = location.floorPlan.tables.map(({ id }) => id);
  const tables = named
    .flatMap((text) => partsOf(text, ids))
    .map((text) => {
      const [id, ...others] = meantBy(text, ids, (table) => table);
      if (others.length > 0)
        throw new Failure(
          `${plain(text)} may be ${plain([id, ...others].join(' or '))}: write it as the plan does`,
        );
      if (id === undefined)
        throw new Failure(
          `table ${plain(text)} does not exist at ${plain(location.name)}${didYouMean(text, ids)}; bord locations show lists the tables`,
        );
      return id;
    });
  return { tables, force };
}

/** `5+6+7` is three tables, unless it is the id of one. */
function partsOf(text: string, ids: readonly string[]): readonly string[] {
  if (!text.includes('+') || meantBy(text, ids, (table) => table).length > 0) return [text];
  return text.split('+').map((part) => part.trim());
}

type Refused = Extract<ChangeOutcome, { readonly kind: 'refused' }>;

/** The reason of a rejection, with the seated parties that cannot get other tables. */
export async function refusalText(
  engine: Engine,
  location: Location,
  { reason, inTheWay = [], outOfSeason = [], holds: holdIds = [], blocks: blockIds = [] }: Refused,
  choice: TableChoice | undefined,
): Promise<string> {
  if (choice && reason === 'party_size')
    return `${tablesText(choice.tables)} ${choice.tables.length > 1 ? 'are' : 'is'} not planned for such a party; --force seats it there all the same`;
  if (choice && outOfSeason.length > 0) return outOfSeasonText(location, outOfSeason);
  if (choice && blockIds.length > 0) {
    const blocks = await blocksNamed(engine, location, blockIds);
    return blocks.map((block) => `${blockText(block, location)}: bord tables unblock ${block.id}`).join('; ');
  }
  const holds = choice ? await holdsNamed(engine, holdIds) : [];
  if (holds.length > 0) return holdsInTheWay(holds, location);
  if (!choice || inTheWay.length === 0) return REASON_TEXTS[reason];
  const bookings = await Promise.all(inTheWay.map((id) => engine.operator.bookings.read(id)));
  const who = bookings.map((booking) => bookingText(booking, location)).join('; ');
  return `${tablesText(choice.tables)} cannot be booked, since there is no room elsewhere for ${who}`;
}

/** `table T7 is out of season then (1 May to 30 Sep); --force seats the party there all the same` */
function outOfSeasonText({ floorPlan }: Location, tables: readonly string[]): string {
  const own = floorPlan.tables.find(({ id, when }) => when && tables.length === 1 && id === tables[0]);
  const joined = floorPlan.combinations.find(
    (one) => one.when && one.tables.length === tables.length && tables.every((id) => one.tables.includes(id)),
  );
  const when = seasonsText((own ?? joined)?.when);
  const what = tables.length > 1 ? (joined ? 'are not joined' : 'are out of season') : 'is out of season';
  return `${tablesText(tables)} ${what} then${when && ` (${when})`}; --force seats the party there all the same`;
}

export async function blocksNamed(
  engine: Engine,
  { id }: Location,
  blockIds: readonly string[],
): Promise<readonly Block[]> {
  if (blockIds.length === 0) return [];
  return (await engine.operator.at(id).tables.blocks()).filter((block) => blockIds.includes(block.id));
}

export function holdsNamed(engine: Engine, holdIds: readonly string[]): Promise<readonly Hold[]> {
  return Promise.all(holdIds.map((id) => engine.operator.holds.read(id)));
}
