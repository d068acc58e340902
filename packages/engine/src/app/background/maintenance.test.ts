import { expect, test } from 'vitest';
import { aVisitEnding, type Houses, houses, NOON_MS, passNights } from '../../../test-support/houses.ts';
import { aKey, aLocation, LOCATION_ID, OTHER_LOCATION_ID } from '../../contract/fixtures.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../core/time/interval.ts';
import type { Fact } from '../../ports/observer.ts';

const nameOf = async ({ storage }: Houses, id: string): Promise<string | undefined> =>
  (await storage.bookings.find(id, null))?.guest.name;

const told = ({ facts }: Houses, kind: Fact['kind']): Fact[] => facts.filter((fact) => fact.kind === kind);

/** A house in which the night's work has run: guests are kept for 30 days. */
async function running(): Promise<Houses> {
  const house = houses();
  await aLocation(house.storage, { guestRetentionDays: 30 });
  await house.engine().background.runMaintenance();
  return house;
}

/** What is done once a day for all locations together. */
const DAILY = ['refusals', 'deliveries', 'keys', 'rates', 'mails', 'sign-ups', 'duties', 'scrub', 'time'];

test('D45 a clock that runs 800 days ahead erases nobody; the operator is told once a day, and nothing is done until she accepts it', async () => {
  const house = await running();
  const engine = house.engine();
  const known = new Map<string, number>();
  await aVisitEnding(house, 'ahead', 10);
  await aVisitEnding(house, 'over', -1);
  await house.storage.keys.insert(
    aKey('k', { sandboxEmail: 'dev@example.com', expiresMs: NOON_MS + DAY_MS }),
  );
  house.clock.nowMs += 800 * DAY_MS;
  for (let round = 0; round < 5; round++) {
    expect(await engine.background.runMaintenance({}, known)).toEqual([]);
    house.clock.nowMs += MINUTE_MS;
  }
  const held = { kind: 'time_held', nowMs: NOON_MS + 800 * DAY_MS, lastRunMs: NOON_MS };
  expect(told(house, 'time_held')).toEqual([held]);
  house.clock.nowMs += DAY_MS;
  await engine.background.runMaintenance({}, known);
  expect(told(house, 'time_held')).toHaveLength(2);
  await expect(engine.operator.guests.purge(NOON_MS)).rejects.toMatchObject({ code: 'conflict' });
  await expect(engine.background.sweepSandbox(LOCATION_ID)).rejects.toMatchObject({ code: 'conflict' });
  expect([await nameOf(house, 'ahead'), await nameOf(house, 'over')]).toEqual(['Alva Lind', 'Alva Lind']);
  expect(await house.storage.keys.find('k')).not.toBeNull();

  expect((await engine.operator.maintenance.acceptTime()).isHeld).toBe(true);
  expect(await engine.background.runMaintenance({}, known)).toContain('guests Europe/Stockholm');
  expect([await nameOf(house, 'ahead'), await nameOf(house, 'over')]).toEqual(['', '']);
  expect(await house.storage.keys.find('k')).toBeNull();
  expect((await engine.operator.maintenance.readTime()).isHeld).toBe(false);
});

test('D45 when the clock is set right again the work goes on without a word', async () => {
  for (const jump of [800 * DAY_MS, -800 * DAY_MS]) {
    const house = await running();
    const engine = house.engine();
    const known = new Map<string, number>();
    house.clock.nowMs += jump;
    expect(await engine.background.runMaintenance({}, known)).toEqual([]);
    house.clock.nowMs += DAY_MS - jump;
    await aVisitEnding(house, 'over', -31);
    expect(await engine.background.runMaintenance({}, known)).toContain('guests Europe/Stockholm');
    expect(await nameOf(house, 'over')).toBe('');
    house.clock.nowMs += jump;
    await engine.background.runMaintenance({}, known);
    expect(told(house, 'time_held'), 'a second jump is told of like the first').toHaveLength(2);
  }
});

test('D45 a clock that was wrong and accepted, and is set back: accepted again, the nights go on', async () => {
  const house = await running();
  const engine = house.engine();
  house.clock.nowMs += 800 * DAY_MS;
  await engine.operator.maintenance.acceptTime();
  await engine.background.runMaintenance();
  house.clock.nowMs -= 800 * DAY_MS - DAY_MS;
  await aVisitEnding(house, 'over', -31);
  expect(await engine.background.runMaintenance()).toEqual([]);
  await engine.operator.maintenance.acceptTime();
  expect(await engine.background.runMaintenance()).toContain('guests Europe/Stockholm');
  expect(await nameOf(house, 'over')).toBe('');
  expect(await engine.background.runMaintenance(), 'once a night').toEqual([]);
});

