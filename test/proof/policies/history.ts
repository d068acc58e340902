/** Random histories of small restaurants with policies, played against the model. */
import { createHash } from 'node:crypto';
import { createEngine, HOUR_MS, type LocationPlan, type Mailer, type Random } from '@bord/engine';
import { BOOKING_PAGE_DEFAULTS } from '@bord/engine/adapters';
import { fixtures } from '@bord/engine/testing';
import fc from 'fast-check';
import { aRestaurant } from '../../support/restaurants.ts';
import type { StorageKind } from '../../support/storages.ts';
import { AREAS, giftsWrongly, shownWrongly, take, visitedWrongly } from './game.ts';
import { type Game, type Tally } from './model.ts';
import { aRuleList, type Control, policiesOf, type Terms } from './policies.ts';

const { FRIDAY_MS, LOCATION_ID } = fixtures;
const MINUTE_MS = 60_000;
const TURN_MS = 90 * MINUTE_MS;
const STEP_MS = 30 * MINUTE_MS;
const OPENS_MS = FRIDAY_MS + 17 * HOUR_MS;
const CLOSES_MS = FRIDAY_MS + 22 * HOUR_MS;
const STARTS = Array.from({ length: 8 }, (_, i) => OPENS_MS + i * STEP_MS);

const plans = aRestaurant
  .filter(({ floorPlan }) => floorPlan.tables.length <= 4)
  .map((plan) => ({
    ...plan,
    timeZone: 'UTC',
    freezeMinutes: 0,
    turnTimes: [{ partyMax: null, turnMinutes: TURN_MS / MINUTE_MS }],
    servicePeriods: [fixtures.aPeriod({ opensMinute: 17 * 60, closesMinute: 22 * 60, slotStepMinutes: 30 })],
  }));

const subject = fc.constantFrom('a', 'b', 'c');
const size = fc.integer({ min: 1, max: 6 });
const startMs = fc.constantFrom(...STARTS);
const pick = fc.nat();
const wish = { subject, startMs, size };

const aJoin = fc.record({
  kind: fc.constant('join' as const),
  steps: fc.integer({ min: 0, max: 4 }),
  mode: fc.constantFrom('offer' as const, 'book' as const),
  ...wish,
});
const aCancel = fc.record({ kind: fc.constant('cancel' as const), pick });
const newFacts = fc.record({
  kind: fc.constant('facts' as const),
  subject: fc.constantFrom('a', 'b', 'c', 'guest'),
  n: size,
});

const aStep = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('book' as const), ...wish }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('hold' as const), ...wish }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('confirm' as const), subject, pick }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('move' as const), pick, ...wish }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('guest' as const), pick, startMs, size }) },
  { weight: 4, arbitrary: aJoin },
  { weight: 3, arbitrary: aCancel },
  { weight: 2, arbitrary: newFacts },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 90 }) }),
  },
);

/** A party waits while its facts change, and then tables become free. */
const aWait = fc
  .tuple(aJoin, size, aCancel, aCancel)
  .map(([join, n, ...cancels]) => [join, { kind: 'facts' as const, subject: join.subject, n }, ...cancels]);

const someSteps = fc.oneof(
  { weight: 12, arbitrary: aStep.map((step) => [step]) },
  { weight: 2, arbitrary: aWait },
);

/** A restaurant, its policies, and its requests. */
export const aHistory = fc.record({
  plan: plans,
  rules: aRuleList,
  numbers: fc.array(size, { minLength: 4, maxLength: 4 }),
  ids: fc.nat(),
  steps: fc.array(someSteps, { minLength: 10, maxLength: 18, size: 'max' }).map((parts) => parts.flat()),
});
export type History = typeof aHistory extends fc.Arbitrary<infer H> ? H : never;
export type Step = History['steps'][number];

/** Plays the history. Returns the first difference from the model, or null. */
export async function play(
  { plan: given, rules, numbers, ids, steps }: History,
  kind: StorageKind,
  control: Control | null,
  tally: Tally,
): Promise<string | null> {
  const plan = withPage(given);
  const clock = { ms: FRIDAY_MS + 10 * HOUR_MS, nowMs: () => clock.ms };
  const opened = await kind.open(clock);
  const byName = new Map(['a', 'b', 'c', 'guest'].map((name, i) => [name, numbers[i]!]));
  const terms: Terms = { rules, opensMs: OPENS_MS, numbers: byName, control };
  const { storage } = opened;
  const tokens = new Map<string, string>();
  const engine = createEngine({
    storage,
    clock,
    random: randomOf(ids),
    mailer: keeping(tokens),
    secretKeys: [new Uint8Array(32)],
    policies: policiesOf(terms),
  });
  const restaurant = { plan, opensMs: OPENS_MS, closesMs: CLOSES_MS, stepMs: STEP_MS, turnMs: TURN_MS };
  const game: Game = {
    engine,
    storage,
    restaurant,
    terms,
    clock,
    tally,
    factsOf: new Map(),
    starts: STARTS,
    tokens,
  };
  try {
    await engine.operator.locations.apply(plan, LOCATION_ID);
    for (const [i, step] of steps.entries()) {
      const difference =
        (await shownWrongly(game, i)) ??
        (await visitedWrongly(game, i)) ??
        (await giftsWrongly(game, () => take(game, step, i))) ??
        (await giftsWrongly(game, async () => void (await engine.background.giveOut())));
      if (difference) return `step ${i} ${JSON.stringify(step)}: ${difference}`;
      clock.ms += 10_000; // facts and days that availability keeps are older than 8 s
      if (step.kind === 'wait') clock.ms += step.minutes * MINUTE_MS;
      await engine.background.giveOut();
    }
    return null;
  } finally {
    engine.detach();
    await opened.close();
  }
}

/** The plan with a booking page on which guests can choose an area. */
function withPage(plan: History['plan']): LocationPlan {
  const bookingPage = { ...BOOKING_PAGE_DEFAULTS, areas: 'choose' as const, unconfirmedPercent: 100 };
  const tables = plan.floorPlan.tables.map((table, i) => ({ ...table, area: AREAS[i % AREAS.length]!.id }));
  return { ...plan, alias: 'fyren', areas: AREAS, bookingPage, floorPlan: { ...plan.floorPlan, tables } };
}

/** The order of rows depends on their ids, so these are part of the history. */
function randomOf(ids: number): Random {
  let made = 0;
  return {
    bytes: (length) => createHash('shake256', { outputLength: length }).update(`${ids} ${made++}`).digest(),
  };
}

/** Keeps the token of each guest's link, by booking. */
function keeping(tokens: Map<string, string>): Mailer {
  return {
    isLocal: true,
    async send(message) {
      if ('manageToken' in message && message.manageToken !== null)
        tokens.set(message.bookingId, message.manageToken);
    },
    erase: async () => 0,
    purge: async () => 0,
    close: async () => undefined,
  };
}
