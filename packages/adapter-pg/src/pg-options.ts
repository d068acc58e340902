import { shape } from '@bord/engine/storage';
import type { PgLimits } from './limits.ts';
import type { PgOptions } from './storage.ts';

const { assertOptions, callback, maybe, number, object, text } = shape;

const milliseconds = maybe(number);

const fields = {
  url: maybe(text),
  pool: maybe(object({ connect: callback, on: callback, off: callback })),
  schema: maybe(text),
  connections: maybe(number),
  listenUrl: maybe(text),
  limits: maybe(
    object<Partial<PgLimits>>({
      connectMs: milliseconds,
      lockMs: milliseconds,
      statementMs: milliseconds,
      idleMs: milliseconds,
      silenceMs: milliseconds,
    }),
  ),
  clock: maybe(object({ nowMs: callback })),
};

/** @throws TypeError that names a wrong option */
export function assertPgOptions(options: PgOptions): void {
  assertOptions('pgStorage', fields, options, true);
  if (!('url' in options) && !('pool' in options))
    throw new TypeError('pgStorage: url is missing: give the URL of the database, or a pool');
}
