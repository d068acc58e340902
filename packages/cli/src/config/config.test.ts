import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { storageOf } from '../storages/storages.ts';
import { loadConfig, type Flag } from './config.ts';
import { Failure } from '../output/failure.ts';

const folder = mkdtempSync(join(tmpdir(), 'bord-config-'));
afterAll(() => rmSync(folder, { recursive: true }));

const load = (env: Record<string, string>, flags: Record<string, Flag> = {}) =>
  loadConfig({ env, folder: join(folder, 'none'), flags });

function faults(env: Record<string, string>, flags: Record<string, Flag> = {}): string {
  try {
    load(env, flags);
  } catch (error) {
    if (error instanceof Failure) return error.message;
    throw error;
  }
  return 'none';
}

test('the defaults', () => {
  expect(load({})).toEqual({
    host: '127.0.0.1',
    port: 3000,
    database: { kind: 'sqlite', path: './data/bord.db' },
    publicUrl: null,
    mail: { kind: 'folder', path: './data/mail' },
    mailFrom: 'Bord <no-reply@localhost>',
    mailOperator: null,
    files: { kind: 'folder', path: './data/files' },
    secretKeys: null,
    webhookDelaysSeconds: [10, 60, 300, 1800],
    webhookTimeoutSeconds: 5,
    webhookAllowPrivate: false,
    trustedProxies: [],
    shutdownGraceSeconds: 0,
    demo: true,
    logLevel: 'info',
    warnings: [],
  });
});

test('every variable is read', () => {
  const key = Buffer.alloc(32, 7).toString('base64');
  const config = load({
    HOST: '::1',
    PORT: '0',
    BORD_DATABASE: 'postgres://bord@db:5432/bord',
    BORD_PUBLIC_URL: 'https://book.example.com/',
    BORD_MAIL: 'smtps://user:secret@mail.example.com',
    BORD_MAIL_FROM: 'Bryggan <hej@bryggan.example.com>',
    BORD_FILES: 's3:https://key:hu%2Fsh@s3.example.com/nord?region=eu-north-1',
    BORD_SECRET_KEY: key,
    BORD_WEBHOOK_DELAYS: '1, 2,3',
    BORD_WEBHOOK_TIMEOUT: '9',
    BORD_WEBHOOK_ALLOW_PRIVATE: '1',
    BORD_TRUSTED_PROXIES: '10.0.0.0/8, ::1',
    BORD_SHUTDOWN_GRACE: '5',
    BORD_DEMO: '0',
    BORD_LOG: 'warn',
    PATH: '/bin',
  });
  expect(config).toEqual({
    host: '::1',
    port: 0,
    database: { kind: 'postgres', url: 'postgres://bord@db:5432/bord' },
    publicUrl: 'https://book.example.com',
    mail: { kind: 'smtp', url: 'smtps://user:secret@mail.example.com' },
    mailFrom: 'Bryggan <hej@bryggan.example.com>',
    mailOperator: null,
    files: {
      kind: 's3',
      endpoint: 'https://s3.example.com',
      bucket: 'nord',
      region: 'eu-north-1',
      accessKeyId: 'key',
      secretAccessKey: 'hu/sh',
    },
    secretKeys: [new Uint8Array(32).fill(7)],
    webhookDelaysSeconds: [1, 2, 3],
    webhookTimeoutSeconds: 9,
    webhookAllowPrivate: true,
    trustedProxies: ['10.0.0.0/8', '::1'],
    shutdownGraceSeconds: 5,
    demo: false,
    logLevel: 'warn',
    warnings: [],
  });
});

test('a flag wins over the environment, and that over .env; empty and a byte order mark are ignored', () => {
  writeFileSync(join(folder, '.env'), '\uFEFFBORD_LOG="debug"\n# mine\nHOST=h1\nPORT=1\nBORD_DEMO=\n');
  const config = loadConfig({
    env: { HOST: 'h2', PORT: '2', BORD_LOG: '' },
    folder,
    flags: { PORT: { flag: '--port', value: '3' } },
  });
  expect(config).toMatchObject({ host: 'h2', port: 3, logLevel: 'debug', demo: true });
});

