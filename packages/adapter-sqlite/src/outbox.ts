import {
  type Attempt,
  type Clock,
  type Delivery,
  type Endpoint,
  type DeliveryState,
  type LeasedDelivery,
  type Outbox,
  type Settlement,
  toStoredAttempt,
  type Row,
} from '@bord/engine/storage';
import type { Database } from 'better-sqlite3';
import type { DatedDeliveries } from './dated-deliveries.ts';
import { DELIVERY, INSERT_DELIVERY, LEASED, NEW_DELIVERY } from './delivery-row.ts';
import type { RecordTable } from './records.ts';
import type { GroupCommit } from './group-commit.ts';
import { queueReader } from './queues.ts';
import type { Shared } from './shared.ts';
import { reading } from './errors.ts';

export interface DeliveryWriter {
  /** Throws if an id exists: its change would not be reported. */
  write(deliveries: readonly Delivery[]): void;
  /** Skips existing ids. The others start in this state; default: `waiting`. */
  writeUnknown(deliveries: readonly Delivery[], state?: DeliveryState): void;
}

export function deliveryWriter(database: Database, clock: Clock, dated: DatedDeliveries): DeliveryWriter {
  const insert = database.prepare(INSERT_DELIVERY);
  const insertUnknown = database.prepare(`${INSERT_DELIVERY} ON CONFLICT (id) DO NOTHING`);
  function writeAll(deliveries: readonly Delivery[], state: DeliveryState, mayExist: boolean): void {
    const nowMs = clock.nowMs();
    for (const one of deliveries) {
      const { covers } = one;
      const delivery = covers ? dated.beside({ ...one, covers }, nowMs) : one;
      if (!delivery) continue;
      const dueMs = delivery.dueMs ?? nowMs;
      const values = NEW_DELIVERY.values({
        ...delivery,
        dueMs,
        state: covers ? 'waiting' : state,
        createdMs: nowMs,
      });
      (covers || mayExist ? insertUnknown : insert).run(values);
    }
  }
  return {
    write: (deliveries) => writeAll(deliveries, 'waiting', false),
    writeUnknown: (deliveries, state = 'waiting') => writeAll(deliveries, state, true),
  };
}

/** All processes of one SQLite file run on one machine, so its clock is the database's. */
export function sqliteOutbox(
  database: Database,
  commits: GroupCommit<Shared>,
  clock: Clock,
  writer: DeliveryWriter,
  dated: Pick<DatedDeliveries, 'giveWay'>,
  records: RecordTable,
): Outbox {
  const queues = queueReader(database);
  const settler = settlementWriter(database, clock);
  const lease = database.prepare<[number, number], Row>(
    `UPDATE deliveries SET lease = lease + 1, leased_until_ms = ? WHERE rowid = ? RETURNING ${LEASED.columns}`,
  );
  const select = (rest: string) =>
    database.prepare<(string | number)[], Row>(`SELECT ${DELIVERY.columns} FROM deliveries ${rest}`);
  const ofQueue = select('WHERE lane = ? ORDER BY created_ms DESC, rowid DESC LIMIT ?');
  const ofBooking = select('WHERE booking_id = ? ORDER BY created_ms, id');
  const byId = select('WHERE id = ? AND lane = ? AND event_id = ?');
  const byEvent = select('WHERE lane = ? AND event_id = ?');
  const keeper = outboxKeeper(database, clock);

  const endpointOf = (id: string): Endpoint | null =>
    records.select({ endpoints: { id } }).endpoints[0] ?? null;
  /** Workers ask often and mostly find no delivery: that must not take the write lock, unless a transaction is pending anyway. */
  async function take(due: (nowMs: number) => number[], leaseMs: number): Promise<LeasedDelivery[]> {
    const isDue = async () => (await reading(() => due(clock.nowMs()))).length > 0;
    if (!commits.isPending() && !(await isDue())) return [];
    return commits.run(() => {
      const nowMs = clock.nowMs();
      return due(nowMs).map((row) => LEASED.record(lease.get(nowMs + leaseMs, row)!));
    });
  }

  return {
    add: (deliveries) => commits.run(() => writer.writeUnknown(deliveries)),

    lease: (request) => take((nowMs) => queues.due(request, nowMs), request.leaseMs),

    leaseFrom: (queue, limit, leaseMs) => take((nowMs) => queues.dueIn(queue, limit, nowMs), leaseMs),

    settle: (leased, attempt, rule) =>
      commits.run((shared) => {
        const before = shared.endpoints.get(leased.queue) ?? endpointOf(leased.queue);
        const settlement = rule(before);
        if (!settler.settle(leased, attempt, settlement)) return false;
        if (settlement.state === 'waiting') dated.giveWay(leased.id, clock.nowMs());
        const { endpoint = before } = settlement;
        if (endpoint && endpoint !== before)
          records.write({ kind: 'endpoints', inserted: [], updated: [endpoint], removed: [] });
        // Failure counts are not cached, and change too often to invalidate caches.
        if (endpoint?.disabledMs !== before?.disabledMs) shared.changed();
        writer.writeUnknown(settlement.deliveries ?? []);
        if (endpoint) shared.endpoints.set(leased.queue, endpoint);
        return true;
      }),

    record: (delivery, attempt) =>
      commits.run(() => {
        writer.writeUnknown([delivery], 'dropped');
        settler.record(delivery.id, attempt);
      }),

    nextDueInMs: () => reading(() => msUntil(queues.nextMs(), clock.nowMs())),

    ofQueue: (queue, limit) => reading(() => ofQueue.all(queue, limit).map((row) => DELIVERY.record(row))),

    ofBooking: (bookingId) => reading(() => ofBooking.all(bookingId).map((row) => DELIVERY.record(row))),

    find: (queue, eventId) =>
      reading(() => {
        // By the usual id first; then among all of its queue.
        const row = byId.get(`${eventId}@${queue}`, queue, eventId) ?? byEvent.get(queue, eventId);
        return row ? DELIVERY.record(row) : null;
      }),

    restart: (queue, state) => commits.run(() => keeper.restart(queue, state)),

    waitingAt: (locationId, dueBeforeMs) => reading(() => queues.waitingAt(locationId, dueBeforeMs)),

    stats: () => reading(() => queues.stats(clock.nowMs())),

    purge: (waitingSinceMs, createdBeforeMs, limit) =>
      commits.run(() => keeper.purge(waitingSinceMs, createdBeforeMs, limit)),
  };
}

