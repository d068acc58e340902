import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { unlessMissing } from './mail-folder.ts';

/** A mail in a folder. */
export interface WrittenMail {
  /** Its file. */
  readonly file: string;
  /** The kind of message, as in the file name: `sign-up`, `confirmation`, `reminder`. */
  readonly kind: string;
  /** The recipient. */
  readonly to: string;
  /** Its subject. */
  readonly subject: string;
  /** The message as plain text. */
  readonly text: string;
}

/** Filters for a mail. */
export interface WrittenMailWish {
  /** Only of this kind. */
  readonly kind?: string | undefined;
  /** Only to this address, compared without case. */
  readonly to?: string | undefined;
  /** Only mails that were due at this instant or later, in whole seconds. */
  readonly sinceMs?: number;
}

/** `20261121T130000Z-sign-up-<hash>.eml` */
const NAME = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-([a-z-]+)-[\da-f]{32}\.eml$/;

/** The number of files that one search opens, the newest first. */
const OPENED_MAX = 200;

/** The newest mail of a folder that matches; null if there is none, or no folder. */
export async function newestWrittenMail(
  folder: string,
  { kind, to, sinceMs = 0 }: WrittenMailWish = {},
): Promise<WrittenMail | null> {
  const found = ((await unlessMissing(readdir(folder))) ?? []).flatMap((name) => {
    const [, year, month, day, hour, minute, second, about] = NAME.exec(name) ?? [];
    if (about === undefined || (kind !== undefined && about !== kind)) return [];
    const dueMs = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
    return dueMs < Math.floor(sinceMs / 1000) * 1000 ? [] : [{ name, about }];
  });
  const newest = found.toSorted((a, b) => (a.name < b.name ? 1 : -1)).slice(0, OPENED_MAX);
  for (const { name, about } of newest) {
    const mail = await readMail(join(folder, name), about);
    if (mail && (to === undefined || mail.to.toLowerCase() === to.toLowerCase())) return mail;
  }
  return null;
}

/** Null if another process has removed it. */
async function readMail(file: string, kind: string): Promise<WrittenMail | null> {
  const bytes = await unlessMissing(readFile(file));
  if (bytes === null) return null;
  const { to, subject = '', text = '' } = await PostalMime.parse(bytes);
  return { file, kind, to: to?.[0]?.address ?? '', subject, text: text.trim() };
}
