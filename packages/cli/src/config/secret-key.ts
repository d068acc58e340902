import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Config } from './config.ts';
import { Failure } from '../output/failure.ts';
import { type DatabaseUrl, storageOf } from '../storages/storages.ts';
import { createEngine, type Storage } from '@bord/engine';
import type { SecretKeyFit } from '@bord/engine/adapters';

const KEY_BYTES = 32;

/** The file with the secret key, next to a SQLite file; null for PostgreSQL, whose servers share no folder. */
export function secretKeyPath({ database }: Config): string | null {
  return storageOf(database).secretKeyPath;
}

/** The configured keys, or those next to the SQLite file; null if that file is missing. Throws if they must be configured. */
export function givenSecretKeys(config: Config): readonly Uint8Array[] | null {
  if (config.secretKeys !== null) return config.secretKeys;
  const path = secretKeyPath(config);
  if (path === null)
    throw new Failure(
      'BORD_SECRET_KEY is missing: with PostgreSQL it must be given, the same on every server. Make one with: openssl rand -base64 32',
    );
  return readKeys(path);
}

/** Creates a key next to the SQLite file; concurrent processes all read the same key. */
export function makeSecretKey(config: Config): readonly Uint8Array[] {
  const path = secretKeyPath(config)!;
  writeSecretKey(path, [randomBytes(KEY_BYTES)]);
  return givenSecretKeys(config)!;
}

/** Keys in base64, separated by commas, the present one first: as `BORD_SECRET_KEY` has them. */
export function secretKeyText(keys: readonly Uint8Array[]): string {
  return keys.map((key) => Buffer.from(key).toString('base64')).join(',');
}

/**
 * Writes keys into a new file that only its owner can read. A link puts the complete file in place, so no reader sees a part.
 *
 * @returns false if the file exists
 */
export function writeSecretKey(path: string, keys: readonly Uint8Array[]): boolean {
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, `${secretKeyText(keys)}\n`, { mode: 0o600 });
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(draft, { force: true });
  }
}

export function wrongSecretKey(config: Config, isMissing: boolean): Failure {
  const path = secretKeyPath(config);
  const what = isMissing
    ? `${path} is missing: the webhook secrets and the guests' links of this database were made with it`
    : `${config.secretKeys === null ? `${path} is` : 'BORD_SECRET_KEY has'} not the key of this database: its webhook secrets and its guests' links were made with another`;
  return new Failure(
    `${what}. Put the right one back from a backup, or continue without it: bord accept-key says what is lost, and asks`,
  );
}

/** Reads the format of {@link secretKeyText}; null for other text. */
export function secretKeysIn(text: string): readonly Uint8Array[] | null {
  const keys = text.split(',').map((part) => new Uint8Array(Buffer.from(part.trim(), 'base64')));
  return keys.every((key) => key.length === KEY_BYTES) ? keys : null;
}

function readKeys(path: string): readonly Uint8Array[] | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new Failure(`${path} cannot be read: ${(error as Error).message}. Check its owner and permissions`);
  }
  const keys = secretKeysIn(text);
  if (keys === null)
    throw new Failure(
      `${path} has no key of ${KEY_BYTES} bytes in base64: put the right one back from a backup`,
    );
  return keys;
}

export async function secretKeyFit(
  database: DatabaseUrl,
  keys: readonly Uint8Array[],
): Promise<SecretKeyFit | null> {
  let storage: Storage | null = null;
  try {
    storage = await storageOf(database).openAsItIs();
    if (storage === null) return { fit: 'new', unreadableEndpoints: [] };
    await storage.check();
    const engine = createEngine({ storage, secretKeys: keys });
    engine.detach();
    return await engine.operator.secretKeys.readFit();
  } catch {
    return null;
  } finally {
    await storage?.close();
  }
}
