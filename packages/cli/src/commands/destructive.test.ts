/** Commands that delete or disable: their effects, their limits, and their confirmation. */
import { join } from 'node:path';
import { sqliteStorage } from '@bord/adapter-sqlite';
import type { Booking } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Bord, DEMO, makeBord, words } from '../../test/run-bord.ts';
import { serveBord } from '../../test/serve-bord.ts';

const { aBooking, aScope, save } = fixtures;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let bord: Bord;
beforeEach(async () => {
  bord = makeBord();
  await bord.json('keys', 'list');
});
afterEach(() => bord.remove());

const OTHER = `name: Other
timeZone: Europe/Stockholm
tables: [{id: T1, seats: 2}, {id: T2, seats: 2}]
servicePeriods: [{name: Day, days: daily, opens: "11:00", closes: "23:00"}]
`;

async function anotherLocation(): Promise<string> {
  const { id } = await bord.json<{ id: string }>('locations', 'apply', bord.write('other.yaml', OTHER));
  return id;
}

/** Writes a past booking into the database: no command creates one. */
async function put(
  locationId: string,
  id: string,
  given: Partial<Booking> & { startMs: number },
): Promise<string> {
  const storage = sqliteStorage({ path: join(bord.folder, 'data/bord.db') });
  const location = (await storage.locations.get(locationId))!;
  const booking = aBooking(id, { locationId, tables: ['T1'], ...given });
  await storage.bookings.amend(aScope(location), save({ booking }));
  await storage.close();
  return id;
}

async function show(id: string): Promise<Booking> {
  const storage = sqliteStorage({ path: join(bord.folder, 'data/bord.db') });
  const row = await storage.bookings.find(id, null);
  await storage.close();
  if (row?.kind !== 'booking') throw new Error(`no booking ${id}`);
  return row;
}
const guestOf = async (id: string): Promise<string> => (await show(id)).guest.name;

test('D26 purge erases the guests whose visit ended longer ago than it says, at every location, and no others', async () => {
  const other = await anotherLocation();
  const [old, alsoOld, recent] = [
    await put(DEMO, 'bk_old', { startMs: Date.now() - 12 * DAY_MS }),
    await put(other, 'bk_also', { startMs: Date.now() - 11 * DAY_MS, status: 'completed' }),
    await put(DEMO, 'bk_recent', { startMs: Date.now() - 9 * DAY_MS }),
  ];
  const purge = words('guests purge --older-than 10d');
  expect(await bord.refusal(purge)).toMatch(/^bord: Erase all guests whose visit ended before .*--yes\.$/);
  expect(await guestOf(old)).toBe('Alva Lind');
  const { bookings, before } = await bord.json<{ bookings: number; before: string }>(...purge, '--yes');
  expect(bookings).toBe(2);
  expect(Math.abs(Date.parse(before) - (Date.now() - 10 * DAY_MS))).toBeLessThan(HOUR_MS);
  expect(await Promise.all([old, alsoOld, recent].map(guestOf))).toEqual(['', '', 'Alva Lind']);
  expect((await show(old)).status).toBe('confirmed');
  expect(await bord.json(...purge, '--yes')).toMatchObject({ bookings: 0 });
});

test('D26 a seated or expected guest is not erased; a guest of the past is, and no other guest', async () => {
  const atTable = await put(DEMO, 'bk_now', { startMs: Date.now() - HOUR_MS });
  const before = await put(DEMO, 'bk_before', { startMs: Date.now() - 30 * DAY_MS });
  const guest = { name: 'Bo Ek', email: 'bo@example.com', phone: null, notes: null, language: null };
  const others = await put(DEMO, 'bk_bo', { startMs: Date.now() - 20 * DAY_MS, guest });
  const erase = words('guests erase --email alva@example.com --yes');
  expect(await bord.refusal(erase)).toMatch(/^bord: there are bookings ahead; cancel them first: bk_now /);
  expect(await Promise.all([atTable, before].map(guestOf))).toEqual(['Alva Lind', 'Alva Lind']);
  await bord.json('bookings', 'complete', atTable);
  expect(await bord.refusal(words('guests erase --email alva@example.com'))).toContain('2 bookings');
  expect(await guestOf(before)).toBe('Alva Lind');
  expect(await bord.json(...erase)).toMatchObject({ bookings: 2, mails: 0 });
  expect(await Promise.all([atTable, before, others].map(guestOf))).toEqual(['', '', 'Bo Ek']);
});

