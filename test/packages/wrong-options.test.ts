import { expect, test } from 'vitest';
import { createPartnerApi } from '@bord/adapter-http';
import { pgStorage } from '@bord/adapter-pg';
import { sqliteStorage } from '@bord/adapter-sqlite';
import { createEngine } from '@bord/engine';
import { memoryStorage } from '@bord/engine/testing';

const engine = createEngine({ storage: memoryStorage() });

test.each<[(options: never) => unknown, unknown, string]>([
  [pgStorage, undefined, 'pgStorage: options is missing'],
  [pgStorage, {}, 'pgStorage: url is missing: give the URL of the database, or a pool'],
  [pgStorage, { url: 5 }, 'pgStorage: url must be a text'],
  [pgStorage, { pool: {} }, 'pgStorage: pool.connect is missing'],
  [pgStorage, { url: 'postgres://x', limits: { lockMs: '5' } }, 'pgStorage: limits.lockMs must be a number'],
  [
    pgStorage,
    { url: 'postgres://x', limits: { lockMs: 0 } },
    'limits.lockMs must be from 1 to 86400000 milliseconds',
  ],
  [pgStorage, { url: 'postgres://x', clock: Date.now }, 'pgStorage: clock must be an object'],
  [sqliteStorage, {}, 'sqliteStorage: path is missing: give the path of a file, or a database'],
  [sqliteStorage, { path: 5 }, 'sqliteStorage: path must be a text'],
  [sqliteStorage, { database: {} }, 'sqliteStorage: database.prepare is missing'],
  [sqliteStorage, { path: ':memory:', migrate: 'yes' }, 'sqliteStorage: migrate must be true or false'],
  [createPartnerApi, {}, 'createPartnerApi: engine is missing'],
  [createPartnerApi, { engine: {} }, 'createPartnerApi: engine.partner is missing'],
  [createPartnerApi, { engine, basePath: 5 }, 'createPartnerApi: basePath must be a text'],
  [createPartnerApi, { engine, overload: true }, 'createPartnerApi: overload must be an object'],
  [createPartnerApi, { engine, bsePath: '' }, 'createPartnerApi: there is no option bsePath: remove it'],
])('%o(%o) throws a TypeError that names the option', (create, options, message) => {
  expect(() => create(options as never)).toThrow(new TypeError(message));
});
