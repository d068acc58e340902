import { randomUUID } from 'node:crypto';
import { access, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createStorage, type Driver } from 'unstorage';
import { mailFiles } from './mail-files.ts';
import type { Post } from './post.ts';

/** A folder that gets one file a mail; it is made when the first one comes. */
export function mailFolder(path: string): Post {
  return mailFiles(createStorage({ driver: folderDriver(path) }));
}

/** Unlike unstorage's driver: files are 0600, appear whole and flushed, any name is found again, and a failed removal is an error. */
function folderDriver(path: string): Driver {
  const fileOf = (key: string): string => join(path, decodeURIComponent(key));
  return {
    name: 'mail-folder',
    hasItem: async (key) => (await unlessMissing(access(fileOf(key)).then(() => true))) ?? false,
    getItem: () => null, // nothing is kept about a file beside it
    getItemRaw: (key) => unlessMissing(readFile(fileOf(key))),
    getMeta: (key) => unlessMissing(stat(fileOf(key)).then(({ mtime }) => ({ mtime }))),
    setItemRaw: (key, bytes: Uint8Array) => writeWhole(path, fileOf(key), bytes),
    removeItem: (key) => rm(fileOf(key), { force: true }),
    async getKeys() {
      const entries = (await unlessMissing(readdir(path, { withFileTypes: true }))) ?? [];
      // A key must not hold what unstorage takes for its own signs; the names that Bord gives stay as they are.
      return entries.filter((it) => it.isFile()).map(({ name }) => encodeURIComponent(name));
    },
  };
}

/** A file that is being written. */
const DRAFT = '.eml.draft';

async function writeWhole(path: string, file: string, bytes: Uint8Array): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  const draft = join(path, `.${randomUUID()}${DRAFT}`);
  try {
    await writeFile(draft, bytes, { mode: 0o600, flag: 'wx', flush: true });
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Null when there is no such file, or no folder. */
export async function unlessMissing<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
