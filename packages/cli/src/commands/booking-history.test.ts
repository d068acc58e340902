import { afterAll, expect, test } from 'vitest';
import { DEMO, makeBord, words } from '../../test/run-bord.ts';

const bord = makeBord();
afterAll(() => bord.remove());

const [day, other] = [31, 33].map((days) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10),
);

async function book(...given: readonly string[]): Promise<string> {
  const create = words(`bookings create --location ${DEMO} --party 2 --name Astrid`);
  return String((await bord.json(...create, '--at', `${day} 19:00`, ...given))['id']);
}

test('D42 edit changes the given fields, "" clears a field, and omitted fields stay', async () => {
  const id = await book('--phone', '070-1', '--notes', 'Barnstol', '--lang', 'en');
  const edited = await bord.json('bookings', 'edit', id, '--name', 'Astrid Berg', '--notes', 'Nötallergi');
  expect(edited).toMatchObject({
    guest: { name: 'Astrid Berg', phone: '070-1', notes: 'Nötallergi', lang: 'en' },
  });
  expect(await bord.json('bookings', 'edit', id, '--phone', '', '--notes', '', '--lang', '')).toMatchObject({
    guest: { name: 'Astrid Berg', phone: null, notes: null, lang: null },
  });
  expect((await bord.run(['bookings', 'edit', id, '--phone', ' '])).out).toMatch(
    /^The booking says so already\./,
  );
  expect(await bord.refusal(['bookings', 'edit', id, '--name', ' '])).toMatch(/name/);
  expect(await bord.refusal(['bookings', 'edit', id, '--email', 'astrid'])).toMatch(/e-mail/);
  expect((await bord.run(['bookings', 'edit', id])).code).toBe(2);
});

test('D27 D42 who corrects an address reads where mails go from now on, and that old links are dead', async () => {
  const id = await book('--email', 'astird@example.com');
  expect((await bord.run(['bookings', 'edit', id, '--email', 'astrid@example.com'])).out).toMatch(
    /^The booking is changed: mails go to astrid@example.com. Links that were mailed before do not work any more\.\n/,
  );
  expect((await bord.run(['bookings', 'edit', id, '--email', ''])).out).toMatch(
    /^The booking is changed. Links that were mailed before do not work any more\.\n/,
  );
});

test('D43 show lists each change with its time, author, old and new value, in the time zone of the location', async () => {
  const id = await book('--phone', '070-1', '--at', `${other} 18:00`);
  await bord.json('bookings', 'move', id, '--at', `${other} 19:00`);
  await bord.json('bookings', 'move', id, '--at', `${other} 20:00`, '--party', '4');
  await bord.json('bookings', 'pin', id);
  await bord.json('bookings', 'edit', id, '--notes', 'Nötallergi', '--phone', '');
  await bord.json('bookings', 'no-show', id, '--yes');
  const { out } = await bord.run(['bookings', 'show', id]);
  const history = out.slice(out.indexOf('\n\n') + 2);
  const [now] = history.match(/\w{3} \d+ \w{3} \d{4} \d\d:\d\d/)!;
  const lines = history
    .replaceAll(/\w{3} \d+ \w{3} \d{4} \d\d:\d\d {2}/g, 'NOW  ')
    .replaceAll(/ {2,}/g, '  ');
  expect(now).toBeDefined();
  expect(
    lines
      .trimEnd()
      .split('\n')
      .map((line) => line.trim()),
  ).toEqual([
    'when  what  by  before → after',
    'NOW  made  cli',
    'NOW  moved  cli  18:00 → 19:00',
    'NOW  moved  cli  19:00 → 20:00',
    '2 guests → 4 guests',
    expect.stringMatching(/^table T\d → table T\d$/),
    'NOW  pinned  cli  not pinned → pinned',
    'NOW  edited  cli  phone: 070-1 → –',
    'notes: – → Nötallergi',
    'NOW  no-show  cli  confirmed → no-show',
  ]);

  const { history: entries } = await bord.json('bookings', 'show', id);
  expect(entries).toMatchObject([
    { kind: 'moved', from: { startsAt: expect.any(String) } },
    {
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      kind: 'moved',
      by: 'cli',
      from: { partySize: 2, startsAt: expect.any(String) },
      to: { partySize: 4 },
    },
    { kind: 'pinned', from: { pinned: false }, to: { pinned: true } },
    {
      kind: 'edited',
      from: { guest: { phone: '070-1', notes: null } },
      to: { guest: { phone: null, notes: 'Nötallergi' } },
      guestFields: ['phone', 'notes'],
    },
    { kind: 'no_show', from: { status: 'confirmed' }, to: { status: 'no_show' } },
  ]);
});

test('D43 an export has what the guest’s fields were; after an erasure only that they were changed is left', async () => {
  const id = await book('--email', 'eva@example.com', '--phone', '070-55');
  await bord.json('bookings', 'edit', id, '--phone', '070-66');
  const exported = await bord.json('guests', 'export', '--email', 'eva@example.com');
  expect(exported).toMatchObject({
    bookings: [{ history: [{ from: { guest: { phone: '070-55' } } }], formerGuests: [{ phone: '070-55' }] }],
  });
  await bord.json('bookings', 'cancel', id, '--yes');
  await bord.json('guests', 'erase', '--email', 'eva@example.com', '--yes');
  const shown = await bord.json('bookings', 'show', id);
  expect(shown).toMatchObject({
    history: [{ kind: 'edited', guestFields: ['phone'] }, { kind: 'cancelled' }],
  });
  expect(JSON.stringify(shown)).not.toMatch(/070|eva/);
  const { out } = await bord.run(['bookings', 'show', id]);
  expect(out).toMatch(/edited +cli +phone \(erased\)/);
  expect(out).not.toMatch(/070|eva/);
});
