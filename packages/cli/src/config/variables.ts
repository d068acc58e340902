import { isIP } from 'node:net';
import { DATABASE_FORMS, DIRECT_FORM, readDatabaseUrl, readDirectUrl } from '../storages/storages.ts';

/** Where mail goes: a folder that gets one `.eml` a message, or a mail server. */
export type MailUrl =
  | {
      /** Files in a folder. */
      readonly kind: 'folder';
      /** The folder. */
      readonly path: string;
    }
  | {
      /** A mail server. */
      readonly kind: 'smtp';
      /** `smtp://…` or `smtps://…`. */
      readonly url: string;
    };

/** Where e-mails of the demo restaurant go if others are sent: the default folder of `BORD_MAIL`. */
export const DEMO_MAIL = { kind: 'folder', path: './data/mail' } as const;

/** Where logos and pictures of restaurants are kept: a folder, or a bucket of an object store. */
export type FilesUrl =
  | {
      readonly kind: 'folder';
      readonly path: string;
    }
  | {
      /** A bucket that speaks the protocol of S3. */
      readonly kind: 's3';
      /** Where the store is, without the bucket. */
      readonly endpoint: string;
      readonly bucket: string;
      readonly region: string;
      readonly accessKeyId: string;
      readonly secretAccessKey: string;
    };

/** How much is logged. */
export type LogLevel = (typeof LOG_LEVELS)[number];

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** The name of a variable that Bord reads. */
export type Variable =
  | 'HOST'
  | 'PORT'
  | 'BORD_DATABASE'
  | 'BORD_DATABASE_DIRECT'
  | 'BORD_PUBLIC_URL'
  | 'BORD_MAIL'
  | 'BORD_MAIL_FROM'
  | 'BORD_MAIL_OPERATOR'
  | 'BORD_FILES'
  | 'BORD_SECRET_KEY'
  | 'BORD_WEBHOOK_DELAYS'
  | 'BORD_WEBHOOK_TIMEOUT'
  | 'BORD_WEBHOOK_ALLOW_PRIVATE'
  | 'BORD_TRUSTED_PROXIES'
  | 'BORD_SHUTDOWN_GRACE'
  | 'BORD_DEMO'
  | 'BORD_LOG';

export const variables = {
  HOST: reading(matching(/^[^\s/]+$/), 'a host name or an address', '127.0.0.1', 'The host to listen on.'),
  PORT: reading(
    wholeIn(0, 65_535),
    'a whole number from 0 to 65535',
    '3000',
    'The port to listen on. Port 0 takes a free port.',
  ),
  BORD_DATABASE: reading(
    readDatabaseUrl,
    DATABASE_FORMS,
    'sqlite:./data/bord.db',
    'The database. A PostgreSQL URL can name several hosts, for standbys.',
  ),
  BORD_DATABASE_DIRECT: perhaps(
    readDirectUrl,
    DIRECT_FORM,
    'the value of `BORD_DATABASE`',
    'A URL of the same PostgreSQL database that bypasses a transaction pooler.',
  ),
  BORD_PUBLIC_URL: perhaps(
    webUrl,
    'an http or https address without ? and #',
    'made of `HOST` and `PORT`',
    'The base of the links in e-mails and pages. With https, the server sends HSTS.',
  ),
  BORD_MAIL: reading(
    mailUrl,
    'file:FOLDER, smtp://… or smtps://…',
    `file:${DEMO_MAIL.path}`,
    'Where e-mails go: a folder with one file per e-mail, or a mail server.',
  ),
  BORD_MAIL_FROM: reading(
    matching(/^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/),
    'an address, or Name <address>',
    'Bord <no-reply@localhost>',
    'The sender of e-mails.',
  ),
  BORD_MAIL_OPERATOR: perhaps(
    matching(/^[^\s<>@]+@[^\s<>@]+$/),
    'an e-mail address',
    'the e-mail address of `BORD_MAIL_FROM`',
    'The recipient of reports about failing webhook endpoints.',
  ),
  BORD_FILES: reading(
    (text): FilesUrl | undefined => folderUrl(text) ?? bucketUrl(text),
    'file:FOLDER or s3:https://KEY:SECRET@host/bucket',
    'file:./data/files',
    'Where logos and pictures of restaurants are stored: a folder, or a bucket of an object store.',
  ),
  BORD_SECRET_KEY: perhaps(
    secretKeys,
    '32 bytes in base64, or several separated by commas: the present one, then older ones',
    'SQLite: created next to the file; PostgreSQL: required',
    'The secret key, which encrypts stored secrets. To rotate it, put the new key before the old one.',
  ),
  BORD_WEBHOOK_DELAYS: reading(
    delays,
    'seconds separated by commas, at most 20 of them',
    '10,60,300,1800',
    'The seconds before each retry of a webhook.',
  ),
  BORD_WEBHOOK_TIMEOUT: reading(
    wholeIn(1, 300),
    'a whole number of seconds from 1 to 300',
    '5',
    'The seconds that a webhook endpoint has to answer.',
  ),
  BORD_WEBHOOK_ALLOW_PRIVATE: reading(
    zeroOrOne,
    '0 or 1',
    '0',
    '1 allows webhook endpoints with http or a private IP address, for development.',
  ),
  BORD_TRUSTED_PROXIES: perhaps(
    networks,
    'addresses or networks separated by commas, such as 10.0.0.0/8, ::1',
    'none',
    'The IP addresses or networks of the proxies in front of the server.',
  ),
  BORD_SHUTDOWN_GRACE: reading(
    wholeIn(0, 300),
    'a whole number of seconds from 0 to 300',
    '0',
    'The seconds that a stopping server continues to serve while `/readyz` fails.',
  ),
  BORD_DEMO: reading(zeroOrOne, '0 or 1', '1', '0 disables the demo restaurant and the sandbox.'),
  BORD_LOG: reading(
    (text) => LOG_LEVELS.find((level) => level === text),
    `one of ${LOG_LEVELS.join(', ')}`,
    'info',
    'The level of the log.',
  ),
} satisfies Record<Variable, Reader<unknown>>;

