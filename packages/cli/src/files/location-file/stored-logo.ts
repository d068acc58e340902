import { readFile, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { FilesUrl } from '../../config/variables.ts';
import { onFileStore } from '../file-store.ts';
import { whyUnread } from '../source-file.ts';
import type { ReadLocation } from './location-file.ts';

/** A location file whose logo is a URL, or the path of a stored image. */
export interface WithLogo {
  readonly file: ReadLocation;
  /** Writes the image to the store if the logo is a file. */
  readonly keep: () => Promise<void>;
}

/**
 * Finds the logo that the file names by a path next to it. Writes only after `keep`.
 *
 * @param source the path of the location file; `-`: paths are relative to the current folder
 * @throws Failure when the logo cannot be read, or is not an image that Bord keeps
 */
export async function withLogo(file: ReadLocation, source: string, files: FilesUrl): Promise<WithLogo> {
  const { logo } = file.plan.brand;
  const keep = async (): Promise<void> => undefined;
  if (logo === null || /^[a-z][a-z\d+.-]*:/i.test(logo)) return { file, keep };
  const { fileNameOf, IMAGE_BYTES_MAX, imageTypeOf, readStored, writeStored } =
    await import('@bord/adapter-http/files');
  const fault = (message: string): Error => file.failure('brand.logo', message);
  const [, stored] = /^\/files\/([\da-f]{64})$/.exec(logo) ?? [];
  if (stored !== undefined) {
    if (await onFileStore(files, (store) => readStored(store, stored))) return { file, keep };
    throw fault('BORD_FILES does not have this image: give the path of its file');
  }
  const path = source === '-' ? resolve(logo) : resolve(dirname(source), logo);
  const bytes = await stat(path)
    .then(({ size }) => (size > IMAGE_BYTES_MAX ? null : readFile(path)))
    .catch((error: unknown) => {
      throw fault(`${path}: ${whyUnread(error)}`);
    });
  if (bytes === null) throw fault(`${path} is larger than ${IMAGE_BYTES_MAX / 1024} KB`);
  if (imageTypeOf(bytes) === null) throw fault(`${path} is not a PNG, JPEG or WebP`);
  const brand = { ...file.plan.brand, logo: `/files/${fileNameOf(bytes)}` };
  return {
    file: { ...file, plan: { ...file.plan, brand } },
    keep: async () => void (await onFileStore(files, (store) => writeStored(store, bytes))),
  };
}
