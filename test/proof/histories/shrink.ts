/** The least of a history that still has no order, so that people can see why. */
import { check } from './checker.ts';
import type { History, Operation } from './history.ts';
import { changesNothing, clock, FINAL, type Model, REFUSED } from './model.ts';

/** Then it is small enough. */
const PATIENCE_MS = 20_000;

/**
 * Removes operations from a history as long as it stays a violation. Each removal weakens it, so the rest is a violation of the whole, too:
 *
 * - operations that began after the violation was detectable are removed;
 * - a read, a rejection or a repeat is removed: one answer less to satisfy;
 * - a change may have happened or not, whatever its answer was;
 * - a party is removed with all its operations if none of them needs to be right, and no answer reports a full slot: without the party there is
 *   only more room.
 */
export function shrink(history: History, model: Model): History {
  // An unanswered operation without a possible effect has no information.
  const operations = history.operations.filter(
    ({ request, answer }) => answer !== null || !changesNothing(request, ''),
  );
  let least: History = { ...history, operations };
  const untilMs = performance.now() + PATIENCE_MS;
  const accept = (left: readonly Operation[]): boolean => {
    const smaller = { ...least, operations: left };
    if (performance.now() > untilMs || check(smaller, model).kind !== 'violation') return false;
    least = smaller;
    return true;
  };
  least = shortest(least, model);
  for (let before = Infinity; weight(least) < before;) {
    before = weight(least);
    // Large groups first, then smaller ones; reads before changes, which have more information.
    for (const say of [readsLess, changesLess])
      for (let size = Math.ceil(least.operations.length / 2); size >= 1; size = Math.floor(size / 2))
        for (let from = 0; from < least.operations.length; from += size)
          accept(least.operations.flatMap((one, i) => (i < from || i >= from + size ? one : say(one))));
    for (const party of new Set(least.operations.map(partyOf))) {
      const without = least.operations.filter((other) => partyOf(other) !== party);
      const own = least.operations.filter((other) => partyOf(other) === party);
      if (party !== null && own.every(({ answer }) => answer === null) && !without.some(saysFull))
        accept(without);
    }
  }
  return least;
}

/** The history up to the first moment at which no order exists; operations in progress at that moment have no answer yet. */
function shortest(history: History, model: Model): History {
  const endsMs = history.operations.flatMap(({ returnedMs }) => returnedMs ?? []).toSorted((a, b) => a - b);
  const until = (endMs: number): History => ({
    ...history,
    operations: history.operations
      .filter(({ invokedMs }) => invokedMs <= endMs)
      .map((one) => (one.returnedMs !== null && one.returnedMs > endMs ? unanswered(one) : one)),
  });
  let [low, high] = [0, endsMs.length - 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (check(until(endsMs[middle]!), model).kind === 'violation') high = middle;
    else low = middle + 1;
  }
  return until(endsMs[high]!);
}

const unanswered = (one: Operation): Operation => ({ ...one, answer: null, returnedMs: null });

/** Removes operations without effect. */
const readsLess = (one: Operation): Operation | [] =>
  changesNothing(one.request, one.answer ?? '') ? [] : one;

/** Makes the outcome of an operation with an effect unknown. */
const changesLess = (one: Operation): Operation =>
  changesNothing(one.request, one.answer ?? '') ? one : unanswered(one);

/** Becomes less with whatever is taken out. */
const weight = ({ operations }: History): number =>
  operations.length + operations.filter(({ answer }) => answer !== null).length;

const partyOf = ({ request }: Operation): string | null => ('party' in request ? request.party : null);

/** It would not be right any more if there were more room. */
function saysFull({ request, answer }: Operation): boolean {
  return answer !== null && (answer === REFUSED || answer === FINAL || !('party' in request));
}

/** A history as people read it: one operation after the other, by their beginnings. */
export function written({ name, operations }: History): string {
  const startMs = Math.min(...operations.map(({ invokedMs }) => invokedMs));
  const rows = operations
    .toSorted((a, b) => a.invokedMs - b.invokedMs)
    .map(({ client, server, request, invokedMs, returnedMs, answer }) => {
      const from = (invokedMs - startMs).toFixed(1).padStart(9);
      const to = (returnedMs === null ? '…' : (returnedMs - startMs).toFixed(1)).padStart(9);
      const what = phrase(request).padEnd(34);
      return `${from} – ${to} ms  ${client.padEnd(8)} server ${server}  ${what}  ${answer ?? 'may have happened, then or later, or never'}`;
    });
  return [`${name}: no order explains`, ...rows].join('\n');
}

function phrase(request: Operation['request']): string {
  const party = 'party' in request ? ` ${request.party}` : '';
  const at = 'startMs' in request && request.startMs !== undefined ? ` ${clock(request.startMs)}` : '';
  const size = 'partySize' in request && request.partySize !== undefined ? ` for ${request.partySize}` : '';
  return `${request.kind}${party}${at}${size}`;
}
