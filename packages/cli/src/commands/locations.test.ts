import { afterAll, expect, test } from 'vitest';
import { DEMO, makeBord, words } from '../../test/run-bord.ts';

const bord = makeBord();
afterAll(() => bord.remove());

const plan = (name: string): string => `
name: ${name}
timeZone: Europe/Stockholm
language: sv
tables:
  - {id: 1, seats: 2-4}
servicePeriods:
  - {name: Dinner, days: daily, opens: 17:00, closes: 23:00}
`;

test('§8 D29 the demo location is there from the start, with a menu', async () => {
  expect(await bord.json('locations', 'export', DEMO)).toMatchObject({
    id: DEMO,
    timeZone: 'Europe/Stockholm',
    tables: [
      { id: 'T1', seats: '1-2' },
      { id: 'T2', seats: '2-4' },
      { id: 'T3', seats: '4-6', area: 'window' },
      { id: 'T4', seats: '1-2', area: 'bar' },
    ],
    servicePeriods: [{ days: 'daily', opens: '11:00', closes: '22:00', slotStep: 15 }],
    turnTimes: [
      { upTo: 2, minutes: 90 },
      { upTo: 4, minutes: 120 },
      { upTo: 6, minutes: 150 },
      { minutes: 180 },
    ],
    buffer: 0,
    leadTime: 0,
    horizonDays: 365,
    freeze: 0,
  });
  expect(await bord.json('menus', 'show', DEMO)).toMatchObject({ locationName: 'Bryggan', currency: 'SEK' });
});

test('BORD_DEMO=0 leaves it out', async () => {
  const env = { BORD_DEMO: '0', BORD_DATABASE: 'sqlite:empty.db' };
  await bord.run(['migrate'], { env });
  const { out } = await bord.run(words('locations list --json'), { env });
  expect(JSON.parse(out)).toEqual([]);
});

test('apply creates, then updates, and reads the file that export writes', async () => {
  const file = bord.write('fyren.yaml', plan('Fyren'));
  const { changes, ...first } = await bord.json<{ id: string; changes: unknown }>('locations', 'apply', file);
  const { id } = first;
  expect(first).toEqual({ id, name: 'Fyren', created: true, bookings: [], holds: [] });
  expect(changes).toContainEqual({ path: 'name', from: null, to: 'Fyren' });
  const again = { ...first, created: false, changes: [] };
  expect(await bord.json('locations', 'apply', file)).toEqual(again);

  const { out: yaml } = await bord.run(['locations', 'export', id]);
  const { out } = await bord.run(words('locations apply - --json'), { stdin: yaml });
  expect(JSON.parse(out)).toEqual(again);

  const { revision, ...shown } = await bord.json('locations', 'show', id);
  expect(revision).toBe(1);
  expect(shown).toEqual(await bord.json('locations', 'export', id));
  const whole = bord.write('shown.json', JSON.stringify({ ...shown, revision }));
  expect(await bord.json('locations', 'apply', whole)).toEqual(again);
  expect((await bord.run(['locations', 'show', id])).out).toMatch(/^Fyren\nid +[\s\S]*\n1 +2–4/);
  expect((await bord.run(['locations', 'list'])).out).toMatch(
    /^Fyren +1 +4 +Europe\/Stockholm +[-0-9a-f]{36}$/m,
  );
});

test('a file with errors changes nothing; the answer lists their positions', async () => {
  const broken = plan('Broken').replace('seats', 'seat').replace('23:00', '25 h');
  const message = await bord.refusal(['locations', 'apply', bord.write('broken.yaml', broken)]);
  expect(message.split('\n')).toEqual([
    'broken.yaml:6:5 tables[0].seats: is missing',
    'broken.yaml:6:13 tables[0].seat: there is no such field (did you mean seats?)',
    'broken.yaml:8:55 servicePeriods[0].closes: must be a time such as 17:00, not 25 h',
  ]);
  const twice = plan('Broken').replace('\nservice', '\n  - {id: 1, seats: 2}\nservice');
  expect(await bord.refusal(['locations', 'apply', bord.write('twice.yaml', twice)])).toBe(
    'twice.yaml:7:10 tables[1].id: table 1 is listed twice: each id must be unique',
  );
  expect(await bord.refusal(words('locations apply none.yaml'))).toBe(
    'bord: none.yaml: there is no such file. Check the path',
  );
  expect((await bord.run(words('locations list'))).out).not.toContain('Broken');
});

test('a plan that takes a table from a booking is refused', async () => {
  const { id } = await bord.json<{ id: string }>(
    'locations',
    'apply',
    bord.write('viken.yaml', plan('Viken')),
    '--new',
  );
  const at = `${new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)}T19:00`;
  const line = `bookings create --location ${id} --at ${at} --party 2 --name Bo`;
  const booking = await bord.json<{ id: string }>(...words(line));
  const other = bord.write('viken-2.yaml', plan('Viken').replace('id: 1', 'id: 2'));
  const message = await bord.refusal(['locations', 'apply', other]);
  expect(message).toMatch(/^viken-2\.yaml:6:3 tables: /);
  expect(message).toContain(booking.id);
});

test('§2.10 menus apply and show', async () => {
  const { id } = await bord.json<{ id: string }>(
    'locations',
    'apply',
    bord.write('holmen.yaml', plan('Holmen')),
    '--new',
  );
  expect(await bord.refusal(['menus', 'show', id])).toMatch(/^bord: this location has no menu/);
  const file = bord.write(
    'menu.yaml',
    'currency: EUR\ncategories:\n  - {name: Mat, items: [{name: Soppa, price_ore: 950}]}\n',
  );
  const soup = { id: 'soppa', name: 'Soppa', description: null, price_ore: 950, tags: [] };
  const menu = {
    locationName: 'Holmen',
    currency: 'EUR',
    categories: [{ id: 'mat', name: 'Mat', description: null, items: [soup] }],
  };
  expect(await bord.json('menus', 'apply', id, file)).toEqual(menu);
  expect(await bord.json('menus', 'show', id)).toEqual(menu);
  expect(await bord.json('menus', 'apply', id, bord.write('shown.json', JSON.stringify(menu)))).toEqual(menu);
  expect((await bord.run(['menus', 'show', id])).out).toMatch(/Soppa +EUR.9\.50/);
});

test('D2 a plan that is too hard is rejected with the field and the change to make; a hard one prints a warning', async () => {
  const tables = Array.from(
    { length: 60 },
    (_, i) => `{id: T${i}, seats: ${1 + (i % 6)}-${7 + (i % 4)}}`,
  ).join(', ');
  const file = (step: number, more = ''): string =>
    bord.write(
      `step-${step}.yaml`,
      `name: Step ${step}\ntimeZone: Europe/Stockholm\ntables: [${tables}]\n${more}servicePeriods:\n` +
        `  - {name: Day, days: daily, opens: "10:00", closes: "23:00", slotStep: ${step}}\n`,
    );
  expect(await bord.refusal(['locations', 'apply', file(1), '--new'])).toMatch(
    /^step-1\.yaml:5:\d+ servicePeriods\[0\]\.slotStep: availability could not be answered in time: [^\n]*a slotStep of 15 instead of 1;[^\n]*$/,
  );
  const { code, err } = await bord.run(['locations', 'apply', file(10), '--new']);
  expect([code, err]).toEqual([
    0,
    expect.stringMatching(/^warning: availability of full days will be slow[^\n]*\n$/),
  ]);
  expect((await bord.run(['locations', 'apply', file(1, 'movesMax: 0\n'), '--new'])).err).toBe('');
});
