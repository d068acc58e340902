/** Histories that are right because one has served all in turn, and the same with one answer of another moment. */
import { expect, test } from 'vitest';
import { between, type Chance, chanceOf, pick } from '../seating/random.ts';
import { seed } from '../../support/seed.ts';
import { check } from './checker.ts';
import type { History, Operation, Request } from './history.ts';
import { modelOf, NONE, startsOn, type State } from './model.ts';
import { written } from './shrink.ts';

const STARTS = startsOn('2026-12-01');
const model = modelOf(STARTS);

/** The answers to three clients that are served one after the other, each at some instant between request and answer. */
function randomHistory(chance: Chance): History {
  const parties = ['a', 'b', 'c', 'd', 'e', 'f'];
  let state: State = model.first;
  const freeFrom = [0, 0, 0];
  const operations: Operation[] = [];
  for (let id = 0; id < 40; id++) {
    const client = id % 3;
    // They take effect in the order of their numbers, three at a time.
    const effectMs = id * 10;
    const invokedMs = Math.max(freeFrom[client]!, effectMs - between(chance, 0, 19));
    const returnedMs = effectMs + between(chance, 1, 10);
    freeFrom[client] = returnedMs;
    const request = randomRequest(chance, parties);
    if (request === null) continue;
    const outcome = model.apply(state, request);
    if (outcome.answer === NONE && request.kind !== 'listed') continue;
    const isLost = chance() < 0.1;
    if (!isLost || chance() < 0.5) ({ state } = outcome);
    operations.push({
      id,
      client: `c${client}`,
      server: client,
      request,
      invokedMs,
      ...(isLost ? { returnedMs: null, answer: null } : { returnedMs, answer: outcome.answer }),
    });
  }
  const endMs = 1000;
  for (const party of parties) {
    const { answer } = model.apply(state, { kind: 'stored', party });
    const seen = { client: 'database', server: 0, invokedMs: endMs, returnedMs: endMs };
    operations.push({ id: operations.length, ...seen, request: { kind: 'stored', party }, answer });
  }
  return { name: 'random', operations };
}

function randomRequest(chance: Chance, parties: readonly string[]): Request | null {
  const party = pick(chance, parties);
  const number = parties.indexOf(party);
  const isHold = number % 2 === 1;
  const first: Request = {
    kind: isHold ? 'hold' : 'create',
    party,
    startMs: STARTS[number % 5]!,
    partySize: 1 + (number % 4),
  };
  return pick<() => Request | null>(chance, [
    () => first,
    () => first,
    () => (isHold ? { kind: 'confirm', party } : null),
    () => (isHold ? { kind: 'release', party } : null),
    () => (isHold ? null : { kind: 'cancel', party }),
    () => (isHold ? null : { kind: 'move', party, startMs: pick(chance, STARTS) }),
    () => (isHold ? null : { kind: 'read', party }),
    () => ({ kind: 'availability', partySize: between(chance, 1, 6) }),
    () => ({ kind: 'listed', party }),
  ])();
}

const isSameParty = (a: Request, b: Request): boolean => 'party' in a && 'party' in b && a.party === b.party;

test('§4.3.1 random histories of one who serves all in turn have an order; with one answer of another state hardly any has', () => {
  console.log(`seed ${seed}`);
  const chance = chanceOf(seed);
  let found = 0;
  let planted = 0;
  for (let round = 0; round < 200; round++) {
    const history = randomHistory(chance);
    expect(check(history, model).kind, written(history)).toBe('linearizable');
    // A late look that shows what another has shown.
    const looks = history.operations.filter(
      ({ request, answer }) => request.kind === 'listed' && answer !== null,
    );
    const wrong = looks.findLast(({ answer, request }) =>
      looks.some((other) => isSameParty(other.request, request) && other.answer !== answer),
    );
    if (!wrong) continue;
    const before = looks.find(
      ({ answer, request }) => isSameParty(request, wrong.request) && answer !== wrong.answer,
    )!;
    planted += 1;
    const operations = history.operations.map((one) =>
      one === wrong ? { ...one, answer: before.answer } : one,
    );
    if (check({ ...history, operations }, model).kind === 'violation') found += 1;
  }
  console.log(`${found} of ${planted} planted`);
  expect(planted).toBeGreaterThan(10);
  expect(found).toBeGreaterThan(planted * 0.8);
});
