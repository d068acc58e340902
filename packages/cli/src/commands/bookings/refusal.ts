import type { Alternatives, BookOutcome, ChangeOutcome, Engine, Location, TableChoice } from '@bord/engine';
import { Failure } from '../../output/failure.ts';
import { alternativesJson, alternativesText } from '../../output/alternatives-text.ts';
import { refusalText } from '../../config/table-choice.ts';

type Refused = Extract<BookOutcome | ChangeOutcome, { readonly kind: 'refused' }>;

export interface RefusedRequest {
  readonly what: 'not booked' | 'not changed';
  readonly location: Location;
  readonly choice?: TableChoice | undefined;
  readonly alternatives: () => Promise<Alternatives>;
}

const NONE: Alternatives = { startsMs: [], nextAvailable: null };

/** Why it cannot be had, who is in the way, and what can be had instead (D31): for people on two lines, for programs as JSON. */
export async function refusal(
  engine: Engine,
  outcome: Refused,
  { what, location, choice, alternatives }: RefusedRequest,
): Promise<Failure> {
  const { reason, inTheWay = [], outOfSeason = [], holds = [], blocks = [] } = outcome;
  const why = `${what}: ${await refusalText(engine, location, outcome, choice)}`;
  const isSize = reason === 'party_size';
  const found = isSize ? NONE : await alternatives().catch(() => null); // the refusal is told in any case
  const lines = isSize || !found ? [why] : [why, alternativesText(found, location, choice)];
  const instead = alternativesJson(found ?? NONE);
  const json = { error: 'refused', message: why, reason, inTheWay, outOfSeason, holds, blocks, ...instead };
  return new Failure(lines, false, json);
}
