/** The example that books and orders in one transaction, run as a reader of it would on each database. */
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { DATABASES, withDatabase } from '../support/killed-processes.ts';
import { sql } from '../support/postgres.ts';
import { linesOf } from './run-example.ts';

const ROWS = 'SELECT menus, status FROM bookings LEFT JOIN orders ON booking_id = id';

test.each(DATABASES)(
  '%s: a booking and its order are committed together, and an order that is rejected leaves no booking',
  (kind) =>
    withDatabase(kind, async (database) => {
      expect(await linesOf('one-transaction', database)).toEqual([
        'no menu: rolled back',
        'two menus: booked',
        'webhook: booking.created',
      ]);
      const rows = kind === 'sqlite' ? new Sqlite(database).prepare(ROWS).all() : await sql(database, ROWS);
      expect(rows).toEqual([{ menus: 2, status: 'confirmed' }]);
    }),
);
