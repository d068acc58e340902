import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBord, words } from '../../test/run-bord.ts';

const bord = makeBord();
afterAll(() => bord.remove());

const plan = (change = (text: string) => text): string =>
  change(`
alias: nord
name: Bistro Nord
timeZone: Europe/Stockholm
tables:
  - {id: T1, seats: 1-2}
  - {id: T2, seats: 2-4}
servicePeriods:
  - {name: Dinner, days: daily, opens: "17:00", closes: "23:00"}
`);
const date = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
const file = (name: string, change?: (text: string) => string) => bord.write(name, plan(change));
const until = (closes: string) => (text: string) => text.replace('23:00', closes);

interface Applied {
  readonly id: string;
  readonly created: boolean;
  readonly changes: readonly { readonly path: string }[];
  readonly bookings: readonly { readonly id: string }[];
}
let location: Applied;
let booking: { readonly id: string };

beforeAll(async () => {
  location = await bord.json<Applied>('locations', 'apply', file('nord.yaml'));
  booking = await bord.json(
    ...words(
      `bookings create --location nord --at ${date}T21:30 --party 2 --name Astrid --phone 070-1234567`,
    ),
  );
});

test('a dry run lists the changes and the bookings outside the new plan, and changes nothing', async () => {
  const shorter = file('shorter.yaml', until('22:00'));
  const { code, out } = await bord.run(['locations', 'apply', shorter, '--dry-run']);
  expect(code).toBe(0);
  expect(out).toMatch(/^Would update Bistro Nord, location [-0-9a-f]{36}\. The location is unchanged\.\n/);
  expect(out).toContain('~ servicePeriods[Dinner].closes: 23:00 → 22:00\n');
  expect(out).toMatch(/1 booking is affected, and stays as it is: no notification is sent/);
  expect(out).toMatch(/21:30–23:00 +2 +T1 +Astrid +070-1234567 +outside the hours +bk_\w+/);
  const dry = await bord.json<Applied>('locations', 'apply', shorter, '--dry-run');
  expect(dry).toMatchObject({
    id: location.id,
    name: 'Bistro Nord',
    created: false,
    changes: [{ path: 'servicePeriods[Dinner].closes', from: '23:00', to: '22:00' }],
    bookings: [
      { id: booking.id, concerns: ['outside_hours'], outcome: 'stays', guest: { phone: '070-1234567' } },
    ],
  });
  expect(await bord.json('locations', 'export', 'nord')).toMatchObject({
    servicePeriods: [{ closes: '23:00' }],
  });
  expect(await bord.json('locations', 'apply', shorter)).toEqual(dry);
  await bord.json('locations', 'apply', file('nord.yaml'));
});

test('a plan that takes a table from a booking is refused by name, time and telephone; a dry run says so and fails', async () => {
  const smaller = file('smaller.yaml', (text) => text.replace('  - {id: T1, seats: 1-2}\n', ''));
  const message = await bord.refusal(['locations', 'apply', smaller]);
  expect(message).toMatch(
    /^smaller\.yaml:6:3 tables: the location is unchanged: 1 booking would lose its table\./,
  );
  expect(message).toMatch(/21:30–23:00 +2 +T1 +Astrid +070-1234567 +loses its table +bk_\w+$/m);
  const { code, out } = await bord.run(['locations', 'apply', smaller, '--dry-run', '--json']);
  expect([code, JSON.parse(out)]).toMatchObject([1, { bookings: [{ id: booking.id, outcome: 'refuses' }] }]);
  const { out: text } = await bord.run(['locations', 'apply', smaller, '--dry-run']);
  expect(text).toContain('- tables[T1]: seats 1-2\n');
  expect(text).toContain('Apply would refuse it');
});

