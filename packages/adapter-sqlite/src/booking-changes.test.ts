/** What a database of the version before has of the order of changes (D33). */
import { fixtures } from '@bord/engine/testing';
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { aPath } from '../test-support/processes.ts';
import { sqliteStorage } from './index.ts';

const { aBooking, aLocation, aScope, FRIDAY_MS, LOCATION_ID, save } = fixtures;
const NOON = FRIDAY_MS / 1000;
const ALL = {
  channel: 'partner:acme',
  after: 0,
  limit: 100,
  filter: { locationIds: [LOCATION_ID] },
} as const;

/** Takes this migration back, and those after it, as far as a program of the version before would notice. */
function takeBack(path: string): void {
  const database = new Sqlite(path);
  database.exec(
    `DROP INDEX bookings_changes; DROP TABLE change_marks; ALTER TABLE bookings DROP COLUMN change_no; ALTER TABLE bookings DROP COLUMN changed_seconds;
     DROP INDEX locations_time_zone;
     DELETE FROM schema_migrations WHERE name >= '0010'`,
  );
  database.close();
}

test('D33 bookings of a database of the version before come by when they last changed', async () => {
  const path = aPath();
  const before = sqliteStorage({ path, migrate: true });
  const location = await aLocation(before);
  const aChange = (id: string, lastEventSeconds: Record<string, number>) =>
    before.bookings.amend(
      aScope(location),
      save({ booking: aBooking(id, { tables: [id], lastEventSeconds }) }),
    );
  await aChange('bk_1', { 'booking.created': NOON, 'booking.cancelled': NOON + 9 });
  await aChange('bk_2', { 'booking.created': NOON + 3 });
  await aChange('bk_3', {});
  await before.close();
  takeBack(path);
  const storage = sqliteStorage({ path, migrate: true });
  const { changes } = await storage.bookings.changes(ALL);
  expect(changes.map(({ booking, position }) => [booking.id, position])).toEqual([
    ['bk_3', 1],
    ['bk_2', (NOON + 3) * 1e6],
    ['bk_1', (NOON + 9) * 1e6],
  ]);
  await storage.close();
});
