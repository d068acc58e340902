/** PostgreSQL as a storage of the Bord engine: one database, any number of processes. */
export { type PgOptions, pgStorage } from './storage.ts';
export { assertVacant, type Dump, dumpDatabase, type DumpedTable, loadDatabase } from './backup.ts';
export { type DatabaseState, inspect, type Setting } from './inspect.ts';
export {
  type FollowingStandby,
  type InspectedHost,
  inspectHosts,
  type ReplicationSlot,
  type ReplicationState,
} from './primary/replication.ts';
export { whenThere } from './errors.ts';
export type { PgLimits } from './timeouts.ts';
export { migrate } from './migrate.ts';
export { type NotificationPath, notificationsArrive } from './notifications.ts';
export type {
  PgHost,
  PgLocation,
  PgPool,
  PgPoolClient,
  PgResult,
  PgSource,
  PgStatement,
  TypeParsers,
} from './source.ts';
