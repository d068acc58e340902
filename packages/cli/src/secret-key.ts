import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from './config.ts';
import { Failure } from './failure.ts';

const KEY_BYTES = 32;

/** The file beside a SQLite database that holds its secret key. */
export const SECRET_KEY_FILE = 'secret.key';

/**
 * The keys that encrypt signing secrets and make the tokens of links: as configured, else the one beside the SQLite file, which is made
 * the first time it is needed. A PostgreSQL is shared by servers that share no folder, so there it has to be given.
 */
export function secretKeysFor({ secretKeys, database }: Config): readonly Uint8Array[] {
  if (secretKeys !== null) return secretKeys;
  if (database.kind === 'postgres')
    throw new Failure(
      'BORD_SECRET_KEY is missing: with PostgreSQL it must be given, the same on every server. Make one with: openssl rand -base64 32',
    );
  return [keptKey(join(dirname(database.path), SECRET_KEY_FILE))];
}

function keptKey(path: string): Uint8Array {
  const known = read(path);
  if (known) return known;
  mkdirSync(dirname(path), { recursive: true });
  // Written aside and linked into place: of processes that start at once, one makes the key, and none reads half of it.
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600 });
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return read(path)!;
}

function read(path: string): Uint8Array | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Failure(`${path} cannot be read: ${(error as Error).message}`);
  }
  const bytes = Buffer.from(text.trim(), 'base64');
  if (bytes.length !== KEY_BYTES)
    throw new Failure(
      `${path} has no key of ${KEY_BYTES} bytes in base64: put the right one back from a backup`,
    );
  return new Uint8Array(bytes);
}
