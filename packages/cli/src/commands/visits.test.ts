/** The visit at the door (D41), and bookings by the words that are used there, at a restaurant that never closes. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBord, words } from '../../test/run-bord.ts';

const bord = makeBord();
afterAll(() => bord.remove());

/** Where it is between noon and one now: what is near in time is today. */
const HOURS = 12 - new Date().getUTCHours();
const ZONE = HOURS === 0 ? 'UTC' : `Etc/GMT${HOURS > 0 ? '-' : '+'}${Math.abs(HOURS)}`;

const PLAN = `
name: Kajen
timeZone: ${ZONE}
freeze: 30
tables:
  - {id: T1, seats: 2-4}
  - {id: T2, seats: 2-4}
servicePeriods:
  - {name: All day, days: daily, opens: "00:00", closes: "24:00"}
turnTimes: 120
`;

beforeAll(() => bord.json('locations', 'apply', bord.write('kajen.yaml', PLAN)));

interface Made {
  readonly id: string;
  readonly tables: readonly string[];
  readonly status: string;
  readonly endsAt: string;
  readonly seatedAt: string | null;
}

/** A time of today, so many minutes from now. */
function clock(minutes: number): string {
  const wallMs = Date.now() + HOURS * 3_600_000 + minutes * 60_000;
  return new Date(wallMs).toISOString().slice(11, 16);
}

const book = (name: string, at: string, ...more: string[]): Promise<Made> =>
  bord.json(...words(`bookings create --location kajen --party 2 --name`), name, '--at', at, ...more);
const line = async (...args: string[]): Promise<string> => {
  const { code, out, err } = await bord.run(['bookings', ...args]);
  expect([code, err]).toEqual([0, '']);
  return out;
};

test('D41 a walk-in is seated by table and name, extended and ended, and each action can be undone', async () => {
  const start = new Date(Date.now() - 60_000).toISOString();
  const made = await bord.json<Made>(
    ...words('bookings create --location Kajen --at now --party 2 --seated --phone'),
    '070-123 45 67',
    ...words('--name'),
    'Åsa Berg',
  );
  expect(made).toMatchObject({ tables: ['T1'], status: 'confirmed' });
  expect(Date.parse(made.seatedAt!)).toBeGreaterThanOrEqual(Date.parse(start));
  expect(await line('seat', 'asa', '--undo')).toMatch(/ Åsa Berg · 2 guests · table T1: is not seated\.$/m);
  expect(await line('arrive', '1234567')).toMatch(/: has arrived\.$/m);
  expect(await line('arrive', 'Berg', '--undo')).toMatch(/: has not arrived\.$/m);
  expect(await line('seat', 'BERG')).toMatch(/: is seated\.$/m);
  expect(await line('seat', 't1')).toMatch(/: is seated already\.$/m);
  expect(await line('extend', 'T1', '--by', '15m')).toMatch(/: stays until \d\d:\d\d, not \d\d:\d\d\.$/m);
  expect((await bord.run(words('bookings list --location Kajen'))).out).toMatch(
    / Åsa Berg +seated(?:, pinned)? +operator /,
  );
  const longer = await bord.json<Made>('bookings', 'extend', 'T1', '--by', '-30m');
  expect(Date.parse(made.endsAt) - Date.parse(longer.endsAt)).toBe(15 * 60_000);
  expect(await bord.refusal(words('bookings no-show T1'))).toMatch(/a seated party is not a no-show/);
  expect(await line('leave', 'T1')).toMatch(/: has left\.$/m);
  expect(await line('leave', 'Berg', '--undo')).toMatch(/: is still there\.$/m);
  expect(await bord.json('bookings', 'leave', made.id)).toMatchObject({ status: 'completed' });
  expect(await line('show', 'Berg')).toMatch(/^visit +seated \d\d:\d\d, left \d\d:\d\d$/m);
});

test('D41 the party in the way of an extension is named with the next step; with --force it waits for a table', async () => {
  const first = await book('Lind', clock(-110), '--table', 'T2');
  const next = await book('Ek', clock(20), '--table', 'T2');
  const refusal = await bord.refusal(words('bookings extend Lind --by 30m'));
  expect(refusal).toContain(`not extended: table T2 is needed by `);
  expect(refusal).toContain(`bord bookings assign ${next.id} --table`);
  expect(await line('extend', first.id, '--by', '30m', '--force')).toMatch(/^Waits for a table: \S+ Ek · /m);
  expect(await bord.json('bookings', 'show', next.id)).toMatchObject({ tables: [] });
  expect(await line('seat', 'Ek')).toMatch(/ Ek · 2 guests · table T1: is seated\.$/m);
  const refused = await bord.refusal(words('bookings seat Lind --table T1'));
  expect(refused).toMatch(/^bord: not seated: table T1 cannot be booked, .* Ek · .* · seated · bk_/);
});

test('an ambiguous name lists the parties with time and size; an unknown name is reported', async () => {
  const at = '2027-03-05 19:00';
  const both = [await book('Maja Holm', at), await book('Otto Holm', at)];
  const where = words('--date 2027-03-05');
  const refusal = await bord.refusal(['bookings', 'show', 'holm', ...where]);
  expect(refusal).toContain('2 bookings on 2027-03-05 at Kajen can be meant by holm');
  for (const { id, tables } of both)
    expect(refusal).toMatch(new RegExp(`19:00–21:00 \\w+ Holm · 2 guests · table ${tables[0]} · ${id}`));
  expect(await bord.json('bookings', 'show', 'otto', ...where)).toMatchObject({ id: both[1]!.id });
  expect(await bord.json('bookings', 'move', 'maja', '--at', '2027-03-05 20:00', ...where)).toMatchObject({
    id: both[0]!.id,
  });
  expect(await bord.refusal(['bookings', 'show', 'Hulm', '--location', 'kajen', ...where])).toMatch(
    /^bord: there is no booking Hulm on 2027-03-05 at Kajen/,
  );
});

test('a missing length, end or arrival is asked before any change', async () => {
  for (const args of [
    'extend T1',
    'extend T1 --by 15m --until 21:00',
    'extend T1 --by 15',
    'create --location kajen --at 19:00 --party 2 --name A --seated',
  ])
    expect((await bord.run(words(`bookings ${args}`))).code).toBe(2);
});
