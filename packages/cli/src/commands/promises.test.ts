/** Live holds in the way of a change of plan, a closure, a block and a removal (D46), by the command line. */
import { join } from 'node:path';
import { sqliteStorage } from '@bord/adapter-sqlite';
import { createEngine } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBord, words } from '../../test/run-bord.ts';

const bord = makeBord();
afterAll(() => bord.remove());

const date = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
const plan = (table: string): string => `
alias: nord
name: Bistro Nord
timeZone: UTC
tables:
  - {id: ${table}, seats: 2-4}
servicePeriods:
  - {name: Dinner, days: daily, opens: "17:00", closes: "23:00"}
`;
let locationId: string;

beforeAll(async () => {
  bord.write('t1.yaml', plan('T1'));
  bord.write('t2.yaml', plan('T2'));
  ({ id: locationId } = await bord.json<{ id: string }>('locations', 'apply', 't1.yaml'));
});

/** A partner holds the table for two at an hour of the date, as it would over the wire. */
async function hold(hour: number): Promise<string> {
  const storage = sqliteStorage({ path: join(bord.folder, 'data/bord.db') });
  const engine = createEngine({ storage });
  const partner = engine.partner(
    fixtures.aCaller({ partner: 'hotel-nord', keyId: `${hour}`, locationIds: [locationId] }),
  );
  const startMs = Date.parse(`${date}T${hour}:00:00Z`);
  const placed = await partner.createHold(locationId, { startMs, partySize: 2, seconds: 900 });
  engine.detach();
  await storage.close();
  return placed.kind === 'held' ? placed.hold.id : JSON.stringify(placed);
}

test('D46 a plan that takes the table of a hold is rejected and names it; --release-holds releases it in the same step', async () => {
  const id = await hold(18);
  const listed = {
    id,
    startsAt: `${date}T18:00:00Z`,
    partySize: 2,
    partner: 'hotel-nord',
    expiresAt: expect.stringMatching(/Z$/),
    concerns: ['no_table'],
  };
  const message = await bord.refusal(words('locations apply t2.yaml'));
  expect(message).toContain('tables: the location is unchanged: 1 hold would lose its table.');
  expect(message).toContain(`bord holds release ${id}`);
  expect(message).toMatch(new RegExp(`18:00 +2 +T1 +hotel-nord +\\d\\d:\\d\\d UTC +${id}$`, 'm'));
  const rejected = await bord.run(words('locations apply t2.yaml --json'));
  expect([rejected.code, JSON.parse(rejected.out)]).toMatchObject([
    1,
    { error: 'refused', bookings: [], holds: [{ ...listed, outcome: 'refuses' }] },
  ]);
  const dry = await bord.run(words('locations apply t2.yaml --dry-run --json'));
  expect([dry.code, JSON.parse(dry.out)]).toMatchObject([
    1,
    { changes: [{ path: 'tables[T1]' }, { path: 'tables[T2]' }], bookings: [], holds: [listed] },
  ]);
  const released = { bookings: [], holds: [{ ...listed, outcome: 'released' }] };
  expect(await bord.json(...words('locations apply t2.yaml --release-holds --dry-run'))).toMatchObject(
    released,
  );
  expect(await bord.json(...words('holds list nord'))).toMatchObject([{ id, state: 'held' }]);
  expect(await bord.json(...words('locations apply t2.yaml --release-holds'))).toMatchObject(released);
  expect(await bord.json(...words('holds list nord'))).toEqual([]);
  await bord.json(...words('locations apply t1.yaml'));
});

test('D46 a closure lists the holds in it, and they stay valid', async () => {
  const id = await hold(18);
  const closure = await bord.json(...words(`closures add nord --from ${date}`));
  expect(closure).toMatchObject({ bookings: [], holds: [{ id, concerns: ['closed'], outcome: 'stays' }] });
  expect(await bord.json(...words('holds list nord'))).toMatchObject([{ id, state: 'held' }]);
  await bord.json('closures', 'remove', 'nord', String(closure['id']), '--yes');
  await bord.json(...words(`holds release ${id} --yes`));
});

test('D46 a block of the table of a hold is rejected and names it; --release-holds releases it in the same step', async () => {
  await bord.json(...words('locations apply t2.yaml'));
  const id = await hold(20);
  const block = ['tables', 'block', 'nord', 'T2', '--from', `${date} 19:00`, '--to', '21:00'];
  const message = await bord.refusal([...block, '--force']);
  expect(message).toContain(`bord holds release ${id}`);
  expect(message).toContain('--release-holds');
  const rejected = await bord.run([...block, '--json']);
  expect(JSON.parse(rejected.out)).toMatchObject({
    error: 'refused',
    inTheWay: [],
    holds: [{ id, startsAt: `${date}T20:00:00Z`, partySize: 2, partner: 'hotel-nord' }],
  });
  expect(await bord.json(...block, '--release-holds')).toMatchObject({
    tables: ['T2'],
    released: [{ id, state: 'released' }],
  });
  expect(await bord.json(...words('holds list nord'))).toEqual([]);
});

test('D46 a location in which a table is held is not removed until the hold is released', async () => {
  const id = await hold(17);
  const message = await bord.refusal(words('locations remove nord --force --yes'));
  expect(message).toMatch(/a table is held there/);
  expect(message).toContain(id);
  await bord.json(...words(`holds release ${id} --yes`));
  expect(await bord.json(...words('locations remove nord --force --yes'))).toMatchObject({ id: locationId });
});
