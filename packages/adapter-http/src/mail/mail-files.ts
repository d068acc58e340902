import { emailKeyOf } from '@bord/engine/adapters';
import addressparser from 'nodemailer/lib/addressparser';
import type { Mail } from './compose-mail.ts';
import type { Post } from './post.ts';

/**
 * A store of mails as named files. A storage of the package `unstorage` implements it. Its driver must list all names and report when each file was
 * written; otherwise Bord could not erase all mails of a guest or delete old ones.
 */
export interface MailFiles {
  /** Whether a file of this name exists. */
  hasItem(name: string): Promise<boolean>;
  /** A `Buffer`, `Uint8Array` or `ArrayBuffer`; null if the file does not exist. */
  getItemRaw(name: string): Promise<unknown>;
  /** Writes a file. */
  setItemRaw(name: string, bytes: Uint8Array): Promise<void>;
  /** Removes a file; has no effect if it does not exist. */
  removeItem(name: string): Promise<void>;
  /** The names of all files. */
  getKeys(): Promise<readonly string[]>;
  /** The metadata of a file. */
  getMeta(
    name: string,
    options: {
      /** Queries only the driver, and does not read a separate file of metadata. */
      readonly nativeOnly: true;
    },
  ): FileMeta | Promise<FileMeta>;
}

interface FileMeta {
  readonly mtime?: Date | undefined;
}

/** One file per mail. The name depends on the message only, so a repeated message finds its file and leaves it unchanged. */
export function mailFiles(files: MailFiles): Post {
  async function take(mail: Mail): Promise<void> {
    const name = fileName(mail);
    if (!(await files.hasItem(name))) await files.setItemRaw(name, mail.bytes);
  }

  async function erase(email: string): Promise<number> {
    const wanted = comparable(email);
    return removeWhere(async (name) => {
      const addressees = addressparser(toHeaderOf(bytesOf(await files.getItemRaw(name))), { flatten: true });
      return addressees.some(({ address }) => comparable(address) === wanted);
    });
  }

  function purge(writtenBeforeMs: number): Promise<number> {
    return removeWhere(async (name) => {
      const { mtime } = await files.getMeta(name, { nativeOnly: true });
      if (mtime === undefined && (await files.hasItem(name)))
        throw new Error('The store of the mails does not tell when they were written');
      return mtime !== undefined && mtime.getTime() < writtenBeforeMs;
    });
  }

  async function removeWhere(isMeant: (name: string) => Promise<boolean>): Promise<number> {
    let removed = 0;
    for (const name of await files.getKeys()) {
      if (!/\.eml(?:\.draft)?$/.test(name) || !(await isMeant(name))) continue;
      await files.removeItem(name);
      removed += 1;
    }
    return removed;
  }

  return { take, erase, purge, close: async () => undefined };
}

function fileName({ dueMs, kind, hash }: Mail): string {
  const time = new Date(dueMs).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  return `${time}-${kind.replaceAll('_', '-')}-${hash}.eml`;
}

/** An upper limit for the length of headers. */
const HEADERS_BYTES_MAX = 16 * 1024;

function toHeaderOf(bytes: Buffer): string {
  const [headers = ''] = bytes.toString('utf8', 0, HEADERS_BYTES_MAX).split('\r\n\r\n', 1);
  const [, to = ''] = /^To:(.*(?:\r\n[ \t].*)*)/im.exec(headers) ?? [];
  return to.replaceAll('\r\n', '');
}

/** The content of a file; empty if another process has removed it. */
function bytesOf(raw: unknown): Buffer {
  if (raw === null || raw === undefined) return Buffer.alloc(0);
  if (raw instanceof ArrayBuffer) return Buffer.from(raw);
  if (ArrayBuffer.isView(raw)) return Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  throw new Error('The store of the mails does not give them as bytes');
}

/** Headers quote a mailbox with unusual dots. */
function comparable(address: string): string {
  return emailKeyOf(address.replace(/^"(.*)"(@[^@]*)$/, '$1$2'));
}
