import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, statSync } from 'node:fs';
import { join } from 'node:path';
import { Transform, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { packTar } from 'modern-tar/fs';
import { type BackedUpFile, type Manifest, MANIFEST_FILE } from './manifest.ts';

/** How a backup begins on every machine: gzip, without a time or a system in it, so that each byte of the file is known. */
export const GZIP_HEAD = Buffer.from('1f8b08000000000000ff', 'hex');

export async function describeFiles(folder: string, names: readonly string[]): Promise<BackedUpFile[]> {
  const files: BackedUpFile[] = [];
  for (const name of names) {
    const hash = createHash('sha256');
    await pipeline(createReadStream(join(folder, name)), hash);
    files.push({ name, bytes: statSync(join(folder, name)).size, sha256: hash.digest('hex') });
  }
  return files;
}

/** Packs the files of a manifest into a new gzipped tar for its owner alone, flushed when this resolves. */
export async function writeArchive(
  path: string,
  folder: string,
  manifest: Manifest,
  progress: (bytes: number) => void,
): Promise<void> {
  const owner = { mode: 0o600, uid: 0, gid: 0, uname: '', gname: '', mtime: new Date(manifest.madeAt) };
  const archive = packTar([
    { type: 'content', target: MANIFEST_FILE, content: JSON.stringify(manifest, null, 2), ...owner },
    ...manifest.files.map(({ name }) => ({
      type: 'file' as const,
      source: join(folder, name),
      target: name,
      ...owner,
    })),
  ]);
  await pipeline(
    archive,
    progressMeter(progress),
    createGzip(),
    withHead(),
    createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
  );
}

function progressMeter(progress: (bytes: number) => void): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _, done: TransformCallback) {
      progress((bytes += chunk.length));
      done(null, chunk);
    },
  });
}

/** zlib writes the operating system into the header; it is the only part that differs between systems. */
function withHead(): Transform {
  let left = GZIP_HEAD.length;
  return new Transform({
    transform(chunk: Buffer, _, done: TransformCallback) {
      const head = Math.min(left, chunk.length);
      GZIP_HEAD.copy(chunk, 0, GZIP_HEAD.length - left, GZIP_HEAD.length - left + head);
      left -= head;
      done(null, chunk);
    },
  });
}