test.each([
  [{ PORT: '70000' }, 'PORT must be a whole number from 0 to 65535, not 70000'],
  [{ PORT: '1e3' }, 'PORT must be a whole number from 0 to 65535, not 1e3'],
  [{ HOST: 'a b' }, 'HOST must be a host name or an address, not a b'],
  [{ BORD_DEMO: 'no' }, 'BORD_DEMO must be 0 or 1, not no'],
  [
    { BORD_PUBLIC_URL: 'book.example.com' },
    'BORD_PUBLIC_URL must be an http or https address without ? and #, not book.example.com',
  ],
  [
    { BORD_WEBHOOK_DELAYS: '10;60' },
    'BORD_WEBHOOK_DELAYS must be seconds separated by commas, at most 20 of them, not 10;60',
  ],
  [
    { BORD_WEBHOOK_TIMEOUT: '0' },
    'BORD_WEBHOOK_TIMEOUT must be a whole number of seconds from 1 to 300, not 0',
  ],
  ...['10.0.0.0/33', 'proxy.example', '10.0.0.0/8;::1', '10.0.0.1,', '::/129', '/8'].map(
    (bad): [object, string] => [
      { BORD_TRUSTED_PROXIES: bad },
      `BORD_TRUSTED_PROXIES must be addresses or networks separated by commas, such as 10.0.0.0/8, ::1, not ${bad}`,
    ],
  ),
  [{ BORD_MAIL_FROM: 'nobody' }, 'BORD_MAIL_FROM must be an address, or Name <address>, not nobody'],
  [{ BORD_LOG: 'loud' }, 'BORD_LOG must be one of fatal, error, warn, info, debug, trace, silent, not loud'],
])('%o stops the start', (env, line) => {
  expect(faults(env as unknown as Record<string, string>)).toBe(line);
});

test.each([
  [{ BORD_DATABSE: 'x' }, 'BORD_DATABSE is not a setting: rename it to BORD_DATABASE, or remove it'],
  [{ BORD_LOGGS: 'x' }, 'BORD_LOGGS is not a setting: rename it to BORD_LOG, or remove it'],
  [
    { BORD_SHUTDOWN_GRAC: '1', BORD_DEM: '1', BORD_FAR_OFF: '1' },
    'BORD_SHUTDOWN_GRAC is not a setting: rename it to BORD_SHUTDOWN_GRACE, or remove it\n' +
      'BORD_DEM is not a setting: rename it to BORD_DEMO, or remove it',
  ],
])('D50 an unknown variable at most two edits from a setting stops the start: %o', (env, lines) => {
  expect(faults(env as unknown as Record<string, string>)).toBe(lines);
});

test.each([
  [
    'BORD_DB',
    'x',
    'BORD_DB is not a setting, and is ignored: remove it; the documentation has a page of all settings',
  ],
  [
    'BORD_NONSENSE',
    '1',
    'BORD_NONSENSE is not a setting, and is ignored: remove it; the documentation has a page of all settings',
  ],
  [
    'BORD_WEBHOOK_DELAY_SECONDS',
    '1',
    'BORD_WEBHOOK_DELAY_SECONDS is not a setting, and is ignored: rename it to BORD_WEBHOOK_DELAYS, or remove it',
  ],
  ['BORD_PORT', '8080', 'BORD_PORT is not a setting, and is ignored: rename it to PORT, or remove it'],
])('D50 any other unknown variable is a warning: %s', (name, value, line) => {
  expect(load({ [name]: value }).warnings).toEqual([line]);
});

