import { afterAll, expect, test } from 'vitest';
import { DEMO, makeBord, words } from '../../test/run-bord.ts';

const bord = makeBord();
afterAll(() => bord.remove());

const dateIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const day = dateIn(40);

const book = (at: string): Promise<string> =>
  bord.refusal([...words(`bookings create --location ${DEMO} --party 2 --name Berg --at`), at]);

interface Closure {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly reason: string | null;
}

test('add, list, remove: a day', async () => {
  const { bookings, holds, ...closure } = await bord.json<Closure & Record<'bookings' | 'holds', unknown>>(
    ...words(`closures add ${DEMO} --from ${day} --reason`),
    'Staff party',
  );
  expect([bookings, holds]).toEqual([[], []]);
  expect(closure).toEqual({ id: expect.any(String), from: day, to: day, reason: 'Staff party' });
  expect(await bord.json(...words(`closures list ${DEMO}`))).toEqual([closure]);
  const { out } = await bord.run(words(`closures list ${DEMO}`));
  expect(out).toContain('Europe/Stockholm');
  expect(out).toMatch(new RegExp(`^${day} +${day} +Staff party +${closure.id}$`, 'm'));
  expect(await book(`${day} 19:00`)).toMatch(/^bord: not booked: the restaurant is closed then/);

  expect(await bord.refusal(['closures', 'remove', DEMO, closure.id])).toMatch(
    /^bord: Open Bryggan again, .*--yes\.$/,
  );
  expect(await bord.refusal(['closures', 'remove', DEMO, 'none', '--yes'])).toBe(
    'bord: Bryggan has no closure none: bord closures list shows all of them',
  );
  expect(await bord.json('closures', 'remove', DEMO, closure.id, '--yes')).toEqual(closure);
  expect(await bord.json('closures', 'list', DEMO)).toEqual([]);
  expect((await bord.run(['closures', 'list', DEMO])).out).toBe('Bryggan has no closures.\n');
});

test('closed hours reject partners; staff can still create a booking', async () => {
  const hours = await bord.json<Closure>(
    ...words(`closures add ${DEMO} --to ${day}T20:00 --from`),
    `${day} 18:00`,
  );
  expect(hours).toMatchObject({ from: `${day}T18:00`, to: `${day}T20:00`, reason: null });
  const walkIn = words(`bookings create --location ${DEMO} --party 2 --name Berg --at ${day}T19:45`);
  expect((await bord.run(walkIn)).code).toBe(0);
  await bord.json('closures', 'remove', DEMO, hours.id, '--yes');
});

test('both ends take every form of a date or a time', async () => {
  const add = (...options: readonly string[]) => bord.json<Closure>('closures', 'add', DEMO, ...options);
  const whole = await add('--from', 'tomorrow');
  expect([whole.from, whole.to]).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\d$/), whole.from]);
  const hours = await add('--from', 'tomorrow 12:00', '--to', `${whole.from} 13.30`);
  expect([hours.from, hours.to]).toEqual([`${whole.from}T12:00`, `${whole.from}T13:30`]);
  const offset = await add('--from', `${day}T12:00:00Z`, '--to', `${day}T15:00`);
  expect(offset.from).toMatch(new RegExp(`^${day}T1[34]:00$`));
  const late = await add('--from', '21:30', '--to', 'tomorrow 11:00');
  expect(late.from).toMatch(/T21:30$/);
  for (const { id } of [whole, hours, offset, late]) await bord.json('closures', 'remove', DEMO, id, '--yes');
});

test('an invalid closure is rejected with its reason, without effect', async () => {
  const refused = (line: string) => bord.refusal(words(`closures add ${DEMO} ${line}`));
  expect(await refused(`--from ${day} --to ${dateIn(39)}`)).toBe(
    'bord: the closure must not end before it begins',
  );
  expect(await refused(`--from ${day} --to ${day}T20:00`)).toMatch(/write both ends as/);
  expect(await bord.refusal(words(`closures list ${DEMO.replace('d311', 'd399')}`))).toMatch(
    /there is no location/,
  );
  expect(await bord.json('closures', 'list', DEMO)).toEqual([]);
});

test('--for closes from now on, by the clock of the location', async () => {
  const line = `closures add ${DEMO} --for 90m`;
  const { from, to } = await bord.json<Closure>(...words(line));
  const nowThere = new Date().toLocaleString('sv', { timeZone: 'Europe/Stockholm' }).replace(' ', 'T');
  expect(from).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/);
  expect(from <= nowThere && nowThere < to).toBe(true);
});
