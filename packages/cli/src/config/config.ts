import { existsSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { didYouMean } from '../output/did-you-mean.ts';
import { Failure } from '../failure.ts';
import { DATABASE_FORMS, type DatabaseUrl, readDatabaseUrl } from '../storages/storages.ts';

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

/** How much is logged. */
export type LogLevel = (typeof LOG_LEVELS)[number];

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** What the environment says about this process. */
export interface Config {
  /** `HOST`: where it listens. */
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** `BORD_DATABASE`: where the data lies. */
  readonly database: DatabaseUrl;
  /** Base of the links in mails and pages, without a slash at the end; null: from host and port. */
  readonly publicUrl: string | null;
  /** `BORD_MAIL`: where mail goes. */
  readonly mail: MailUrl;
  /** `BORD_MAIL_FROM`: the sender, an address or `Name <address>`. */
  readonly mailFrom: string;
  /** Who is told of endpoints that fail; null: the address of `mailFrom`. */
  readonly mailOperator: string | null;
  /** Keys of 32 bytes that encrypt webhook secrets at rest, the present one first; null when none is given. */
  readonly secretKeys: readonly Uint8Array[] | null;
  /** Seconds before each retry of a webhook. */
  readonly webhookDelaysSeconds: readonly number[];
  /** Seconds that a webhook's receiver has to answer. */
  readonly webhookTimeoutSeconds: number;
  /** Webhooks may go to http and private addresses. */
  readonly webhookAllowPrivate: boolean;
  /** Networks of the proxies that say who asks: `10.0.0.0/8`, `::1`. */
  readonly trustedProxies: readonly string[];
  /** Seconds for which a server that was told to stop still takes requests, while `/readyz` fails. */
  readonly shutdownGraceSeconds: number;
  /** There is a demo location. */
  readonly demo: boolean;
  /** `BORD_LOG`: how much is logged. */
  readonly logLevel: LogLevel;
}

/** A flag of the command line that stands for a variable. */
export interface Flag {
  /** As typed: `--port`. */
  readonly flag: string;
  /** As typed. */
  readonly value: string;
}

/** From where the configuration is read. */
export interface ConfigSources {
  /** The environment, such as `process.env`. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder that may have a `.env`. */
  readonly folder: string;
  /** Win over all others, by the name of their variable. */
  readonly flags?: Readonly<Partial<Record<Variable, Flag>>>;
}

/** The name of a variable that Bord reads. */
export type Variable =
  | 'HOST'
  | 'PORT'
  | 'BORD_DATABASE'
  | 'BORD_PUBLIC_URL'
  | 'BORD_MAIL'
  | 'BORD_MAIL_FROM'
  | 'BORD_MAIL_OPERATOR'
  | 'BORD_SECRET_KEY'
  | 'BORD_WEBHOOK_DELAYS'
  | 'BORD_WEBHOOK_TIMEOUT'
  | 'BORD_WEBHOOK_ALLOW_PRIVATE'
  | 'BORD_TRUSTED_PROXIES'
  | 'BORD_SHUTDOWN_GRACE'
  | 'BORD_DEMO'
  | 'BORD_LOG';

const variables = {
  HOST: reading(matching(/^[^\s/]+$/), 'a host name or an address', '127.0.0.1'),
  PORT: reading(wholeIn(0, 65_535), 'a whole number from 0 to 65535', '3000'),
  BORD_DATABASE: reading(readDatabaseUrl, DATABASE_FORMS, 'sqlite:./data/bord.db'),
  BORD_PUBLIC_URL: perhaps(webUrl, 'an http or https address without ? and #'),
  BORD_MAIL: reading(mailUrl, 'file:FOLDER, smtp://… or smtps://…', 'file:./data/mail'),
  BORD_MAIL_FROM: reading(
    matching(/^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/),
    'an address, or Name <address>',
    'Bord <no-reply@localhost>',
  ),
  BORD_MAIL_OPERATOR: perhaps(matching(/^[^\s<>@]+@[^\s<>@]+$/), 'an e-mail address'),
  BORD_SECRET_KEY: perhaps(
    secretKeys,
    '32 bytes in base64, or several separated by commas: the present one, then older ones',
  ),
  BORD_WEBHOOK_DELAYS: reading(delays, 'seconds separated by commas, at most 20 of them', '10,60,300,1800'),
  BORD_WEBHOOK_TIMEOUT: reading(wholeIn(1, 300), 'a whole number of seconds from 1 to 300', '5'),
  BORD_WEBHOOK_ALLOW_PRIVATE: reading(zeroOrOne, '0 or 1', '0'),
  BORD_TRUSTED_PROXIES: perhaps(
    networks,
    'addresses or networks separated by commas, such as 10.0.0.0/8, ::1',
  ),
  BORD_SHUTDOWN_GRACE: reading(wholeIn(0, 300), 'a whole number of seconds from 0 to 300', '0'),
  BORD_DEMO: reading(zeroOrOne, '0 or 1', '1'),
  BORD_LOG: reading(
    (text) => LOG_LEVELS.find((level) => level === text),
    `one of ${LOG_LEVELS.join(', ')}`,
    'info',
  ),
} satisfies Record<Variable, Reader<unknown>>;

/** What all variables together say. */
type Values = { [V in Variable]: (typeof variables)[V]['otherwise'] };

const names = Object.keys(variables) as Variable[];

/** A value of these may hold a password, so it is never repeated. */
const SECRET: ReadonlySet<Variable> = new Set(['BORD_DATABASE', 'BORD_MAIL', 'BORD_SECRET_KEY']);

/**
 * Reads the configuration: flags, the environment and `.env`, in this order of precedence. An empty variable counts as not set.
 *
 * Throws {@link Failure} with one line for each unknown `BORD_` variable and each bad value, which names it.
 */
export function loadConfig({ env, folder, flags = {} }: ConfigSources): Config {
  const file = readEnvFile(join(folder, '.env'));
  const given = new Map<string, { readonly text: string; readonly label: string }>();
  for (const [name, text] of Object.entries(file))
    if (text) given.set(name, { text, label: `${name} (.env)` });
  for (const [name, text] of Object.entries(env)) if (text) given.set(name, { text, label: name });
  for (const [name, { flag: label, value }] of Object.entries(flags)) given.set(name, { text: value, label });

  const unknown = [...given].filter(
    ([name]) => name.startsWith('BORD_') && !names.some((known) => known === name),
  );
  const faults = unknown.map(([name, { label }]) => `${label}: there is no such variable${likeName(name)}`);
  const values = Object.fromEntries(
    names.map((name) => {
      const { read, must, otherwise } = variables[name];
      const { text, label } = given.get(name) ?? {};
      const value = text === undefined ? otherwise : read(text.trim());
      if (value === undefined)
        faults.push(`${label} must be ${must}${SECRET.has(name) ? '' : `, not ${text}`}`);
      return [name, value];
    }),
  ) as Values;
  if (faults.length > 0) throw new Failure(faults);
  return {
    host: values.HOST,
    port: values.PORT,
    database: values.BORD_DATABASE,
    publicUrl: values.BORD_PUBLIC_URL,
    mail: values.BORD_MAIL,
    mailFrom: values.BORD_MAIL_FROM,
    mailOperator: values.BORD_MAIL_OPERATOR,
    secretKeys: values.BORD_SECRET_KEY,
    webhookDelaysSeconds: values.BORD_WEBHOOK_DELAYS,
    webhookTimeoutSeconds: values.BORD_WEBHOOK_TIMEOUT,
    webhookAllowPrivate: values.BORD_WEBHOOK_ALLOW_PRIVATE,
    trustedProxies: values.BORD_TRUSTED_PROXIES ?? [],
    shutdownGraceSeconds: values.BORD_SHUTDOWN_GRACE,
    demo: values.BORD_DEMO,
    logLevel: values.BORD_LOG,
  };
}

function likeName(name: string): string {
  const bare = names.find((known) => `BORD_${known}` === name);
  return bare ? ` (did you mean ${bare}?)` : didYouMean(name, names);
}

function readEnvFile(path: string): Record<string, string | undefined> {
  if (!existsSync(path)) return {};
  try {
    return parseEnv(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new Failure(`.env cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** How a variable is read. */
interface Reader<T> {
  /** What a text says; undefined when it is not understood. */
  readonly read: (text: string) => T | undefined;
  /** What it must be, in words. */
  readonly must: string;
  /** What is meant where it is not set. */
  readonly otherwise: T;
}

/** @param otherwise what is read where the variable is not set */
function reading<T>(read: Reader<T>['read'], must: string, otherwise: string): Reader<T> {
  return { read, must, otherwise: read(otherwise)! };
}

function perhaps<T>(read: (text: string) => T | undefined, must: string): Reader<T | null> {
  return { read, must, otherwise: null };
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

function mailUrl(text: string): MailUrl | undefined {
  const path = /^file:(?!\/\/)(.+)$/.exec(text)?.[1];
  if (path !== undefined) return { kind: 'folder', path };
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
