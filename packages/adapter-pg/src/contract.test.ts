import { setTimeout as pause } from 'node:timers/promises';
import type { Storage } from '@bord/engine/storage';
import { storageContract } from '@bord/engine/testing';
import { afterAll, beforeAll, beforeEach, describe, test } from 'vitest';
import { migratedDatabase } from '../../../test/support/migrated-database.ts';
import { emptyDatabase, type FreshDatabase, letPass } from '../../../test/support/postgres.ts';
import { pgStorage } from './storage.ts';

let database: FreshDatabase;
let openings: Storage[];

beforeAll(async () => {
  database = await migratedDatabase();
  openings = [0, 1, 2].map(() => pgStorage({ url: database.url, connections: 5 }));
});

beforeEach(() => emptyDatabase(database.url));

afterAll(async () => {
  await Promise.all(openings.map((opening) => opening.close()));
  await database.drop();
});

/** Short times are waited for, because instants that were read do not change; longer times are simulated. */
const pass = (ms: number): Promise<void> => (ms < 100 ? pause(ms) : letPass(database.url, ms));

describe('a PostgreSQL storage, opened three times', () => {
  test.each(storageContract)('$name', async ({ run }) => {
    await run({ storage: openings[0]!, openings, pass });
  });
});
