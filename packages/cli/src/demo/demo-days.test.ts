import { fileURLToPath } from 'node:url';
import { type Clock, createEngine, type Engine, isLive, type Storage } from '@bord/engine';
import { memoryStorage } from '@bord/engine/testing';
import { expect, test } from 'vitest';
import { DEMO_LOCATION_ID } from '../demo.ts';
import { readLocationFile } from '../files/location-file/location-file.ts';
import { openSourceFile } from '../files/source-file.ts';
import { makeDemoDays } from './demo-days.ts';
import { A_DAY } from './demo-day.ts';

const HOUR_MS = 3_600_000;
/** A Friday in winter, and one in summer, as Stockholm begins them. */
const DAYS = { winter: Date.parse('2026-11-26T23:00:00Z'), summer: Date.parse('2027-07-01T22:00:00Z') };

async function openDemo(nowMs: number) {
  const clock = { ms: nowMs, nowMs: () => clock.ms };
  const storage: Storage = memoryStorage(clock);
  const engineAt = (at: Clock): Engine => createEngine({ storage, clock: at });
  const engine = engineAt(clock);
  const file = fileURLToPath(new URL('../../data/demo-location.yaml', import.meta.url));
  const { id, plan } = readLocationFile(await openSourceFile(file));
  await engine.operator.locations.apply(plan, id);
  const open = (): Promise<void> => makeDemoDays(engineAt, DEMO_LOCATION_ID, clock.ms);
  const of = (date: string) => engine.operator.at(DEMO_LOCATION_ID).bookings.list({ date });
  return { clock, engine, open, of };
}

test.each(Object.entries(DAYS))(
  'at every hour of a day in %s the demo is as it would be then',
  async (_, midnightMs) => {
    const date = midnightMs === DAYS.winter ? '2026-11-27' : '2027-07-02';
    for (let hour = 0; hour < 24; hour += 3.5) {
      const nowMs = midnightMs + hour * HOUR_MS;
      const { engine, open, of } = await openDemo(nowMs);
      await open();
      const bookings = await of(date);
      expect(bookings.length, `${hour}`).toBe(A_DAY.length);
      for (const { startMs, endMs, status, visit, partySize } of bookings) {
        if (status === 'cancelled') continue;
        expect(visit.seatedMs === null || visit.seatedMs <= nowMs).toBe(true);
        if (endMs + 30 * 60_000 < nowMs)
          expect(['completed', 'no_show'], `${partySize} at ${startMs}`).toContain(status);
        if (startMs > nowMs) expect([status, visit.seatedMs]).toEqual(['confirmed', null]);
      }
      const [block] = (await engine.operator.at(DEMO_LOCATION_ID).tables.blocks({ date })) ?? [];
      if (hour < 14) expect(block?.tables).toEqual(['T4']);
    }
  },
);

test('on the evening some sit, one waits, tables are put together, and notes and telephones are there', async () => {
  const { open, of } = await openDemo(DAYS.winter + 18.35 * HOUR_MS);
  await open();
  const here = (await of('2026-11-27')).filter(isLive);
  expect(here.filter(({ visit }) => visit.seatedMs !== null).length).toBeGreaterThanOrEqual(3);
  expect(here.filter(({ visit }) => visit.arrivedMs !== null && visit.seatedMs === null)).toHaveLength(1);
  const all = await of('2026-11-27');
  expect(all.some(({ tables }) => tables.length === 2)).toBe(true);
  expect(all.filter(({ guest }) => guest.notes !== null).length).toBeGreaterThan(5);
  expect(all.filter(({ guest }) => guest.email !== null)).toEqual([]);
  expect(new Set(all.map(({ status }) => status))).toEqual(
    new Set(['confirmed', 'completed', 'cancelled', 'no_show']),
  );
});

test.each(Object.values(DAYS))(
  'D29 what the documentation asks for first can be had, whenever the console was opened before',
  async (midnightMs) => {
    const { engine, open } = await openDemo(midnightMs + 17 * HOUR_MS);
    await open();
    const tomorrow = new Date(midnightMs + 40 * HOUR_MS).toISOString().slice(0, 10);
    const first = await engine.operator.at(DEMO_LOCATION_ID).bookings.availability({
      date: tomorrow,
      partySize: 4,
    });
    expect(first.answer.slots[0]!.available).toBe(true);
    const guest = { name: 'Alva Lind' };
    const startMs = Date.parse(`${tomorrow}T18:00:00Z`);
    const made = await engine.operator.at(DEMO_LOCATION_ID).bookings.create({ startMs, partySize: 4, guest });
    expect(made.kind).toBe('booked');
  },
);

test('opening again makes nothing twice, lets time go on, and leaves what a visitor has done', async () => {
  const { clock, engine, open, of } = await openDemo(DAYS.winter + 16 * HOUR_MS);
  await Promise.all([open(), open()]);
  const before = await of('2026-11-27');
  const changed = before.find(({ guest }) => guest.name === 'Freja Holm');
  await engine.operator.bookings.cancel(changed!.id);
  clock.ms += 3 * HOUR_MS;
  await open();
  const after = await of('2026-11-27');
  expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  expect(after.find(({ id }) => id === changed!.id)!.status).toBe('cancelled');
  const seated = (bookings: typeof after) => bookings.filter(({ visit }) => visit.seatedMs !== null).length;
  expect(seated(after)).toBeGreaterThan(seated(before));
});

test('D20 the sweep cancels the days that were made a day before, and who opens the console after it finds them made anew', async () => {
  const { clock, engine, open, of } = await openDemo(DAYS.winter + 12 * HOUR_MS);
  await open();
  const coming = async () => (await of('2026-11-29')).filter(isLive).length;
  const made = await coming();
  expect(made).toBeGreaterThan(0);
  clock.ms = DAYS.winter + (2 * 24 + 3) * HOUR_MS;
  await engine.operator.maintenance.acceptTime();
  await engine.background.sweepSandbox(DEMO_LOCATION_ID);
  expect(await coming()).toBe(0);
  clock.ms += 6 * HOUR_MS;
  await open();
  expect(await coming()).toBe(A_DAY.length);
});