test.each([
  ['48 hours', 48 * HOUR_MS, false],
  ['a millisecond more', 48 * HOUR_MS + 1, true],
  ['three weeks in which nothing ran', 21 * DAY_MS, true],
  ['an hour back', -HOUR_MS, false],
  ['48 hours and a millisecond back', -48 * HOUR_MS - 1, true],
])('D45 after %s the night’s work waits or does not', async (_, jump, waits) => {
  const house = await running();
  house.clock.nowMs += jump;
  const engine = house.engine();
  expect((await engine.operator.maintenance.readTime()).isHeld).toBe(waits);
  await engine.background.runMaintenance();
  expect(told(house, 'time_held')).toHaveLength(waits ? 1 : 0);
});

test('D45 on the first night of a database nothing is deleted: a second one shows whether the clock goes right', async () => {
  const house = houses();
  await aLocation(house.storage, { guestRetentionDays: 30 });
  await aVisitEnding(house, 'over', -31);
  const engine = house.engine();
  expect((await engine.operator.maintenance.readTime()).lastRunMs).toBeNull();
  await engine.background.runMaintenance();
  await house.engine().background.runMaintenance(); // another process, which knows nothing
  house.clock.nowMs += HOUR_MS;
  await house.engine().background.runMaintenance();
  expect(await nameOf(house, 'over')).toBe('Alva Lind');
  await passNights(house, engine, 1);
  expect(await nameOf(house, 'over')).toBe('');
});

test('D45 a step that has lost its way erases nobody who is expected', async () => {
  const house = await running();
  const { storage } = house;
  await aVisitEnding(house, 'ahead', 3);
  await aVisitEnding(house, 'over', -40);
  const endedBefore: typeof storage.guests.endedBefore = async () => ['ahead', 'over'];
  const engine = house.engine({ storage: { ...storage, guests: { ...storage.guests, endedBefore } } });
  await passNights(house, engine, 1);
  expect([await nameOf(house, 'ahead'), await nameOf(house, 'over')]).toEqual(['Alva Lind', '']);
});

test('D26 a page of which nothing can be erased is not asked for again and again', async () => {
  const house = await running();
  const { storage } = house;
  await aVisitEnding(house, 'ahead', 3);
  let pages = 0;
  const endedBefore: typeof storage.guests.endedBefore = async () => {
    pages += 1;
    return Array.from({ length: 500 }, () => 'ahead');
  };
  const engine = house.engine({ storage: { ...storage, guests: { ...storage.guests, endedBefore } } });
  await passNights(house, engine, 1);
  expect(pages).toBe(1);
});

