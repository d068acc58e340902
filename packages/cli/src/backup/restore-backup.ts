import { createWriteStream, mkdirSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { text } from 'node:stream/consumers';
import type { Config, DatabaseUrl } from '../config/config.ts';
import { Failure } from '../failure.ts';
import { cannotUse } from '../config/open-storage.ts';
import { givenSecretKeys, secretKeyPath, secretKeysIn, writeSecretKey } from '../config/secret-key.ts';
import type { Progress } from './make-backup.ts';
import { KEY_FILE, type Manifest, SQLITE_FILE, tableFile } from './manifest.ts';
import { readArchive } from './read-archive.ts';
import { inScratchFolder } from './scratch-folder.ts';

/**
 * Puts a backup into the configured database. All of it is read and checked before anything is written, and checked again while it is
 * written; the database has all of it afterwards, or nothing.
 *
 * @param keyFile where the secret keys are written, when `BORD_SECRET_KEY` does not have them yet
 * @throws Failure when the backup is not whole, the database is not empty, or another secret key is in the way
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
      `the backup is of a ${NAMES[manifest.database]} database: BORD_DATABASE names a ${NAMES[database.kind]}`,
    );
  await orCannotUse(database, assertVacant(database));
  const keyPath = whereKeysGo(config, keys, keyFile);
  progress('Restoring');
  // The key first: a database without its key is not started, a key without its database harms nobody.
  if (keyPath !== null && !writeSecretKey(keyPath, keys)) throw inTheWay(keyPath);
  try {
    await (database.kind === 'sqlite'
      ? restoreSqlite(database, path)
      : restorePostgres(database, path, manifest));
  } catch (error) {
    if (keyPath !== null) rmSync(keyPath, { force: true });
    throw error;
  }
  return manifest;
}

const NAMES = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const;

/** Where the keys of the backup have to be written; null when they are there already. */
function whereKeysGo(config: Config, keys: readonly Uint8Array[], keyFile: string | null): string | null {
  if (keys.length === 0) return null;
  if (keyFile !== null) return keyFile;
  const isGiven = (given: readonly Uint8Array[]): boolean =>
    keys.every((key) => given.some((other) => Buffer.from(other).equals(key)));
  if (config.secretKeys === null && config.database.kind === 'postgres')
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
  throw new Failure(`${path} has no secret key that can be read. Nothing was changed`);
}

async function assertVacant(database: DatabaseUrl): Promise<void> {
  if (database.kind === 'postgres')
    return (await import('@bord/adapter-pg')).assertVacant({ url: database.url });
  (await import('@bord/adapter-sqlite')).assertVacant({ path: database.path });
}

async function restoreSqlite(
  { path: target }: DatabaseUrl & { kind: 'sqlite' },
  path: string,
): Promise<void> {
  const { placeDatabase } = await import('@bord/adapter-sqlite');
  const beside = dirname(resolve(target));
  mkdirSync(beside, { recursive: true, mode: 0o700 });
  await inScratchFolder(beside, async (folder) => {
    const copy = join(folder, SQLITE_FILE);
    const { version, tables } = await readArchive(path, (file, content) =>
      file.name === SQLITE_FILE
        ? pipeline(content, createWriteStream(copy, { mode: 0o600 }))
        : drain(content),
    );
    const rows = Object.fromEntries(tables.map((table) => [table.name, table.rows]));
    const database = { kind: 'sqlite', path: target } as const;
    await orCannotUse(database, (async () => placeDatabase({ path: target }, copy, { version, rows }))());
  });
}

async function restorePostgres(
  database: DatabaseUrl & { kind: 'postgres' },
  path: string,
  { version, tables }: Manifest,
): Promise<void> {
  const { loadDatabase } = await import('@bord/adapter-pg');
  const tableOf = new Map(tables.map(({ name }) => [tableFile(name), name]));
  const loaded = loadDatabase({ url: database.url }, { version, tables }, async (load) => {
    await readArchive(path, (file, content) => {
      const table = tableOf.get(file.name);
      return table === undefined ? drain(content) : load(table, content);
    });
  });
  await orCannotUse(database, loaded);
}

async function orCannotUse<R>(database: DatabaseUrl, work: Promise<R>): Promise<R> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof Failure ? error : cannotUse(database, error);
  }
}

async function drain(content: Readable): Promise<void> {
  await finished(content.resume());
}
