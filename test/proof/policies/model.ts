/** The model of a history: which times a party has, and whether the policies admit it. */
import { isDeepStrictEqual } from 'node:util';
import type { Booking, Engine, PolicyQuestion, Storage } from '@bord/engine';
import type { DiaryRow } from '@bord/engine/storage';
import { fixtures } from '@bord/engine/testing';
import { partiesOf } from '../properties/waitlist-gifts.ts';
import { fits, type ModelRestaurant } from '../properties/waitlist-model.ts';
import { admits, type Terms } from './policies.ts';

const { FRIDAY, LOCATION_ID } = fixtures;

export const TURN_MS = 90 * 60_000;

/** Counts of comparisons with the model. */
export type Tally = Record<
  'shown' | 'visited' | 'confirmed' | 'rejected' | 'admitted' | 'moves' | 'alternatives' | 'gifts' | 'joins',
  number
>;
export const newTally = (): Tally => ({
  shown: 0,
  visited: 0,
  confirmed: 0,
  rejected: 0,
  admitted: 0,
  moves: 0,
  alternatives: 0,
  gifts: 0,
  joins: 0,
});

export interface Game {
  readonly engine: Engine;
  readonly storage: Storage;
  readonly restaurant: ModelRestaurant;
  readonly terms: Terms;
  readonly clock: { ms: number };
  readonly tally: Tally;
  /** The number of each waitlist entry, from the moment in which it joined. */
  readonly factsOf: Map<string, number>;
  /** All starts of the day. */
  readonly starts: readonly number[];
  /** The tokens of the guests' links, by booking. */
  readonly tokens: ReadonlyMap<string, string>;
}

export const rowsOf = ({ storage }: Game): Promise<readonly DiaryRow[]> => storage.bookings.list(LOCATION_ID);

/** A party that asks, its subject, the booking that it moves, and the area that it chose. */
export interface Wanted {
  readonly name: string;
  readonly startMs: number;
  readonly size: number;
  readonly change?: Booking | undefined;
  readonly area?: string | undefined;
}

/** The answer of the model for a party: whether the restaurant has a table, and whether the policies admit it. */
export function modelOf(
  { restaurant, terms, clock }: Game,
  rows: readonly DiaryRow[],
  { name, startMs: start, size: partySize, change, area = change?.area }: Wanted,
): { readonly hasTable: boolean; readonly isAdmitted: boolean } {
  const others = rows.filter(({ id }) => id !== change?.id);
  const parties = partiesOf(others, clock.ms);
  const hasTable = start >= clock.ms && fits(restaurant, parties, start, partySize, change?.tables, area);
  const question: PolicyQuestion = {
    slot: { startMs: start, endMs: start + TURN_MS, date: FRIDAY },
    partySize,
    nowMs: clock.ms,
    channel: name === 'guest' ? 'web' : 'partner:acme',
    change,
  };
  return { hasTable, isAdmitted: admits(terms, terms.numbers.get(name)!, question) };
}

function isAvailable(game: Game, rows: readonly DiaryRow[], wanted: Wanted): boolean {
  const { hasTable, isAdmitted } = modelOf(game, rows, wanted);
  return hasTable && isAdmitted;
}

export function startsFor(
  game: Game,
  rows: readonly DiaryRow[],
  wanted: Omit<Wanted, 'startMs'>,
): readonly number[] {
  return game.starts.filter((start) => isAvailable(game, rows, { ...wanted, startMs: start }));
}

export const differ = (what: string, found: unknown, expected: unknown): string | null =>
  isDeepStrictEqual(found, expected)
    ? null
    : `${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`;

export const times = (starts: readonly number[]): string[] =>
  starts.map((ms) => new Date(ms).toISOString().slice(11, 16));

/** The times that an answer to a rejected request must name: the nearest four, without that of the request. */
export function nearestFor(game: Game, rows: readonly DiaryRow[], wanted: Wanted): readonly number[] {
  const { startMs, size, change } = wanted;
  return startsFor(game, rows, wanted)
    .filter((start) => start !== startMs && (start !== change?.startMs || size !== change.partySize))
    .toSorted((a, b) => Math.abs(a - startMs) - Math.abs(b - startMs) || a - b)
    .slice(0, 4);
}
