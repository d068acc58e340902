import { setTimeout as delay } from 'node:timers/promises';
import { CannotTell, Interrupted, NoAnswer } from './errors.ts';
import { curlOf } from './exchange.ts';
import type { LeftBehind } from './fixtures/clean-up.ts';
import { type Violation, type Level, levelOf, needsOf, type Rule, type Section } from './rule.ts';
import type { Run } from './run.ts';
import { isGiven, type Settings, type Surroundings } from './settings.ts';

/** `warning`: what should hold does not. `skipped`: it could not be tried, and `reason` says why. */
export type Outcome = 'passed' | 'failed' | 'warning' | 'skipped';

/** How it went with a rule. */
export interface Verdict {
  /** The section or decision, and a name: `§4.2.1/days-93`. */
  readonly id: string;
  /** The rule as a sentence. */
  readonly title: string;
  /** How binding it is: `must` or `should`. */
  readonly level: Level;
  /** How it went. */
  readonly outcome: Outcome;
  /** The expected answer, if the rule failed. */
  readonly expected?: string;
  /** The actual answer. */
  readonly got?: string;
  /** The request that shows it, for a shell, with `$KEY` for the key. */
  readonly request?: string;
  /** Why it could not be tried, of a rule that was skipped. */
  readonly reason?: string;
  /** How long it took, in milliseconds. */
  readonly ms: number;
}

/** The result of a run. */
export interface Report {
  /** The base URL. */
  readonly target: string;
  /** The location that was tried. */
  readonly locationId: string;
  /** How many rules hold. */
  readonly passed: number;
  /** How many do not. */
  readonly failed: number;
  /** How many recommended ones do not. */
  readonly warnings: number;
  /** How many could not be tried. */
  readonly skipped: number;
  /** How many requests it took, and how long. */
  readonly requests: number;
  /** How long it took, in milliseconds. */
  readonly ms: number;
  /** How many bookings were made. All are cancelled but those in `leftBehind`. */
  readonly bookings: number;
  /** How many tables were held, with `--added`. All are released or confirmed but those in `leftBehind`. */
  readonly holds: number;
  /** How many parties were put on the waitlist, with `--added`. All have left it but those in `leftBehind`. */
  readonly waiting: number;
  /** Bookings, holds and waiting parties that could not be taken back, and why. */
  readonly leftBehind: readonly LeftBehind[];
  /** Requests to book or to wait that got no answer, or none with an id: each may have left something that the kit does not know. */
  readonly lost: number;
  /** It was stopped before its end. */
  readonly interrupted: boolean;
  /** How it went with each rule. */
  readonly rules: readonly Verdict[];
}

export interface RunListeners {
  /** The target answers, and the first booking follows. The search for a day to book on begins with `date`. */
  readonly onStart?: (date: string) => void;
  readonly onVerdict?: (verdict: Verdict, section: Pick<Section, 'title'>) => void;
}

export const REAL_SURROUNDINGS: Surroundings = {
  fetch: (request) => fetch(request),
  clock: {
    nowMs: () => Date.now(),
    sleep: (ms, signal) => delay(ms, undefined, { signal }).catch(() => undefined),
  },
  signal: new AbortController().signal,
  onWait: () => undefined,
};

export interface Plan<R> {
  readonly sections: readonly Section<R>[];
  /** Throws `Failure` when no rule can be tried. */
  readonly begin: () => Promise<void>;
  /** Takes back what the run made, also after a stop or failure. */
  readonly cleanUp: () => Promise<readonly LeftBehind[]>;
}

export async function tryRules<R extends Run>(
  run: R,
  { sections, begin, cleanUp }: Plan<R>,
  onVerdict: RunListeners['onVerdict'],
): Promise<Report> {
  const { settings } = run;
  const startedMs = performance.now();
  const rules: Verdict[] = [];
  const faults = new Set<NoAnswer>();
  let interrupted = false;
  let leftBehind: readonly LeftBehind[];
  try {
    await begin();
    for (const section of sections) {
      for (const rule of section.rules.filter(({ id }) => isWanted(id, settings))) {
        const verdict = await tried(rule, run, faults);
        rules.push(verdict);
        onVerdict?.(verdict, section);
      }
    }
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
    interrupted = true;
  } finally {
    leftBehind = await cleanUp();
  }
  const count = (outcome: Outcome): number => rules.filter((rule) => rule.outcome === outcome).length;
  return {
    target: settings.baseUrl,
    locationId: settings.locationId,
    passed: count('passed'),
    failed: count('failed'),
    warnings: count('warning'),
    skipped: count('skipped'),
    requests: run.exchanges.length,
    ms: Math.round(performance.now() - startedMs),
    bookings: run.ledger.all('booking').length,
    holds: run.ledger.all('hold').length,
    waiting: run.ledger.all('waiting').length,
    leftBehind: leftBehind.map(({ id, why }) => ({ id, why: hidden(why, settings) })),
    lost: run.ledger.lost(),
    interrupted,
    rules,
  };
}

/** Whether a rule is among those asked for: `4.2`, `§4.2` and `§4.2/days-93` all mean it. */
export function isWanted(id: string, { only }: Pick<Settings, 'only'>): boolean {
  const bare = (text: string): string => text.replace(/^§/, '');
  return only.length === 0 || only.some((begin) => isBelow(bare(id), bare(begin)));
}

/** `4.2` is above `4.2/x` and `4.2.1/x`, and not above `4.20/x`. */
function isBelow(id: string, begin: string): boolean {
  return id === begin || id.startsWith(`${begin}/`) || id.startsWith(`${begin}.`);
}

/** @param faults requests without an answer that a rule has failed for: what else builds upon them is skipped */
async function tried<R extends Run>(rule: Rule<R>, run: R, faults: Set<NoAnswer>): Promise<Verdict> {
  const { settings } = run;
  const { id, title, run: execute } = rule;
  const level = levelOf(rule);
  const startedMs = performance.now();
  const verdict = (outcome: Outcome, more: Partial<Verdict> = {}): Verdict => {
    const details = Object.entries(more).map(([name, text]) => [name, hidden(`${text}`, settings)]);
    const ms = Math.round(performance.now() - startedMs);
    return { id, title, level, outcome, ...(Object.fromEntries(details) as Partial<Verdict>), ms };
  };
  const missing = needsOf(rule).find((need) => !isGiven(need, settings));
  if (missing !== undefined) return verdict('skipped', { reason: `needs --${missing}` });
  const missed = level === 'must' || settings.strict ? 'failed' : 'warning';
  try {
    const violation = await execute(run);
    return violation ? verdict(missed, shownBy(violation, settings)) : verdict('passed');
  } catch (error) {
    if (error instanceof CannotTell) return verdict('skipped', { reason: error.message });
    if (!(error instanceof NoAnswer)) throw error;
    if (faults.has(error)) return verdict('skipped', { reason: `a request got no answer: ${error.message}` });
    faults.add(error);
    const request = curlOf(settings.baseUrl, error.call);
    return verdict(missed, { expected: 'an answer', got: error.message, request });
  }
}

function shownBy({ expected, got, exchange }: Violation, { baseUrl }: Settings): Partial<Verdict> {
  return { expected, got, ...(exchange && { request: curlOf(baseUrl, exchange.call) }) };
}

/** Keys that a server repeats are not shown. */
export function hidden(text: string, { keys, webhook }: Settings): string {
  return [...Object.values(keys), ...(webhook ? [webhook.secret] : [])]
    .filter((secret) => secret !== '')
    .reduce((shown, secret) => shown.replaceAll(secret, '…'), text);
}
