/**
 * P18: what a policy of two classes of callers costs P1 to P4.
 *
 *     node --conditions=@bord/source bench/run.ts policies
 *
 * Two engines answer the same diary, one with a policy: members come from noon, and others an hour later. Members and others ask in turn. All times are those of
 * the processor.
 */
import { createPartnerApi } from '@bord/adapter-http';
import { DAY_MS, definePolicy, HOUR_MS, type Policy, reject } from '@bord/engine';
import type { DiaryBooking } from '@bord/engine/storage';
import { fixtures } from '@bord/engine/testing';
import { engineOnDiary } from '../test/support/given-diary.ts';
import { type Figure, interleaved, median, ratioOf } from './figure.ts';
import { dateOf, FORTY_TABLES } from './restaurant.ts';

const { FRIDAY_MS, LOCATION_ID } = fixtures;
const DAYS = 92;
const ROUNDS = 21;
const WARM_UP = 20;
const HOT_ASKS = 800;
const CLASSES = ['member', 'other'];
const DATES = Array.from({ length: DAYS }, (_, i) => dateOf(FRIDAY_MS + i * DAY_MS));
const PARTY_SIZES = Array.from({ length: 12 }, (_, i) => i + 1);

/** Members come from noon, others an hour later: both classes have as many times to read. */
const members = definePolicy({
  id: 'members',
  load: ({ subject }) => {
    const fromMs = (subject === 'member' ? 11 : 12) * HOUR_MS;
    return { facts: { fromMs }, cacheKey: String(fromMs) };
  },
  decide: ({ fromMs }, { slot }) =>
    slot.startMs % DAY_MS < fromMs
      ? reject({ reason: 'policy', message: 'Members come from noon, others an hour later.' })
      : undefined,
});

/** Each table has five parties a day. */
const bookings: readonly DiaryBooking[] = DATES.flatMap((_, day) =>
  FORTY_TABLES.floorPlan.tables.slice(0, 30).flatMap(({ id, seatsMin }) =>
    Array.from({ length: 5 }, (__, i): DiaryBooking => {
      const startMs = FRIDAY_MS + day * DAY_MS + 10 * 3_600_000 + i * 5_400_000;
      const held = { startMs, blockedUntilMs: startMs + 5_400_000, partySize: seatsMin, tables: [id] };
      return { id: `${day} ${id} ${i}`, ...held, pinned: false, tableAccess: 'online', kind: 'booking' };
    }),
  ),
);

async function time(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

async function open(policies: readonly Policy[]) {
  const { engine, tell } = engineOnDiary({
    clock: { nowMs: () => FRIDAY_MS - DAY_MS },
    diary: ({ startMs, endMs }) => bookings.filter((it) => it.startMs < endMs && it.blockedUntilMs > startMs),
    policies,
  });
  await engine.operator.locations.apply(FORTY_TABLES, LOCATION_ID);
  const terms = { partner: 'bench', locationIds: [LOCATION_ID], rateLimit: 1_000_000 };
  const { key } = await engine.operator.keys.create(terms);
  const api = createPartnerApi({ engine, subject: ({ headers }) => headers.get('x-class') });
  const path = `http://bord.test/v1/partner-api/locations/${LOCATION_ID}/availability`;
  const ask = async (at: string, of: string, body?: object): Promise<void> => {
    const headers = { authorization: `Bearer ${key}`, 'x-class': of, 'content-type': 'application/json' };
    const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
    const response = await api.fetch(new Request(path + at, init));
    if (response.status !== 200) throw new Error(`${at} is ${response.status}`);
    await response.arrayBuffer();
  };
  let requests = 0;
  const next = (at: string, body?: object): Promise<void> => ask(at, CLASSES[requests++ % 2]!, body);
  const both = async (at: string, body?: object): Promise<void> => {
    for (const of of CLASSES) await ask(at, of, body);
  };
  const range = { startDate: DATES[0], endDate: DATES[DAYS - 1], partySizes: PARTY_SIZES };
  const change = (dates: readonly string[]): void => tell({ kind: 'diary', locationId: LOCATION_ID, dates });
  const day = `?date=${DATES[40]!}&partySize=2`;
  return {
    hot: async () => {
      await both(day);
      return time(async () => {
        for (let i = 0; i < HOT_ASKS; i++) await next(day);
      });
    },
    cold: () => (change(DATES), time(() => next('/batch', range))),
    warm: async () => {
      await both('/batch', range);
      return time(async () => {
        for (let i = 0; i < 20; i++) await next('/batch', range);
      });
    },
    changed: () =>
      time(async () => {
        for (const date of DATES.slice(20, 60)) {
          change([date]);
          await next(`?date=${date}&partySize=2`);
        }
      }),
  };
}

export async function run(): Promise<Figure[]> {
  const [plain, restricted] = [await open([]), await open([members])];
  const figure = async (what: string, name: 'hot' | 'cold' | 'warm' | 'changed'): Promise<Figure> => {
    // In pairs: where one measure follows another that fills the heap, it would pay for the collector.
    const pair = { figure: restricted[name], ceiling: plain[name] };
    await interleaved(WARM_UP, pair);
    const rounds = await interleaved(ROUNDS, pair);
    return {
      goal: 'P18',
      what,
      unit: 'ms',
      figure: median(rounds.figure),
      ceiling: median(rounds.ceiling),
      against: 'the same without policies',
      ratio: ratioOf(rounds.figure, rounds.ceiling),
      atMost: 1.2,
    };
  };
  return [
    await figure(`a policy of two classes: P1, ${HOT_ASKS} times a cached day`, 'hot'),
    await figure(`the same, P2: a cold batch of ${DAYS} days × ${PARTY_SIZES.length} sizes`, 'cold'),
    await figure('the same, P3: 20 warm batches', 'warm'),
    await figure('the same, P4: 40 days that have changed', 'changed'),
  ];
}
