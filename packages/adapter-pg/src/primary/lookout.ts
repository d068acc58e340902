import type { Socket } from 'node:net';
import pg from 'pg';
import { breakOff, connectionTo } from '../transaction.ts';
import type { Host } from './hosts.ts';
import { fullSightingOf, type Sighting } from './sighting.ts';

/** A connection to one host that polls its state. It does not keep the process alive. */
export interface Lookout {
  /** Rejects if the host is unreachable or does not answer in time. */
  look(): Promise<Sighting>;
  close(): void;
}

/** A host that does not answer within this time is asked again on another connection. */
const LIMITS = { connectMs: 2000, silenceMs: 1000 };

/** Connects on first use, and again after an error. */
export function lookoutAt({ url }: Host): Lookout {
  let client: pg.Client | undefined;

  async function connected(): Promise<pg.Client> {
    if (client) return client;
    const opened = new pg.Client(connectionTo(url, 'bord lookout', LIMITS));
    opened.on('error', () => undefined); // pending queries reject with the error
    opened.once('end', () => {
      if (client === opened) client = undefined;
    });
    client = opened;
    await opened.connect();
    (opened.connection.stream as Socket).unref();
    return opened;
  }

  function close(): void {
    if (client) breakOff(client);
    client = undefined;
  }

  return {
    async look() {
      try {
        return await fullSightingOf(await connected(), { url });
      } catch (error) {
        close();
        throw error;
      }
    },
    close,
  };
}
