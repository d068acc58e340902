/**
 * Decides whether a history is linearizable. In a valid order each operation takes effect at one instant between its request and its answer,
 * and a location that handles one operation after the other gives the same answers. Uses the search of Wing and Gong with Lowe's memory of tried states.
 *
 * An operation whose outcome is unknown may take effect at any time after its request, or never.
 *
 * An answer without effect is placed at its first right position, which cannot exclude a later one. So many reads cost little.
 *
 * Checks of reads:
 *
 * - a booking by its id (§4.4) has its state at an instant between request and answer, at any server;
 * - so has each booking of a list (D33), by itself: its pages are read one after the other, until the last. No booking is missing that was
 *   acknowledged before the list was requested;
 * - availability may be from memory (D7): the state at an instant of the {@link STALE_MS} before the request or later, but never older than an
 *   answer that the same server gave before the request.
 */
import type { History, Operation } from './history.ts';
import { changesNothing, type Model, NONE, type State } from './model.ts';

/** For so long an answer may be served from memory (§4.1, D7). */
export const STALE_MS = 8000;

export type Verdict =
  | { readonly kind: 'linearizable'; readonly order: readonly Operation[] }
  | { readonly kind: 'violation' }
  /** More has been tried than is reasonable. */
  | { readonly kind: 'undecided' };

/** An operation as the search sees it. */
interface Step {
  readonly operation: Operation;
  /** Takes effect at this time or later. */
  readonly sinceMs: number;
  /** And at this time or before; Infinity where it may be never. */
  readonly untilMs: number;
  /** Operations that must have taken effect before, in addition to those that had ended when it began. */
  readonly after: readonly Operation[];
  readonly changesNothing: boolean;
}

/** So many states are looked at. Histories of three clients need some hundreds. */
const STATES_MAX = 20_000;

export function check({ operations }: History, model: Model): Verdict {
  const steps = stepsOf(operations);
  const search = new Search(steps, model);
  const order = search.from(model.first, steps);
  if (order) return { kind: 'linearizable', order };
  return { kind: search.isExhausted ? 'undecided' : 'violation' };
}

/** Without unanswered reads, which have no information. */
function stepsOf(operations: readonly Operation[]): Step[] {
  return operations.flatMap((operation): Step | [] => {
    const { request, answer, invokedMs, returnedMs } = operation;
    if (answer === null || returnedMs === null) {
      const isIdle = changesNothing(request, '') || isRuledOut(operation, operations);
      return isIdle
        ? []
        : { operation, sinceMs: invokedMs, untilMs: Infinity, after: [], changesNothing: false };
    }
    const isStale = request.kind === 'availability';
    return {
      operation,
      sinceMs: isStale ? invokedMs - STALE_MS : invokedMs,
      untilMs: returnedMs,
      after: isStale ? acknowledgedBefore(operation, operations) : [],
      changesNothing: changesNothing(request, answer),
    };
  });
}

/**
 * It never took effect during the round: otherwise the final state of the party would differ. Parties do not vanish, and a cancelled or
 * released one stays so.
 */
function isRuledOut({ request }: Operation, operations: readonly Operation[]): boolean {
  if (!('party' in request)) return false;
  const last = operations.findLast(
    (other) => other.request.kind === 'stored' && other.request.party === request.party,
  );
  const answer = last?.answer ?? null;
  if (!last || answer === null || operations.some(({ returnedMs }) => (returnedMs ?? 0) > last.returnedMs!))
    return false;
  if (answer === NONE) return true;
  const isOpen = answer.startsWith('held');
  if (request.kind === 'cancel') return !answer.startsWith('cancelled');
  if (request.kind === 'release') return !answer.startsWith('released');
  return request.kind === 'confirm' && (isOpen || answer.startsWith('released'));
}

/** The operations that the same server had acknowledged before the request. */
function acknowledgedBefore({ server, invokedMs }: Operation, operations: readonly Operation[]): Operation[] {
  return operations.filter(
    (other) =>
      other.server === server &&
      other.returnedMs !== null &&
      other.returnedMs < invokedMs &&
      !changesNothing(other.request, other.answer!),
  );
}

class Search {
  isExhausted = false;
  readonly #model: Model;
  readonly #tried = new Set<string>();
  readonly #numbers: ReadonlyMap<Step, number>;

  constructor(steps: readonly Step[], model: Model) {
    this.#model = model;
    this.#numbers = new Map(steps.map((step, number) => [step, number]));
  }

  /** An order of those that are left; null when there is none, or too much was tried. */
  from(state: State, pending: readonly Step[]): readonly Operation[] | null {
    const first: Operation[] = [];
    let left = pending;
    for (let at = this.#settled(state, left); at; at = this.#settled(state, left)) {
      first.push(at.operation);
      left = left.filter((step) => step !== at);
    }
    if (left.every(({ untilMs }) => untilMs === Infinity)) return first;
    const key = `${left.map((step) => this.#numbers.get(step)).join()} ${this.#model.nameOf(state)}`;
    if (this.#tried.has(key)) return null;
    this.#tried.add(key);
    if (this.#tried.size > STATES_MAX) {
      this.isExhausted = true;
      return null;
    }
    const unanswered = new Set<string>();
    for (const step of possible(left)) {
      if (step.operation.answer === null) {
        // The same, begun before and not answered either, does as well.
        const request = JSON.stringify(step.operation.request);
        if (unanswered.has(request)) continue;
        unanswered.add(request);
      }
      const { answer, state: after } = this.#model.apply(state, step.operation.request);
      if (step.operation.answer === null ? after === state : answer !== step.operation.answer) continue;
      const rest = this.from(
        after,
        left.filter((other) => other !== step),
      );
      if (rest) return [...first, step.operation, ...rest];
    }
    return null;
  }

  /** An operation without effect that is right in this state. */
  #settled(state: State, left: readonly Step[]): Step | undefined {
    return possible(left).find(
      (step) =>
        step.changesNothing &&
        this.#model.apply(state, step.operation.request).answer === step.operation.answer,
    );
  }
}

/** The operations that may be next, the earliest answered first: they began before any other remaining one had ended. */
function possible(left: readonly Step[]): readonly Step[] {
  const endMs = left.reduce((least, { untilMs }) => Math.min(least, untilMs), Infinity);
  return left
    .filter(
      ({ sinceMs, after }) =>
        sinceMs <= endMs && !after.some((operation) => left.some((other) => other.operation === operation)),
    )
    .toSorted(
      (a, b) => Number(a.untilMs > b.untilMs) - Number(a.untilMs < b.untilMs) || a.sinceMs - b.sinceMs,
    );
}