test('D50 variables that a kubelet sets for a service named bord are ignored without a warning', () => {
  const env = {
    BORD_SERVICE_HOST: '10.96.0.12',
    BORD_SERVICE_PORT: '80',
    BORD_SERVICE_PORT_HTTP: '80',
    BORD_PORT: 'tcp://10.96.0.12:80',
    BORD_PORT_80_TCP: 'tcp://10.96.0.12:80',
    BORD_PORT_80_TCP_PROTO: 'tcp',
    BORD_PORT_80_TCP_PORT: '80',
    BORD_PORT_80_TCP_ADDR: '10.96.0.12',
  };
  expect(load(env)).toEqual(load({}));
});

const POSTGRES = 'postgres://u:hush@db/bord';

test.each([
  [
    `${POSTGRES}?sslmod=require`,
    'BORD_DATABASE has the unknown URL parameter sslmod: rename it to sslmode, or remove it',
  ],
  [
    `${POSTGRES}?sslmode=disable&qwerty=5&sslmod=1`,
    'BORD_DATABASE has the unknown URL parameter qwerty: remove it\n' +
      'BORD_DATABASE has the unknown URL parameter sslmod: rename it to sslmode, or remove it',
  ],
  [
    'postgres://u:hush@db1,db2/bord?nonsense=1',
    'BORD_DATABASE has the unknown URL parameter nonsense: remove it',
  ],
  ['sqlite:./bord.db?mode=ro', 'BORD_DATABASE has the unknown URL parameter mode: remove it'],
  [
    'postgres://u:12?hush=7@db/bord',
    'BORD_DATABASE has a URL parameter without a proper name: remove it; in a user or a password ? is written %3F',
  ],
])('an unknown parameter in the URL %s stops the start', (url, line) => {
  expect(faults({ BORD_DATABASE: url })).toBe(line);
});

test('a URL parameter that libpq has and pg ignores is a warning by name, one that pg reads is none', () => {
  const warnings = (query: string) => load({ BORD_DATABASE: `${POSTGRES}?${query}` }).warnings;
  expect(
    warnings('sslmode=disable&application_name=x&options=-c%20jit%3Doff&target_session_attrs=read-write'),
  ).toEqual([]);
  expect(warnings('connect_timeout=5&sslcrl=x&sslmode=verify-full')).toEqual([
    'BORD_DATABASE has URL parameters without effect (connect_timeout, sslcrl): remove them',
  ]);
  expect(warnings('target_session_attrs=standby')).toHaveLength(1);
});

const MAIL_PARAMETERS =
  'authMethod, ignoreTLS, name, requireTLS, tls.ca, tls.cert, tls.ciphers, tls.ecdhCurve, tls.key, tls.maxVersion, tls.minDHSize, ' +
  'tls.minVersion, tls.passphrase, tls.rejectUnauthorized, tls.servername, tls.sigalgs';

test.each([
  ['requireTSL=true', 'the unknown URL parameter requireTSL: rename it to requireTLS, or remove it'],
  ['logger=true', 'the unknown URL parameter logger: remove it'],
  [
    'name=a&tls.rejectUnauthorised=false',
    'the unknown URL parameter tls.rejectUnauthorised: rename it to tls.rejectUnauthorized, or remove it',
  ],
])('a parameter of BORD_MAIL that has no effect stops the start: %s', (query, line) => {
  expect(faults({ BORD_MAIL: `smtp://u:hush@mail.example.com?${query}` })).toBe(
    `BORD_MAIL has ${line}; known parameters are ${MAIL_PARAMETERS}`,
  );
});

test('BORD_MAIL: each known parameter is accepted', () => {
  const url = `smtp://mail.example.com?${MAIL_PARAMETERS.split(', ').join('=1&')}=1`;
  expect(load({ BORD_MAIL: url }).mail).toEqual({ kind: 'smtp', url });
});

