/** Tables with seasons (D40), as an operator meets them: the plan, the telephone, the file that is changed. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBord, words } from '../../test/run-bord.ts';

const bord = makeBord();
afterAll(() => bord.remove());

const plan = (terrace: string): string => `
name: Kajen
timeZone: Europe/Stockholm
tables:
  - {id: T1, seats: 2-4}
  - {id: T9, seats: 2-4, area: terrace${terrace}}
combinations:
  - {tables: [T1, T9], seats: 5-8, when: {periods: Dinner}}
servicePeriods:
  - {name: Lunch, days: daily, opens: "11:00", closes: "15:00"}
  - {name: Dinner, days: daily, opens: "17:00", closes: "23:00"}
`;
const SUMMER = ', when: {from: 05-01, to: 09-30, except: {days: mon}}';
const year = new Date().getUTCFullYear() + 1;
const winter = `${year}-02-10`;
const summer = `${year}-07-10`;

beforeAll(async () => {
  await bord.json('locations', 'apply', bord.write('kajen.yaml', plan(SUMMER)));
});

const book = (at: string, ...more: string[]) =>
  bord.json<{ id: string; tables: string[] }>(
    ...words(`bookings create --location Kajen --at ${at} --party 2 --name Berg --phone 070-1`),
    ...more,
  );

test('D40 the plan is shown with its seasons, and tables without any need no column for it', async () => {
  const { out } = await bord.run(words('locations show Kajen'));
  expect(out).toMatch(/^T9 +2–4 +terrace +1 May to 30 Sep, not Mon$/m);
  expect(out).toMatch(/^T1 \+ T9 +5–8 +Dinner$/m);
  await bord.json(
    'locations',
    'apply',
    bord.write(
      'other.yaml',
      plan('')
        .replace('Kajen', 'Bryggan')
        .replace(/, when: .*}}/, '}'),
    ),
    '--new',
  );
  expect((await bord.run(words('locations show Bryggan'))).out).not.toMatch(/when/);
});

test('D38 D40 a table out of season is rejected with its season and alternatives', async () => {
  const refused = (at: string, ...tables: string[]) =>
    bord.refusal([
      ...words(`bookings create --location Kajen --at ${at} --party ${tables.length * 3} --name Ek`),
      ...tables.flatMap((table) => ['--table', table]),
    ]);
  expect(await refused(`${winter}T19:00`, 'T9')).toMatch(
    /^bord: not booked: table T9 is out of season then \(1 May to 30 Sep, not Mon\); --force seats the party there all the same\nbord: free at that time: table T1\nbord: free that day at any table: 18:45, 19:15, 18:30, 19:30\nbord: no time was found for them on that day and the 14 days after it$/,
  );
  expect(await refused(`${summer}T12:00`, 'T1', 'T9')).toMatch(
    /^bord: not booked: tables T1 \+ T9 are not joined then \(Dinner\); --force seats the party there all the same\nbord: free that day at any table: 17:00, 17:15, 17:30, 17:45\nbord: tables T1 \+ T9 can be booked that day: 17:00/,
  );
  const { out } = await bord.run(words(`availability Kajen --party 2 --date ${winter} --table T9`));
  expect(out).toMatch(/Nothing: table T9 is out of season that day; --force asks all the same/);
  expect(await book(`${winter}T19:00`, '--table', 'T9', '--force')).toMatchObject({ tables: ['T9'] });
});

test('D40 a file that would close the terrace on somebody is refused and names the guests', async () => {
  const { id } = await book(`${summer}T19:00`, '--table', 'T9');
  const shorter = bord.write('shorter.yaml', plan(', when: {from: 05-01, to: 06-30}'));
  expect(await bord.refusal(['locations', 'apply', shorter])).toMatch(
    new RegExp(`1 booking would lose its table[^]*T9 +Berg +070-1 +table out of season +${id}`),
  );
  const { code, out } = await bord.run(['locations', 'apply', shorter, '--dry-run']);
  expect(code).toBe(1);
  expect(out).toContain('~ tables[T9].when: from 05-01, to 09-30, except days [mon] → from 05-01, to 06-30');
});
