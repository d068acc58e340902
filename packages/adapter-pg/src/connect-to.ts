import { limitHostPool } from './host-pool.ts';
import type { PgLimits } from './limits.ts';
import type { LimitedPool } from './connection.ts';
import { openPool } from './transaction.ts';
import { followPool } from './primary/follow-pool.ts';
import { readHosts } from './primary/hosts.ts';
import { Primary } from './primary/primary.ts';
import type { PgHost, PgLocation, PgSource } from './source.ts';

/** Where to connect to: one host, several of which one is the primary, or whatever a host's pool leads to. */
export type Server = PgHost | PgLocation | { readonly primary: Primary };

interface PoolOptions {
  /** The most at a time; of a host's pool, as many as that has. */
  readonly connections: number;
  readonly limits: PgLimits;
  readonly idleTimeoutMillis?: number;
}

/** The server of a source: where its address names several hosts, the one among them that is the primary. Whoever asks for it closes it. */
export function serverOf(source: PgSource): Server {
  if ('pool' in source) return source;
  const hosts = readHosts(source.url);
  return hosts.length > 1 ? { primary: new Primary(source.url, hosts) } : { url: hosts[0]!.url };
}

export function connectTo(
  server: Server,
  { connections, limits, idleTimeoutMillis }: PoolOptions,
): LimitedPool {
  if ('pool' in server) return limitHostPool(server.pool, limits);
  if ('primary' in server) return followPool(server.primary, connections, limits, idleTimeoutMillis);
  return openPool(server, connections, limits, idleTimeoutMillis);
}

/** The address of the host to write to, as it is now: for a connection of one's own. */
export async function addressOf({ url }: PgLocation, { connectMs }: PgLimits): Promise<string> {
  const server = serverOf({ url });
  if (!('primary' in server)) return url;
  try {
    const { host } = await server.primary.find(connectMs);
    return host.url;
  } finally {
    await server.primary.close();
  }
}
