import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, type Gunzip } from 'node:zlib';
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar';
import { Failure } from '../output/failure.ts';
import { type BackedUpFile, FORMAT, type Manifest, MANIFEST_FILE, manifestSchema } from './manifest.ts';
import { GZIP_HEAD } from './write-archive.ts';

/** Takes a file of a backup. Its content ends with an error if it differs from the manifest. */
export type TakeFile = (file: BackedUpFile, content: Readable, manifest: Manifest) => Promise<void>;

/**
 * Reads a backup from its beginning to its end, file by file, and checks every byte of it on the way.
 *
 * @throws Failure when it is not a backup of Bord, made by a newer one, truncated or altered; whatever `take` throws
 */
export async function readArchive(path: string, take: TakeFile): Promise<Manifest> {
  await assertHead(path);
  const { size } = await stat(path);
  const gunzip = createGunzip();
  const decoder = createTarDecoder({ strict: true });
  const unpacked = pipeline(createReadStream(path), gunzip, Writable.fromWeb(decoder.writable));
  unpacked.catch(() => undefined); // awaited below
  try {
    const manifest = await takeFiles(decoder.readable, take);
    await unpacked;
    assertNothingBehind(gunzip, size);
    return manifest;
  } catch (error) {
    throw error instanceof Taken ? error.cause : damaged(path, error);
  } finally {
    gunzip.destroy();
  }
}

/** Whether a file looks like a backup of Bord, so that one may take its place. */
export async function isBackup(path: string): Promise<boolean> {
  try {
    await assertHead(path);
    const gunzip = createReadStream(path, { end: 64 * 1024 }).pipe(createGunzip());
    for await (const chunk of gunzip)
      return (chunk as Buffer).toString('latin1').startsWith(`${MANIFEST_FILE}\0`);
    return false;
  } catch {
    return false;
  }
}

async function takeFiles(entries: ReadableStream<ParsedTarEntry>, take: TakeFile): Promise<Manifest> {
  let manifest: Manifest | undefined;
  let next = 0;
  for await (const { header, body } of entries as unknown as AsyncIterable<ParsedTarEntry>) {
    const content = Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]);
    if (!manifest) {
      if (header.name !== MANIFEST_FILE) throw new Error(`it begins with ${header.name}`);
      manifest = manifestIn(await textOf(content));
      continue;
    }
    const file = manifest.files[next++];
    if (file?.name !== header.name) throw new Error(`${header.name} is not where it should be`);
    await taken(take, file, content, manifest);
  }
  if (!manifest) throw new Error('it is empty');
  if (next < manifest.files.length) throw new Error(`${manifest.files[next]!.name} is missing`);
  return manifest;
}

/** An error of `take` is not a fault of the backup, unless its content caused it. */
async function taken(
  take: TakeFile,
  file: BackedUpFile,
  content: Readable,
  manifest: Manifest,
): Promise<void> {
  let fault: Error | undefined;
  const checked = Readable.from(
    (async function* () {
      try {
        yield* checking(file, content);
      } catch (error) {
        fault = error instanceof Error ? error : new Error(String(error));
        throw fault;
      }
    })(),
  );
  try {
    await take(file, checked, manifest);
  } catch (error) {
    throw fault ?? new Taken(error);
  }
}

class Taken extends Error {
  constructor(cause: unknown) {
    super('a file could not be taken', { cause });
  }
}

async function* checking({ name, bytes, sha256 }: BackedUpFile, content: Readable): AsyncIterable<Buffer> {
  const hash = createHash('sha256');
  let count = 0;
  for await (const chunk of content as AsyncIterable<Uint8Array>) {
    hash.update(chunk);
    count += chunk.length;
    yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  }
  if (count !== bytes || hash.digest('hex') !== sha256) throw new Error(`${name} is not as it was written`);
}

function manifestIn(text: string): Manifest {
  const written = JSON.parse(text) as { readonly format?: unknown; readonly bord?: unknown };
  if (typeof written.format === 'number' && written.format > FORMAT)
    throw new Taken(
      new Failure(`the backup was made by a newer Bord (${String(written.bord)}): restore it with that one`),
    );
  return manifestSchema.parse(written);
}

async function textOf(content: Readable): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content as AsyncIterable<Uint8Array>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

async function assertHead(path: string): Promise<void> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    throw new Failure(
      error.code === 'ENOENT'
        ? `the file ${path} does not exist: check the path`
        : `${path}: ${error.message}`,
    );
  });
  try {
    const head = Buffer.alloc(GZIP_HEAD.length);
    await file.read(head, 0, head.length, 0);
    if (!head.equals(GZIP_HEAD))
      throw new Failure(`${path} is not a backup of Bord: give a file that bord backup wrote`);
  } finally {
    await file.close();
  }
}

/** gunzip ignores data after the end. */
function assertNothingBehind(gunzip: Gunzip, size: number): void {
  if (gunzip.bytesWritten !== size) throw new Error('there is something behind its end');
}

function damaged(path: string, error: unknown): Failure {
  const why = error instanceof Error ? error.message.split('\n')[0] : String(error);
  return new Failure(
    `${path} is not whole: it was truncated or altered (${why}). The database is unchanged. Use another backup`,
  );
}
