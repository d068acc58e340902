/** Random policies, as the engine gets them and as the model reads them. */
import { definePolicy, type Policy, type PolicyQuestion, reject } from '@bord/engine';
import fc from 'fast-check';

/** Each rejects by one number of its subject. */
const RULES = {
  size: (n: number, { partySize }: PolicyQuestion): boolean => partySize > n,
  /** The start, in half hours after the opening. */
  from: (n: number, { slot }: PolicyQuestion, opensMs: number): boolean =>
    slot.startMs < opensMs + n * 1_800_000,
  until: (n: number, { slot }: PolicyQuestion, opensMs: number): boolean =>
    slot.endMs > opensMs + (n + 4) * 1_800_000,
  ahead: (n: number, { slot, nowMs }: PolicyQuestion): boolean => slot.startMs < nowMs + n * 3_600_000,
  growth: (n: number, { change, partySize }: PolicyQuestion): boolean =>
    change !== undefined && partySize > change.partySize + n - 3,
  web: (n: number, { channel, partySize }: PolicyQuestion): boolean => channel === 'web' && partySize > n,
};
export type RuleName = keyof typeof RULES;

export const aRuleList: fc.Arbitrary<readonly RuleName[]> = fc.uniqueArray(
  fc.constantFrom(...(Object.keys(RULES) as RuleName[])),
  { minLength: 1, maxLength: 2 },
);

/** The integrator's system: the number of each subject. A guest has the number of `guest`. */
type Numbers = Map<string, number>;

/** Faults of an engine, planted where the engine meets the policies and the booking page. */
export const CONTROLS = ['none', 'moves', 'groups', 'waitlist', 'facts', 'size', 'web', 'area'] as const;
export type Control = (typeof CONTROLS)[number];

export interface Terms {
  readonly rules: readonly RuleName[];
  readonly opensMs: number;
  readonly numbers: Numbers;
  /** `none`: not asked. `moves`: not for moves. `groups`: all callers share answers. `waitlist`: an entry does not keep its facts. `facts`: never loaded again. `size`: asked about a smaller party. `web`: guests are not asked about. `area`: the area that a guest chose is dropped. */
  readonly control: Control | null;
}

function subjectOf(subject: unknown): string {
  return typeof subject === 'string' ? subject : 'guest';
}

/** The answer of the model: no rule rejects. */
export function admits({ rules, opensMs }: Terms, n: number, question: PolicyQuestion): boolean {
  return rules.every((rule) => !RULES[rule](n, question, opensMs));
}

export function policiesOf(terms: Terms): readonly Policy[] {
  const { rules, opensMs, numbers, control } = terms;
  if (control === 'none') return [];
  const first = new Map<string, number>();
  return rules.map((rule) =>
    definePolicy<{ readonly n: number; readonly of: string }>({
      id: rule,
      load: ({ subject }) => {
        const of = subjectOf(subject);
        const now = numbers.get(of) ?? 0;
        if (!first.has(of)) first.set(of, now);
        const n = control === 'facts' ? first.get(of)! : now;
        return { facts: { n, of }, cacheKey: control === 'groups' ? '' : String(n) };
      },
      decide: (facts, request) => {
        const { change, channel, partySize } = request;
        if ((control === 'moves' && change) || (control === 'web' && channel === 'web')) return undefined;
        const n = control === 'waitlist' ? (numbers.get(facts.of) ?? 0) : facts.n;
        const question = control === 'size' ? { ...request, partySize: partySize - 1 } : request;
        return RULES[rule](n, question, opensMs) ? reject({ reason: 'policy', message: rule }) : undefined;
      },
    }),
  );
}
