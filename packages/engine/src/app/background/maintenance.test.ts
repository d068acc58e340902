import { insertion } from '../../core/access/records.ts';
import { expect, test } from 'vitest';
import {
  aVisitEnding,
  type EngineSetup,
  engineSetup,
  NOON_MS,
  passNights,
} from '../../../test-support/engine-setup.ts';
import { aKey, aLocation, LOCATION_ID, OTHER_LOCATION_ID } from '../../contract/fixtures.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../core/instant.ts';
import type { Fact } from '../../ports/observer.ts';

const nameOf = async ({ storage }: EngineSetup, id: string): Promise<string | undefined> =>
  (await storage.bookings.find(id, null))?.guest.name;

const factsOf = ({ facts }: EngineSetup, kind: Fact['kind']): Fact[] =>
  facts.filter((fact) => fact.kind === kind);

/** A location whose nightly maintenance has run; guests are kept for 30 days. */
async function running(): Promise<EngineSetup> {
  const setup = engineSetup();
  await aLocation(setup.storage, { guestRetentionDays: 30 });
  await setup.engine().background.runMaintenance();
  return setup;
}

/** The tasks that run once a day for all locations together. */
const DAILY = ['refusals', 'deliveries', 'keys', 'rates', 'mails', 'sign-ups', 'duties', 'scrub', 'time'];

test('D45 a clock 800 days ahead erases no guest; the operator is notified once a day, and tasks wait until the time is accepted', async () => {
  const setup = await running();
  const engine = setup.engine();
  const known = new Map<string, number>();
  await aVisitEnding(setup, 'ahead', 10);
  await aVisitEnding(setup, 'over', -1);
  await setup.storage.records.amend(
    insertion('keys', aKey('k', { sandboxEmail: 'dev@example.com', expiresMs: NOON_MS + DAY_MS })),
  );
  setup.clock.nowMs += 800 * DAY_MS;
  for (let round = 0; round < 5; round++) {
    expect(await engine.background.runMaintenance({}, known)).toEqual([]);
    setup.clock.nowMs += MINUTE_MS;
  }
  const held = { kind: 'time_held', nowMs: NOON_MS + 800 * DAY_MS, lastRunMs: NOON_MS };
  expect(factsOf(setup, 'time_held')).toEqual([held]);
  setup.clock.nowMs += DAY_MS;
  await engine.background.runMaintenance({}, known);
  expect(factsOf(setup, 'time_held')).toHaveLength(2);
  await expect(engine.operator.guests.purge(NOON_MS)).rejects.toMatchObject({ code: 'conflict' });
  await expect(engine.background.sweepSandbox(LOCATION_ID)).rejects.toMatchObject({ code: 'conflict' });
  expect([await nameOf(setup, 'ahead'), await nameOf(setup, 'over')]).toEqual(['Alva Lind', 'Alva Lind']);
  expect(await setup.storage.records.find('keys', { id: 'k' })).not.toBeNull();

  expect((await engine.operator.maintenance.acceptTime()).isHeld).toBe(true);
  expect(await engine.background.runMaintenance({}, known)).toContain('guests Europe/Stockholm');
  expect([await nameOf(setup, 'ahead'), await nameOf(setup, 'over')]).toEqual(['', '']);
  expect(await setup.storage.records.find('keys', { id: 'k' })).toBeNull();
  expect((await engine.operator.maintenance.readTime()).isHeld).toBe(false);
});

test('D45 tasks continue without a message when the clock is right again', async () => {
  for (const jump of [800 * DAY_MS, -800 * DAY_MS]) {
    const setup = await running();
    const engine = setup.engine();
    const known = new Map<string, number>();
    setup.clock.nowMs += jump;
    expect(await engine.background.runMaintenance({}, known)).toEqual([]);
    setup.clock.nowMs += DAY_MS - jump;
    await aVisitEnding(setup, 'over', -31);
    expect(await engine.background.runMaintenance({}, known)).toContain('guests Europe/Stockholm');
    expect(await nameOf(setup, 'over')).toBe('');
    setup.clock.nowMs += jump;
    await engine.background.runMaintenance({}, known);
    expect(factsOf(setup, 'time_held'), 'a second jump is told of like the first').toHaveLength(2);
  }
});

test('D45 a wrong clock that was accepted and is then corrected is accepted again, and the tasks continue', async () => {
  const setup = await running();
  const engine = setup.engine();
  setup.clock.nowMs += 800 * DAY_MS;
  await engine.operator.maintenance.acceptTime();
  await engine.background.runMaintenance();
  setup.clock.nowMs -= 800 * DAY_MS - DAY_MS;
  await aVisitEnding(setup, 'over', -31);
  expect(await engine.background.runMaintenance()).toEqual([]);
  await engine.operator.maintenance.acceptTime();
  expect(await engine.background.runMaintenance()).toContain('guests Europe/Stockholm');
  expect(await nameOf(setup, 'over')).toBe('');
  expect(await engine.background.runMaintenance(), 'once a night').toEqual([]);
});

