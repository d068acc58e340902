import { type Exchange, gotOf } from './exchange.ts';
import type { Need } from './settings.ts';
import type { Run } from './run.ts';

/** `must`: the specification says so. `should`: it is silent or vague, and Bord has decided. */
export type Level = 'must' | 'should';

/** One sentence of the specification (§), or a decision where it is silent (D), as something that can be tried. */
export interface Rule<R = Run> {
  /** The section, the decision, or for an agent's server the group, and a name: `§4.2.1/days-93`. */
  readonly id: `§${string}/${string}` | `D${number}/${string}` | `${AgentGroup}/${string}`;
  readonly title: string;
  /** Defaults to `must` for a section and `should` for a decision. */
  readonly level?: Level;
  /** Without which it is skipped. */
  readonly needs?: Need | readonly Need[];
  readonly run: (run: R) => Promise<Violation | null>;
}

/** The groups of the rules for an MCP server. */
type AgentGroup = 'tools' | 'expect' | 'offers' | 'repeats' | 'state' | 'texts';

export type Conditions = Pick<Rule, 'level' | 'needs'>;

/** `rule(id, title, run)`, or `rule(id, title, { needs, level }, run)`. */
export function rule<R = Run>(
  id: Rule['id'],
  title: string,
  ...given: readonly [run: Rule<R>['run']] | readonly [conditions: Conditions, run: Rule<R>['run']]
): Rule<R> {
  const [run, conditions] = given.length === 1 ? given : [given[1], given[0]];
  return { id, title, ...conditions, run };
}

export interface Violation {
  readonly expected: string;
  readonly got: string;
  readonly exchange?: Exchange;
}

export interface Section<R = Run> {
  readonly title: string;
  readonly rules: readonly Rule<R>[];
}

export function needsOf({ needs = [] }: Pick<Rule, 'needs'>): readonly Need[] {
  return typeof needs === 'string' ? [needs] : needs;
}

export function needing(need: Need, ...rules: readonly Rule[]): readonly Rule[] {
  return rules.map((each) => ({ ...each, needs: [need, ...needsOf(each)] }));
}

export function levelOf({ id, level }: Pick<Rule, 'id' | 'level'>): Level {
  return level ?? (id.startsWith('D') ? 'should' : 'must');
}

export function answers(exchange: Exchange, ...statuses: readonly number[]): Violation | null {
  if (statuses.includes(exchange.status)) return null;
  return { expected: statuses.join(' or '), got: gotOf(exchange), exchange };
}

export function unless(
  holds: boolean,
  expected: string,
  got: () => string,
  exchange: Exchange,
): Violation | null {
  return holds ? null : { expected, got: got(), exchange };
}

export function firstOf(...violations: readonly (Violation | null)[]): Violation | null {
  return violations.find((violation) => violation !== null) ?? null;
}
