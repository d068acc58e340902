import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { Failure } from '../output/failure.ts';
import { plainLine } from '../output/plain.ts';
import { printNotice } from '../output/printer.ts';
import { type DatabaseUrl, withDirectUrl } from '../storages/storages.ts';
import { parameterRemarks, type Remark, remarkText, unknownVariable } from './remarks.ts';
import {
  type FilesUrl,
  type LogLevel,
  type MailUrl,
  names,
  SECRET,
  type Values,
  type Variable,
  variables,
} from './variables.ts';

/** The configuration of this process from the environment. */
export interface Config {
  /** `HOST`: where it listens. */
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** `BORD_DATABASE` and `BORD_DATABASE_DIRECT`: where the data lies. */
  readonly database: DatabaseUrl;
  /** Base of the links in mails and pages, without a slash at the end; null: from host and port. */
  readonly publicUrl: string | null;
  /** `BORD_MAIL`: where mail goes. */
  readonly mail: MailUrl;
  /** `BORD_MAIL_FROM`: the sender, an address or `Name <address>`. */
  readonly mailFrom: string;
  /** The e-mail address that gets reports of failing webhook endpoints; null: the address of `mailFrom`. */
  readonly mailOperator: string | null;
  /** `BORD_FILES`: where logos and pictures of restaurants are kept. */
  readonly files: FilesUrl;
  /** Keys of 32 bytes that encrypt webhook secrets at rest, the current one first; null if not configured. */
  readonly secretKeys: readonly Uint8Array[] | null;
  /** Seconds before each retry of a webhook. */
  readonly webhookDelaysSeconds: readonly number[];
  /** Seconds that a webhook's receiver has to answer. */
  readonly webhookTimeoutSeconds: number;
  /** Webhooks may go to http and private addresses. */
  readonly webhookAllowPrivate: boolean;
  /** Networks of the proxies that say who asks: `10.0.0.0/8`, `::1`. */
  readonly trustedProxies: readonly string[];
  /** Seconds for which a server still accepts requests after a stop signal, while `/readyz` fails. */
  readonly shutdownGraceSeconds: number;
  /** There is a demo location. */
  readonly demo: boolean;
  /** `BORD_LOG`: how much is logged. */
  readonly logLevel: LogLevel;
  /** Problems that do not prevent a start, a line for each: unknown variables (D50), URL parameters without effect. */
  readonly warnings: readonly string[];
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

/** A configuration with all that is wrong with it. A bad value is replaced by its default. */
export interface ReadConfig {
  readonly config: Config;
  readonly remarks: readonly Remark[];
}

/**
 * Reads the configuration: flags, the environment and `.env`, in this order of precedence. An empty variable counts as not set.
 *
 * @throws Failure with one line for each bad value, each unknown URL parameter, and each unknown `BORD_` variable whose name is within
 *   two edits of a setting (D50)
 */
export function loadConfig(sources: ConfigSources): Config {
  const { config, remarks } = readConfig(sources);
  const faults = remarks.filter(({ severity }) => severity === 'fatal');
  if (faults.length > 0) throw new Failure(faults.map(remarkText));
  return config;
}

/** The configuration of this process. Its warnings are printed next to the answer. */
export function configuration(): Config {
  const config = loadConfig({ env: process.env, folder: process.cwd() });
  for (const line of config.warnings) printNotice(`bord: warning: ${plainLine(line)}`);
  return config;
}

/** As {@link loadConfig}, for an examination: returns all faults and never throws. */
export function readConfig({ env, folder, flags = {} }: ConfigSources): ReadConfig {
  const remarks: Remark[] = [];
  const file = readEnvFile(join(folder, '.env'), remarks);
  const given = new Map<string, Given>();
  for (const [name, text] of Object.entries(file))
    if (text) given.set(name, { text, label: `${name} (.env)` });
  for (const [name, text] of Object.entries(env)) if (text) given.set(name, { text, label: name });
  for (const [name, { flag: label, value }] of Object.entries(flags)) given.set(name, { text: value, label });

  for (const [name, { text, label }] of given) {
    const remark = unknownVariable(name, text, label);
    if (remark) remarks.push(remark);
  }
  const values = Object.fromEntries(
    names.map((name) => {
      const variable = given.get(name);
      const { read, must, otherwise } = variables[name];
      const value = variable === undefined ? otherwise : read(variable.text.trim());
      if (value === undefined)
        remarks.push({
          variable: name,
          label: variable!.label,
          found: `${variable!.label} must be ${must}${SECRET.has(name) ? '' : `, not ${variable!.text}`}`,
          advice: null,
          severity: 'fatal',
        });
      else if (variable) remarks.push(...parameterRemarks(name, variable.text.trim(), variable.label));
      return [name, value ?? otherwise];
    }),
  ) as Values;
  const database = databaseOf(values, given.get('BORD_DATABASE_DIRECT'), remarks);
  const warnings = remarks.filter(({ severity }) => severity !== 'fatal').map(remarkText);
  return { config: configOf(values, database, warnings), remarks };
}

interface Given extends Pick<Remark, 'label'> {
  readonly text: string;
}

function databaseOf(
  { BORD_DATABASE: database, BORD_DATABASE_DIRECT: direct }: Values,
  given: Given | undefined,
  remarks: Remark[],
): DatabaseUrl {
  const isFaulty = remarks.some(({ variable }) => variable === 'BORD_DATABASE');
  if (direct === null || isFaulty) return database;
  const both = withDirectUrl(database, direct);
  if (both === undefined)
    remarks.push({
      variable: 'BORD_DATABASE_DIRECT',
      label: given!.label,
      found: `${given!.label} is for PostgreSQL, and BORD_DATABASE names another database`,
      advice: 'remove it',
      severity: 'fatal',
    });
  return both ?? database;
}

function configOf(values: Values, database: DatabaseUrl, warnings: readonly string[]): Config {
  return {
    host: values.HOST,
    port: values.PORT,
    database,
    publicUrl: values.BORD_PUBLIC_URL,
    mail: values.BORD_MAIL,
    mailFrom: values.BORD_MAIL_FROM,
    mailOperator: values.BORD_MAIL_OPERATOR,
    files: values.BORD_FILES,
    secretKeys: values.BORD_SECRET_KEY,
    webhookDelaysSeconds: values.BORD_WEBHOOK_DELAYS,
    webhookTimeoutSeconds: values.BORD_WEBHOOK_TIMEOUT,
    webhookAllowPrivate: values.BORD_WEBHOOK_ALLOW_PRIVATE,
    trustedProxies: values.BORD_TRUSTED_PROXIES ?? [],
    shutdownGraceSeconds: values.BORD_SHUTDOWN_GRACE,
    demo: values.BORD_DEMO,
    logLevel: values.BORD_LOG,
    warnings,
  };
}

/** A setting without `=`, which parseEnv ignores. */
const NO_VALUE = /^\uFEFF?\s*(?:export\s+)?(?:BORD_\w+|HOST|PORT)\b\s*[^=\s]/;

function readEnvFile(path: string, remarks: Remark[]): Record<string, string | undefined> {
  if (!existsSync(path)) return {};
  try {
    const text = readFileSync(path, 'utf8');
    if (text.includes('\0')) throw new Error('it must be UTF-8 text');
    const bad = text.split('\n').findIndex((line) => NO_VALUE.test(line));
    if (bad !== -1) throw new Error(`line ${bad + 1} must be NAME=VALUE`);
    return parseEnv(text.replace(/^\uFEFF/, '')); // parseEnv takes a byte order mark as part of the first name
  } catch (error) {
    const found = `.env cannot be read: ${error instanceof Error ? error.message : String(error)}`;
    remarks.push({ variable: null, label: '.env', found, advice: null, severity: 'fatal' });
    return {};
  }
}