test.each([
  ['48 hours', 48 * HOUR_MS, false],
  ['a millisecond more', 48 * HOUR_MS + 1, true],
  ['three weeks in which nothing ran', 21 * DAY_MS, true],
  ['an hour back', -HOUR_MS, false],
  ['48 hours and a millisecond back', -48 * HOUR_MS - 1, true],
])('D45 after %s nightly maintenance waits or does not', async (_, jump, waits) => {
  const setup = await running();
  setup.clock.nowMs += jump;
  const engine = setup.engine();
  expect((await engine.operator.maintenance.readTime()).isHeld).toBe(waits);
  await engine.background.runMaintenance();
  expect(factsOf(setup, 'time_held')).toHaveLength(waits ? 1 : 0);
});

test('D45 the first night of a database deletes no data; a second one confirms the clock', async () => {
  const setup = engineSetup();
  await aLocation(setup.storage, { guestRetentionDays: 30 });
  await aVisitEnding(setup, 'over', -31);
  const engine = setup.engine();
  expect((await engine.operator.maintenance.readTime()).lastRunMs).toBeNull();
  await engine.background.runMaintenance();
  await setup.engine().background.runMaintenance(); // another process, without known tasks
  setup.clock.nowMs += HOUR_MS;
  await setup.engine().background.runMaintenance();
  expect(await nameOf(setup, 'over')).toBe('Alva Lind');
  await passNights(setup, engine, 1);
  expect(await nameOf(setup, 'over')).toBe('');
});

test('D45 a faulty step does not erase guests with future visits', async () => {
  const setup = await running();
  const { storage } = setup;
  await aVisitEnding(setup, 'ahead', 3);
  await aVisitEnding(setup, 'over', -40);
  const endedBefore: typeof storage.guests.endedBefore = async () =>
    ['ahead', 'over'].map((id) => ({ id, kind: 'booking' }));
  const engine = setup.engine({ storage: { ...storage, guests: { ...storage.guests, endedBefore } } });
  await passNights(setup, engine, 1);
  expect([await nameOf(setup, 'ahead'), await nameOf(setup, 'over')]).toEqual(['Alva Lind', '']);
});

test('D26 a page whose guests cannot be erased is not read repeatedly', async () => {
  const setup = await running();
  const { storage } = setup;
  await aVisitEnding(setup, 'ahead', 3);
  let pages = 0;
  const endedBefore: typeof storage.guests.endedBefore = async () => {
    pages += 1;
    return pages === 1 ? Array.from({ length: 200 }, () => ({ id: 'ahead', kind: 'booking' }) as const) : [];
  };
  const engine = setup.engine({ storage: { ...storage, guests: { ...storage.guests, endedBefore } } });
  await passNights(setup, engine, 1);
  expect(pages).toBe(1);
});

test('D20 D26 each location is processed once at 03:00 of its night, by any process; missed nights are made up for', async () => {
  const setup = engineSetup();
  const zones = [
    ['Europe/Stockholm', 2],
    ['America/New_York', 8],
    ['Asia/Tokyo', 18],
  ] as const;
  for (const [i, [timeZone]] of zones.entries())
    await aLocation(setup.storage, { timeZone }, `00000000-0000-4000-8000-00000000000${i}`);
  const engines = [setup.engine(), setup.engine()];
  for (const engine of engines) await engine.background.runMaintenance();
  const doneAt = new Map<string, number[]>();
  setup.clock.nowMs = NOON_MS;
  for (let hour = 1; hour <= 72; hour++) {
    setup.clock.nowMs += HOUR_MS;
    for (const engine of engines)
      for (const name of await engine.background.runMaintenance())
        doneAt.set(name, [...(doneAt.get(name) ?? []), hour]);
  }
  for (const [timeZone, utcHour] of zones)
    expect(doneAt.get(`guests ${timeZone}`)).toEqual([0, 24, 48].map((hour) => hour + firstHour(utcHour)));
  for (const name of DAILY) expect(doneAt.get(name), name).toEqual([15, 39, 63]);
});

/** Hours from noon to the next such hour. */
function firstHour(utcHour: number): number {
  return (utcHour + 12) % 24;
}

