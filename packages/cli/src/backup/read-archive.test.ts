import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Failure } from '../output/failure.ts';
import { FORMAT, type Manifest } from './manifest.ts';
import { isBackup, readArchive, type TakeFile } from './read-archive.ts';
import { describeFiles, writeArchive } from './write-archive.ts';

let folder: string;
let whole: Buffer;
const CONTENT = 'one guest\nand another\n'.repeat(40);

async function archive(
  name: string,
  change: (manifest: Manifest) => object = (same) => same,
): Promise<string> {
  writeFileSync(join(folder, 'guests'), CONTENT);
  const manifest: Manifest = {
    format: FORMAT,
    madeAt: '2026-11-21T12:00:00.000Z',
    bord: '0.1.0',
    database: 'sqlite',
    version: 1,
    tables: [{ name: 'bookings', columns: [], rows: 80 }],
    files: await describeFiles(folder, ['guests']),
  };
  const path = join(folder, name);
  await writeArchive(path, folder, change(manifest) as Manifest, () => undefined);
  return path;
}

const drain: TakeFile = (_, content) => finished(content.resume());
const read = (bytes: Buffer): Promise<Manifest> => {
  const path = join(folder, 'altered');
  writeFileSync(path, bytes);
  return readArchive(path, drain);
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bord-archive-'));
  whole = readFileSync(await archive('whole'));
});
afterAll(() => rmSync(folder, { recursive: true }));

test('an archive reads back as it was written', async () => {
  let found = '';
  const manifest = await readArchive(join(folder, 'whole'), async ({ name }, content) => {
    for await (const chunk of content) found += `${name} ${String(chunk)}`;
  });
  expect(found).toBe(`guests ${CONTENT}`);
  expect(manifest.tables[0]).toMatchObject({ name: 'bookings', rows: 80 });
  expect(await isBackup(join(folder, 'whole'))).toBe(true);
  expect(await isBackup(join(folder, 'guests'))).toBe(false);
});

test('one altered byte at any position is detected', async () => {
  const unnoticed: number[] = [];
  for (let at = 0; at < whole.length; at++) {
    const altered = Buffer.from(whole);
    altered[at]! ^= 0xff;
    await read(altered).then(
      () => unnoticed.push(at),
      (error: unknown) => expect(error).toBeInstanceOf(Failure),
    );
  }
  expect(unnoticed).toEqual([]);
});

test('a truncated archive and one with trailing data are rejected', async () => {
  const step = Math.max(1, Math.floor(whole.length / 60));
  for (let length = 0; length < whole.length; length += step)
    await expect(read(whole.subarray(0, length))).rejects.toBeInstanceOf(Failure);
  await expect(read(whole.subarray(0, -1))).rejects.toThrow('truncated or altered');
  await expect(read(Buffer.concat([whole, whole]))).rejects.toThrow(Failure);
  await expect(read(Buffer.concat([whole, Buffer.alloc(1)]))).rejects.toThrow('behind its end');
});

test('a manifest that says something else than the files, or a newer format, is refused', async () => {
  const { files } = await readArchive(join(folder, 'whole'), drain);
  const refused = async (name: string, change: (manifest: Manifest) => object): Promise<string> => {
    const error = await readArchive(await archive(name, change), drain).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Failure);
    return (error as Failure).message;
  };
  expect(await refused('newer', (same) => ({ ...same, format: 2, bord: '9.0.0' }))).toBe(
    'the backup was made by a newer Bord (9.0.0): restore it with that one',
  );
  const wrong = files.map((file) => ({ ...file, sha256: '0'.repeat(64) }));
  expect(await refused('wrong', (same) => ({ ...same, files: wrong }))).toContain(
    'guests is not as it was written',
  );
  expect(await refused('odd', ({ files: known }) => ({ format: 1, files: known }))).toContain(
    'truncated or altered',
  );
});

test('an error of the consumer of a file is thrown unchanged', async () => {
  const taking = readArchive(join(folder, 'whole'), async () => {
    throw new Error('the disk is full');
  });
  await expect(taking).rejects.toThrow(/^the disk is full$/);
});
