import { pgStorage } from '@bord/adapter-pg';
import type { Location, Storage } from '@bord/engine/storage';
import { fixtures } from '@bord/engine/testing';
import { migratedDatabase } from '../../../test/support/migrated-database.ts';
import { type FreshDatabase } from '../../../test/support/postgres.ts';
import { type TcpProxy, tcpProxy } from './tcp-proxy.ts';

export interface Cuttable {
  readonly database: FreshDatabase;
  readonly proxy: TcpProxy;
  readonly storage: Storage;
  readonly witness: Storage;
  readonly location: Location;
  /** Cuts the next messages with these words; by default a COMMIT, once. */
  cut(verdict: 'cut' | 'cut after', times?: number, words?: string): void;
  end(): Promise<void>;
}

/** The bytes of a separate COMMIT. */
export const COMMIT = 'COMMIT\0';

export async function cuttable(): Promise<Cuttable> {
  const database = await migratedDatabase();
  const url = new URL(database.url);
  const proxy = await tcpProxy(Number(url.port));
  url.port = String(proxy.port);
  const storage = pgStorage({ url: url.href });
  const witness = pgStorage({ url: database.url });
  return {
    database,
    proxy,
    storage,
    witness,
    location: await fixtures.aLocation(witness),
    cut(verdict, times = 1, words = COMMIT) {
      let left = times;
      proxy.onSend = (bytes) => (bytes.includes(words) && left-- > 0 ? verdict : null);
    },
    async end() {
      proxy.onSend = null;
      proxy.set('open');
      await Promise.all([storage.close(), witness.close()]);
      await proxy.close();
      await database.drop();
    },
  };
}
