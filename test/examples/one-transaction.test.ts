/** The example that books and orders in one transaction, run as a reader of it would on each database. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { compileCache } from '../support/compile-cache.ts';
import { DATABASES, withDatabase } from '../support/killed-processes.ts';
import { sql } from '../support/postgres.ts';

const MAIN = join(import.meta.dirname, '../../examples/one-transaction/src/main.ts');
const ROWS = 'SELECT menus, status FROM bookings LEFT JOIN orders ON booking_id = id';

test.each(DATABASES)(
  '%s: a booking and its order are committed together, and an order that is rejected leaves no booking',
  (kind) =>
    withDatabase(kind, async (database) => {
      const env = { PATH: process.env['PATH'], ...compileCache() };
      const args = ['--conditions=@bord/source', MAIN, database];
      const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { env });
      expect(stderr).toBe('');
      expect(stdout.trimEnd().split('\n')).toEqual([
        'no menu: rolled back',
        'two menus: booked',
        'webhook: booking.created',
      ]);
      const rows = kind === 'sqlite' ? new Sqlite(database).prepare(ROWS).all() : await sql(database, ROWS);
      expect(rows).toEqual([{ menus: 2, status: 'confirmed' }]);
    }),
);
