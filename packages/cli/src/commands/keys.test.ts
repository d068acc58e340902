import { afterAll, expect, onTestFinished, test } from 'vitest';
import { DEMO, makeBord, words } from '../../test/run-bord.ts';
import { serveBord } from '../../test/serve-bord.ts';

const bord = makeBord();
afterAll(() => bord.remove());

test('create, list, revoke', async () => {
  const terms = `--location ${DEMO} --scope menu:read --scope bookings:read --rate-limit 600 --expires-in 90d`;
  const made = await bord.json(...words(`keys create --partner acme ${terms}`));
  expect(made).toEqual({
    id: expect.stringMatching(/^key_/),
    key: expect.stringMatching(/^bord_live_/),
    partner: 'acme',
    scopes: ['menu:read', 'bookings:read'],
    locations: [DEMO],
    expiresAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    rateLimit: 600,
  });
  const { id, key, ...rest } = made as { id: string; key: string };
  const listed = (await bord.json<Record<string, unknown>[]>('keys', 'list')).find(
    (entry) => entry['id'] === id,
  );
  expect(listed).toMatchObject({ ...rest, state: 'active', revokedAt: null });
  expect(JSON.stringify(listed)).not.toContain(key);

  expect(await bord.refusal(['keys', 'revoke', id, '--json'])).toMatch(/^bord: Revoke key .*--yes\.$/);
  expect(await bord.json('keys', 'revoke', id, '--yes')).toMatchObject({ id, state: 'revoked' });
  expect((await bord.run(['keys', 'list'])).out).toMatch(/acme +revoked/);
  expect(await bord.refusal(words('keys revoke key_none --yes'))).toBe(
    'bord: key key_none does not exist: bord keys list shows all of them',
  );
});

test('D19 rotate issues a new key with the same terms, and prints how long the old one stays valid', async () => {
  const old = await bord.json<{ id: string; partner: string }>(
    ...words(`keys create --partner hotel --location ${DEMO}`),
  );
  const made = await bord.json('keys', 'rotate', old.id, '--overlap', '7d');
  expect(made).toMatchObject({
    key: expect.stringMatching(/^bord_live_/),
    partner: 'hotel',
    locations: [DEMO],
    replaces: { id: old.id, expiresAt: expect.stringMatching(/Z$/) },
  });
  expect((await bord.run(['keys', 'list'])).out).toMatch(new RegExp(`${old.id}.*until \\d{4}-`));
  expect((await bord.run(['keys', 'rotate', old.id, '--overlap', '0'])).out).toContain(
    `old key ${old.id} has ended`,
  );
  expect(await bord.refusal(['keys', 'rotate', old.id])).toContain('is revoked or expired');
});

test('§5.6 without --location the key has no list of locations; without --scope it has every scope; it can be the first command', async () => {
  const first = makeBord(false);
  onTestFinished(() => first.remove());
  expect(await first.json(...words('keys create --partner acme'))).toMatchObject({
    scopes: ['availability:read', 'bookings:read', 'bookings:write', 'menu:read'],
    locations: null,
    expiresAt: null,
    rateLimit: 120,
  });
  expect(await first.json('locations', 'list')).toEqual([]); // only serve and sandbox key add the demo
});

test('people see the key, once, and a first request', async () => {
  const { out } = await bord.run(words(`keys create --partner acme --location ${DEMO}`));
  expect(out).toMatch(/^ {2}bord_live_\w+$/m);
  expect(out).toMatch(/shown this once/);
  expect(out).toContain(`http://127.0.0.1:3000/v1/partner-api/locations/${DEMO}/availability?date=`);
});

test('the first request asks where the server listens, for a day on which there is a table', async () => {
  const date = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10);
  const period = `{name: Feast, dates: [${date}], opens: "18:00", closes: "23:00"}`;
  const file = bord.write(
    'feast.yaml',
    `name: Feast\ntimeZone: Europe/Stockholm\ntables: [{id: T1, seats: 3-4}]\nservicePeriods: [${period}]\n`,
  );
  const { id } = await bord.json<{ id: string }>('locations', 'apply', file);
  const { out } = await bord.run(words(`keys create --partner acme --location ${id}`), {
    env: { PORT: '8080' },
  });
  expect(out).toContain(
    `http://127.0.0.1:8080/v1/partner-api/locations/${id}/availability?date=${date}&partySize=4`,
  );
});

test('a key for a location that is not there is refused', async () => {
  const unknown = DEMO.replace('d311', 'd399');
  expect(await bord.refusal(words(`keys create --partner acme --location ${unknown}`))).toBe(
    `bord: there is no location ${unknown}: list the locations`,
  );
});

test('§5.8 a sandbox key opens the demo location; the fourth of an address is refused', async () => {
  const sandbox = words('sandbox key --email Ada@example.com --system Kalender --json');
  const made = await Promise.all([1, 2, 3, 4].map(() => bord.run(sandbox)));
  expect(made.map(({ code }) => code).toSorted()).toEqual([0, 0, 0, 1]);
  expect(JSON.parse(made.find(({ code }) => code === 0)!.out)).toMatchObject({
    key: expect.stringMatching(/^bord_test_/),
    partner: expect.stringMatching(/^sandbox-/),
    locations: [DEMO],
    rateLimit: 60,
  });
  expect(made.find(({ code }) => code === 1)!.err).toMatch(
    /^bord: 3 sandbox keys of ada@example\.com are active/i,
  );
  const { out } = await bord.run(words('keys list'));
  expect(out).toMatch(/ until \d{4}-\d\d-\d\d +1 +all +60 +never +Ada@example\.com, Kalender$/m);
  expect(out.split('\n').every((line) => line.length <= 140)).toBe(true);
  expect(await bord.refusal(sandbox, { env: { BORD_DEMO: '0' } })).toBe(
    'bord: there is no demo location: set BORD_DEMO=1',
  );
});

test('service enable and disable', async () => {
  expect(await bord.refusal(['service', 'disable'])).toMatch(/--yes\.$/);
  expect(await bord.json('service', 'disable', '--yes')).toEqual({ enabled: false });
  expect(await bord.json('service', 'enable')).toEqual({ enabled: true });
});

test('the first request uses the port of the running server, and the answer says if none runs', async () => {
  const tried = async (env: Record<string, string> = {}): Promise<string> =>
    (await bord.run(words(`keys create --partner acme --location ${DEMO}`), { env })).out;
  const server = await serveBord(bord, 'serve --port 0');
  onTestFinished(() => server.kill('SIGKILL'));
  const out = await tried();
  expect(out).toContain('\nTry it:\n');
  expect(out).toContain(`"${server.at.baseUrl}/locations/${DEMO}/availability?`);
  const named = await bord.run(words(`keys create --partner acme --location ${DEMO}`), {
    env: { BORD_PUBLIC_URL: 'https://book.example' },
  });
  expect(named.out).toContain('"https://book.example/v1/partner-api/locations/');
  server.kill('SIGTERM');
  await server.ended;
  // At a free port: another server might listen at the default one.
  const { port } = new URL(server.at.url);
  expect(await tried({ PORT: port })).toContain('\nTry it, once bord serve runs:\n');
});
