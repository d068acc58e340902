import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { storageOf } from '../storages/storages.ts';
import { loadConfig, type Flag } from './config.ts';
import { Failure } from '../failure.ts';

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
    secretKeys: null,
    webhookDelaysSeconds: [10, 60, 300, 1800],
    webhookTimeoutSeconds: 5,
    webhookAllowPrivate: false,
    trustedProxies: [],
    shutdownGraceSeconds: 0,
    demo: true,
    logLevel: 'info',
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
    secretKeys: [new Uint8Array(32).fill(7)],
    webhookDelaysSeconds: [1, 2, 3],
    webhookTimeoutSeconds: 9,
    webhookAllowPrivate: true,
    trustedProxies: ['10.0.0.0/8', '::1'],
    shutdownGraceSeconds: 5,
    demo: false,
    logLevel: 'warn',
  });
});

test('a flag wins over the environment, and that over .env; empty is not set', () => {
  writeFileSync(join(folder, '.env'), '# mine\nHOST=h1\nPORT=1\nBORD_LOG="debug"\nBORD_DEMO=\n');
  const config = loadConfig({
    env: { HOST: 'h2', PORT: '2', BORD_LOG: '' },
    folder,
    flags: { PORT: { flag: '--port', value: '3' } },
  });
  expect(config).toMatchObject({ host: 'h2', port: 3, logLevel: 'debug', demo: true });
});

test.each([
  [{ BORD_DATABSE: 'x' }, 'BORD_DATABSE: there is no such variable (did you mean BORD_DATABASE?)'],
  [{ BORD_PORT: '1' }, 'BORD_PORT: there is no such variable (did you mean PORT?)'],
  [{ BORD_NONSENSE: '1' }, 'BORD_NONSENSE: there is no such variable'],
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

test('a value that may hold a password is not repeated', () => {
  const env = { BORD_DATABASE: 'mysql://u:hush@h', BORD_MAIL: 'imap://u:hush@h', BORD_SECRET_KEY: 'hush' };
  expect(faults(env).split('\n')).toEqual([
    'BORD_DATABASE must be sqlite:PATH or postgres://user@host:port/db',
    'BORD_MAIL must be file:FOLDER, smtp://… or smtps://…',
    'BORD_SECRET_KEY must be 32 bytes in base64, or several separated by commas: the present one, then older ones',
  ]);
});

test('several hosts of PostgreSQL are one database, and what cannot be such a list is refused without its password', () => {
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
  writeFileSync(join(folder, '.env'), 'PORT=x\nBORD_X=1\n');
  expect(() => loadConfig({ env: {}, folder })).toThrow(
    'BORD_X (.env): there is no such variable\nPORT (.env) must be a whole number from 0 to 65535, not x',
  );
});
