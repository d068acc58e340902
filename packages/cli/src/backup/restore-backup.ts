import { rmSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { text } from 'node:stream/consumers';
import type { Config } from '../config/config.ts';
import { Failure } from '../output/failure.ts';
import { orCannotUse } from '../config/open-storage.ts';
import { givenSecretKeys, secretKeyPath, secretKeysIn, writeSecretKey } from '../config/secret-key.ts';
import type { Progress } from './make-backup.ts';
import type { ReadFiles } from '../storages/storage-kind.ts';
import { storageOf, titleOf } from '../storages/storages.ts';
import { restoreImage } from './images.ts';
import { KEY_FILE, type Manifest } from './manifest.ts';
import { readArchive } from './read-archive.ts';

/**
 * Restores a backup into the configured database. The whole archive is checked before the first write, and again while it is written.
 * The restore is atomic.
 *
 * @param keyFile target of the secret keys, unless `BORD_SECRET_KEY` has them
 * @throws Failure if the backup is damaged, the database is not empty, or another secret key exists
 */
export async function restoreBackup(
  config: Config,
  path: string,
  keyFile: string | null,
  progress: Progress,
): Promise<Manifest> {
  progress('Checking the backup');
  let keys: readonly Uint8Array[] = [];
  const manifest = await readArchive(path, async (file, content) => {
    if (file.name === KEY_FILE) keys = secretKeysIn(await text(content)) ?? unreadable(path);
    else await drain(content);
  });
  const { database } = config;
  if (manifest.database !== database.kind)
    throw new Failure(
      `the backup is of a ${titleOf(manifest.database)} database, and BORD_DATABASE names a ${titleOf(database.kind)} one: set BORD_DATABASE to a ${titleOf(manifest.database)} database`,
    );
  const storage = storageOf(database);
  await orCannotUse(database, () => storage.assertVacant());
  const keyPath = whereKeysGo(config, keys, keyFile);
  progress('Restoring');
  // The key first: a database without its key cannot start, and a key without its database is harmless.
  if (keyPath !== null && !writeSecretKey(keyPath, keys)) throw inTheWay(keyPath);
  try {
    await orCannotUse(database, () => storage.restore(manifest, (take) => readFiles(config, path, take)));
  } catch (error) {
    if (keyPath !== null) rmSync(keyPath, { force: true });
    throw error;
  }
  return manifest;
}

async function readFiles(config: Config, path: string, take: Parameters<ReadFiles>[0]): Promise<void> {
  await readArchive(
    path,
    (file, content) =>
      restoreImage(config.files, file.name, content) ?? take(file.name, content) ?? drain(content),
  );
}

/** Where the keys of the backup have to be written; null when they are there already. */
function whereKeysGo(config: Config, keys: readonly Uint8Array[], keyFile: string | null): string | null {
  if (keys.length === 0) return null;
  if (keyFile !== null) return keyFile;
  const isGiven = (given: readonly Uint8Array[]): boolean =>
    keys.every((key) => given.some((other) => Buffer.from(other).equals(key)));
  if (config.secretKeys === null && secretKeyPath(config) === null)
    throw new Failure(
      `BORD_SECRET_KEY is missing, and the backup has it: add --secret-key FILE to have it written into a file`,
    );
  const given = givenSecretKeys(config);
  if (given === null) return secretKeyPath(config);
  if (isGiven(given)) return null;
  if (config.secretKeys === null) throw inTheWay(secretKeyPath(config)!);
  throw new Failure(
    'BORD_SECRET_KEY is not the key of the backup: add --secret-key FILE to have the right one written into a file',
  );
}

function inTheWay(path: string): Failure {
  return new Failure(`${path} is there already, and is not the key of the backup: move it away first`);
}

function unreadable(path: string): never {
  throw new Failure(
    `${path} has no readable secret key. The database is unchanged. Name another file with --secret-key`,
  );
}

async function drain(content: Readable): Promise<void> {
  await finished(content.resume());
}
