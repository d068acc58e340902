import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startObjectStore } from '../../../../test/support/object-store.ts';
import { loadConfig } from '../config/config.ts';
import { filesFinding } from './files-finding.ts';

const findingOn = (url: string) =>
  filesFinding(loadConfig({ env: { BORD_FILES: url }, folder: '/nowhere' }).files);

test('a folder that can be written or made is good and stays empty; a file in its place is bad', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bord-files-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  expect(await findingOn(`file:${folder}/new/files`)).toEqual({
    what: 'files',
    status: 'good',
    found: `into the folder ${folder}/new/files`,
    advice: null,
  });
  expect(existsSync(`${folder}/new`)).toBe(false);
  writeFileSync(`${folder}/taken`, '');
  expect(await findingOn(`file:${folder}/taken`)).toMatchObject({
    status: 'bad',
    found: expect.stringContaining(`the folder ${folder}/taken cannot be written: `) as string,
    advice: 'make the folder writable, or give another with BORD_FILES',
  });
});

test('a bucket is written, read and emptied again; one that is missing or refuses the key is bad', async () => {
  const store = await startObjectStore();
  onTestFinished(() => store.close());
  const found = (await findingOn(store.url)).found;
  expect(found).toMatch(/^into the bucket pictures of http:\/\/127\.0\.0\.1:\d+$/);
  expect([...store.objects.keys()]).toEqual([]);
  expect(await findingOn(store.url.replace('/pictures', '/none'))).toMatchObject({
    status: 'bad',
    advice: 'create the bucket, or correct BORD_FILES',
  });
  const refused = await findingOn(store.url.replace('key:', 'other:'));
  expect(refused).toMatchObject({ status: 'bad', advice: expect.stringContaining('BORD_FILES') as string });
  expect(refused.found).toContain('403');
  expect(refused.found).not.toContain('secret');
});
