/** The fast and the plain path to an answer give the same bytes, over random restaurants, caches, changes and compression. */
import { gunzipSync } from 'node:zlib';
import type { Engine, LocalDate, Location, LocationPlan } from '@bord/engine';
import type { DiaryBooking } from '@bord/engine/storage';
import { fixtures } from '@bord/engine/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { availabilityJson, batchJson } from '../../../packages/adapter-http/src/api/availability-json.ts';
import { gzipBatch, isWorthGzip } from '../../../packages/adapter-http/src/api/batch-gzip.ts';
import { engineOnDiary } from '../../support/given-diary.ts';
import { aDate, aRestaurant } from '../../support/restaurants.ts';
import { orWithSeasons } from '../../support/seasons.ts';
import { inFull } from '../../support/long.ts';
import { plainAvailability } from './plain-availability.ts';
import { seeded } from '../../support/seed.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;
const PLANS = inFull(1_500, 40);
const DAYS = 4;
const SIZES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 20];

/** Settings that restaurants of other properties do not have. */
const rules = fc.record({
  leadTimeMinutes: fc.constantFrom(0, 0, 45, 180, 2_000),
  leadTimes: fc.constantFrom(
    [],
    [],
    [{ partyMax: 3, leadTimeMinutes: 240 }],
    [2, 4, 6].map((partyMax) => ({ partyMax, leadTimeMinutes: 30 * partyMax })),
  ),
  horizonDays: fc.constantFrom(0, 1, 2, 400, 400),
  freezeMinutes: fc.constantFrom(0, 60, 600),
  movesMax: fc.constantFrom(null, null, 0, 1),
  byPeriod: fc.boolean(),
  closure: fc.constantFrom('', 'hours', 'date'),
  /** Tables beyond a word of bits. */
  more: fc.constantFrom(0, 0, 0, 30),
});

/** One booking of the diary; off the grid as an operator writes it, now and then. */
const wish = fc.record({
  table: fc.nat(),
  startMinute: fc.integer({ min: -300, max: DAYS * 1440 }),
  length: fc.constantFrom(30, 60, 90, 90, 120, 180),
  covers: fc.integer({ min: 1, max: 8 }),
  pinned: fc.constantFrom(false, false, false, true),
});

const aPlainCase = fc.record({
  plan: aRestaurant,
  rules,
  date: aDate,
  nowMinute: fc.integer({ min: -2_000, max: 2_000 }),
  wishes: fc.array(wish, { maxLength: 120, size: 'max' }),
  change: wish,
});

type Case = typeof aPlainCase extends fc.Arbitrary<infer T> ? T : never;

const aCase = orWithSeasons(aPlainCase);

function planOf({ plan, rules: { byPeriod, closure, more, ...rest }, date }: Case): LocationPlan {
  const { floorPlan, servicePeriods } = plan;
  const tables = Array.from({ length: more }, (_, i) =>
    fixtures.aTable(`M${i}`, { seatsMin: 1 + (i % 5), seatsMax: 2 + (i % 5) * 2, online: i % 7 !== 0 }),
  );
  return {
    ...plan,
    ...rest,
    movesMax: more > 0 ? (rest.movesMax ?? 1) : rest.movesMax,
    floorPlan: { ...floorPlan, tables: [...floorPlan.tables, ...tables] },
    servicePeriods: servicePeriods.map((period, i) =>
      byPeriod && i > 0
        ? {
            ...period,
            pacing: null,
            turnTimes: [
              { partyMax: 3, turnMinutes: 45 },
              { partyMax: null, turnMinutes: 75 },
            ],
          }
        : period,
    ),
    closures: closuresOf(closure, date),
  };
}

function closuresOf(kind: string, date: LocalDate): LocationPlan['closures'] {
  if (kind === '') return [];
  const [from, to] = kind === 'date' ? [date, date] : [`${date}T12:30`, `${date}T18:40`];
  return [{ id: 'c', from, to, reason: null }];
}

/** The diary: those of the wishes that fit behind one another. */
function diaryOf(location: Location, wishes: readonly Case['change'][], firstMs: number): DiaryBooking[] {
  const { tables } = location.floorPlan;
  const diary: DiaryBooking[] = [];
  for (const { table, startMinute, length, covers, pinned } of wishes) {
    const { id, seatsMax } = tables[table % tables.length]!;
    const offGrid = table % 5 === 0 ? 0 : startMinute % 15;
    const startMs = firstMs + (startMinute - offGrid) * MINUTE_MS;
    const blockedUntilMs = startMs + length * MINUTE_MS;
    const isTaken = diary.some(
      (it) => it.tables.includes(id) && it.startMs < blockedUntilMs && startMs < it.blockedUntilMs,
    );
    const partySize = Math.min(covers, seatsMax);
    if (!isTaken)
      diary.push({
        id: `b${diary.length}`,
        startMs,
        blockedUntilMs,
        partySize,
        tables: [id],
        pinned,
        tableAccess: 'online',
        kind: 'booking',
      });
  }
  return diary;
}

