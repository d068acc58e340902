/** SQLite as a storage of the Bord engine: one file, any number of processes of one machine. */
export { type SqliteOptions, sqliteStorage } from './storage.ts';
export { assertVacant, type CopiedDatabase, copyDatabase, installDatabase } from './backup.ts';
export { type DatabaseState, inspect, migrate } from './migrate.ts';
export type { Setting, SqliteDatabase, SqliteHost, SqliteLocation } from './source.ts';