test('D20 D26 each location at three of its own night, once, whichever process comes; also where none came for a night', async () => {
  const house = houses();
  const zones = [
    ['Europe/Stockholm', 2],
    ['America/New_York', 8],
    ['Asia/Tokyo', 18],
  ] as const;
  for (const [i, [timeZone]] of zones.entries())
    await aLocation(house.storage, { timeZone }, `00000000-0000-4000-8000-00000000000${i}`);
  const engines = [house.engine(), house.engine()];
  for (const engine of engines) await engine.background.runMaintenance();
  const doneAt = new Map<string, number[]>();
  house.clock.nowMs = NOON_MS;
  for (let hour = 1; hour <= 72; hour++) {
    house.clock.nowMs += HOUR_MS;
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

test('D26 what fails is told, tried again the same night, and does not keep the rest', async () => {
  const house = await running();
  await aLocation(house.storage, { guestRetentionDays: 30 }, OTHER_LOCATION_ID);
  await aVisitEnding(house, 'here', -31);
  await aVisitEnding(house, 'there', -31, { locationId: OTHER_LOCATION_ID });
  const { storage } = house;
  let isBroken = true;
  const endedBefore: typeof storage.guests.endedBefore = async (locationId, ...rest) => {
    if (isBroken && locationId === LOCATION_ID) throw new Error('the index is broken');
    return storage.guests.endedBefore(locationId, ...rest);
  };
  const engine = house.engine({ storage: { ...storage, guests: { ...storage.guests, endedBefore } } });
  const known = new Map<string, number>();
  house.clock.nowMs += DAY_MS;
  const done = await engine.background.runMaintenance({}, known);
  expect(done).not.toContain('guests Europe/Stockholm');
  expect(done).toContain('deliveries');
  expect(told(house, 'fault')).toMatchObject([{ where: 'housekeeping' }]);
  expect([await nameOf(house, 'here'), await nameOf(house, 'there')]).toEqual(['Alva Lind', '']);
  isBroken = false;
  expect(await engine.background.runMaintenance({}, known), 'not with every round').toEqual([]);
  house.clock.nowMs += 5 * MINUTE_MS;
  expect(await engine.background.runMaintenance({}, known)).toEqual(['guests Europe/Stockholm']);
  expect(await nameOf(house, 'here')).toBe('');
});

test('D26 work that takes longer than its lease is not begun by another; what was taken over is left to the other', async () => {
  for (const renews of [true, false]) {
    const house = await running();
    const { storage } = house;
    for (let i = 0; i < 3; i++) await aVisitEnding(house, `v${i}`, -31);
    const other = house.engine();
    const othersWork: string[] = [];
    let pages = 0;
    const endedBefore: typeof storage.guests.endedBefore = async (...args) => {
      pages += 1;
      if (pages > 4) return storage.guests.endedBefore(...args);
      house.clock.nowMs += (renews ? 10 : 20) * MINUTE_MS;
      othersWork.push(...(await other.background.runMaintenance({}, new Map(EVERYTHING_ELSE))));
      const [first] = await storage.guests.endedBefore(...args);
      return first === undefined ? [] : Array.from({ length: 500 }, () => first);
    };
    const engine = house.engine({ storage: { ...storage, guests: { ...storage.guests, endedBefore } } });
    house.clock.nowMs += DAY_MS;
    const done = await engine.background.runMaintenance({}, new Map(EVERYTHING_ELSE));
    const name = 'guests Europe/Stockholm';
    expect([done.includes(name), othersWork.includes(name)]).toEqual([renews, !renews]);
    for (let i = 0; i < 3; i++) expect(await nameOf(house, `v${i}`)).toBe('');
    expect(told(house, 'fault')).toEqual([]);
  }
});

/** A process that knows the daily tasks to be done. */
const EVERYTHING_ELSE = DAILY.map((name): [string, number] => [name, NOON_MS + 40 * HOUR_MS]);

test('D26 with 10,005 locations a night costs one leader lock a zone, and a round in which nothing is due costs none', async () => {
  const house = houses();
  const { storage } = house;
  const plan = await aLocation(storage, { guestRetentionDays: null });
  const many = Array.from({ length: 10_005 }, (_, i) => ({ ...plan, id: `${i}` }));
  let taken = 0;
  const engine = house.engine({
    storage: {
      ...storage,
      locations: { ...storage.locations, list: async () => many },
      leaderLocks: {
        ...storage.leaderLocks,
        take: (...args) => {
          taken += 1;
          return storage.leaderLocks.take(...args);
        },
      },
    },
  });
  const known = new Map<string, number>();
  await engine.background.runMaintenance({}, known);
  taken = 0;
  house.clock.nowMs += DAY_MS;
  await engine.background.runMaintenance({}, known);
  const inTheNight = taken;
  for (let round = 0; round < 10; round++) await engine.background.runMaintenance({}, known);
  expect(taken).toBe(inTheNight);
  expect(known.size).toBeLessThan(20);
});

test('D20 the sweep leaves what is young, what is elsewhere, and what was ended', async () => {
  const house = await running();
  const { clock } = house;
  await aLocation(house.storage, {}, OTHER_LOCATION_ID);
  const createdMs = clock.nowMs;
  await aVisitEnding(house, 'old', 10, { createdMs });
  await aVisitEnding(house, 'ended', 11, { createdMs, status: 'no_show' });
  await aVisitEnding(house, 'elsewhere', 12, { createdMs, locationId: OTHER_LOCATION_ID });
  clock.nowMs += DAY_MS + MINUTE_MS;
  await aVisitEnding(house, 'young', 13, { createdMs: createdMs + MINUTE_MS });
  const engine = house.engine();
  expect(await engine.background.runMaintenance({ demoLocationId: LOCATION_ID })).toContain(
    `sweep ${LOCATION_ID}`,
  );
  const statuses = await Promise.all(
    ['old', 'ended', 'elsewhere', 'young'].map(
      async (id) => (await house.storage.bookings.find(id, null))?.status,
    ),
  );
  expect(statuses).toEqual(['cancelled', 'no_show', 'confirmed', 'confirmed']);
});
