import type pg from 'pg';
import type { Connection, LimitedPool } from '../connection.ts';
import { ConnectionLost, isDatabaseError } from '../errors.ts';
import { takeClient } from '../host-pool.ts';
import { beginWithin, type PgLimits } from '../timeouts.ts';
import { connectionOf, type OwnPool, ownPool } from '../transaction.ts';
import type { Primary, PrimaryHost } from './primary.ts';
import { sightingOf } from './sighting.ts';

/** Follows the primary: on a change all connections end immediately. A new connection is checked before it is used. */
export function followPool(
  primary: Primary,
  connections: number,
  limits: PgLimits,
  idleTimeoutMillis?: number,
): LimitedPool {
  let present: { readonly at: PrimaryHost; readonly own: OwnPool } | undefined;
  const ending = new Set<Promise<void>>();

  function poolAt(at: PrimaryHost): OwnPool {
    if (present?.at === at) return present.own;
    const onConnect = async (client: pg.ClientBase): Promise<void> =>
      primary.admit(at, await sightingOf(client, at.host));
    const own = ownPool(at.host, connections, limits, { idleTimeoutMillis, onConnect });
    present = { at, own };
    at.over.addEventListener('abort', () => {
      if (present?.own !== own) return; // it has ended
      present = undefined;
      own.cutOff();
      const ended = own.pool.end().finally(() => ending.delete(ended));
      ending.add(ended);
    });
    return own;
  }

  async function connect(): Promise<Connection> {
    const endsMs = performance.now() + limits.connectMs;
    for (;;) {
      const leftMs = Math.max(0, endsMs - performance.now());
      const at = await primary.find(leftMs);
      try {
        const client = await takeClient(poolAt(at).pool, Math.max(1, endsMs - performance.now()), at.over);
        return watched(connectionOf(client as pg.PoolClient), () => primary.suspect(at));
      } catch (error) {
        // An exhausted pool does not mean that the host is down.
        if (!(error instanceof ConnectionLost)) primary.suspect(at);
        if (!at.over.aborted || performance.now() >= endsMs) throw error;
      }
    }
  }

  return {
    begin: beginWithin(limits),
    connect,
    stats: () => present?.own.stats() ?? { open: 0, idle: 0, waiting: 0 },
    async end() {
      const own = present?.own;
      present = undefined;
      await Promise.all([own?.end(), ...ending]);
    },
  };
}

/** `read_only_sql_transaction`: it has become a standby, or is being demoted. */
const READ_ONLY = '25006';

/** Reports a connection that is broken or whose host rejects writes; it is not used again. */
function watched(connection: Connection, suspect: () => void): Connection {
  let isReadOnly = false;
  return {
    query(text, values) {
      const answer = connection.query(text, values);
      answer.catch((error: unknown) => {
        if (isDatabaseError(error)) isReadOnly ||= error.code === READ_ONLY;
        if (isReadOnly || !isDatabaseError(error) || GOING.test(error.code)) suspect();
      });
      return answer;
    },
    release: (isBroken) => connection.release(isBroken || isReadOnly),
  };
}

/** The server ends or rejects sessions. */
const GOING = /^(?:57P|08)/;
