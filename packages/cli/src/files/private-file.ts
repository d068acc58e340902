import { rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Failure } from '../output/failure.ts';
import { plain } from '../output/plain.ts';

/**
 * Writes a file that only its owner may read, whole or not at all; one of that name is replaced.
 *
 * @throws Failure when it cannot be written
 */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  const draft = join(dirname(path), `.${basename(path)}.${process.pid}`);
  try {
    await writeFile(draft, text, { mode: 0o600, flag: 'wx' });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new Failure(`${plain(path)} cannot be written: ${WORDS[code] ?? code}. Choose another path`);
  }
}

const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'the folder does not exist',
  ENOTDIR: 'the folder does not exist',
  EISDIR: 'it is a folder',
  EACCES: 'it is not allowed',
  EPERM: 'it is not allowed',
  EROFS: 'it is not allowed',
  ENOSPC: 'the disk is full',
  ENAMETOOLONG: 'the name is too long',
};
