import { type Migration, readMigrations } from '@bord/engine/storage';

let known: readonly Migration[] | undefined;

/** The migrations of this code, in order. A build replaces this module with one that contains their SQL (`scripts/bundle.ts`). */
export function migrations(): readonly Migration[] {
  return (known ??= readMigrations(new URL('..', import.meta.url)));
}