/** An engine with a given diary. */
async function open(plan: LocationPlan, nowMs: number) {
  let diary: readonly DiaryBooking[] = [];
  const { engine, tell } = engineOnDiary({
    clock: { nowMs: () => nowMs },
    diary: ({ startMs, endMs }) => diary.filter((it) => it.startMs < endMs && it.blockedUntilMs > startMs),
  });
  const { location } = await engine.operator.locations.apply(plan, fixtures.LOCATION_ID);
  return {
    engine,
    location,
    change(next: readonly DiaryBooking[], dates: readonly LocalDate[]): void {
      diary = next;
      tell({ kind: 'diary', locationId: location.id, dates });
    },
  };
}

const textOf = (bytes: unknown): string => Buffer.from(bytes as Uint8Array).toString();

const isoDate = (ms: number): LocalDate => new Date(ms).toISOString().slice(0, 10);

test('D1 D2 D4 D40 §4.2.5 the bytes of days and batches are those of the plain way: cold, warm, and after a change', async () => {
  let questions = 0;
  await fc.assert(
    fc.asyncProperty(aCase, async (given) => {
      const firstMs = Date.parse(given.date);
      const nowMs = firstMs + given.nowMinute * MINUTE_MS;
      const { engine, location, change } = await open(planOf(given), nowMs);
      const dates = Array.from({ length: DAYS }, (_, i) => isoDate(firstMs + i * DAY_MS));
      const wide = Array.from({ length: DAYS + 4 }, (_, i) => isoDate(firstMs + (i - 2) * DAY_MS));
      const diary = diaryOf(location, given.wishes, firstMs);
      change(diary, wide);
      questions += await compare(engine, location, diary, dates, nowMs);
      questions += await compareBatch(engine, location, diary, dates, nowMs);
      const [added] = diaryOf(location, [given.change], firstMs);
      const changed = [...diary.slice(1), { ...added!, id: 'changed' }];
      change(changed, wide);
      questions += await compareBatch(engine, location, changed, dates, nowMs);
    }),
    seeded(PLANS),
  );
  expect(questions).toBeGreaterThanOrEqual(inFull(20_000, 6000));
  expect([...met].toSorted()).toEqual(KINDS.toSorted());
});

/** The kinds of answers, each of which must occur. */
const KINDS = ['"slots":[]', '"available":true', '"reason":"tables"', '"reason":"pacing"'];
const met = new Set<string>();

type Compare = (
  engine: Engine,
  location: Location,
  diary: readonly DiaryBooking[],
  dates: readonly LocalDate[],
  nowMs: number,
) => Promise<number>;

const compare: Compare = async ({ operator }, location, diary, dates, nowMs) => {
  const plain = plainAvailability(location, diary, nowMs);
  let questions = 0;
  for (const [i, date] of dates.entries()) {
    for (const partySize of SIZES.filter((size) => (size + i) % 3 === 0)) {
      const found = await operator.at(location.id).bookings.availability({ date, partySize });
      for (const explains of [false, true]) {
        const text = textOf(availabilityJson(found, explains));
        expect(text).toBe(plain.day(date, partySize, explains));
        questions += 1;
        for (const kind of KINDS) if (text.includes(kind)) met.add(kind);
      }
    }
  }
  return questions;
};

const compareBatch: Compare = async ({ operator }, location, diary, dates, nowMs) => {
  const range = { startDate: dates[0]!, endDate: dates.at(-1)!, partySizes: SIZES };
  const plain = plainAvailability(location, diary, nowMs).batch(dates, SIZES);
  // Cold, warm, and from the days of another question.
  for (const startDate of [dates[0]!, dates[0]!, dates[1]!, dates[0]!]) {
    const found = await operator.at(location.id).bookings.availabilityBatch({ ...range, startDate });
    if (startDate !== dates[0]) continue;
    expect(textOf(batchJson(found))).toBe(plain);
    if (isWorthGzip(found)) expect(textOf(gunzipSync((await gzipBatch(found)) as Uint8Array))).toBe(plain);
  }
  return 3 * dates.length * SIZES.length;
};
