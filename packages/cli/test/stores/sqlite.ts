/** Right, and shared by three processes. */
import { join } from 'node:path';
import { sqliteStorage } from '@bord/adapter-sqlite';
import type { OpenEmpty } from '@bord/engine/testing';

export const openEmpty: OpenEmpty = ({ folder, clock }) => {
  const open = () => sqliteStorage({ path: join(folder, 'bord.db'), clock, migrate: true });
  return { openings: [open(), open(), open()] };
};