test('D8 applying a file keeps and reports closures made by command, unless the file has an empty list of closures', async () => {
  const christmas = '\nclosures:\n  - {from: 2030-12-24, reason: Christmas}\n';
  const made = await bord.json<{ id: string; bookings: readonly unknown[] }>(
    ...words(`closures add nord --from ${date} --reason wedding`),
  );
  expect(made.bookings).toMatchObject([{ id: booking.id, concerns: ['closed'] }]);
  const idsAfter = async (change?: (text: string) => string): Promise<readonly string[]> => {
    await bord.json('locations', 'apply', file('closed.yaml', change));
    return (await bord.json<{ id: string }[]>('closures', 'list', 'nord')).map(({ id }) => id).toSorted();
  };
  expect(await idsAfter()).toEqual([made.id]);
  expect(await idsAfter((text) => text + christmas)).toEqual(['closure-2030-12-24', made.id].toSorted());
  const { out } = await bord.run(['locations', 'apply', file('closed.yaml', (text) => text + christmas)]);
  expect(out).toMatch(
    /It is as the file says already\.\n\nClosures made by command stay[^\n]*\n +on \S+ \(wedding\), closure_\w+\n/,
  );
  expect(await idsAfter()).toEqual(['closure-2030-12-24', made.id].toSorted());
  expect(await idsAfter((text) => `${text}\nclosures: []\n`)).toEqual([made.id]);
  const only = (text: string) => `${text}\nclosures:\n  only:\n    - {from: 2030-12-25}\n`;
  const dry = await bord.json<Applied>('locations', 'apply', file('only.yaml', only), '--dry-run');
  expect(dry.changes.map(({ path }) => path)).toEqual([
    `closures[${made.id}]`,
    'closures[closure-2030-12-25]',
  ]);
  expect(await idsAfter(only)).toEqual(['closure-2030-12-25']);
  expect(
    await bord.refusal([
      'locations',
      'apply',
      file('bad.yaml', (text) => `${text}\nclosures: {only: [{from: soon}]}\n`),
    ]),
  ).toMatch(/^bad\.yaml:11:26 closures\.only\[0\]\.from: must be a date/);
});

test('an unknown location name does not create a second restaurant', async () => {
  const slip = file('slip.yaml', (text) => text.replace('alias: nord', '').replace('Nord', 'Nrod'));
  for (const more of [[], ['--json']]) {
    const message = await bord.refusal(['locations', 'apply', slip, ...more]);
    expect(message).toMatch(
      /^slip\.yaml:3:7 name: location Bistro Nrod does not exist \(did you mean Bistro Nord\?\): --new makes another/,
    );
    expect(message).toContain(`id: ${location.id}`);
  }
  expect((await bord.run(['locations', 'apply', slip, '--dry-run'])).out).toContain(
    'apply asks first, or takes --new',
  );
  const second = await bord.json<Applied>('locations', 'apply', slip, '--new');
  expect([second.created, second.id]).not.toEqual([false, location.id]);
  // The alias of an existing location selects it, so a file with the same alias can change the name.
  expect(await bord.json('locations', 'apply', slip)).toMatchObject({ id: second.id, created: false });
  const renamed = file('renamed.yaml', (text) => text.replace('Bistro Nord', 'Nordlyset'));
  expect(await bord.json('locations', 'apply', renamed)).toMatchObject({ id: location.id, created: false });
  const taken = file('taken.yaml', (text) => text.replace('\nalias', `\nid: ${second.id}\nalias`));
  expect(await bord.refusal(['locations', 'apply', taken])).toMatch(
    /^taken\.yaml:3:8 alias: nord is the alias of Nordlyset/,
  );
});

test('a location is meant by its id, its alias or its name, wherever one is named', async () => {
  const { revision: _, ...shown } = await bord.json('locations', 'show', 'NORD');
  for (const name of [location.id, 'nord', 'nordlyset'])
    expect(await bord.json('locations', 'export', name)).toEqual(shown);
  for (const command of [
    'closures list nord',
    'demand nord',
    'bookings list --location nord',
    'evening nord',
  ])
    expect((await bord.run(words(command))).code, command).toBe(0);
  expect(
    await bord.json(...words('keys create --partner acme --location nord --location Nordlyset')),
  ).toMatchObject({
    locations: [location.id],
  });
  expect(await bord.refusal(words('closures list norde'))).toBe(
    'bord: there is no location norde (did you mean nord?); bord locations list shows all of them',
  );
});
