/** The waitlist (D36) on the command line. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBord, words } from '../../test/run-bord.ts';

const bord = makeBord();
afterAll(() => bord.remove());

const PLAN = `
name: Kajen
timeZone: Europe/Stockholm
offerMinutes: 45
tables:
  - {id: T1, seats: 1-4}
servicePeriods:
  - {name: Night, days: daily, opens: "18:00", closes: "02:00"}
turnTimes: 120
horizonDays: 3000
`;

beforeAll(() => bord.json('locations', 'apply', bord.write('kajen.yaml', PLAN)));

interface Entry {
  readonly id: string;
  readonly state: string;
  readonly from: string;
  readonly to: string;
  readonly bookingId: string | null;
}

const add = (name: string, ...more: readonly string[]): Promise<Entry> =>
  bord.json<Entry>(...words('waitlist add kajen --date 2030-03-01 --party 2 --name'), name, ...more);

test('D36 D5 waiting parties are listed in order, in the time zone of the location, and can leave', async () => {
  const made = await bord.json<{ id: string }>(
    ...words('bookings create --location kajen --party 2 --name Berg --at'),
    '2030-03-01 20:00',
  );
  const one = await add('Lind', ...words('--from 20:00 --to 20:30 --phone 0701234567 --book'));
  const two = await add('Ek', ...words('--from 20.00 --email ek@example.com'));
  const night = await add('Alm', ...words('--from 20:00 --to 01:30 --email alm@example.com --book'));
  expect([one.state, two.state]).toEqual(['waiting', 'waiting']);
  expect([one.from, one.to, two.to]).toEqual([
    '2030-03-01T19:00:00Z',
    '2030-03-01T19:30:00Z',
    '2030-03-01T19:00:00Z',
  ]);
  // After midnight is the same night, and there is room.
  expect([night.to, night.state]).toEqual(['2030-03-02T00:30:00Z', 'booked']);
  const { out } = await bord.run(words('waitlist list kajen'));
  expect(out).toMatch(/^2030-03-01 +20:00–20:30 +2 +Lind +0701234567 +waits, booked when free +wt_\w{22}$/m);
  expect(out).toMatch(/^2030-03-01 +20:00 +2 +Ek +ek@example.com +waits +wt_\w{22}$/m);
  expect(out.indexOf('Lind')).toBeLessThan(out.indexOf('Ek'));
  expect(out).toMatch(/^date +would come +party +name +reached by +state +id$/m);
  const day = await bord.run(words('evening kajen --date 2030-03-01'));
  const lines = day.out
    .slice(day.out.indexOf('Waiting for a table: 2 parties, 4 guests'))
    .replaceAll(/\s+/g, ' ');
  expect(lines).toMatch(
    /20:00–20:30 Lind · 2 guests · 0701234567: no table before 00:00, booked when free; since /,
  );
  expect(lines).toMatch(/20:00 Ek · 2 guests · ek@example.com: no table before 00:00; since /);
  const { waiting } = await bord.json<{ waiting: readonly Entry[] }>(
    ...words('evening kajen --date 2030-03-01'),
  );
  expect(waiting).toEqual([
    { ...one, bookedAt: null, nextFreeAt: '2030-03-01T23:00:00Z' },
    { ...two, bookedAt: null, nextFreeAt: '2030-03-01T23:00:00Z' },
  ]);
  const left = await bord.run(words(`waitlist leave ${one.id} --yes`));
  expect(left.out).toBe('No longer on the list: 2030-03-01 20:00–20:30 Lind · 2 guests · 0701234567.\n');
  await bord.json(...words(`bookings cancel ${made.id} --yes`));
  const [next] = await bord.json<readonly Entry[]>(...words('waitlist list kajen --date 2030-03-01'));
  expect(next).toMatchObject({ id: two.id, state: 'offered', offer: { startsAt: '2030-03-01T19:00:00Z' } });
  expect((await bord.run(words('waitlist list kajen'))).out).toMatch(/offered 20:00 until \d\d:\d\d/);
  const offered = await bord.run(words('evening kajen --date 2030-03-01'));
  expect(offered.out.replaceAll(/\s+/g, ' ')).toMatch(
    /Ek · 2 guests · ek@example.com: table T1 at 20:00 is offered until \d\d:\d\d;/,
  );
  expect((await bord.run(words('waitlist list kajen --date 2030-03-02'))).out).toBe(
    'The waitlist is empty at Kajen on 2030-03-02.\n',
  );
});

test('D36 --from and --to take every form of a time; one with a date needs no --date', async () => {
  const command = words('waitlist add kajen --party 2 --name Dal --email dal@example.com --from');
  const bounds = ({ from, to }: Entry) => [from, to];
  expect(bounds(await bord.json<Entry>(...command, '2030-03-03 20:00'))).toEqual([
    '2030-03-03T19:00:00Z',
    '2030-03-03T19:00:00Z',
  ]);
  expect(bounds(await bord.json<Entry>(...command, '2030-03-04T20:00:00+01:00', '--to', '01:30'))).toEqual([
    '2030-03-04T19:00:00Z',
    '2030-03-05T00:30:00Z',
  ]);
  expect(
    await bord.refusal([...command, '2030-03-03 20:00', ...words('--date 2030-03-04 --to 21:00')]),
  ).toContain('is on service date 2030-03-03, not on 2030-03-04');
});

test('D36 a size that can never be seated is rejected with its reason, and an unknown entry by its name', async () => {
  const large = words('waitlist add kajen --date 2030-03-01 --from 20:00 --party 9 --name Berg --book');
  expect(await bord.refusal(large)).toContain('partySize must be at most what the largest table holds');
  const unmailed = words('waitlist add kajen --date 2030-03-01 --from 20:00 --party 2 --name Berg');
  expect((await bord.run(unmailed)).err).toContain('add --email ADDRESS');
  const early = words('waitlist add kajen --date 2030-03-01 --from 09:00 --party 2 --name Berg --book');
  expect(await bord.refusal(early)).toContain('no time between from and to');
  expect(await bord.refusal(words('waitlist leave wt_none --yes'))).toContain('no entry wt_none');
});

test('D36 an offer lasts as long as the location file says', async () => {
  const { out } = await bord.run(words('locations show kajen'));
  expect(out).toMatch(/offers to waiting parties last +45 min/);
  for (const minutes of ['4', '1441', '"x"']) {
    const file = join(bord.folder, 'wrong.yaml');
    await writeFile(file, PLAN.replace('offerMinutes: 45', `offerMinutes: ${minutes}`));
    expect(await bord.refusal(['locations', 'apply', file])).toContain('offerMinutes');
  }
});
