/** PostgreSQL as a storage of the Bord engine: one database, any number of processes. */
export { assertVacant, type Dump, dumpDatabase, type DumpedTable, loadDatabase } from './dump.ts';
export { type DatabaseState, inspect, type Setting } from './inspect.ts';
export type { PgPool, PgPoolClient, PgResult, PgStatement } from './host-pool.ts';
export type { PgLimits } from './limits.ts';
export { migrate } from './migrate.ts';
export type { PgLocation } from './open.ts';
export type { PgHost, PgSource } from './sources.ts';
export { type PgOptions, pgStorage } from './storage.ts';
export type { TypeParsers } from './type-parsers.ts';
