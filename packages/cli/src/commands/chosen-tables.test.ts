/** Chosen tables (D38) and walk-ins at a restaurant that never closes. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBord, words } from '../../test/run-bord.ts';

const bord = makeBord();
afterAll(() => bord.remove());

const PLAN = `
name: Kajen
timeZone: Europe/Stockholm
freeze: 0
tables:
  - {id: T1, seats: 2-4}
  - {id: T2, seats: 2-4}
  - {id: T3, seats: 5-6}
combinations:
  - {tables: [T1, T2], seats: 5-8}
servicePeriods:
  - {name: All day, days: daily, opens: "00:00", closes: "24:00"}
turnTimes: 120
`;

beforeAll(() => bord.json('locations', 'apply', bord.write('kajen.yaml', PLAN)));

interface Made {
  readonly id: string;
  readonly tables: readonly string[];
  readonly pinned: boolean;
}

const book = (name: string, time: string, party: number, ...more: string[]): Promise<Made> =>
  bord.json<Made>(
    ...words('bookings create --location kajen --party'),
    String(party),
    '--name',
    name,
    '--at',
    time,
    ...more,
  );
const show = (id: string): Promise<Made> => bord.json('bookings', 'show', id);

test('D38 a chosen table goes to the party that chose it; the party seated there moves to another table', async () => {
  const berg = await book('Berg', '2027-03-01 19:00', 2);
  expect(berg).toMatchObject({ tables: ['T1'], pinned: false });
  const lind = await book('Lind', '2027-03-01 20:00', 4, '--table', 't1');
  expect(lind).toMatchObject({ tables: ['T1'], pinned: true });
  expect(await show(berg.id)).toMatchObject({ tables: ['T2'], pinned: false });

  expect(await bord.refusal(['bookings', 'assign', berg.id, '--table', 'T1'])).toMatch(
    /^bord: not changed: table T1 cannot be booked, since there is no room elsewhere for 20:00–22:00 Lind · 4 guests · table T1 · pinned · bk_\w+\nbord: free at that time: table T2\nbord: free that day at any table: 18:45, 19:15, 18:30, 19:30\nbord: table T1 can be booked that day: 18:00, 17:45, 17:30, 17:15$/,
  );
  expect(await bord.json('bookings', 'assign', berg.id, '--table', 'T2')).toMatchObject({
    tables: ['T2'],
    pinned: true,
  });
  expect((await bord.run(['bookings', 'assign', berg.id, '--table', 'T2'])).out).toMatch(
    /^The booking is at table T2 already\./,
  );
});

test('D38 one command moves a booking and assigns tables; tables outside the plan for its size need --force', async () => {
  const ek = await book('Ek', '2027-03-02 19:00', 6);
  expect(ek.tables).toEqual(['T3']);
  const moved = await bord.json(
    ...words(`bookings move ${ek.id} --at`),
    '2027-03-02 20:00',
    ...words('--table T1 --table T2'),
  );
  expect(moved).toMatchObject({ startsAt: '2027-03-02T19:00:00Z', tables: ['T1', 'T2'], pinned: true });
  expect(await bord.refusal(words(`bookings assign ${ek.id} --table T1`))).toBe(
    'bord: not changed: table T1 is not planned for such a party; --force seats it there all the same',
  );
  expect(await bord.json(...words(`bookings assign ${ek.id} --table T1 --force`))).toMatchObject({
    tables: ['T1'],
  });
  expect(await bord.refusal(words(`bookings assign ${ek.id} --table T9`))).toBe(
    'bord: table T9 does not exist at Kajen (did you mean T1?); bord locations show lists the tables',
  );
});

test('a walk-in needs no name, and the answer has its table', async () => {
  const { out } = await bord.run(words('bookings create --location Kajen --at now --party 2'));
  expect(out).toMatch(/^where +Kajen, table T[12]$/m);
  expect(out).toMatch(/^name +Walk-in$/m);
  const nameless = await bord.run(words('bookings create --location Kajen --at 19:00 --party 2'));
  expect(nameless).toMatchObject({ code: 2, err: expect.stringContaining('say who comes: --name') });
  expect((await bord.run(['bookings', 'move', 'bk_1'])).code).toBe(2);
});

test('D38 joined tables can be named by one option, as the plan writes them', async () => {
  const both = await book('Holm', '2027-03-09 19:00', 6, '--table', 't1+T2');
  expect(both).toMatchObject({ tables: ['T1', 'T2'] });
  expect(await bord.refusal(['bookings', 'assign', both.id, '--table', 'T1+T9'])).toMatch(
    /table T9 does not exist at Kajen/,
  );
});
