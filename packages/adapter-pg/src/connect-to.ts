import { limitHostPool } from './host-pool.ts';
import type { PgLimits } from './timeouts.ts';
import type { LimitedPool } from './connection.ts';
import { openPool } from './transaction.ts';
import { followPool } from './primary/follow-pool.ts';
import { poolIn, schemaOf, urlWithSchema } from './names.ts';
import { readHosts } from './primary/hosts.ts';
import { Primary } from './primary/primary.ts';
import type { PgHost, PgLocation, PgSource } from './source.ts';

/** The target of connections: one host, the primary of several hosts, or a host's pool. */
export type Server = (PgHost | PgLocation | { readonly primary: Primary }) & {
  readonly schema: string;
};

interface PoolOptions {
  /** The limit of concurrent connections; for a host's pool, its own limit applies. */
  readonly connections: number;
  readonly limits: PgLimits;
  readonly idleTimeoutMillis?: number;
}

/** The server of a source: if its URL names several hosts, the primary among them. The caller must close it. */
export function serverOf(source: PgSource): Server {
  const schema = schemaOf(source);
  if ('pool' in source) return { ...source, schema };
  const url = urlWithSchema(source);
  const hosts = readHosts(url);
  return { schema, ...(hosts.length > 1 ? { primary: new Primary(url, hosts) } : { url: hosts[0]!.url }) };
}

export function connectTo(server: Server, options: PoolOptions): LimitedPool {
  return poolIn(server.schema, poolOf(server, options));
}

function poolOf(server: Server, { connections, limits, idleTimeoutMillis }: PoolOptions): LimitedPool {
  if ('pool' in server) return limitHostPool(server.pool, limits);
  if ('primary' in server) return followPool(server.primary, connections, limits, idleTimeoutMillis);
  return openPool(server, connections, limits, idleTimeoutMillis);
}

/** The URL of the current primary, for a separate connection. */
export async function addressOf(location: PgLocation, { connectMs }: PgLimits): Promise<string> {
  const server = serverOf(location);
  if (!('primary' in server)) return location.url;
  try {
    const { host } = await server.primary.find(connectMs);
    return host.url;
  } finally {
    await server.primary.close();
  }
}
