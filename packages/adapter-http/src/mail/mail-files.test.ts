import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SignUpMessage } from '@bord/engine';
import { createStorage } from 'unstorage';
import fsLite from 'unstorage/drivers/fs-lite';
import http from 'unstorage/drivers/http';
import memory from 'unstorage/drivers/memory';
import { createStorageServer } from 'unstorage/server';
import { expect, onTestFinished, test } from 'vitest';
import { createMailer, type MailTransport } from './create-mailer.ts';

const signUp = (id: string, to: string): SignUpMessage => ({
  kind: 'sign_up',
  id,
  to,
  system: 'Hotel Nord PMS',
  token: 'w8uYfHdJe5aPgR3iOtNzB6vMq4ZrT0c9mX2bV7nK1sL',
  madeMs: Date.parse('2026-12-03T11:00:00Z'),
  expiresMs: Date.parse('2026-12-04T11:00:00Z'),
});

const mailerTo = (transport: MailTransport) =>
  createMailer({
    transport,
    from: 'Bord <no-reply@bord.example>',
    publicUrl: 'https://boka.example.se',
    nowMs: () => Date.parse('2026-12-03T11:00:00Z'),
  });

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bord-mails-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A mail as it was written, without the random boundaries between its parts. */
async function textOf(file: string): Promise<string> {
  return (await readFile(file, 'latin1')).replaceAll(/--_NmP-[0-9a-f]+-/g, '--part-');
}

/** A file server over HTTP, on a folder that the test can read. */
async function aFileServer(): Promise<{ readonly folder: string; readonly url: string }> {
  const folder = await aFolder();
  const { handle } = createStorageServer(createStorage({ driver: fsLite({ base: folder }) }));
  const server = createServer(handle);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    return new Promise<void>((done) => server.close(() => done()));
  });
  return { folder, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test('D26 mails are stored over HTTP as in a folder: the same names, the same bytes, once each', async () => {
  const { folder, url } = await aFileServer();
  const plain = await aFolder();
  const store = mailerTo({ kind: 'files', files: createStorage({ driver: http({ base: url }) }) });
  const local = mailerTo({ kind: 'folder', path: plain });
  expect([store.isLocal, local.isLocal]).toEqual([true, true]);
  for (const mailer of [store, local, store])
    for (const id of ['1', '2']) await mailer.send(signUp(id, 'dev@example.com'));
  const names = await readdir(folder);
  expect(names).toHaveLength(2);
  expect(names).toEqual(await readdir(plain));
  for (const name of names) expect(await textOf(join(folder, name))).toBe(await textOf(join(plain, name)));
});

test('D26 erasing a guest and purging old mails work in a store over HTTP', async () => {
  const { folder, url } = await aFileServer();
  const mailer = mailerTo({ kind: 'files', files: createStorage({ driver: http({ base: url }) }) });
  for (const [i, to] of ['astrid@example.se', 'Astrid@Example.se', 'björn@example.se'].entries())
    await mailer.send(signUp(`${i}`, to));
  await writeFile(join(folder, 'notes.txt'), 'To: astrid@example.se\r\n\r\n');
  expect(await mailer.erase('ASTRID@example.se')).toBe(2);
  expect(await mailer.erase('astrid@example.se')).toBe(0);
  const [left, ...rest] = await readdir(folder);
  expect([left, rest]).toEqual([expect.stringMatching(/\.eml$/), ['notes.txt']]);
  expect(await mailer.purge(Date.parse('2021-01-01'))).toBe(0);
  await utimes(join(folder, left!), new Date('2020-01-01'), new Date('2020-01-01'));
  expect(await mailer.purge(Date.parse('2021-01-01'))).toBe(1);
  expect(await readdir(folder)).toEqual(['notes.txt']);
});

test('D26 a store that does not report when its files were written is an error, and no file is deleted', async () => {
  const files = createStorage({ driver: memory() });
  const mailer = mailerTo({ kind: 'files', files });
  await mailer.send(signUp('1', 'astrid@example.se'));
  await expect(mailer.purge(Date.parse('2100-01-01'))).rejects.toThrow(
    'does not tell when they were written',
  );
  expect(await files.getKeys()).toHaveLength(1);
  expect(await mailer.erase('astrid@example.se')).toBe(1);
});

test('D26 a renamed mail in a folder is found', async () => {
  const path = await aFolder();
  const mailer = mailerTo({ kind: 'folder', path });
  const names = ['Fwd: hello.eml', ':a::b:.eml', 'what?.eml', '100%.eml', '..eml', 'a\\b.eml', 'a$.eml'];
  for (const name of names) await writeFile(join(path, name), 'To: astrid@example.se\r\n\r\nHello');
  expect(await mailer.erase('astrid@example.se')).toBe(names.length);
  expect(await readdir(path)).toEqual([]);
});

test('D26 an unreadable folder is an error: erasing mails must not be reported as done', async () => {
  const path = join(await aFolder(), 'mail');
  await writeFile(path, 'no folder');
  const mailer = mailerTo({ kind: 'folder', path });
  await expect(mailer.erase('astrid@example.se')).rejects.toThrow('ENOTDIR');
  await expect(mailer.purge(Date.now())).rejects.toThrow('ENOTDIR');
});
