import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBord, words } from '../../test/run-bord.ts';

const bord = makeBord();
afterAll(() => bord.remove());

const PLAN = `
name: Kajen
timeZone: UTC
tables: [{id: T1, seats: 1-4}, {id: T2, seats: 1-4}]
servicePeriods: [{name: All day, days: daily, opens: "00:00", closes: "24:00", lastSeating: "24:00"}]
turnTimes: 300
`;
const LIST = words('bookings list --location kajen');

interface Listed {
  readonly id: string;
  readonly status: string;
  readonly guest: { readonly name: string };
}

const list = async (...more: string[]): Promise<string[]> =>
  (await bord.json<Listed[]>(...LIST, ...more)).map(({ guest }) => guest.name);

beforeAll(async () => {
  bord.write('kajen.yaml', PLAN);
  await bord.json('locations', 'apply', 'kajen.yaml');
  const book = (at: string, name: string, ...more: string[]): Promise<Listed> =>
    bord.json<Listed>(
      ...words('bookings create --location kajen --party 2'),
      '--at',
      at,
      '--name',
      name,
      ...more,
    );
  await book('tomorrow 12:00', 'Åsa Berg', '--phone', '+46 70-123 45 67', '--email', 'asa@example.com');
  await book('tomorrow 18:00', 'Lind');
  await book('now', 'Berg Olsson', '--phone', '070-999');
  const { id } = await book('2031-05-01 12:00', 'Bergman');
  await bord.json('bookings', 'cancel', id, '--yes');
});

test('a booking is found over all dates by name, telephone, e-mail and id, however it is typed', async () => {
  expect(await list('--search', 'BERG')).toEqual(['Berg Olsson', 'Åsa Berg', 'Bergman']);
  expect(await list('--search', 'asa berg')).toEqual(['Åsa Berg']);
  expect(await list('--search', '0701234567')).toEqual(['Åsa Berg']);
  expect(await list('--search', 'ASA@example')).toEqual(['Åsa Berg']);
  const [{ id } = { id: '' }] = await bord.json<Listed[]>(...LIST, '--search', 'lind');
  expect(await list('--search', id)).toEqual(['Lind']);
  expect(await list('--search', 'nobody')).toEqual([]);
  expect((await bord.run([...LIST, '--search', 'nobody'])).out).toBe('No bookings.\n');
});

test('past bookings come last, the latest first', async () => {
  const database = new Sqlite(join(bord.folder, 'data/bord.db'));
  const [{ locationId } = { locationId: '' }] = await bord.json<{ locationId: string }[]>(...LIST);
  for (const day of [2, 3]) database.prepare(OVER).run({ day, locationId, at: Date.UTC(2024, 4, day) });
  database.close();
  expect(await list('--search', 'berg')).toEqual(['Berg Olsson', 'Åsa Berg', 'Bergman', 'Berg 3', 'Berg 2']);
  expect(await list('--search', 'berg', '--limit', '4')).toEqual([
    'Berg Olsson',
    'Åsa Berg',
    'Bergman',
    'Berg 3',
  ]);
  expect(await list('--search', 'berg 2')).toEqual(['Berg 2']);
});

/** A visit of some years ago, which no command writes. */
const OVER = `INSERT INTO bookings (id, location_id, service_date, start_ms, end_ms, blocked_until_ms, party_size, tables, pinned, status, source, channel,
    partner_booking_ref, idempotency_key, guest_name, guest_email, guest_phone, guest_notes, guest_language, manage_token_hash, created_ms, last_event_seconds)
  SELECT 'bk_over_' || @day, @locationId, '2024-05-0' || CAST(@day AS INTEGER), @at, @at + 1, @at + 1, party_size,
  tables, 0, 'completed', source, channel, NULL, NULL, 'Berg ' || CAST(@day AS INTEGER), NULL, NULL, NULL, NULL, NULL, 1, '{}'
  FROM bookings LIMIT 1`;

test('states, a date and a limit narrow the search, and a notice says when there are more', async () => {
  expect(await list('--search', 'berg', '--status', 'confirmed')).toEqual(['Berg Olsson', 'Åsa Berg']);
  expect(await list('--status', 'cancelled')).toEqual(['Bergman']);
  expect(await list('--status', 'cancelled', '--status', 'confirmed')).toHaveLength(4);
  expect(await list('--status', 'no-show')).toEqual([]);
  expect(await list('--date', 'tomorrow', '--search', 'berg')).toEqual(['Åsa Berg']);
  expect(await list('--limit', '3')).toEqual(['Berg 2', 'Berg 3', 'Berg Olsson']);
  const cut = await bord.run([...LIST, '--search', 'berg', '--limit', '2']);
  expect([cut.out.trimEnd().split('\n').length, cut.err]).toEqual([
    3,
    'There are more than 2: --limit shows as many as you like.\n',
  ]);
  expect((await bord.run([...LIST, '--limit', '5'])).err).toBe(
    'There are more than 5: --limit shows as many as you like.\n',
  );
  expect((await bord.run([...LIST, '--limit', '6'])).err).toBe('');
  expect((await bord.run([...LIST, '--status', 'noshow'])).err).toContain('did you mean no-show?');
});
