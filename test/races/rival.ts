/** One process of a race: asks for as many bookings at once as it is told, over the partner API, and reports the answers. */
import { createPartnerApi } from '@bord/adapter-http';
import { pgStorage } from '@bord/adapter-pg';
import { sqliteStorage } from '@bord/adapter-sqlite';
import { type BookingStore, createEngine, type Storage } from '@bord/engine';
import { BASE } from '../support/world.ts';

/** How the store of the rivals is broken: a control must fail. */
export type Sabotage = 'none' | 'no lock' | 'key looked up early';

/** What a rival is to do. */
export interface Order {
  readonly requests: readonly {
    readonly method: 'GET' | 'POST';
    readonly path: string;
    readonly body?: unknown;
  }[];
}

export interface Reply {
  readonly status: number;
  readonly id: string | null;
  readonly isReplay: boolean;
  readonly text: string;
}

const [database, sabotage, key] = process.argv.slice(2) as [string, Sabotage, string];
const sound: Storage = database.startsWith('postgres:')
  ? pgStorage({ url: database, connections: 12 })
  : sqliteStorage({ path: database });
const storage: Storage = { ...sound, bookings: { ...sound.bookings, amend: amendWith(sabotage) } };
const engine = createEngine({ storage });
const api = createPartnerApi({ engine, onError: (error) => console.error(error) });

process.on('message', (order: Order) => void report(order));
process.on('disconnect', () => void sound.close());
await sound.check();
process.send?.('ready');

async function report({ requests }: Order): Promise<void> {
  const replies = await Promise.all(
    requests.map(async ({ method, path, body }): Promise<Reply> => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
      const answer = await api.fetch(new Request(`http://bord.test${BASE}${path}`, init));
      const text = await answer.text();
      const { id = null } = JSON.parse(text) as { id?: string };
      return {
        status: answer.status,
        id,
        isReplay: answer.headers.get('idempotent-replayed') === 'true',
        text,
      };
    }),
  );
  process.send?.(replies);
}

/** The store's own step, or a broken one in its place. */
function amendWith(fault: Sabotage): BookingStore['amend'] {
  if (fault === 'none') return sound.bookings.amend;
  return async (scope, rule) => {
    const page = await sound.bookings.amend(scope, (read) => ({ result: read }));
    await new Promise((done) => setTimeout(done, 5));
    if (fault === 'key looked up early') {
      return sound.bookings.amend(scope, (read) => rule({ ...read, named: page.named }));
    }
    const amendment = rule(page);
    return sound.bookings.amend(scope, () => amendment);
  };
}
