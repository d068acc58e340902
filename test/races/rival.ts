/** One process of a race: makes as many bookings at once as it is told, and reports how each ended. */
import { sqliteStorage } from '@bord/adapter-sqlite';
import { type BookingStore, createEngine, type Storage } from '@bord/engine';
import Database from 'better-sqlite3';
import { DEMO_ID } from '../support/world.ts';

export type Sabotage = 'none' | 'no lock' | 'key looked up early';

export interface Order {
  readonly startMs: number;
  readonly partySize: number;
  readonly idempotencyKey: string | null;
}

export type Tally = readonly { readonly kind: string; readonly id?: string; readonly reason?: string }[];

const [path, sabotage] = process.argv.slice(2) as [string, Sabotage];
const sound = sqliteStorage({ path });
const storage: Storage = { ...sound, bookings: { ...sound.bookings, amend: amendWith(sabotage) } };
const engine = createEngine({ storage });

process.on('message', (order: Order & { readonly clients: number }) => void report(order));
process.on('disconnect', () => void sound.close());
process.send?.('ready');

async function report({
  clients,
  startMs,
  partySize,
  idempotencyKey,
}: Order & { readonly clients: number }): Promise<void> {
  const guest = { name: 'Rival', email: 'rival@example.com', phone: null, notes: null, language: null };
  const caller = {
    keyId: 'k',
    partner: 'acme',
    scopes: ['bookings:write'],
    locationIds: [DEMO_ID],
    rateLimit: 1e9,
  } as const;
  const request = { startMs, partySize, guest, partnerBookingRef: null, idempotencyKey };
  const tally: Tally = await Promise.all(
    Array.from({ length: clients }, async () => {
      try {
        const outcome = await engine.createBooking(caller, DEMO_ID, request);
        return outcome.kind === 'refused' ? outcome : { kind: outcome.kind, id: outcome.booking.id };
      } catch (error) {
        return { kind: 'failed', reason: String(error) };
      }
    }),
  );
  process.send?.(tally);
}

/** The store's own step, or a broken one in its place. */
function amendWith(fault: Sabotage): BookingStore['amend'] {
  if (fault === 'none') return sound.bookings.amend;
  if (fault === 'no lock') dropTriggers();
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

/** The second guard would still refuse what the first one lets through. */
function dropTriggers(): void {
  const database = new Database(path);
  database.pragma('busy_timeout = 5000');
  const triggers = database
    .prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'")
    .pluck()
    .all() as string[];
  for (const name of triggers) database.exec(`DROP TRIGGER IF EXISTS "${name}"`);
  database.close();
}
