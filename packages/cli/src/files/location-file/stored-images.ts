import { readFile, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { FilesUrl } from '../../config/variables.ts';
import { onFileStore } from '../file-store.ts';
import { whyUnread } from '../source-file.ts';
import type { ReadLocation } from './location-file.ts';

/** A location file whose images are URLs, or paths of stored images. */
export interface WithImages {
  readonly file: ReadLocation;
  readonly keep: () => Promise<void>;
}

/**
 * Finds logo and picture that the file names by a path next to it. Writes only after `keep`.
 *
 * @param source the path of the location file; `-`: paths are relative to the current folder
 * @throws Failure when an image cannot be read, or is not one that Bord keeps
 */
export async function withImages(file: ReadLocation, source: string, files: FilesUrl): Promise<WithImages> {
  const { brand, bookingPage } = file.plan;
  const found: Uint8Array[] = [];
  const { IMAGE_BYTES_MAX } = await import('@bord/adapter-http/files');
  const urlOf = async (image: string | null, field: string, bytesMax: number): Promise<string | null> => {
    const fault = (message: string): Error => file.failure(field, message);
    const read = await readImage(image, { source, files, bytesMax }, fault);
    if (read.bytes) found.push(read.bytes);
    return read.url;
  };
  const logo = await urlOf(brand.logo, 'brand.logo', IMAGE_BYTES_MAX);
  const picture = await urlOf(bookingPage?.picture ?? null, 'bookingPage.picture', PICTURE_BYTES_MAX);
  const images = { brand: { ...brand, logo }, bookingPage: bookingPage && { ...bookingPage, picture } };
  return {
    file: { ...file, plan: { ...file.plan, ...images } },
    keep: async () => {
      if (found.length === 0) return;
      const { writeStored } = await import('@bord/adapter-http/files');
      await onFileStore(files, async (store) => {
        for (const bytes of found) await writeStored(store, bytes);
      });
    },
  };
}

/** A guest loads it with the booking page. */
const PICTURE_BYTES_MAX = 60_000;

interface ImageRules {
  readonly source: string;
  readonly files: FilesUrl;
  readonly bytesMax: number;
}

interface ReadImage {
  readonly url: string | null;
  readonly bytes?: Uint8Array;
}

async function readImage(
  image: string | null,
  { source, files, bytesMax }: ImageRules,
  fault: (message: string) => Error,
): Promise<ReadImage> {
  if (image === null || /^[a-z][a-z\d+.-]*:/i.test(image)) return { url: image };
  const { fileNameOf, imageTypeOf, readStored } = await import('@bord/adapter-http/files');
  const [, stored] = /^\/files\/([\da-f]{64})$/.exec(image) ?? [];
  if (stored !== undefined) {
    const bytes = await onFileStore(files, (store) => readStored(store, stored));
    if (bytes && bytes.length > bytesMax) throw fault(tooLarge(image, bytesMax));
    if (bytes) return { url: image };
    throw fault('BORD_FILES does not have this image: give the path of its file');
  }
  const path = source === '-' ? resolve(image) : resolve(dirname(source), image);
  const bytes = await stat(path)
    .then(({ size }) => (size > bytesMax ? null : readFile(path)))
    .catch((error: unknown) => {
      throw fault(`${path}: ${whyUnread(error)}`);
    });
  if (bytes === null) throw fault(tooLarge(path, bytesMax));
  if (imageTypeOf(bytes) === null) throw fault(`${path} is not a PNG, JPEG or WebP`);
  return { url: `/files/${fileNameOf(bytes)}`, bytes };
}

function tooLarge(image: string, bytesMax: number): string {
  return bytesMax === PICTURE_BYTES_MAX
    ? `${image} is larger than 60 kB: save it as WebP or JPEG with about 1280 × 640 pixels`
    : `${image} is larger than ${bytesMax / 1024} KB`;
}
