import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fixtures, steps } from '@bord/engine/testing';
import { expect, test } from 'vitest';
import { aPath } from '../test-support/processes.ts';
import { assertVacant, copyDatabase, installBy, installDatabase } from './backup.ts';
import { inspect, migrate } from './migrate.ts';
import { migrations } from './migrations.ts';
import { sqliteStorage } from './storage.ts';

const { aBooking, aLink, aLocation, aMember, aScope, aSession, FRIDAY_MS, LOCATION_ID, save } = fixtures;

async function aDatabaseWithBookings(path: string): Promise<void> {
  const storage = sqliteStorage({ path, migrate: true });
  const location = await aLocation(storage);
  await storage.bookings.amend(aScope(location), save({ booking: aBooking('bk_1') }));
  await storage.guests.erase(['bk_1']);
  await storage.bookings.amend(aScope(location), save({ booking: aBooking('bk_2', { tables: ['B'] }) }));
  const { email } = await storage.records.amend(
    steps.roleGrant(aMember('anna'), { locationId: location.id, role: 'host' }, false),
  );
  for (const id of ['used', 'next'])
    await storage.records.amend(steps.linkRequest(aLink(id, email, FRIDAY_MS)));
  await storage.records.amend(steps.linkUse('used', aSession('ss_1', FRIDAY_MS)));
}

test('a copy includes the log, and no erased data; a restored one has no sessions', async () => {
  const [path, copy, target] = [aPath(), aPath(), aPath()];
  await aDatabaseWithBookings(path); // still open: its last bookings are in the log file
  const copied = copyDatabase({ path }, copy);
  expect(copied.rows).toMatchObject({ locations: 1, bookings: 2, seatings: 2 });
  installDatabase({ path: target }, copy, copied);
  expect([existsSync(copy), existsSync(`${target}-wal`)]).toEqual([false, false]);
  const storage = sqliteStorage({ path: target });
  expect((await storage.bookings.list(LOCATION_ID)).map(({ id }) => id).toSorted()).toEqual(['bk_1', 'bk_2']);
  expect((await storage.records.list('staff')).map(({ id }) => id)).toEqual(['anna']);
  expect([
    await storage.records.list('sessions'),
    await storage.records.find('links', { id: 'next' }),
  ]).toEqual([[], null]);
  await storage.close();
  expect(() => copyDatabase({ path: aPath() }, aPath())).toThrow('there is no database at');
});

test('a damaged or unexpected copy is not installed', async () => {
  const [path, target] = [aPath(), aPath()];
  await aDatabaseWithBookings(path);
  const fresh = (): [string, ReturnType<typeof copyDatabase>] => {
    const copy = aPath();
    return [copy, copyDatabase({ path }, copy)];
  };
  const [one, copied] = fresh();
  expect(() =>
    installDatabase({ path: target }, one, { ...copied, rows: { ...copied.rows, bookings: 3 } }),
  ).toThrow('bookings differs');
  const [two] = fresh();
  expect(() => installDatabase({ path: target }, two, { ...copied, version: 2 })).toThrow(
    'its schema differs',
  );
  const [three] = fresh();
  const bytes = readFileSync(three);
  bytes.fill(0x55, bytes.length - 4096 * 3);
  writeFileSync(three, bytes);
  expect(() => installDatabase({ path: target }, three, copied)).toThrow(/damaged|malformed/);
  expect(existsSync(target)).toBe(false);
});

test('a target is vacant if it does not exist or is a database without entered data', async () => {
  const path = aPath();
  assertVacant({ path });
  writeFileSync(`${path}-wal`, '');
  expect(() => assertVacant({ path })).toThrow('belongs to a database that was there');
  const empty = aPath();
  migrate({ path: empty });
  assertVacant({ path: empty });
  const open = sqliteStorage({ path: empty });
  expect(() => assertVacant({ path: empty })).toThrow('another process has it open');
  await open.close();
  const full = aPath();
  await aDatabaseWithBookings(full);
  expect(() => assertVacant({ path: full })).toThrow('it is not empty (locations: 1, bookings: 2)');
});

test('a copy with an older schema is migrated', () => {
  const [path, copy, target] = [aPath(), aPath(), aPath()];
  migrate({ path });
  const copied = copyDatabase({ path }, copy);
  expect(copied.version).toBe(1);
  const later = { version: 2, name: '0002-mood', sql: 'ALTER TABLE bookings ADD COLUMN mood TEXT' };
  installBy([...migrations(), later], { path: target }, copy, copied);
  expect(inspect({ path: target })).toMatchObject({ version: 2 });
});
