import { fileURLToPath } from 'node:url';
import { addDays, type Clock, createEngine, type Engine, isLive, type Storage } from '@bord/engine';
import { DEMO_RESTAURANT_ID } from '@bord/engine/adapters';
import { memoryStorage } from '@bord/engine/testing';
import { expect, test } from 'vitest';
import { readLocationFile } from '../files/location-file/location-file.ts';
import { openSourceFile } from '../files/source-file.ts';
import { makeDemoDays } from './demo-days.ts';
import { DAYS_AHEAD, demoParties } from './demo-day.ts';

const HOUR_MS = 3_600_000;
/** A Friday in winter, and one in summer, as they begin in Stockholm. */
const DAYS = { winter: Date.parse('2026-11-26T23:00:00Z'), summer: Date.parse('2027-07-01T22:00:00Z') };
const FRIDAY = '2026-11-27';

async function openDemo(nowMs: number) {
  const clock = { ms: nowMs, nowMs: () => clock.ms };
  const storage: Storage = memoryStorage(clock);
  const engineAt = (at: Clock): Engine => createEngine({ storage, clock: at });
  const engine = engineAt(clock);
  const file = fileURLToPath(new URL('../../data/demo-restaurant.yaml', import.meta.url));
  const { id, plan } = readLocationFile(await openSourceFile(file));
  const { location } = await engine.operator.locations.apply(plan, id);
  const here = engine.operator.at(DEMO_RESTAURANT_ID);
  const open = (): Promise<void> => makeDemoDays(engineAt, DEMO_RESTAURANT_ID, clock.ms);
  const of = (date: string) => here.bookings.list({ date });
  return { clock, engine, location, here, open, of };
}

test.each(Object.entries(DAYS))(
  'D29 at each hour of a day in %s the states of the parties fit the time',
  async (_, midnightMs) => {
    const date = midnightMs === DAYS.winter ? FRIDAY : '2027-07-02';
    for (let hour = 0; hour < 24; hour += 3.5) {
      const nowMs = midnightMs + hour * HOUR_MS;
      const { here, open, of } = await openDemo(nowMs);
      await open();
      const bookings = await of(date);
      expect(bookings.length, `${hour}`).toBe(demoParties(0).length);
      for (const { startMs, endMs, status, visit, partySize } of bookings) {
        if (status === 'cancelled') continue;
        expect(visit.seatedMs === null || visit.seatedMs <= nowMs).toBe(true);
        if (endMs + 90 * 60_000 < nowMs)
          expect(['completed', 'no_show'], `${partySize} at ${startMs}`).toContain(status);
        if (startMs > nowMs) expect([status, visit.seatedMs]).toEqual(['confirmed', null]);
      }
      const [block] = (await here.tables.blocks({ date })) ?? [];
      if (hour < 16) expect(block?.tables).toEqual(['33']);
    }
  },
);

test('D29 the demo restaurant has 18 tables in three areas; at 19:25 it has arrived, seated and overdue parties, a waiting party and a block', async () => {
  const nowMs = DAYS.winter + 19.42 * HOUR_MS;
  const { location, here, open, of } = await openDemo(nowMs);
  await open();
  expect([location.floorPlan.tables.length, location.areas.length, location.alias]).toEqual([18, 3, 'demo']);
  const all = await of(FRIDAY);
  const live = all.filter(isLive);
  const seated = live.filter(({ visit }) => visit.seatedMs !== null);
  expect(seated.length).toBeGreaterThanOrEqual(10);
  expect(seated.filter(({ endMs }) => endMs <= nowMs).length).toBeGreaterThanOrEqual(2);
  expect(live.filter(({ visit }) => visit.arrivedMs !== null && visit.seatedMs === null).length).toBe(4);
  const occupied = seated.flatMap(({ tables }) => tables);
  expect(new Set(occupied).size).toBe(occupied.length);
  expect(live.filter(({ tables }) => tables.length === 0)).toEqual([]);
  expect(all.some(({ tables }) => tables.length === 2)).toBe(true);
  expect(all.filter(({ guest }) => /allergi/i.test(guest.notes ?? '')).length).toBeGreaterThanOrEqual(4);
  expect(all.filter(({ guest }) => guest.email !== null)).toEqual([]);
  expect(new Set(all.map(({ status }) => status))).toEqual(
    new Set(['confirmed', 'completed', 'cancelled', 'no_show']),
  );
  expect((await here.waitlist.list(FRIDAY)).map(({ state }) => state)).toEqual(['waiting', 'waiting']);
  expect(await here.tables.blocks({ date: FRIDAY })).toHaveLength(1);
});

test('D29 the book has bookings for seven days ahead, fewer for later dates, with guests of other names', async () => {
  const { clock, open, of } = await openDemo(DAYS.winter + 19 * HOUR_MS);
  await open();
  const counts = [];
  for (let n = 0; n <= DAYS_AHEAD + 1; n++) counts.push((await of(addDays(FRIDAY, n))).length);
  expect(counts).toEqual(counts.toSorted((a, b) => b - a));
  expect(counts.slice(-2)).toEqual([expect.toSatisfy((n: number) => n > 0), 0]);
  const names = (await of(addDays(FRIDAY, 1))).map(({ guest }) => guest.name);
  expect(new Set(names).size).toBe(names.length);
  clock.ms += 24 * HOUR_MS;
  await open();
  expect((await of(addDays(FRIDAY, 1))).length).toBe(counts[0]);
  expect((await of(addDays(FRIDAY, DAYS_AHEAD + 1))).length).toBe(counts[DAYS_AHEAD]);
});

test('opening again makes no booking twice, takes the steps that are due, and keeps the changes of a visitor', async () => {
  const { clock, engine, open, of } = await openDemo(DAYS.winter + 16 * HOUR_MS);
  await Promise.all([open(), open()]);
  const before = await of(FRIDAY);
  expect(before.length).toBe(demoParties(0).length);
  const changed = before.find(({ guest }) => guest.name === 'Freja Holm');
  await engine.operator.bookings.cancel(changed!.id);
  clock.ms += 3 * HOUR_MS;
  await open();
  const after = await of(FRIDAY);
  expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  expect(after.find(({ id }) => id === changed!.id)!.status).toBe('cancelled');
  const seated = (bookings: typeof after) => bookings.filter(({ visit }) => visit.seatedMs !== null).length;
  expect(seated(after)).toBeGreaterThan(seated(before));
});
