/** Blocks of tables (D39) by the command line, at a restaurant that never closes. */
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
servicePeriods:
  - {name: All day, days: daily, opens: "00:00", closes: "24:00"}
turnTimes: 120
`;

beforeAll(() => bord.json('locations', 'apply', bord.write('kajen.yaml', PLAN)));

interface Made {
  readonly id: string;
  readonly tables: readonly string[];
}

interface Blocked {
  readonly id: string;
  readonly moved: readonly object[];
  readonly unseated: readonly object[];
}

const book = (name: string, time: string, party: number): Promise<Made> =>
  bord.json<Made>(
    ...words('bookings create --location kajen --phone 0701234567 --party'),
    String(party),
    '--name',
    name,
    '--at',
    time,
  );

test('D39 a block moves the parties of the table, names each that cannot move, and with --force leaves it waiting for a table', async () => {
  const berg = await book('Berg', '2027-03-01 19:00', 4);
  const [at, other] = berg.tables[0] === 'T1' ? ['T1', 'T2'] : ['T2', 'T1'];
  const block = ['tables', 'block', 'kajen', at.toLowerCase(), '--from', '2027-03-01 18:00', '--to', '23:00'];
  const { out } = await bord.run([...block, '--reason', 'leg broken']);
  expect(out).toMatch(
    new RegExp(
      `^Table ${at} is blocked Mon 1 Mar 2027 18:00–23:00 CET \\(leg broken, bl_\\w{22}\\)\\.\n\nMoved:\n  19:00 Berg · 4 guests: table ${at} → table ${other}\n$`,
    ),
  );
  expect(await bord.refusal(block)).toMatch(
    new RegExp(
      `^bord: not blocked: table ${at} is blocked .* \\(leg broken, bl_\\w+\\) already\nbord: Unblock it first: bord tables unblock bl_\\w+$`,
    ),
  );
  const whole = ['tables', 'block', 'kajen', other, '--from', '2027-03-01 18:00', '--to', '23:00'];
  expect(await bord.refusal(whole)).toBe(
    [
      'bord: not blocked: there is no other table for',
      `bord:   Mon 1 Mar 2027 19:00–21:00 Berg · 4 guests · table ${other} · 0701234567 · ${berg.id}`,
      'bord: With --force they wait for a table: bord bookings unseated "Kajen"',
      'bord: It is possible from Mon 1 Mar 2027 21:00: --from "2027-03-01 21:00"',
    ].join('\n'),
  );
  const refused = await bord.run([...whole, '--json']);
  expect(JSON.parse(refused.out)).toMatchObject({ error: 'refused', inTheWay: [berg.id], blocks: [] });

  const forced = await bord.json<Blocked>(...whole, '--force');
  expect(forced).toEqual({
    id: expect.stringMatching(/^bl_/) as string,
    locationId: expect.any(String) as string,
    tables: [other],
    startsAt: '2027-03-01T17:00:00Z',
    endsAt: '2027-03-01T22:00:00Z',
    reason: null,
    by: 'cli',
    moved: [],
    unseated: [
      {
        id: berg.id,
        startsAt: '2027-03-01T18:00:00Z',
        endsAt: '2027-03-01T20:00:00Z',
        partySize: 4,
        name: 'Berg',
        phone: '0701234567',
        from: [other],
        to: [],
      },
    ],
    released: [],
  });
  const unseated = await bord.run(words('bookings unseated Kajen'));
  expect(unseated.out).toMatch(
    new RegExp(`^Mon 1 Mar 2027 +19:00 CET +4 +Berg +0701234567 +${other} +${berg.id}$`, 'm'),
  );
  expect(await bord.json('bookings', 'unseated', 'kajen')).toMatchObject([{ id: berg.id, tables: [] }]);
  const evening = await bord.run(words('evening Kajen --date 2027-03-01'));
  expect(evening.out).toMatch(/1 without a table/);
  expect(evening.out).toMatch(/waiting for a table\n.*\[4 Be/);
  expect(evening.out).toMatch(/leg broken/);
  const day = await bord.json<{ tables: { id: string; blocks: object[] }[]; bookings: Made[] }>(
    ...words('evening Kajen --date 2027-03-01'),
  );
  expect(day.bookings.map(({ id }) => id)).toEqual([berg.id]);
  expect(day.tables.map(({ blocks }) => blocks.length)).toEqual([1, 1, 0]);

  expect(await bord.refusal(['bookings', 'assign', berg.id])).toMatch(/^bord: not changed: no table is free/);
  expect(await bord.refusal(['bookings', 'assign', berg.id, '--table', other])).toMatch(
    new RegExp(`^bord: not changed: table ${other} is blocked .*bord tables unblock ${forced.id}`),
  );
  const lifted = await bord.run(['tables', 'unblock', forced.id]);
  expect(lifted.out).toBe(
    `The block of table ${other}, Mon 1 Mar 2027 18:00–23:00 CET is lifted.\n1 without a table at Kajen: bord bookings unseated "Kajen"\n`,
  );
  expect((await bord.run(['tables', 'unblock', forced.id])).out).toMatch(/was lifted before/);
  expect((await bord.run(['bookings', 'assign', berg.id])).out).toMatch(`The booking is at table ${other}.`);
  expect((await bord.run(words('bookings unseated kajen'))).out).toBe('Everybody has a table.\n');
});

test('D39 blocks are listed until they end, and are not bookings', async () => {
  const made = await bord.json<Blocked>(...words('tables block kajen T3 T1 --for 2h'));
  const listed = await bord.run(words('tables blocks kajen'));
  expect(listed.out).toMatch(new RegExp(`^T3 \\+ T1 .* ${made.id}$`, 'm'));
  expect(await bord.json('tables', 'blocks', 'kajen', '--date', '2027-03-02')).toEqual([]);
  expect(await bord.refusal(['bookings', 'show', made.id])).toMatch(/there is no booking/);
  expect(await bord.refusal(['bookings', 'cancel', made.id, '--yes'])).toMatch(/there is no booking/);
  expect(await bord.refusal(words('tables unblock bl_none'))).toBe(
    'bord: there is no block bl_none: list the blocks',
  );
  expect((await bord.run(words('bookings list --location kajen'))).out).not.toContain(made.id);
});

test('D39 the length has one notation; a time of day is the first such time after the start', async () => {
  const night = await bord.json<Blocked>(
    ...words('tables block kajen T3 --to 02:00 --from'),
    '2027-03-05 22:00',
  );
  expect(night).toMatchObject({ startsAt: '2027-03-05T21:00:00Z', endsAt: '2027-03-06T01:00:00Z' });
  const later = await bord.json<Blocked>(
    ...words('tables block kajen T3 --for 90m --from'),
    '2027-03-07 22:00',
  );
  expect(later).toMatchObject({ startsAt: '2027-03-07T21:00:00Z', endsAt: '2027-03-07T22:30:00Z' });
  expect(await bord.json<Blocked>(...words('tables block kajen T2 --tonight'))).toMatchObject({
    unseated: [],
  });
  for (const wrong of ['', '--tonight --for 2h', '--tonight --to 20:00', '--from 20:00'])
    expect((await bord.run(words(`tables block kajen T2 ${wrong}`.trim()))).code, wrong).toBe(2);
  const long = ['--from', '2027-03-08 12:00', '--to', '2027-05-01 12:00'];
  expect(await bord.refusal([...words('tables block kajen T3'), ...long])).toMatch(/31 days at a time/);
});