function settlementWriter(database: Database, clock: Clock) {
  const settle = database.prepare(`
    UPDATE deliveries SET state = @state, due_ms = @dueMs, leased_until_ms = NULL, failures = failures + @failed, body = coalesce(@body, body),
      attempts = CASE WHEN @attempt IS NULL THEN attempts WHEN attempts = '[]' THEN '[' || @attempt || ']'
        ELSE json_insert(attempts, '$[#]', json(@attempt)) END
    WHERE id = @id AND lease = @lease AND leased_until_ms IS NOT NULL AND state = 'waiting'`);
  const record = database.prepare(`
    UPDATE deliveries SET attempts = json_insert(attempts, '$[#]', json(@attempt)),
      state = iif(@isDelivered, 'delivered', state), due_ms = iif(@isDelivered, @nowMs, due_ms)
    WHERE id = @id`);

  return {
    /** False, without effect, unless this is its latest lease and open. */
    settle(
      { id, lease }: Pick<LeasedDelivery, 'id' | 'lease'>,
      attempt: Attempt | null,
      { state, retryAfterMs = 0, failed = false, body }: Settlement,
    ): boolean {
      const dueMs = clock.nowMs() + (state === 'waiting' ? retryAfterMs : 0);
      const settled = settle.run({
        id,
        lease,
        state,
        dueMs,
        failed: failed ? 1 : 0,
        body: body ?? null,
        attempt: attempt && JSON.stringify(toStoredAttempt(attempt)),
      });
      return settled.changes > 0;
    },
    record(id: string, attempt: Attempt): void {
      const isDelivered = attempt.outcome === 'delivered' ? 1 : 0;
      record.run({
        id,
        attempt: JSON.stringify(toStoredAttempt(attempt)),
        isDelivered,
        nowMs: clock.nowMs(),
      });
    },
  };
}

/** Bulk changes of deliveries. */
function outboxKeeper(database: Database, clock: Clock) {
  const restarter = (state: 'waiting' | 'failed') =>
    database.prepare(`
      UPDATE deliveries SET state = 'waiting', failures = 0, due_ms = ? WHERE lane = ? AND state = '${state}'`);
  const restart = { waiting: restarter('waiting'), failed: restarter('failed') };
  const drop = database.prepare(PURGES.drop);
  const remove = database.prepare(PURGES.remove);
  return {
    restart: (queue: string, state: 'waiting' | 'failed'): number =>
      restart[state].run(clock.nowMs(), queue).changes,
    purge: (waitingSinceMs: number, createdBeforeMs: number, limit: number) => ({
      deleted: remove.run({ createdBeforeMs, limit }).changes,
      dropped: drop.run({ waitingSinceMs, limit }).changes,
    }),
  };
}

/** The statements, for the test of their plans: old deliveries, queue by queue. */
export const PURGES = {
  drop: `
    UPDATE deliveries SET state = 'dropped' WHERE rowid IN (
      SELECT rowid FROM deliveries
      WHERE lane IN (SELECT id FROM endpoints WHERE disabled_ms IS NOT NULL)
        AND created_ms < @waitingSinceMs AND state = 'waiting'
      LIMIT @limit)`,
  remove: `
    WITH RECURSIVE lanes (lane) AS (
      SELECT min(lane) FROM deliveries
      UNION ALL
      SELECT (SELECT min(lane) FROM deliveries WHERE lane > lanes.lane) FROM lanes WHERE lane IS NOT NULL
    )
    DELETE FROM deliveries WHERE rowid IN (
      SELECT rowid FROM deliveries
      WHERE lane IN (SELECT lane FROM lanes) AND created_ms < @createdBeforeMs AND state <> 'waiting'
      LIMIT @limit)`,
} as const;

function msUntil(ms: number | null, nowMs: number): number | null {
  return ms === null ? null : Math.max(0, ms - nowMs);
}
