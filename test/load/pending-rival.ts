/** One server of a race about holds and the waitlist: an engine on the shared database with a shifted clock. */
import { pgStorage } from '@bord/adapter-pg';
import { sqliteStorage } from '@bord/adapter-sqlite';
import type { Engine } from '@bord/engine';
import { PATIENT } from '../support/world.ts';
import { engineOff, obey, type PendingEntry, type PendingRound } from './pending-orders.ts';

let engine: Engine;
let me: PendingEntry;

process.on('disconnect', () => process.exit());
process.on('message', (message: { enter: PendingEntry } | PendingRound) => {
  const work = 'enter' in message ? enter(message.enter) : obey(engine, message, me.rival);
  void work.then((replies) => process.send?.(replies));
});

async function enter(entry: PendingEntry): Promise<[]> {
  me = entry;
  const { database, offMs } = entry;
  const storage = database.startsWith('postgres:')
    ? pgStorage({ url: database, connections: 6, limits: PATIENT })
    : sqliteStorage({ path: database });
  engine = engineOff(storage, offMs);
  await storage.check();
  return [];
}
