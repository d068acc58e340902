import { randomUUID } from 'node:crypto';
import type { FilesUrl } from '../config/variables.ts';
import { fileStoreName, openFileStore } from '../files/file-store.ts';
import { bad, type Finding, good } from '../storages/finding.ts';
import { folderFinding } from './folder-finding.ts';

const what = 'files';

/** Can logos and pictures be kept? A file is written, read and removed. */
export async function filesFinding(files: FilesUrl): Promise<Finding> {
  const name = fileStoreName(files);
  if (files.kind === 'folder')
    return folderFinding(files.path, { what, found: `into ${name}`, setting: 'BORD_FILES' });
  try {
    const store = await openFileStore(files);
    const probe = `bord-doctor-${randomUUID()}`;
    await store.setItemRaw(probe, Buffer.from(probe));
    const isStored = (await store.getItemRaw(probe)) !== null;
    if (isStored) await store.removeItem(probe);
    return isStored
      ? good(what, `into ${name}`)
      : bad(what, `${name} was not found`, 'create the bucket, or correct BORD_FILES');
  } catch (error) {
    const [reason] = (error as Error).message.split('\n');
    const advice =
      'check the host, bucket, region and key in BORD_FILES, and that the key can write, read and delete';
    return bad(what, `${name} cannot be used: ${reason}`, advice);
  }
}
