/** SQLite as a storage of the Bord engine: one file, any number of processes of one machine. */
export { assertVacant, type CopiedDatabase, copyDatabase, placeDatabase } from './backup.ts';
export { type DatabaseState, inspect, migrate } from './migrate.ts';
export type { Setting, SqliteLocation } from './open.ts';
export type { SqliteDatabase } from './host-database.ts';
export { type SqliteHost, type SqliteOptions, sqliteStorage } from './storage.ts';
