import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { connectTo, serverOf } from './connect-to.ts';
import { type DedicatedConnection, openDedicated } from './dedicated-connection.ts';
import { listenText, notification } from './invalidations.ts';
import { limitsOf } from './timeouts.ts';
import { channelOf } from './names.ts';
import type { PgLocation } from './source.ts';
import { runAlone } from './transaction.ts';

/** The URLs on which notifications are sent and received. */
export interface NotificationPath extends PgLocation {
  /** As for `pgStorage`. Defaults to `url`. */
  readonly listenUrl?: string;
}

/** As for servers, with a shorter wait. */
const LIMITS = limitsOf({ silenceMs: 5000 });

/**
 * Sends a notification and waits for it, to check that the servers on this database receive each other's notifications. Servers ignore it.
 * @param withinMs limit in milliseconds; defaults to 3000
 * @returns false if it has not arrived: a pooler is in between, or `listenUrl` leads to another database
 * @throws Error when one of the two connections cannot be opened
 */
export async function notificationsArrive(
  { listenUrl, ...location }: NotificationPath,
  withinMs = 3000,
): Promise<boolean> {
  const server = serverOf(location);
  const { schema } = server;
  const listenServer = serverOf({ url: listenUrl ?? location.url, schema });
  const pool = connectTo(server, { connections: 1, limits: LIMITS });
  const self = randomUUID();
  const waiting = new AbortController();
  const heard = Promise.withResolvers<boolean>();
  let listening: DedicatedConnection | undefined;
  try {
    listening = await openDedicated(listenServer, {
      name: 'bord notices',
      limits: LIMITS,
      text: listenText(LIMITS, schema),
      hear: (payload = '') => payload.includes(self) && heard.resolve(true),
      signal: waiting.signal,
    });
    const { text, values } = notification(channelOf(schema), [JSON.stringify({ from: self, kind: 'beat' })]);
    await runAlone(pool, text, values);
    const late = pause(withinMs, false, { signal: waiting.signal });
    late.catch(() => undefined);
    return await Promise.race([heard.promise, late]);
  } finally {
    waiting.abort();
    await Promise.all([listening?.end(), pool.end()]);
    for (const one of [server, listenServer]) if ('primary' in one) await one.primary.close();
  }
}