export type Values = { [V in Variable]: (typeof variables)[V]['otherwise'] };

export const names: readonly Variable[] = Object.keys(variables) as Variable[];

/** A value of these may hold a password, so it is never repeated. */
export const SECRET: ReadonlySet<Variable> = new Set([
  'BORD_DATABASE',
  'BORD_DATABASE_DIRECT',
  'BORD_MAIL',
  'BORD_FILES',
  'BORD_SECRET_KEY',
]);

interface Reader<T> {
  readonly read: (text: string) => T | undefined;
  readonly must: string;
  readonly otherwise: T;
  /** The default for the list of settings, in Markdown. */
  readonly standard: string;
  /** One or two sentences for the list of settings, in Markdown. */
  readonly meaning: string;
}

function reading<T>(read: Reader<T>['read'], must: string, otherwise: string, meaning: string): Reader<T> {
  return { read, must, otherwise: read(otherwise)!, standard: `\`${otherwise}\``, meaning };
}

/** An optional setting; `standard` describes the default. */
function perhaps<T>(
  read: (text: string) => T | undefined,
  must: string,
  standard: string,
  meaning: string,
): Reader<T | null> {
  return { read, must, otherwise: null, standard, meaning };
}

function matching(pattern: RegExp): (text: string) => string | undefined {
  return (text) => (pattern.test(text) ? text : undefined);
}

function wholeIn(min: number, max: number): (text: string) => number | undefined {
  return (text) => {
    const value = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
    return value >= min && value <= max ? value : undefined;
  };
}

function zeroOrOne(text: string): boolean | undefined {
  if (text === '1') return true;
  return text === '0' ? false : undefined;
}

function folderUrl(text: string): { readonly kind: 'folder'; readonly path: string } | undefined {
  const path = /^file:(?!\/\/)(.+)$/.exec(text)?.[1];
  return path === undefined ? undefined : { kind: 'folder', path };
}

function bucketUrl(text: string): FilesUrl | undefined {
  const address = /^s3:(https?:\/\/.+)$/.exec(text)?.[1];
  if (address === undefined || !URL.canParse(address)) return undefined;
  const { protocol, host, pathname, username, password, searchParams } = new URL(address);
  const [, bucket] = /^\/([\w.-]+)\/?$/.exec(pathname) ?? [];
  if (bucket === undefined || username === '' || password === '') return undefined;
  return {
    kind: 's3',
    endpoint: `${protocol}//${host}`,
    bucket,
    region: searchParams.get('region') ?? 'us-east-1',
    accessKeyId: decoded(username),
    secretAccessKey: decoded(password),
  };
}

/** Decodes percent escapes; invalid ones stay as they are. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function mailUrl(text: string): MailUrl | undefined {
  const folder = folderUrl(text);
  if (folder) return folder;
  return /^smtps?:\/\/[^/]/.test(text) && URL.canParse(text) ? { kind: 'smtp', url: text } : undefined;
}

function webUrl(text: string): string | undefined {
  if (!/^https?:\/\/[^?#]+$/.test(text) || !URL.canParse(text)) return undefined;
  return new URL(text).href.replace(/\/+$/, '');
}

function secretKeys(text: string): readonly Uint8Array[] | undefined {
  const keys = text.split(',').map((part) => secretKey(part.trim()));
  return keys.every((key) => key !== undefined) ? keys : undefined;
}

function secretKey(text: string): Uint8Array | undefined {
  if (!/^[\w+/-]{43}=?$/.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === 32 ? new Uint8Array(bytes) : undefined;
}

function networks(text: string): readonly string[] | undefined {
  const all = text.split(',').map((part) => part.trim());
  return all.every(isNetwork) ? all : undefined;
}

function isNetwork(text: string): boolean {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const family = isIP(address);
  if (family === 0 || address.includes('%')) return false;
  return bits === undefined || Number(bits) <= (family === 4 ? 32 : 128);
}

function delays(text: string): readonly number[] | undefined {
  if (!/^\d{1,6}(?:\s*,\s*\d{1,6}){0,19}$/.test(text)) return undefined;
  return text.split(',').map(Number);
}
