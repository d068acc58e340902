import { mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { seeded } from '../support/seed.ts';
import { endpointMessage, folderMailer, guestMessage, signUpMessage } from './mails.ts';

test('D26 one file a message, named by its time and kind, for its owner only', async () => {
  const { mailer, path, files } = await folderMailer();
  expect(mailer.isLocal).toBe(true);
  await mailer.send(guestMessage());
  await mailer.send(guestMessage({ kind: 'reminder', id: 'bk_1:mail.reminder:0@mail' }));
  await mailer.send(endpointMessage);
  const names = await files();
  expect(names).toEqual([
    expect.stringMatching(/^20261121T130000Z-confirmation-[0-9a-f]{32}\.eml$/),
    expect.stringMatching(/^20261203T110000Z-endpoint-failing-[0-9a-f]{32}\.eml$/),
    expect.stringMatching(/^20261203T183000Z-reminder-[0-9a-f]{32}\.eml$/), // the day before the visit
  ]);
  expect((await stat(path)).mode & 0o777).toBe(0o700);
  for (const name of names) expect((await stat(join(path, name))).mode & 0o777).toBe(0o600);
});

test('D26 a message that is sent again is there once, also when it is sent twice at the same time', async () => {
  const { mailer, path, files } = await folderMailer();
  await mailer.send(guestMessage());
  const [name] = await files();
  const before = await readFile(join(path, name!));
  await mailer.send(guestMessage());
  expect(await files()).toEqual([name]);
  expect(await readFile(join(path, name!))).toEqual(before);

  const ids = Array.from({ length: 20 }, (_, i) => `message ${i % 4}`);
  await Promise.all(ids.map((id) => mailer.send(guestMessage({ id }))));
  expect(await files()).toHaveLength(5);
  expect((await readdir(path)).filter((file) => !file.endsWith('.eml'))).toEqual([]);
});

test('D26 a folder that cannot be written to is a failure without leftovers', async () => {
  const { mailer, path } = await folderMailer();
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, 'no folder');
  await expect(mailer.send(guestMessage())).rejects.toThrow(/EEXIST|ENOTDIR/);
  expect(await readFile(path, 'utf8')).toBe('no folder');
});

test('D26 who is erased has no mail left, and everybody else has', async () => {
  const { mailer, path, files } = await folderMailer();
  await mailer.send(guestMessage({ id: '1', to: 'Astrid@Example.se' }));
  await mailer.send(guestMessage({ id: '2', to: 'astrid@example.se', kind: 'moved' }));
  await mailer.send(guestMessage({ id: '3', to: 'xastrid@example.se' }));
  await mailer.send(guestMessage({ id: '4', to: 'björn@example.se', guestName: 'astrid@example.se' }));
  await mailer.send({ ...signUpMessage, to: 'ASTRID@example.se' });
  // Half a mail, of a process that was killed.
  await writeFile(join(path, '.x.eml.draft'), 'From: b@example.se\r\nTo: astrid@example.se\r\nSubj');
  await writeFile(join(path, 'notes.txt'), 'To: astrid@example.se\r\n\r\n');

  expect(await mailer.erase('astrid@EXAMPLE.se')).toBe(4);
  const left = await files();
  expect(left).toHaveLength(3);
  expect(left).toContain('notes.txt');
  for (const name of left.filter((it) => it.endsWith('.eml'))) {
    const { to } = await PostalMime.parse(await readFile(join(path, name)));
    expect(to?.[0]?.address).toMatch(/^xastrid@|^björn@/);
  }
  expect(await mailer.erase('astrid@example.se')).toBe(0);
  expect(await mailer.erase('BJÖRN@example.se')).toBe(1);
});

test('D26 a folder that does not exist has no mails to erase', async () => {
  const { mailer } = await folderMailer();
  expect(await mailer.erase('astrid@example.se')).toBe(0);
});

test('D26 every address that is written to can be erased, however it is spelled', async () => {
  const letters = fc.constantFrom(...'abzABZ0189åäöÅÄÖéßŁ'.split(''), ...".+_-!#$%&'*/=?^`{|}~".split(''));
  const label = fc.string({
    unit: fc.constantFrom(...'abzABZ019åöß'.split('')),
    minLength: 1,
    maxLength: 12,
  });
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: letters, minLength: 1, maxLength: 40 }),
      label,
      async (local, domain) => {
        const to = `${local}@${domain}.example`;
        const { mailer, files } = await folderMailer();
        await mailer.send(guestMessage({ to }));
        expect(await files()).toHaveLength(1);
        expect(await mailer.erase(to.toLowerCase())).toBe(1);
      },
    ),
    seeded(100),
  );
});

test('D26 old files of the folder are deleted, and other files stay', async () => {
  const { mailer, path, files } = await folderMailer();
  for (const id of ['old', 'new']) await mailer.send(guestMessage({ id }));
  const [old, recent] = await files();
  await writeFile(join(path, 'notes.txt'), 'not ours');
  const longAgo = new Date('2020-01-01');
  for (const name of [old!, 'notes.txt']) await utimes(join(path, name), longAgo, longAgo);
  expect(await mailer.purge(Date.parse('2021-01-01'))).toBe(1);
  expect(await readdir(path)).toEqual([recent, 'notes.txt']);
});
