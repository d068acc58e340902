import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { orCannotUse } from '../config/open-storage.ts';
import { givenSecretKeys, secretKeyFit, secretKeyText, wrongSecretKey } from '../config/secret-key.ts';
import { storageOf } from '../storages/storages.ts';
import { copyImages } from './images.ts';
import { FORMAT, KEY_FILE, type Manifest } from './manifest.ts';
import { describeFiles, writeArchive } from './write-archive.ts';

export type Progress = (what: string, part?: number) => void;

/**
 * Writes a backup into a file of this folder that is not there yet: the database as it is at one instant, its secret keys, and the images. Other
 * work continues during that time, in this process and others.
 *
 * @throws Failure when the database cannot be read, or its secret key is lost or another's
 */
export async function makeBackup(
  config: Config,
  folder: string,
  bord: string,
  progress: Progress,
): Promise<{ readonly path: string; readonly manifest: Manifest }> {
  const keys = await keysOf(config);
  progress('Copying the database');
  const copied = await orCannotUse(config.database, () => storageOf(config.database).copyTo(folder));
  if (keys.length > 0) writeFileSync(join(folder, KEY_FILE), `${secretKeyText(keys)}\n`, { mode: 0o600 });
  const images = await copyImages(config.files, folder);
  const names = [...(keys.length > 0 ? [KEY_FILE] : []), ...copied.names, ...images];
  const { version, tables } = copied;
  const manifest: Manifest = {
    format: FORMAT,
    madeAt: new Date().toISOString(),
    bord,
    database: config.database.kind,
    version,
    tables: [...tables],
    files: await describeFiles(folder, names),
  };
  const total = manifest.files.reduce((sum, { bytes }) => sum + bytes, 0);
  const path = join(folder, 'backup.tar.gz');
  await writeArchive(path, folder, manifest, (bytes) => progress('Packing', Math.min(1, bytes / total)));
  return { path, manifest };
}

async function keysOf(config: Config): Promise<readonly Uint8Array[]> {
  const keys = givenSecretKeys(config);
  const compared = await secretKeyFit(config.database, keys ?? []);
  if (compared?.fit === 'foreign') throw wrongSecretKey(config, keys === null);
  return keys ?? [];
}