test('BORD_DATABASE_DIRECT is a second way to the same PostgreSQL, with the same checks', () => {
  const direct = 'postgres://u:hush@db:5432/bord';
  const given = { BORD_DATABASE: POSTGRES, BORD_DATABASE_DIRECT: direct };
  expect(load(given).database).toEqual({ kind: 'postgres', url: POSTGRES, directUrl: direct });
  expect(faults({ BORD_DATABASE_DIRECT: direct })).toBe(
    'BORD_DATABASE_DIRECT is for PostgreSQL, and BORD_DATABASE names another database: remove it',
  );
  expect(faults({ ...given, BORD_DATABASE_DIRECT: 'sqlite:x' })).toBe(
    'BORD_DATABASE_DIRECT must be postgres://user@host:port/db',
  );
  expect(faults({ ...given, BORD_DATABASE_DIRECT: `${direct}?sslmod=1` })).toMatch(
    /^BORD_DATABASE_DIRECT has the unknown URL parameter sslmod/,
  );
});

test.each(['s3:https://key:hush@host', 's3:https://host/bucket', 's3:bucket', 'ftp://host', 'file://host/x'])(
  'BORD_FILES is a folder or a bucket with its key, and not %s',
  (url) => {
    expect(faults({ BORD_FILES: url })).toBe(
      'BORD_FILES must be file:FOLDER or s3:https://KEY:SECRET@host/bucket',
    );
  },
);

test('an unknown parameter of BORD_FILES stops the start', () => {
  expect(faults({ BORD_FILES: 's3:https://key:hush@host/bucket?regoin=x' })).toBe(
    'BORD_FILES has the unknown URL parameter regoin: rename it to region, or remove it; known parameters are region',
  );
});

test('a value that may hold a password is not repeated', () => {
  const env = { BORD_DATABASE: 'mysql://u:hush@h', BORD_MAIL: 'imap://u:hush@h', BORD_SECRET_KEY: 'hush' };
  expect(faults(env).split('\n')).toEqual([
    'BORD_DATABASE must be sqlite:PATH or postgres://user@host:port/db',
    'BORD_MAIL must be file:FOLDER, smtp://… or smtps://…',
    'BORD_SECRET_KEY must be 32 bytes in base64, or several separated by commas: the present one, then older ones',
  ]);
});

test('several PostgreSQL hosts are one database; an invalid list is rejected without showing its password', () => {
  const url = 'postgres://u:hush@db1,db2:5433/bord?target_session_attrs=read-write';
  const { database } = load({ BORD_DATABASE: url });
  expect(database).toEqual({ kind: 'postgres', url });
  expect(storageOf(database).name).toBe('postgres://u@db1:5432,db2:5433/bord');
  for (const bad of ['db1,,db2/bord', 'db1,db2:0/bord', 'db1,db2/bord?target_session_attrs=standby'])
    expect(faults({ BORD_DATABASE: `postgres://u:hush@${bad}` })).toBe(
      'BORD_DATABASE must be sqlite:PATH or postgres://user@host:port/db',
    );
});

test('a bad flag is named as it was typed, a line of .env by its file', () => {
  expect(faults({}, { PORT: { flag: '--port', value: 'x' } })).toMatch(/^--port must be/);
  writeFileSync(join(folder, '.env'), 'PORT=x\nBORD_LG=1\n');
  expect(() => loadConfig({ env: {}, folder })).toThrow(
    'BORD_LG (.env) is not a setting: rename it to BORD_LOG, or remove it\nPORT (.env) must be a whole number from 0 to 65535, not x',
  );
  writeFileSync(join(folder, '.env'), 'PORT=1\n', 'utf16le');
  expect(() => loadConfig({ env: {}, folder })).toThrow('.env cannot be read: it must be UTF-8 text');
  writeFileSync(join(folder, '.env'), '# mine\nBORD_DATABASE: sqlite:x\n');
  expect(() => loadConfig({ env: {}, folder })).toThrow('.env cannot be read: line 2 must be NAME=VALUE');
});
