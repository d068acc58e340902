/** The demo restaurant of `bord serve` (D29): filled, without a way in for API keys, and with e-mails that stay on this machine. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { DEMO, makeBord, words } from '../../test/run-bord.ts';
import { serveBord } from '../../test/serve-bord.ts';

const RESTAURANT = '00000000-0000-4000-8000-00000000d312';
const bords = [makeBord(), makeBord()];
afterAll(() => bords.forEach((bord) => bord.remove()));

test('D29 bord serve fills the demo restaurant; no API key sees it, and its e-mails are files although BORD_MAIL is a mail server', async () => {
  const [bord] = bords as [(typeof bords)[0]];
  const env = { BORD_MAIL: 'smtp://127.0.0.1:1' };
  const server = await serveBord(bord, 'serve --port 0', env);
  const list = () => bord.json<unknown[]>(...words('bookings list --location demo'));
  await vi.waitFor(async () => expect((await list()).length).toBeGreaterThan(80), {
    timeout: 60_000,
    interval: 500,
  });
  const { key } = await bord.json<{ key: string }>(...words('keys create --partner acme'));
  const statusAt = async (location: string) =>
    (
      await fetch(`${server.at.baseUrl}/locations/${location}/availability?date=2999-01-01&partySize=2`, {
        headers: { authorization: `Bearer ${key}` },
      })
    ).status;
  expect([await statusAt(DEMO), await statusAt(RESTAURANT)]).toEqual([200, 403]);

  const made = words('bookings create --location demo --at').concat('tomorrow 11:30');
  await bord.run([...made, ...words('--party 2 --name Alva --email alva@example.com')], { env });
  const folder = join(bord.folder, 'data/mail');
  await vi.waitFor(() => expect(existsSync(folder) && readdirSync(folder)).toHaveLength(1), {
    timeout: 60_000,
    interval: 200,
  });
  expect(readFileSync(join(folder, readdirSync(folder)[0]!), 'utf8')).toContain('alva@example.com');
  server.kill('SIGTERM');
  expect((await server.ended).code).toBe(0);
});

test('D29 BORD_DEMO=0 makes neither demo location, and an alias "demo" of the operator stays', async () => {
  const [, bord] = bords as [unknown, (typeof bords)[0]];
  const env = { BORD_DEMO: '0' };
  const list = async (run = {}) => (await bord.run(words('locations list --json'), run)).out;
  expect(JSON.parse(await list({ env }))).toEqual([]);
  const file = join(bord.folder, 'own.yaml');
  writeFileSync(
    file,
    'name: Eget\nalias: demo\ntimeZone: Europe/Stockholm\ntables: [{id: 1, seats: 2}]\nservicePeriods: [{name: D, days: daily, opens: "17:00", closes: "22:00", slotStep: 15}]\n',
  );
  await bord.run(['locations', 'apply', file, '--new'], { env });
  const locations = JSON.parse(await list()) as { name: string; alias: string | null }[];
  expect(locations.map(({ name, alias }) => [name, alias])).toEqual([
    ['Bryggan', null],
    ['Eget', 'demo'],
    ['Strandkajen', null],
  ]);
});
