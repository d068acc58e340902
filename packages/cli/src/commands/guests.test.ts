import { readdirSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { DEMO, makeBord, words } from '../../test/run-bord.ts';

const bord = makeBord();
afterAll(() => bord.remove());

test('D26 export and erase; a guest who is expected is not erased', async () => {
  const soon = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  const create = (name: string, email: string): Promise<{ id: string }> =>
    bord.json(
      'bookings',
      'create',
      '--location',
      DEMO,
      '--at',
      `${soon} 19:00`,
      '--party',
      '2',
      '--name',
      name,
      '--email',
      email,
    );
  const { id } = await create('Zelda Quist', 'Zelda@Example.se');
  await create('Other', 'other@example.se');

  const exported = await bord.json<{ email: string; bookings: { id: string; guest: object }[] }>(
    ...words('guests export --email zelda@example.se'),
  );
  expect(exported.bookings).toMatchObject([
    { id, guest: { name: 'Zelda Quist', email: 'Zelda@Example.se' } },
  ]);
  const { out } = await bord.run(words('guests export --email zelda@example.se'));
  expect(out).toMatch(
    new RegExp(`^${id} +\\w+ \\d+ \\w+ \\d{4} 19:00 CES?T +Bryggan +confirmed +Zelda Quist$`, 'm'),
  );
  expect(await bord.refusal(words('guests erase --email zelda@example.se'))).toContain(
    'repeat it with --yes',
  );
  expect(await bord.refusal(words('guests erase --email zelda@example.se --yes'))).toMatch(
    new RegExp(`^bord: there are bookings ahead; cancel them first: ${id} `),
  );
  await bord.json('bookings', 'cancel', id, '--yes');
  expect(await bord.json(...words('guests erase --email zelda@example.se --yes'))).toEqual({
    bookings: 1,
    mails: 0,
    sandboxKeys: 0,
    isScrubbed: true,
  });
  expect((await bord.run(words('guests export --email zelda@example.se'))).out).toBe(
    'There is no data of zelda@example.se.\n',
  );
  expect((await bord.run(words(`bookings list --location ${DEMO}`))).out).toContain('Other');
  expect(await bord.refusal(words('guests erase --email nonsense --yes'))).toContain('e-mail');
});

test('D20 the sweep without a demo location changes nothing', async () => {
  expect(await bord.refusal(['sandbox', 'sweep'], { env: { BORD_DEMO: '0' } })).toContain('set BORD_DEMO=1');
});

test('D26 no command writes a mail itself: it waits for a server, or for bord deliver', () => {
  expect(readdirSync(`${bord.folder}/data`).filter((name) => name === 'mail')).toEqual([]);
});
