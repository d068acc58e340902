import { afterAll, expect, test } from 'vitest';
import { makeBord, words } from '../../test/run-bord.ts';

const bord = makeBord();
afterAll(() => bord.remove());

const REST = `  timeZone: Europe/Stockholm
  tables: [{id: T1, seats: 2-4}, {id: T2, seats: 2-4}]
  servicePeriods: [{name: Dinner, days: daily, opens: "17:00", closes: "23:00"}]
`;
const listOf = (names: readonly string[], rest = REST): string =>
  names.map((name) => `- name: ${name}\n${rest}`).join('');
const fileOf = (name: string, rest = REST): string => `name: ${name}\n${rest.replaceAll(/^ {2}/gm, '')}`;
const apply = ['locations', 'apply'] as const;

interface Applied {
  readonly id: string;
  readonly name: string;
  readonly created: boolean;
  readonly changes: readonly { readonly path: string }[];
}

async function stored(): Promise<readonly string[]> {
  const all = await bord.json<{ name: string }[]>('locations', 'list');
  return all.map(({ name }) => name).filter((name) => name !== 'Bryggan' && name !== 'Strandkajen'); // the demo locations
}

test('several files are applied in one step: all of them, or none', async () => {
  const [a, c] = [bord.write('a.yaml', fileOf('A')), bord.write('c.yaml', fileOf('C'))];
  const list = bord.write('list.yaml', listOf(['B1', 'B2']));
  const noTime = bord.write('no-time.yaml', listOf(['X', 'Y'], REST.replace('"17:00"', 'soon')));
  const faults = await bord.refusal([...apply, a, noTime, c]);
  expect(faults.split('\n').map((line) => line.replace(/: must.*/, ''))).toEqual([
    'no-time.yaml:4:55 [0].servicePeriods[0].opens',
    'no-time.yaml:8:55 [1].servicePeriods[0].opens',
  ]);
  const sameAlias = bord.write('alias.yaml', listOf(['X', 'Y'], `  alias: n\n${REST}`));
  expect(await bord.refusal([...apply, a, sameAlias])).toBe(
    'alias.yaml:6:3 [1].id: Y: each location must be in the list once',
  );
  expect(await stored()).toEqual([]);

  const dry = await bord.run([...apply, a, list, c, '--dry-run']);
  expect(dry.out).toContain('Would create B2. The location is unchanged.');
  expect(dry.out).toMatch(/\n4 locations: 4 to create, 0 to update, 0 unchanged\.\n$/);
  expect(await stored()).toEqual([]);
  const applied = await bord.json<readonly Applied[]>(...apply, a, list, c);
  expect(applied.map(({ name, created }) => [name, created])).toEqual([
    ['A', true],
    ['B1', true],
    ['B2', true],
    ['C', true],
  ]);
  expect(await stored()).toEqual(['A', 'B1', 'B2', 'C']);
});

test('a list with one location answers a list, one file with one location does not', async () => {
  const [alone] = await bord.json<readonly Applied[]>(...apply, bord.write('one.yaml', listOf(['A'])));
  expect(alone).toMatchObject({ name: 'A', created: false, changes: [] });
  expect(await bord.json(...apply, bord.write('one.yaml', fileOf('A')))).toEqual(alone);
});

test('unknown names of a list need --new, and each is listed', async () => {
  const list = bord.write('new.yaml', listOf(['A', 'New 1', 'New 2']));
  const message = await bord.refusal([...apply, list]);
  expect(message).toMatch(/^new\.yaml:5:9 \[1\]\.name: location New 1 does not exist/);
  expect(message).toMatch(/^new\.yaml:9:9 \[2\]\.name: location New 2 does not exist/m);
  expect(message).not.toContain('location A does not');
  const { out } = await bord.run([...apply, list, '--new']);
  expect(out).toMatch(/\n3 locations: 2 created, 0 updated, 1 unchanged\.\n$/);
});

test('one location of a list that would lose tables rejects the list', async () => {
  const date = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  const booking = await bord.json<{ id: string }>(
    ...words(`bookings create --location C --at ${date}T19:00 --party 2 --name Astrid --phone 070-1234567`),
  );
  const small = REST.replace(/\[\{id: T1.*/, '[{id: T9, seats: 2}]');
  const list = bord.write('small.yaml', listOf(['A', 'C'], small));
  const message = await bord.refusal([...apply, list]);
  expect(message).toMatch(/^small\.yaml:7:11 \[1\]\.tables: the location is unchanged: 1 booking would lose/);
  const { code, out } = await bord.run([...apply, list, '--dry-run', '--json']);
  expect([code, JSON.parse(out)]).toMatchObject([
    1,
    [{ bookings: [] }, { bookings: [{ id: booking.id, outcome: 'refuses' }] }],
  ]);
  expect(await bord.json('locations', 'export', 'A')).toMatchObject({
    tables: [{ id: 'T1' }, { id: 'T2' }],
  });
});

test('a list of 500 locations is applied, and changes only the ones that differ when it is applied again', async () => {
  const names = Array.from({ length: 500 }, (_, i) => `Bistro ${i + 1}`);
  const list = bord.write('group.yaml', listOf(names));
  const applied = await bord.json<readonly Applied[]>(...apply, list, '--new');
  expect(applied.map(({ name }) => name)).toEqual(names);
  expect(applied.every(({ created }) => created)).toBe(true);
  const changed = listOf(names).replace(/(- name: Bistro 7\n)/, '$1  horizonDays: 30\n');
  const { out } = await bord.run([...apply, bord.write('group.yaml', changed)]);
  expect(out).toMatch(
    /Updated Bistro 7, location \S+\.\n\n {2}~ horizonDays: 365 → 30\n[^]*\n500 locations: 0 created, 1 updated, 499 unchanged\.\n$/,
  );
});
