import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { DEMO, makeBord, words } from '../../test/run-bord.ts';

const bord = makeBord();
afterAll(() => bord.remove());

const day = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);

async function book(at: string, party: number, name: string, ...more: readonly string[]) {
  const where = words(`bookings create --location ${DEMO} --party ${party}`);
  return bord.json<{ id: string; startsAt: string; endsAt: string }>(
    ...where,
    '--at',
    `${day} ${at}`,
    '--name',
    name,
    ...more,
  );
}

interface Evening {
  readonly date: string;
  readonly tables: readonly { readonly id: string; readonly free: readonly object[] }[];
  readonly bookings: readonly object[];
  readonly covers: readonly { readonly startsAt: string; readonly covers: number }[];
}

test('a day at a glance, of a location by its id or its name, to people and as JSON', async () => {
  const berg = await book('18:00', 2, 'Åsa Berg', '--notes', 'nut allergy');
  const lind = await book('19:00', 5, 'Lind');
  const gone = await book('20:00', 2, 'Nobody');
  await bord.json('bookings', 'cancel', gone.id, '--yes');

  const { out, err, code } = await bord.run(['evening', 'bryggan', '--date', day]);
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/^Bryggan, [A-Z].*\n2 parties, 7 guests; 1 cancelled\.\n\n/);
  expect(out).toMatch(/^T1 +1–2 .*\[2\* Åsa \]/m);
  expect(out).toMatch(/^T3 +4–6 .*\[5 Lind-+\]/m);
  expect(out).toMatch(/^window$/m);
  expect(out).toMatch(/^18:00 Åsa Berg · 2 guests · table T1: nut allergy$/m);
  expect(out).not.toContain('Nobody');
  for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(80);

  const evening = await bord.json<Evening>('evening', DEMO.toUpperCase(), '--date', day);
  expect(Object.keys(evening)).toEqual(['date', 'tables', 'bookings', 'waiting', 'covers']);
  expect(evening.date).toBe(day);
  const visit = { arrivedAt: null, seatedAt: null, leftAt: null };
  const cancelled = { ...gone, status: 'cancelled', ...visit };
  expect(evening.bookings).toEqual([{ ...berg, ...visit }, { ...lind, ...visit }, cancelled]);
  const opensAt = evening.covers[0]!.startsAt;
  const closesAt = new Date(Date.parse(opensAt) + 11 * 3_600_000).toISOString().replace('.000', '');
  expect(evening.tables[0]).toEqual({
    id: 'T1',
    area: null,
    seatsMin: 1,
    seatsMax: 2,
    online: true,
    closed: [],
    free: [
      { from: opensAt, to: berg.startsAt },
      { from: berg.endsAt, to: closesAt },
    ],
    blocks: [],
    holds: [],
  });
  expect(evening.tables.map(({ id }) => id)).toEqual(['T1', 'T2', 'T3', 'T4']);
  expect(evening.covers.filter(({ covers }) => covers > 0)).toEqual([
    { startsAt: berg.startsAt, period: 'All day', covers: 2, parties: 1, coversMax: null, partiesMax: null },
    { startsAt: lind.startsAt, period: 'All day', covers: 5, parties: 1, coversMax: null, partiesMax: null },
  ]);
});

test('without a date it is the day that is running; now is a part of it', async () => {
  const [today, named] = await Promise.all([
    bord.json<Evening>('evening', DEMO),
    bord.json<Evening>('evening', DEMO, '--date', 'TODAY'),
  ]);
  expect(named.date).toBe(today.date);
  const tomorrow = await bord.json<Evening>('evening', DEMO, '--date', 'tomorrow');
  expect(Date.parse(tomorrow.date) - Date.parse(today.date)).toBe(86_400_000);
  const hours = ({ out }: { readonly out: string }): number => out.split('\n')[3]!.match(/\d\d:00/g)!.length;
  expect(hours(await bord.run(['evening', DEMO]))).toBe(11);
  expect(hours(await bord.run(['evening', DEMO, '--now']))).toBeLessThanOrEqual(5);
});

test('--html writes a page that only its owner may read, in the place of the one before, or says why not', async () => {
  await book('12:00', 2, 'Karin Ek', '--notes', 'by the door');
  const file = join(bord.folder, 'evening.html');
  const write = ['evening', DEMO, '--date', day, '--html'];
  bord.write('evening.html', 'the one before');
  expect(await bord.run([...write, 'evening.html'])).toMatchObject({ code: 0, out: 'Wrote evening.html.\n' });
  expect(readFileSync(file, 'utf8')).toMatch(/^<!doctype html>[^]*Karin Ek[^]*by the door[^]*<\/html>\s*$/);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await bord.json<Evening>(...write, 'evening.html')).toMatchObject({ date: day });
  mkdirSync(join(bord.folder, 'folder'));
  expect(await bord.refusal([...write, 'folder'])).toBe(
    'bord: folder cannot be written: it is a folder. Choose another path',
  );
  expect(await bord.refusal([...write, 'nowhere/a.html'])).toBe(
    'bord: nowhere/a.html cannot be written: the folder does not exist. Choose another path',
  );
  expect(readdirSync(bord.folder).filter((name) => name.startsWith('.'))).toEqual([]);
});

test('an unknown or ambiguous location name is rejected', async () => {
  expect(await bord.refusal(['evening', 'Brygga'])).toBe(
    'bord: there is no location Brygga (did you mean Bryggan?); bord locations list shows all of them',
  );
  const other = '00000000-0000-4000-8000-0000000000e2';
  const plan = await bord.run(['locations', 'export', DEMO]);
  await bord.json(
    'locations',
    'apply',
    bord.write('b.yaml', plan.out.replace(DEMO, other).replace('Bryggan', 'BRYGGAN')),
  );
  expect((await bord.run(['evening', 'bryggan'])).err).toMatch(
    /^bord: 2 locations are named bryggan: give the id/,
  );
  expect((await bord.run(['evening', 'BRYGGAN'])).out).toMatch(/^BRYGGAN, /);
  expect(await bord.refusal(['evening', other.replace('e2', 'e3')])).toMatch(/^bord: there is no location 0/);
});
