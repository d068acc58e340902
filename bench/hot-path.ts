/**
 * P13: PostgreSQL's own counts for each statement of the hot path with many restaurants: uncached days, bookings, cancellations and deliveries at one
 * restaurant after another.
 */
import { createEngine, type Storage, type WebhookSender } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import type pg from 'pg';
import { locationIdOf } from './estate.ts';

const { aCaller } = fixtures;
const DAY_MS = 86_400_000;
/** To plan statements once in each session, and to read the catalogs. */
const WARM = 100;
const VISITED = 1000;
/** Restaurants between two runs of the deliveries. */
const BATCH = 10;

/** How long statements took, in ms. */
export interface HotPath {
  /** Of all. */
  readonly longest: number;
  /** Of the slowest kind, in the mean. */
  readonly mean: number;
}

interface Row {
  readonly calls: number;
  readonly mean: number;
  readonly longest: number;
  readonly text: string;
}

const takesAll: WebhookSender = {
  checkUrl: () => null,
  post: async () => ({ kind: 'answered', status: 204, start: '' }),
  close: async () => undefined,
};

/** @param client of a database whose server has `pg_stat_statements` loaded */
export async function hotPath(storage: Storage, client: pg.Client, locations: number): Promise<HotPath> {
  const engine = createEngine({ storage, webhooks: takesAll, secretKeys: [new Uint8Array(32)] });
  const locationIds = Array.from({ length: locations }, (_, nth) => locationIdOf(nth));
  const partner = engine.partner(aCaller({ locationIds }));
  await engine.operator.webhooks.add({ partner: 'acme', url: 'https://acme.example/' });
  // A day on which each of the tables was booked once or twice.
  const date = new Date(Date.now() + 10 * DAY_MS).toISOString().slice(0, 10) as typeof fixtures.FRIDAY;
  let booked = 0;
  const visit = async (nth: number): Promise<void> => {
    const locationId = locationIdOf(nth);
    const { answer } = await partner.readAvailability(locationId, { date, partySize: 2 });
    const slot = answer.slots.findLast(({ reason }) => reason === null);
    if (!slot) return;
    const request = {
      startMs: slot.startMs,
      partySize: 2,
      guest: { name: 'Maja', email: 'maja@example.com' },
      idempotencyKey: `hot ${nth}`,
    };
    const made = await partner.createBooking(locationId, request);
    if (made.kind === 'refused') return;
    booked++;
    await partner.cancelBooking(made.booking.id);
  };
  const visitAll = async (from: number, to: number): Promise<void> => {
    for (let nth = from; nth < to; nth++) {
      await visit(nth % locations);
      if (nth % BATCH === 0) await engine.background.deliverDue();
    }
  };
  await client.query('CREATE EXTENSION pg_stat_statements');
  await visitAll(0, WARM);
  await client.query('SELECT pg_stat_statements_reset()');
  booked = 0;
  await visitAll(WARM, WARM + VISITED);
  const { rows } = await client.query<Row>(
    `SELECT calls::int, mean_exec_time AS mean, max_exec_time AS longest, query AS text FROM pg_stat_statements
     WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database()) AND query NOT LIKE '%pg_stat_statements%'
     ORDER BY max_exec_time DESC`,
  );
  engine.detach();
  if (booked < VISITED / 2) throw new Error(`only ${booked} of ${VISITED} restaurants could be booked`);
  for (const { calls, mean, longest, text } of rows.slice(0, 5))
    console.error(
      `  ${longest.toFixed(2)} ms at most, ${mean.toFixed(2)} in the mean of ${calls}: ${text.replaceAll(/\s+/g, ' ').slice(0, 90)}`,
    );
  return {
    longest: Math.max(...rows.map(({ longest }) => longest)),
    mean: Math.max(...rows.map(({ mean }) => mean)),
  };
}
