/** Tables, sizes and telephone numbers have their word or a column with a heading in all outputs, also where tables are numbered (issue 20). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBord, words } from '../../test/run-bord.ts';

const bord = makeBord();
afterAll(() => bord.remove());

const PHONE = '072-504 93 16';
const SIZE = 13;
/** 18:30 at the restaurant. */
const NOW_MS = Date.UTC(2027, 2, 1, 17, 30);

const PLAN = `
name: Kajen
timeZone: Europe/Stockholm
freeze: 0
tables:
  - {id: 71, seats: 1-2}
  - {id: 72, seats: 1-2}
  - {id: 74, seats: 1-${SIZE}}
  - {id: 76, seats: 1-${SIZE}}
combinations:
  - {tables: [71, 72], seats: 3-4}
servicePeriods:
  - {name: All day, days: daily, opens: "11:00", closes: "23:00"}
turnTimes: 120
`;

const run = (args: readonly string[]) => bord.run(args, { nowMs: NOW_MS });
async function made(line: string, ...more: readonly string[]): Promise<{ readonly id: string }> {
  const { code, out, err } = await run([...words(line), ...more, '--json']);
  if (code !== 0) throw new Error(`${line}: ${err}`);
  return JSON.parse(out) as { id: string };
}

/** Each table, size and telephone number without its word or a column, with the text around it. */
function bare(text: string): string[] {
  const column = String.raw`^|  |[[&]`; // a bar begins with `[`: the legend says that its figure is the guests
  const wrong = [
    new RegExp(String.raw`(?<!tables? |7\d \+ |7\d, |${column}|bk_\w*|[-:.\d]|T\d\d)\b7[1246]\b`, 'gm'),
    new RegExp(String.raw`(?<!${column}|[-–:.\d])\b${SIZE}\b(?! guests|[-:.]\d)`, 'gm'),
    new RegExp(String.raw`(?<! · |${column})${PHONE}`, 'gm'),
  ];
  return wrong.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ index }) => text.slice(Math.max(0, index - 30), index + 30)),
  );
}

beforeAll(async () => {
  await made('locations apply', bord.write('kajen.yaml', PLAN));
  const book = (name: string, time: string, size: number, ...tables: string[]) =>
    made(
      `bookings create --location kajen --party ${size} --name ${name} --force`,
      '--at',
      `2027-03-01 ${time}`,
      '--phone',
      PHONE,
      ...tables.flatMap((table) => ['--table', table]),
    );
  await book('Berg', '18:00', SIZE, '74');
  await made('bookings seat Berg --location kajen');
  await book('Lund', '20:00', SIZE, '76');
  await book('Ek', '20:00', 2, '71', '72');
  await book('Holm', '20:30', 2, '74');
  await made('tables block kajen 76 --from 2027-03-01T19:30 --to 2027-03-01T22:00 --force --reason lamp');
});

test.each([
  ['bookings list --location kajen', 0, 'Berg'],
  ['bookings show Berg --location kajen', 0, `party    ${SIZE} guests`],
  ['bookings unseated kajen', 0, ''],
  ['evening kajen', 0, '2 guests   '],
  ['evening kajen --now', 0, `Berg · ${SIZE} guests`],
  ['turns kajen', 0, '0 stays are known'],
  ['tables blocks kajen', 0, 'lamp'],
  [`bookings assign Holm --location kajen --table 76`, 1, 'table 76'],
  [`bookings assign Ek --location kajen --table 74`, 1, 'table 74'],
  ['tables block kajen 71 --from 2027-03-01T20:00 --to 2027-03-01T22:00', 1, 'Ek · 2 guests'],
  [
    `bookings create --location kajen --party ${SIZE} --name Ny --table 74 --at 18:30`,
    1,
    `Berg · ${SIZE} guests`,
  ],
  ['bookings extend Berg --location kajen --until 21:30', 1, 'Holm · 2 guests'],
])(
  'with numbered tables bord %s shows no table, size or telephone number without its word',
  async (line, status, part) => {
    const { code, out, err } = await run(words(line));
    expect([code, bare(out + err)]).toEqual([status, []]);
    expect(out + err).toContain(part);
  },
);

test('control: bare figures are found', () => {
  for (const text of ['17:00 Berg, 13', 'at 74 for Berg', `Berg ${PHONE}`])
    expect(bare(text)).toHaveLength(1);
});
