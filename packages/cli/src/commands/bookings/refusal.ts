import {
  type Alternatives,
  type BookOutcome,
  type ChangeOutcome,
  type Engine,
  formatInstant,
  type Location,
  type TableChoice,
  type TableOffers,
} from '@bord/engine';
import { Failure } from '../../output/failure.ts';
import { alternativesJson, alternativesText, startsText } from '../../output/alternatives-text.ts';
import { tablesText } from '../../output/booking-line.ts';
import { refusalText } from '../../config/table-choice.ts';

type Refused = Extract<BookOutcome | ChangeOutcome, { readonly kind: 'refused' }>;

export interface RefusedRequest {
  readonly what: 'not booked' | 'not changed';
  readonly location: Location;
  readonly choice?: TableChoice | undefined;
  /** At the chosen tables; without a choice at any. */
  readonly alternatives: (choice: TableChoice | undefined) => Promise<Alternatives>;
  /** The tables at the requested time, if tables can be chosen. */
  readonly offers?: () => Promise<TableOffers>;
}

const NONE: Alternatives = { startsMs: [], nextAvailable: null };
const OFFERED_MAX = 4;

/** The reason, the parties in the way, and alternatives (D31): text for people, JSON for programs. */
export async function refusal(engine: Engine, outcome: Refused, request: RefusedRequest): Promise<Failure> {
  const { what, location, choice, alternatives } = request;
  const { reason, inTheWay = [], outOfSeason = [], holds = [], blocks = [] } = outcome;
  const why = `${what}: ${await refusalText(engine, location, outcome, choice)}`;
  const isSize = reason === 'party_size';
  // The rejection is reported in any case.
  const found = isSize ? NONE : await alternatives(choice).catch(() => null);
  const others = isSize || !choice ? null : await otherTables(request, choice).catch(() => null);
  const lines = [why, ...(others ? othersText(others, location) : [])];
  if (!isSize && found) lines.push(alternativesText(found, location, choice));
  const instead = { ...(others && othersJson(others)), ...alternativesJson(found ?? NONE) };
  const json = { error: 'refused', message: why, reason, inTheWay, outOfSeason, holds, blocks, ...instead };
  return new Failure(lines, false, json);
}

/** For chosen tables that are not available: other tables at that time, and other times of the day at any table. */
interface OtherTables {
  readonly tables: readonly (readonly string[])[];
  readonly startsMs: readonly number[];
}

async function otherTables(
  { alternatives, offers }: RefusedRequest,
  choice: TableChoice,
): Promise<OtherTables> {
  const [at, { startsMs }] = await Promise.all([offers?.(), alternatives(undefined)]);
  const chosen = [...choice.tables].toSorted().join();
  const free = (at?.offers ?? []).filter(
    ({ available, tables }) => available && [...tables].toSorted().join() !== chosen,
  );
  return { tables: free.slice(0, OFFERED_MAX).map(({ tables }) => tables), startsMs };
}

function othersText({ tables, startsMs }: OtherTables, location: Location): string[] {
  return [
    ...(tables.length > 0 ? [`free at that time: ${tables.map(tablesText).join(', ')}`] : []),
    ...(startsMs.length > 0
      ? [`free that day at any table: ${startsText({ startsMs, nextAvailable: null }, location)}`]
      : []),
  ];
}

function othersJson({ tables, startsMs }: OtherTables): object {
  return { otherTables: tables, anyTable: startsMs.map((ms) => ({ startsAt: formatInstant(ms) })) };
}