test('D26 a failed task is reported, retried the same night, and does not stop the others', async () => {
  const setup = await running();
  await aLocation(setup.storage, { guestRetentionDays: 30 }, OTHER_LOCATION_ID);
  await aVisitEnding(setup, 'here', -31);
  await aVisitEnding(setup, 'there', -31, { locationId: OTHER_LOCATION_ID });
  const { storage } = setup;
  let isBroken = true;
  const endedBefore: typeof storage.guests.endedBefore = async (locations, ...rest) => {
    if (isBroken && locations.some(({ locationId }) => locationId === LOCATION_ID))
      throw new Error('the index is broken');
    return storage.guests.endedBefore(locations, ...rest);
  };
  const engine = setup.engine({ storage: { ...storage, guests: { ...storage.guests, endedBefore } } });
  const known = new Map<string, number>();
  setup.clock.nowMs += DAY_MS;
  const done = await engine.background.runMaintenance({}, known);
  expect(done).not.toContain('guests Europe/Stockholm');
  expect(done).toContain('deliveries');
  expect(factsOf(setup, 'fault')).toMatchObject([{ where: 'housekeeping' }]);
  expect([await nameOf(setup, 'here'), await nameOf(setup, 'there')]).toEqual(['Alva Lind', '']);
  isBroken = false;
  expect(await engine.background.runMaintenance({}, known), 'not with every round').toEqual([]);
  setup.clock.nowMs += 5 * MINUTE_MS;
  expect(await engine.background.runMaintenance({}, known)).toEqual(['guests Europe/Stockholm']);
  expect(await nameOf(setup, 'here')).toBe('');
});

test('D26 a task longer than its lease is not begun by another process; one that was taken over is left to the other', async () => {
  for (const renews of [true, false]) {
    const setup = await running();
    const { storage } = setup;
    for (let i = 0; i < 3; i++) await aVisitEnding(setup, `v${i}`, -31);
    const other = setup.engine();
    const othersWork: string[] = [];
    let pages = 0;
    const endedBefore: typeof storage.guests.endedBefore = async (...args) => {
      pages += 1;
      if (pages > 4) return storage.guests.endedBefore(...args);
      setup.clock.nowMs += (renews ? 10 : 20) * MINUTE_MS;
      othersWork.push(...(await other.background.runMaintenance({}, new Map(EVERYTHING_ELSE))));
      const [first] = await storage.guests.endedBefore(...args);
      return first === undefined ? [] : Array.from({ length: 200 }, () => first);
    };
    const engine = setup.engine({ storage: { ...storage, guests: { ...storage.guests, endedBefore } } });
    setup.clock.nowMs += DAY_MS;
    const done = await engine.background.runMaintenance({}, new Map(EVERYTHING_ELSE));
    const name = 'guests Europe/Stockholm';
    expect([done.includes(name), othersWork.includes(name)]).toEqual([renews, !renews]);
    for (let i = 0; i < 3; i++) expect(await nameOf(setup, `v${i}`)).toBe('');
    expect(factsOf(setup, 'fault')).toEqual([]);
  }
});

/** A process to which the daily tasks are known as done. */
const EVERYTHING_ELSE = DAILY.map((name): [string, number] => [name, NOON_MS + 40 * HOUR_MS]);

test('D20 the sweep leaves new bookings, those of other locations, and ended ones', async () => {
  const setup = await running();
  const { clock } = setup;
  await aLocation(setup.storage, {}, OTHER_LOCATION_ID);
  const createdMs = clock.nowMs;
  await aVisitEnding(setup, 'old', 10, { createdMs });
  await aVisitEnding(setup, 'ended', 11, { createdMs, status: 'no_show' });
  await aVisitEnding(setup, 'elsewhere', 12, { createdMs, locationId: OTHER_LOCATION_ID });
  clock.nowMs += DAY_MS + MINUTE_MS;
  await aVisitEnding(setup, 'young', 13, { createdMs: createdMs + MINUTE_MS });
  const engine = setup.engine();
  expect(await engine.background.runMaintenance({ demoLocationId: LOCATION_ID })).toContain(
    `sweep ${LOCATION_ID}`,
  );
  const statuses = await Promise.all(
    ['old', 'ended', 'elsewhere', 'young'].map(
      async (id) => (await setup.storage.bookings.find(id, null))?.status,
    ),
  );
  expect(statuses).toEqual(['cancelled', 'no_show', 'confirmed', 'confirmed']);
});

test("D20 a process that checks half a minute before 03:00, while the last night's task is still recorded, runs it at its next check", async () => {
  const setup = await running();
  const engine = setup.engine();
  const known = new Map<string, number>();
  setup.clock.nowMs = Date.UTC(2030, 2, 2, 3) - 30_000;
  expect(await engine.background.runMaintenance({}, known)).not.toContain('refusals');
  setup.clock.nowMs += MINUTE_MS; // the next check
  expect(await engine.background.runMaintenance({}, known)).toContain('refusals');
});
