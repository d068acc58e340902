/** Opens the store of `BORD_FILES` with a stock driver of unstorage. */
import { createStorage, type Driver, type Storage } from 'unstorage';
import type { FilesUrl } from '../config/variables.ts';
import { Failure } from '../output/failure.ts';

/** The store of logos and pictures. Throws a Failure when the package of its driver is missing. */
export async function openFileStore(files: FilesUrl): Promise<Storage> {
  return createStorage({ driver: await driverOf(files) });
}

/** Works on the store. Throws a Failure that names it when it cannot be used. */
export async function onFileStore<R>(files: FilesUrl, work: (store: Storage) => Promise<R>): Promise<R> {
  const store = await openFileStore(files);
  try {
    return await work(store);
  } catch (error) {
    const [reason] = (error as Error).message.split('\n');
    throw new Failure(
      `${fileStoreName(files)} (BORD_FILES) cannot be used: ${reason}. To examine it: bord doctor`,
    );
  }
}

/** The setting as people see it: no key and no password. */
export function fileStoreName(files: FilesUrl): string {
  return files.kind === 'folder'
    ? `the folder ${files.path}`
    : `the bucket ${files.bucket} of ${files.endpoint}`;
}

async function driverOf(files: FilesUrl): Promise<Driver> {
  if (files.kind === 'folder') {
    const { default: folder } = await import('unstorage/drivers/fs-lite');
    return folder({ base: files.path });
  }
  const { default: s3 } = await import('unstorage/drivers/s3').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new Failure('BORD_FILES=s3:… needs the package aws4fetch: install it with npm install aws4fetch');
  });
  return s3(files);
}
