import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { bad, type Finding, good } from '../storages/finding.ts';

/** Can files be written there? A file is written, and removed. */
export async function folderFinding(
  path: string,
  { what, found, setting }: { readonly what: string; readonly found: string; readonly setting: string },
): Promise<Finding> {
  try {
    await tryToWrite(nearestFolder(resolve(path)));
    return good(what, found);
  } catch (error) {
    const advice = `make the folder writable, or give another with ${setting}`;
    const [reason] = (error as Error).message.split(', '); // without the path that was tried
    return bad(what, `the folder ${path} cannot be written: ${reason}`, advice);
  }
}

/** Writes a file and removes it: only a write shows permissions, the file type and free space. */
async function tryToWrite(folder: string): Promise<void> {
  const scratch = await mkdtemp(join(folder, '.bord-doctor-'));
  try {
    await writeFile(join(scratch, 'file'), Buffer.alloc(4096), { flush: true });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** The folder, or the one in which it would be made. */
function nearestFolder(path: string): string {
  return existsSync(path) ? path : nearestFolder(dirname(path));
}
