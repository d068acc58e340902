import { insertion } from '../../core/access/records.ts';
import { expect, test } from 'vitest';
import { aVisitEnding, type EngineSetup, engineSetup } from '../../../test-support/engine-setup.ts';
import { aKey, aLocation, aSignUp, LOCATION_ID, OTHER_LOCATION_ID } from '../../contract/fixtures.ts';
import { apiKeyHashOf, apiKeyOf } from '../../core/access/api-key.ts';
import { DAY_MS } from '../../core/instant.ts';

const nameOf = async ({ storage }: EngineSetup, id: string): Promise<string | undefined> =>
  (await storage.bookings.find(id, null))?.guest.name;

const EMAIL = 'alva@example.com';

test('D26 D45 a guest who is seated or expected is not erased from any booking; after the visit they are', async () => {
  for (const endsInDays of [1 / 24, 10]) {
    const setup = engineSetup();
    const engine = setup.engine();
    await aVisitEnding(setup, 'over', -5);
    await aVisitEnding(setup, 'ahead', endsInDays);
    const refusal = engine.operator.guests.erase(EMAIL);
    await expect(refusal).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('ahead ('),
    });
    expect(await nameOf(setup, 'over')).toBe('Alva Lind');
    setup.clock.nowMs += endsInDays * DAY_MS;
    expect(await engine.operator.guests.erase('ALVA@example.com')).toEqual({
      bookings: 2,
      mails: 0,
      sandboxKeys: 0,
      isScrubbed: null,
    });
    expect(await engine.operator.guests.export(EMAIL)).toEqual([]);
  }
});

test('D45 with an untrusted clock no expected guest is erased', async () => {
  const setup = engineSetup();
  const engine = setup.engine();
  await aVisitEnding(setup, 'ahead', 10);
  await engine.background.runMaintenance();
  setup.clock.nowMs += 800 * DAY_MS;
  await expect(engine.operator.guests.erase(EMAIL)).rejects.toMatchObject({ code: 'conflict' });
  expect(await nameOf(setup, 'ahead')).toBe('Alva Lind');
  await engine.operator.maintenance.acceptTime();
  expect(await engine.operator.guests.erase(EMAIL)).toMatchObject({ bookings: 1 });
});

test('D45 future bookings are determined by the storage’s clock, not by the clock of a process', async () => {
  const setup = engineSetup();
  const { storage } = setup;
  const engine = setup.engine({ clock: { nowMs: () => setup.clock.nowMs + 800 * DAY_MS } });
  await aLocation(storage, { guestRetentionDays: 30 });
  await aVisitEnding(setup, 'ahead', 10);
  await aVisitEnding(setup, 'over', -2);
  await engine.background.runMaintenance();
  setup.clock.nowMs += DAY_MS;
  await engine.background.runMaintenance();
  await expect(engine.operator.guests.erase(EMAIL)).rejects.toMatchObject({ code: 'conflict' });
  await expect(engine.operator.guests.purge(setup.clock.nowMs + 1)).rejects.toMatchObject({
    code: 'invalid_request',
  });
  expect([await nameOf(setup, 'ahead'), await nameOf(setup, 'over')]).toEqual(['Alva Lind', 'Alva Lind']);
});

test('D26 purging erases guests whose visit ended before the instant, at one location or all', async () => {
  const setup = engineSetup();
  const engine = setup.engine();
  for (const [locationId, at] of [
    [LOCATION_ID, 'here'],
    [OTHER_LOCATION_ID, 'there'],
  ] as const)
    for (const days of [1, 10, 100]) await aVisitEnding(setup, `${at} ${days}`, -days, { locationId });
  await aVisitEnding(setup, 'cancelled', 5, { status: 'cancelled' });
  const progress: number[] = [];
  const before = setup.clock.nowMs - 50 * DAY_MS;
  expect(await engine.operator.guests.purge(before, LOCATION_ID, (soFar) => void progress.push(soFar))).toBe(
    1,
  );
  expect(progress).toEqual([1]);
  expect([await nameOf(setup, 'here 100'), await nameOf(setup, 'there 100')]).toEqual(['', 'Alva Lind']);
  expect(await engine.operator.guests.purge(setup.clock.nowMs - 9 * DAY_MS)).toBe(3);
  const left = ['here 1', 'there 1', 'cancelled'];
  for (const id of left) expect(await nameOf(setup, id)).toBe('Alva Lind');
  expect(await engine.operator.guests.purge(setup.clock.nowMs)).toBe(2);
  expect(await nameOf(setup, 'cancelled')).toBe('Alva Lind');
});

test("D20 D26 a developer's keys and sign-ups are erased with the e-mail address, also from the cache", async () => {
  const setup = engineSetup();
  const { storage } = setup;
  const engine = setup.engine();
  await aLocation(storage);
  const key = apiKeyOf('test', new Uint8Array(32).fill(3));
  await storage.records.amend(
    insertion('keys', aKey('k', { hash: apiKeyHashOf(key), sandboxEmail: 'Dev@example.com' })),
  );
  await storage.records.amend(insertion('signUps', aSignUp('s', { email: 'Dev@example.com' })));
  await engine.authenticate(key);
  expect(await engine.operator.guests.erase('dev@example.com')).toEqual({
    bookings: 0,
    mails: 0,
    sandboxKeys: 1,
    isScrubbed: null,
  });
  expect([await storage.records.list('keys'), await storage.records.find('signUps', { id: 's' })]).toEqual([
    [],
    null,
  ]);
  await expect(engine.authenticate(key)).rejects.toMatchObject({ code: 'key_invalid' });
});
