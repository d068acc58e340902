import { randomUUID } from 'node:crypto';
import { access, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { emailKeyOf } from '@bord/engine';
import addressparser from 'nodemailer/lib/addressparser';
import type { Mail } from './compose-mail.ts';
import type { Post } from './post.ts';

/**
 * A folder that gets one file a mail: `20261121T130000Z-confirmation-<hash>.eml`. The name is made of the message alone, so a message that
 * is handed over again finds its file and leaves it. Only the owner may read what is in it.
 */
export function mailFolder(path: string): Post {
  async function take(mail: Mail): Promise<void> {
    const file = join(path, fileName(mail));
    await mkdir(path, { recursive: true, mode: 0o700 });
    if (await exists(file)) return;
    const draft = join(path, `.${randomUUID()}${DRAFT}`);
    try {
      await writeFile(draft, mail.bytes, { mode: 0o600, flag: 'wx', flush: true });
      await rename(draft, file);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }

  async function purge(writtenBeforeMs: number): Promise<number> {
    let deleted = 0;
    for (const name of await mailsIn(path)) {
      const file = join(path, name);
      const written = await stat(file).catch(() => null);
      if (!written || written.mtimeMs >= writtenBeforeMs) continue;
      await rm(file, { force: true });
      deleted += 1;
    }
    return deleted;
  }

  return { take, erase: (email) => eraseMailsTo(path, email), purge, close: async () => undefined };
}

/** A mail that is being written. */
const DRAFT = '.eml.draft';

function fileName({ dueMs, kind, hash }: Mail): string {
  const time = new Date(dueMs).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  return `${time}-${kind.replaceAll('_', '-')}-${hash}.eml`;
}

/**
 * Removes the mails to an address, compared without case, from a mail folder; resolves to how many there were. A folder that does not
 * exist has none.
 */
async function eraseMailsTo(path: string, email: string): Promise<number> {
  const wanted = comparable(email);
  let erased = 0;
  for (const name of await mailsIn(path)) {
    const file = join(path, name);
    const addressees = addressparser(await toHeaderOf(file), { flatten: true });
    if (!addressees.some(({ address }) => comparable(address) === wanted)) continue;
    await rm(file, { force: true });
    erased += 1;
  }
  return erased;
}

async function mailsIn(path: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(path, { withFileTypes: true });
    return entries.filter((it) => it.isFile() && /\.eml(?:\.draft)?$/.test(it.name)).map(({ name }) => name);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Headers end long before this. */
const HEADERS_BYTES_MAX = 16 * 1024;

async function toHeaderOf(file: string): Promise<string> {
  try {
    await using handle = await open(file);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEADERS_BYTES_MAX), 0, HEADERS_BYTES_MAX, 0);
    const [headers = ''] = buffer.toString('utf8', 0, bytesRead).split('\r\n\r\n', 1);
    const [, to = ''] = /^To:(.*(?:\r\n[ \t].*)*)/im.exec(headers) ?? [];
    return to.replaceAll('\r\n', '');
  } catch (error) {
    if (isMissing(error)) return '';
    throw error;
  }
}

/** Headers put a mailbox with odd dots into quotes. */
function comparable(address: string): string {
  return emailKeyOf(address.replace(/^"(.*)"(@[^@]*)$/, '$1$2'));
}

async function exists(file: string): Promise<boolean> {
  try {
    await access(file);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
