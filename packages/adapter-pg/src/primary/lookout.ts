import type { Socket } from 'node:net';
import pg from 'pg';
import { breakOff, connectionTo } from '../transaction.ts';
import type { Host } from './hosts.ts';
import { fullSightingOf, type Sighting } from './sighting.ts';

/** A connection to one host, on which it is asked again and again what it is. It keeps no process alive. */
export interface Lookout {
  /** Rejects when it cannot be reached, or does not say in time. */
  look(): Promise<Sighting>;
  close(): void;
}

/** A host that has not answered for so long is asked anew, on another connection. */
const LIMITS = { connectMs: 2000, silenceMs: 1000 };

/** Connects when it is asked first, and again after a fault. */
export function lookoutAt({ url }: Host): Lookout {
  let client: pg.Client | undefined;

  async function connected(): Promise<pg.Client> {
    if (client) return client;
    const opened = new pg.Client(connectionTo(url, 'bord lookout', LIMITS));
    opened.on('error', () => undefined); // whoever waits for an answer is told
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
