import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import type { FilesUrl } from '../config/variables.ts';
import { fileStoreName, onFileStore } from '../files/file-store.ts';
import { printNotice } from '../output/printer.ts';

/** The folder of a backup in which the images of `BORD_FILES` lie. */
const FOLDER = 'files';

/** The S3 driver of unstorage asks for one page of the list. */
const LISTED_MAX = 1000;

export async function copyImages(files: FilesUrl, folder: string): Promise<readonly string[]> {
  const { readStored } = await import('@bord/adapter-http/files');
  return onFileStore(files, async (store) => {
    const known = await store.getKeys();
    if (files.kind === 's3' && known.length >= LISTED_MAX)
      printNotice(
        `warning: ${fileStoreName(files)} has ${LISTED_MAX} files or more, and the backup only the first: copy the bucket too`,
      );
    mkdirSync(join(folder, FOLDER));
    const copied: string[] = [];
    for (const name of known.filter((key) => /^[\da-f]{64}$/.test(key))) {
      const bytes = await readStored(store, name);
      if (!bytes) continue;
      writeFileSync(join(folder, FOLDER, name), bytes, { mode: 0o600 });
      copied.push(`${FOLDER}/${name}`);
    }
    return copied;
  });
}

/** Writes an image of a backup into the store; null when the file is not an image. */
export function restoreImage(files: FilesUrl, name: string, content: Readable): Promise<void> | null {
  return name.startsWith(`${FOLDER}/`) ? writeImage(files, content) : null;
}

async function writeImage(files: FilesUrl, content: Readable): Promise<void> {
  const bytes = await buffer(content);
  const { writeStored } = await import('@bord/adapter-http/files');
  await onFileStore(files, (store) => writeStored(store, bytes));
}
