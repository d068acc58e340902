import { createServer } from 'node:net';
import { BookingError } from '@bord/engine';
import { expect, test } from 'vitest';
import { errorRecord } from './error-record.ts';

const CANARY = 'canary@example.com';

/** The error that `run` throws. */
function thrownBy(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

/** As node-postgres throws it. */
const refusedRow = Object.assign(
  new Error(`invalid input syntax for type uuid: "${CANARY} with a " in it"`),
  {
    name: 'error',
    severity: 'ERROR',
    code: '22P02',
    detail: `Failing row contains (${CANARY}).`,
    where: `unnamed portal parameter $1 = '${CANARY}'`,
    table: 'bookings',
    constraint: 'bookings_email',
    routine: 'string_to_uuid',
  },
);
/** As better-sqlite3 throws it. */
const sqliteError = (code: string, message: string): Error =>
  Object.assign(new Error(message), { name: 'SqliteError', code });
const missingTable = Object.assign(new Error(`relation "${CANARY}" does not exist, says «${CANARY}»`), {
  severity: 'ERROR',
  code: '42P01',
});

test.each<[string, unknown]>([
  ['JSON', thrownBy(() => JSON.parse(`{"name": ${CANARY}`))],
  ['a web address', thrownBy(() => new URL(`nowhere ${CANARY}`))],
  ['a row that PostgreSQL has refused', refusedRow],
  ['a table that PostgreSQL does not find', missingTable],
  ['a row that SQLite has refused', sqliteError('SQLITE_CONSTRAINT_TRIGGER', `no room for ${CANARY}`)],
  ['SQL that SQLite cannot read', sqliteError('SQLITE_ERROR', `near "${CANARY}": syntax error`)],
  [
    'a mail server',
    Object.assign(new Error(`550 <${CANARY}> unknown`), { code: 'EENVELOPE', response: CANARY }),
  ],
  ['a request of ours', new BookingError('invalid_request', `${CANARY} is no partner`, [CANARY])],
  ['text that was thrown', CANARY],
  ['a name', Object.assign(new Error('x'), { name: CANARY, code: CANARY, table: CANARY })],
  ['a message with a stack in it', new Error(`x\n    at ${CANARY} (x.js:1:2)\n    at y (${CANARY}:1:2)`)],
  ['one within others', new AggregateError([new Error('x', { cause: new Error(CANARY) })], CANARY)],
])('the record of an error about %s contains no input', (_, error) => {
  expect(JSON.stringify(errorRecord(error))).not.toContain('canary');
});

test('the record of an error has its name, code and position', () => {
  const { stack, ...rest } = errorRecord(refusedRow);
  expect(rest).toEqual({ name: 'error', code: '22P02', table: 'bookings', constraint: 'bookings_email' });
  expect(stack?.[0]).toMatch(/error-record\.test\.ts:\d+:\d+\)?$/);
  expect(errorRecord(missingTable).message).toBe('relation …');
  const locked = errorRecord(sqliteError('SQLITE_BUSY', 'database is locked'));
  expect(locked).toMatchObject({ name: 'SqliteError', code: 'SQLITE_BUSY', message: 'database is locked' });
  const cause = new Error('gone');
  expect(errorRecord(Object.assign(new BookingError('unavailable'), { cause }))).toMatchObject({
    name: 'BookingError',
    code: 'unavailable',
    cause: { name: 'Error' },
  });
});

test('messages of the operating system are kept', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => taken.once('listening', resolve));
  const { port } = taken.address() as { port: number };
  const error = await new Promise((resolve) =>
    createServer().once('error', resolve).listen(port, '127.0.0.1'),
  );
  taken.close();
  expect(errorRecord(error)).toMatchObject({
    code: 'EADDRINUSE',
    message: `listen EADDRINUSE: address already in use 127.0.0.1:${port}`,
  });
});

test('a cyclic chain of causes ends', () => {
  const error = new Error('a');
  error.cause = error;
  expect(JSON.stringify(errorRecord(error)).match(/"cause"/g)).toHaveLength(4);
});
