/** `bord availability`: the times of a day, the reasons of unavailable times, and alternatives (D31). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBord, words } from '../../test/run-bord.ts';

const bord = makeBord();
afterAll(() => bord.remove());

const PLAN = `
name: Kajen
timeZone: Europe/Stockholm
freeze: 0
pacing: {coversPerStep: 4}
tables:
  - {id: T1, seats: 2-4}
  - {id: W1, seats: 2-4, online: false}
servicePeriods:
  - {name: Dinner, days: daily, opens: "18:00", closes: "22:00"}
turnTimes: 120
`;
const DAY = '2027-03-01';
const AT = `availability kajen --date ${DAY}`;

beforeAll(async () => {
  bord.write('kajen.yaml', PLAN);
  await bord.json('locations', 'apply', 'kajen.yaml');
  const book = 'bookings create --location kajen --party 4 --at';
  await bord.json(...words(book), `${DAY} 18:00`, '--name', 'Berg', '--phone', '070-1', '--table', 'T1');
  await bord.json(...words(book), `${DAY} 18:30`, '--name', 'Lind', '--table', 'W1');
});

test('D31 a day is printed with one hour per line and the reasons of unavailable times', async () => {
  const { out } = await bord.run(words(`${AT} --party 2 --near 19:00`));
  expect(out).toBe(`Kajen, Mon 1 Mar 2027: 2 guests, for 2 h

18    ·       ·       ·       ·
19    ·       ·       ·       ·
20  20:00

19:00 is unavailable; free that day: 20:00.
18:00–19:45: no table is free then
`);
  const full = await bord.run([...words(`${AT} --party 2 --table T1`)]);
  expect(full.out).toContain(
    '18:00–19:45: no room elsewhere for 18:00–20:00 Berg · 4 guests · table T1 · 070-1 · pinned · bk_',
  );
  const next = await bord.run(words(`${AT} --party 4 --near 20:00`));
  expect(next.out).toContain('20:00 is available, at table T1.\n');
  const paced = await bord.run(words(`availability kajen --date 2027-03-02 --party 5`));
  expect(paced.out).toContain('Nothing: no table takes a party of this size.');
});

test('D31 for programs: slots with the reason, and the alternatives', async () => {
  const answer = await bord.json(...words(`${AT} --party 2 --near 18:15`));
  expect(answer).toMatchObject({
    date: DAY,
    partySize: 2,
    reason: null,
    alternatives: [{ startsAt: '2027-03-01T19:00:00Z' }],
    nextAvailable: null,
  });
  const slots = answer['slots'] as Record<string, unknown>[];
  expect(slots).toHaveLength(9);
  expect(slots[0]).toEqual({
    slot: '2027-03-01T17:00:00Z',
    endsAt: '2027-03-01T19:00:00Z',
    available: false,
    remainingCovers: 0,
    reason: 'tables',
    tables: [],
    beyondPacing: true,
    inTheWay: [],
    holds: [],
  });
  expect(slots[8]).toMatchObject({
    available: true,
    remainingCovers: 4,
    tables: ['T1'],
    beyondPacing: false,
  });
});

test('D31 --near takes every form of a time; one with a date needs no --date, and must not contradict it', async () => {
  const near = (...options: readonly string[]) => ['availability', 'kajen', '--party', '2', ...options];
  const expected = await bord.json(...words(`${AT} --party 2 --near 18:15`));
  for (const text of [`${DAY} 18:15`, `${DAY}T18:15`, `${DAY}T18:15:00+01:00`])
    expect([text, await bord.json(...near('--near', text))]).toEqual([text, expected]);
  const tomorrow = await bord.json(...near('--near', 'tomorrow 19:00'));
  expect(tomorrow['date']).toBe((await bord.json(...near('--date', 'tomorrow')))['date']);
  expect((await bord.run(near('--near', 'now'))).code).toBe(0);
  expect(await bord.refusal(near('--date', '2027-03-02', '--near', `${DAY} 18:15`))).toBe(
    `bord: ${DAY} 18:15 is on service date ${DAY}, not on 2027-03-02: leave out --date, or name the same date in both`,
  );
});

test('D31 a refusal names what else there is, for people on a line and for programs as JSON', async () => {
  const create = ['bookings', 'create', '--location', 'kajen', '--party', '2', '--name', 'Ek', '--at'];
  expect(await bord.refusal([...create, `${DAY} 18:45`])).toBe(
    'bord: not booked: no table is free then\nbord: free that day: 20:00',
  );
  expect(await bord.refusal([...create, `${DAY} 18:45`, '--table', 'W1'])).toMatch(
    /no room elsewhere for .* Lind .*\nbord: no other time that day; table W1 can be booked next: Tue 2 Mar 2027 18:45 CET$/s,
  );
  const { code, out } = await bord.run([...create, `${DAY} 18:45`, '--json']);
  expect([code, JSON.parse(out)]).toEqual([
    1,
    {
      error: 'refused',
      message: 'not booked: no table is free then',
      reason: 'tables',
      inTheWay: [],
      holds: [],
      blocks: [],
      outOfSeason: [],
      alternatives: [{ startsAt: '2027-03-01T19:00:00Z' }],
      nextAvailable: null,
    },
  ]);
  const [berg] = JSON.parse(
    (await bord.run(words(`bookings list --location kajen --date ${DAY} --json`))).out,
  ) as {
    id: string;
  }[];
  expect(
    await bord.refusal(['bookings', 'move', berg!.id, '--at', `${DAY} 19:00`, '--table', 'W1']),
  ).toContain('no other time');
  const size = await bord.run(['bookings', 'move', berg!.id, '--party', '9', '--json']);
  expect(JSON.parse(size.out)).toMatchObject({ reason: 'party_size', alternatives: [], nextAvailable: null });
});

test('D12 a no-show before its time is asked for, and one who comes after all is named other times', async () => {
  const [berg] = JSON.parse(
    (await bord.run(words(`bookings list --location kajen --date ${DAY} --json`))).out,
  ) as {
    id: string;
  }[];
  expect(await bord.refusal(['bookings', 'no-show', berg!.id])).toMatch(
    /"Berg", 4 guests, is expected only Mon 1 Mar 2027 18:00–20:00 CET\. A no-show already\? .*--yes/,
  );
  await bord.json('bookings', 'no-show', berg!.id, '--yes');
  const ek = [
    'bookings',
    'create',
    '--location',
    'kajen',
    '--party',
    '4',
    '--name',
    'Ek',
    '--at',
    `${DAY} 18:15`,
  ];
  await bord.json(...ek);
  expect(await bord.refusal(['bookings', 'undo', berg!.id])).toBe(
    'bord: not changed: no table is free then\nbord: no other time that day; free next: Tue 2 Mar 2027 18:00 CET',
  );
});

test('a walk-in between two seatings is warned of: its table is not free for the second', async () => {
  const sittings = `
name: Salen
timeZone: Europe/Stockholm
tables: [{id: T1, seats: 1-4}]
servicePeriods:
  - {name: First, days: daily, opens: "17:00", closes: "19:30", lastSeating: "17:30"}
  - {name: Second, days: daily, opens: "19:30", closes: "22:30", lastSeating: "20:00"}
turnTimes: 120
`;
  await bord.json('locations', 'apply', bord.write('salen.yaml', sittings), '--new');
  const create = ['bookings', 'create', '--location', 'salen', '--party', '2', '--name', 'Ek', '--at'];
  const { out } = await bord.run([...create, `${DAY} 18:00`]);
  expect(out).toMatch(
    /\n\nBetween two seatings: Table T1 is held until 20:00, and cannot be booked for the seating at 19:30\.\n$/,
  );
  const made = await bord.json<{ id: string }>(...create, `2027-03-02 17:30`);
  expect(made).not.toHaveProperty('warnings');
  expect(await bord.json('bookings', 'move', made.id, '--at', '2027-03-02 18:10')).toHaveProperty(
    'warnings',
    ['Table T1 is held until 20:10, and cannot be booked for the seating at 19:30.'],
  );
});
