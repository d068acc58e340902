import { randomUUID } from 'node:crypto';
import { access, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createStorage, type Driver } from 'unstorage';
import { mailFiles } from './mail-files.ts';
import type { Post } from './post.ts';

/** A folder with one file per mail; it is created with the first one. */
export function mailFolder(path: string): Post {
  return mailFiles(createStorage({ driver: folderDriver(path) }));
}

/** Unlike unstorage's driver: files are 0600, written atomically and flushed, found under any name, and a failed removal is an error. */
function folderDriver(path: string): Driver {
  const fileOf = (key: string): string => join(path, decodeURIComponent(key));
  return {
    name: 'mail-folder',
    hasItem: async (key) => (await unlessMissing(access(fileOf(key)).then(() => true))) ?? false,
    getItem: () => null, // no metadata files
    getItemRaw: (key) => unlessMissing(readFile(fileOf(key))),
    getMeta: (key) => unlessMissing(stat(fileOf(key)).then(({ mtime }) => ({ mtime }))),
    setItemRaw: (key, bytes: Uint8Array) => writeWhole(path, fileOf(key), bytes),
    removeItem: (key) => rm(fileOf(key), { force: true }),
    async getKeys() {
      const entries = (await unlessMissing(readdir(path, { withFileTypes: true }))) ?? [];
      // A key must not contain characters that unstorage interprets; Bord's file names stay unchanged.
      return entries.filter((it) => it.isFile()).map(({ name }) => encodeURIComponent(name));
    },
  };
}

/** The suffix of a file that is being written. */
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

/** Null if the file or folder does not exist. */
export async function unlessMissing<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
