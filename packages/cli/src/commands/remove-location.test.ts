import { afterAll, expect, test } from 'vitest';
import { DEMO, makeBord, words } from '../../test/run-bord.ts';

const bord = makeBord();
afterAll(() => bord.remove());

const PLAN = `
alias: fyren
name: Fyren
timeZone: Europe/Stockholm
tables:
  - {id: T1, seats: 1-2}
servicePeriods:
  - {name: Dinner, days: daily, opens: "17:00", closes: "23:00"}
`;
const date = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);

test('a location without bookings and references is removed after a confirmation', async () => {
  const { id } = await bord.json<{ id: string }>('locations', 'apply', bord.write('fyren.yaml', PLAN));
  const line = `bookings create --location fyren --at ${date}T19:00 --party 2 --name Astrid --phone 070-1234567`;
  const booking = await bord.json<{ id: string }>(...words(line));
  const remove = ['locations', 'remove', 'fyren'];

  const standing = await bord.refusal([...remove, '--yes', '--force']);
  expect(standing).toMatch(/^bord: Fyren is not removed: a booking exists there\./);
  expect(standing).toMatch(/19:00–20:30 +2 +T1 +Astrid +070-1234567/);
  await bord.json('bookings', 'cancel', booking.id, '--yes');

  const key = await bord.json<{ id: string }>(...words('keys create --partner acme --location fyren'));
  expect(await bord.refusal([...remove, '--yes'])).toContain(`named by key ${key.id} of partner acme`);
  await bord.json('keys', 'revoke', key.id, '--yes');

  expect(await bord.refusal(remove)).toMatch(/^bord: Remove Fyren \([-0-9a-f]{36}\) permanently, .*--yes\.$/);
  expect(await bord.json('locations', 'show', 'fyren')).toMatchObject({ id, revision: 1 });
  expect(await bord.json(...remove, '--yes')).toEqual({
    id,
    name: 'Fyren',
    changes: [{ path: 'location', from: 'Fyren', to: null }],
    bookings: [],
    deleted: 1,
  });
  expect(await bord.refusal(['locations', 'show', 'fyren'])).toBe(
    'bord: there is no location fyren; bord locations list shows all of them',
  );
  expect(await bord.refusal(['bookings', 'show', booking.id])).toBe(
    'bord: this booking does not exist: bord bookings list shows those of a day',
  );
});

test('the demo location is left out by its setting, not removed: it would come back', async () => {
  expect(await bord.refusal(['locations', 'remove', DEMO, '--yes'])).toContain('BORD_DEMO=0');
});