test('D20 the sweep cancels demo bookings older than a day, and changes no other location', async () => {
  const other = await anotherLocation();
  const startMs = Date.now() + 5 * DAY_MS;
  const [stale, fresh, elsewhere, done] = [
    await put(DEMO, 'bk_stale', { startMs, createdMs: Date.now() - 25 * HOUR_MS }),
    await put(DEMO, 'bk_fresh', { startMs, tables: ['T2'], createdMs: Date.now() - 23 * HOUR_MS }),
    await put(other, 'bk_elsewhere', { startMs, createdMs: Date.now() - 25 * HOUR_MS }),
    await put(DEMO, 'bk_done', { startMs: Date.now() - 30 * HOUR_MS, status: 'no_show', createdMs: 0 }),
  ];
  expect(await bord.json('sandbox', 'sweep')).toEqual({ cancelled: 1 });
  const states = (await Promise.all([stale, fresh, elsewhere, done].map(show))).map(({ status }) => status);
  expect(states).toEqual(['cancelled', 'confirmed', 'confirmed', 'no_show']);
});

test('D19 §7 a running server rejects a revoked key, a key rotated without overlap, and all requests while the service is off', async () => {
  const make = () =>
    bord.json<{ id: string; key: string }>(...words(`keys create --partner acme --location ${DEMO}`));
  const [revoked, rotated, untouched] = [await make(), await make(), await make()];
  const serving = await serveBord(bord, 'serve --port 0');
  const statusOf = async ({ key }: { key: string }): Promise<number> => {
    const date = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);
    const url = `${serving.at.baseUrl}/locations/${DEMO}/availability?date=${date}&partySize=2`;
    return (await fetch(url, { headers: { authorization: `Bearer ${key}` } })).status;
  };
  const settles = async (key: { key: string }, status: number): Promise<void> => {
    for (let attempt = 0; attempt < 300; attempt++) {
      if ((await statusOf(key)) === status) return;
      await new Promise((done) => setTimeout(done, 100));
    }
    throw new Error(`asked 300 times, and never answered ${status}`);
  };
  expect(await Promise.all([revoked, rotated, untouched].map(statusOf))).toEqual([200, 200, 200]); // its cache is warm

  expect(await bord.refusal(['keys', 'revoke', revoked.id])).toContain('repeat it with --yes');
  expect(await statusOf(revoked)).toBe(200);
  await bord.json('keys', 'revoke', revoked.id, '--yes');
  await settles(revoked, 401);
  const fresh = await bord.json<{ key: string }>(...words(`keys rotate ${rotated.id} --overlap 0`));
  await settles(rotated, 401);
  expect(await Promise.all([fresh, untouched].map(statusOf))).toEqual([200, 200]);
  const states = await bord.json<{ id: string; state: string }[]>('keys', 'list');
  const stateOf = (id: string) => states.find((key) => key.id === id)?.state;
  expect([stateOf(revoked.id), stateOf(untouched.id)]).toEqual(['revoked', 'active']);
  expect(stateOf(rotated.id)).not.toBe('active');

  expect(await bord.refusal(['service', 'disable'])).toContain('repeat it with --yes');
  expect(await statusOf(untouched)).toBe(200);
  await bord.json('service', 'disable', '--yes');
  await settles(untouched, 503);
  await bord.json('service', 'enable');
  await settles(untouched, 200);
  serving.kill('SIGKILL');
});
