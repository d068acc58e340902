/** Logos and pictures of restaurants, kept under the SHA-256 of their bytes and shown at `/files/{sha256}`. Public as `@bord/adapter-http/files`. */

import { createHash } from 'node:crypto';
import type { Answer } from '../http/answer.ts';
import { tagged } from '../http/entity-tag.ts';
import { errorAnswer } from '../http/errors.ts';
import type { PartnerApi } from '../http/partner-api.ts';

/** A store for images. A `Storage` of the package `unstorage` fits, on any driver. */
export interface FileStore {
  /** A `Buffer`, `Uint8Array` or `ArrayBuffer`; null when the store has no file of this name. */
  getItemRaw(name: string): Promise<unknown>;
  /** Writes a file. */
  setItemRaw(name: string, bytes: Uint8Array): Promise<void>;
}

/** The largest image, in bytes. */
export const IMAGE_BYTES_MAX = 512 * 1024;

/** The media type of a PNG, JPEG or WebP, by its first bytes; null for all others. */
export function imageTypeOf(bytes: Buffer): string | null {
  const begins = (hex: string, at = 0): boolean =>
    bytes.subarray(at, at + hex.length / 2).equals(Buffer.from(hex, 'hex'));
  if (begins('89504e470d0a1a0a')) return 'image/png';
  if (begins('ffd8ff')) return 'image/jpeg';
  return begins('52494646') && begins('57454250', 8) ? 'image/webp' : null;
}

/** The name of stored bytes. */
export function fileNameOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** The bytes with that name; null if they are missing or do not match, as after an interrupted write. Rejects when the store fails. */
export async function readStored(files: FileStore, name: string): Promise<Buffer<ArrayBuffer> | null> {
  const raw = await files.getItemRaw(name);
  if (raw === null || raw === undefined) return null;
  if (raw instanceof Error) throw raw; // some drivers of unstorage return disk errors
  if (!(raw instanceof ArrayBuffer) && !ArrayBuffer.isView(raw))
    throw new Error('the store of the images returns no bytes');
  const bytes =
    raw instanceof ArrayBuffer ? Buffer.from(raw) : Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  return fileNameOf(bytes) === name ? Buffer.from(bytes) : null;
}

/** Stores bytes under their name. Rejects if they cannot be read back: a driver might not report that a bucket is missing. */
export async function writeStored(files: FileStore, bytes: Uint8Array): Promise<string> {
  const name = fileNameOf(bytes);
  if (await readStored(files, name)) return name;
  await files.setItemRaw(name, bytes);
  if (!(await readStored(files, name))) throw new Error('the written file cannot be read back');
  return name;
}

/** Adds `/files/{sha256}`. The bytes of a name never change, so every cache can keep them. */
export function mountFiles(api: Pick<PartnerApi, 'route'>, files: FileStore): void {
  api.route('/files/:name', {
    GET: async ({ headers }, { name = '' }): Promise<Answer> => {
      const bytes = /^[0-9a-f]{64}$/.test(name) ? await readStored(files, name) : null;
      const type = bytes && imageTypeOf(bytes);
      if (!bytes || !type) return errorAnswer('path_not_found');
      const cacheControl = 'public, max-age=31536000, immutable';
      const policy = ['content-security-policy', "default-src 'none'"];
      return tagged({ status: 200, body: bytes, type, cacheControl, headers: policy }, `"${name}"`, headers);
    },
  });
}
