/** The storage of examples/own-storage: the storage contract, and the rules of a file. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { BookingStore } from '@bord/engine/storage';
import { fixtures, storageContract } from '@bord/engine/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fileStorage } from '../../examples/own-storage/src/storage.ts';
import { compileCache } from '../support/compile-cache.ts';
import { sampleOf } from '../support/long.ts';

const { aBooking, aLocation, aScope, FRIDAY, LOCATION_ID, save } = fixtures;

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bord-own-storage-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

describe('a storage in a JSON file', () => {
  test.each(sampleOf(storageContract, 6))('$name', async ({ run }) => {
    let nowMs = 0;
    const path = join(await aFolder(), 'bord.json');
    const storage = fileStorage({ path, clock: { nowMs: () => nowMs } });
    onTestFinished(() => storage.close());
    await run({ storage, openings: [storage], pass: async (ms) => void (nowMs += ms) });
  });

  test('acknowledged changes are in the file, and a second process cannot open it at the same time', async () => {
    const path = join(await aFolder(), 'bord.json');
    const storage = fileStorage({ path });
    const location = await aLocation(storage);
    await storage.bookings.amend(aScope(location), save({ booking: aBooking('bk_1') }));
    const saved = JSON.parse(await readFile(path, 'utf8')) as { bookings: object };
    expect(Object.keys(saved.bookings)).toEqual(['bk_1']);
    expect(() => fileStorage({ path })).toThrow('EEXIST');
    await storage.close();

    const again = fileStorage({ path });
    expect((await again.bookings.list(LOCATION_ID, FRIDAY)).map(({ id }) => id)).toEqual(['bk_1']);
    await again.close();
  });

  test('a file that cannot be written is unavailable, and no booking was made', async () => {
    const folder = await aFolder();
    const path = join(folder, 'bord.json');
    const storage = fileStorage({ path });
    const location = await aLocation(storage);
    // Where the next file would be written, there is a folder.
    await mkdir(`${path}.new`);
    const unavailable = expect.objectContaining({ code: 'unavailable' }) as unknown;
    await expect(
      storage.bookings.amend(aScope(location), save({ booking: aBooking('bk_1') })),
    ).rejects.toEqual(unavailable);
    await expect(storage.check()).rejects.toEqual(unavailable);
    expect(await storage.bookings.list(LOCATION_ID)).toEqual([]);
    await rm(`${path}.new`, { recursive: true });
    await storage.bookings.amend(aScope(location), save({ booking: aBooking('bk_1') }));
    expect(await storage.bookings.list(LOCATION_ID)).toHaveLength(1);
    await storage.close();
  });
});

test('control: the contract notices a storage that looks first and books later', async () => {
  const lastTable = storageContract.find(({ name }) => name.includes('for the last table'))!;
  const failing = async (breakIt: (bookings: BookingStore) => BookingStore): Promise<boolean> => {
    const storage = fileStorage({ path: join(await aFolder(), 'bord.json') });
    const broken = { ...storage, bookings: breakIt(storage.bookings) };
    const outcome = lastTable.run({ storage: broken, openings: [broken], pass: async () => undefined });
    return outcome.then(
      () => false,
      () => true,
    );
  };
  expect(await failing((bookings) => bookings)).toBe(false);
  const hasty = (bookings: BookingStore): BookingStore => ({
    ...bookings,
    async amend(scope, rule) {
      const seen = await bookings.diary(scope.locationId, scope.interval);
      return bookings.amend(scope, (read) => rule({ ...read, bookings: seen }));
    },
  });
  expect(await failing(hasty)).toBe(true);
});

test('the example runs, and finds its booking again', async () => {
  const path = join(await aFolder(), 'bord.json');
  const main = join(import.meta.dirname, '../../examples/own-storage/src/main.ts');
  const env = { PATH: process.env['PATH'], ...compileCache() };
  const run = () => promisify(execFile)(process.execPath, ['--conditions=@bord/source', main, path], { env });
  expect((await run()).stdout).toMatch(/^booked\n\d{4}-\d\d-\d\d 19:00 {2}T1 {2}Alva Lind\n$/);
  // The only table is taken now: an ordinary rejection, and the day is unchanged.
  expect((await run()).stdout).toMatch(/^refused: \w+\n\d{4}-\d\d-\d\d 19:00 {2}T1 {2}Alva Lind\n$/);
});
