import { type Exchange, gotOf } from './exchange.ts';
import type { Need } from './settings.ts';
import type { Run } from './run.ts';

/** `must`: the specification says so. `should`: it is silent or vague, and Bord has decided. */
export type Level = 'must' | 'should';

/** One sentence of the specification (§), or a decision where it is silent (D), as something that can be tried. */
export interface Rule {
  /** The section or decision, and a name of its own: `§4.2.1/days-93`. */
  readonly id: `§${string}/${string}` | `D${number}/${string}`;
  /** What holds. */
  readonly title: string;
  /** Defaults to `must` for a section and `should` for a decision. */
  readonly level?: Level;
  /** Without which it is skipped. */
  readonly needs?: Need | readonly Need[];
  /** Tries it. */
  readonly run: (run: Run) => Promise<Violation | null>;
}

/** In what a rule is broken. */
export interface Violation {
  readonly expected: string;
  readonly got: string;
  /** The request that shows it. */
  readonly exchange?: Exchange;
}

/** Rules that belong together. */
export interface Section {
  readonly title: string;
  readonly rules: readonly Rule[];
}

/** What a rule needs, as a list. */
export function needsOf({ needs = [] }: Pick<Rule, 'needs'>): readonly Need[] {
  return typeof needs === 'string' ? [needs] : needs;
}

export function levelOf({ id, level }: Pick<Rule, 'id' | 'level'>): Level {
  return level ?? (id.startsWith('D') ? 'should' : 'must');
}

/** Whether an answer has one of these statuses. */
export function answers(exchange: Exchange, ...statuses: readonly number[]): Violation | null {
  if (statuses.includes(exchange.status)) return null;
  return { expected: statuses.join(' or '), got: gotOf(exchange), exchange };
}

/** A violation unless something holds. */
export function unless(
  holds: boolean,
  expected: string,
  got: () => string,
  exchange: Exchange,
): Violation | null {
  return holds ? null : { expected, got: got(), exchange };
}

/** The first violation of some. */
export function firstOf(...violations: readonly (Violation | null)[]): Violation | null {
  return violations.find((violation) => violation !== null) ?? null;
}
