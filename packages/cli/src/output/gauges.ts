/** The values that a scrape reads: the requests in progress, the outbox, endpoints, nightly maintenance and the database. */
import { LOADS, type PartnerApi } from '@bord/adapter-http/server';
import { type Engine, type Fact, MINUTE_MS } from '@bord/engine';
import { Gauge, type Registry } from './prometheus.ts';

export interface Sights {
  readonly engine: Engine;
  readonly stats: PartnerApi['stats'];
}

/** Time limit of the database's answers; late values are omitted. */
const LOOK_MS = 2000;

export function sightings(registry: InstanceType<typeof Registry>): (sights: Sights) => Promise<void> {
  const gauge = <L extends string>(name: string, help: string, ...labelNames: L[]) =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  const inProgress = gauge('bord_http_requests_in_progress', 'Requests that are worked on', 'load');
  const queued = gauge('bord_http_requests_waiting', 'Requests that wait to be worked on', 'load');
  const arriving = gauge('bord_http_requests_arriving', 'Requests whose bodies are waited for', 'load');
  const deliveries = gauge('bord_outbox_deliveries', 'Deliveries that are due, and all that wait', 'state');
  const oldest = gauge('bord_outbox_oldest_due_seconds', 'Since when the oldest due delivery is due');
  const endpoints = gauge('bord_endpoints', 'Webhook endpoints', 'state');
  const held = gauge(
    'bord_nightly_work_held',
    'Nightly maintenance waits for the operator to accept the time',
  );
  const lastRun = gauge('bord_nightly_work_last_run_timestamp_seconds', 'When nightly maintenance last ran');
  const connections = gauge('bord_database_connections', 'Connections to the database', 'state');
  const waiting = gauge('bord_database_waiting', 'Requests waiting for a connection');

  async function lookAtOutbox(engine: Sights['engine']): Promise<void> {
    const stats = await seen(() => engine.health.outbox());
    if (!stats) {
      deliveries.reset();
      return oldest.remove(); // rather no figure than a wrong one
    }
    deliveries.set({ state: 'due' }, stats.due);
    deliveries.set({ state: 'waiting' }, stats.waiting);
    oldest.set(stats.oldestDueMs === null ? 0 : Math.max(0, Date.now() - stats.oldestDueMs) / 1000);
  }

  async function lookAtEndpoints(engine: Sights['engine']): Promise<void> {
    const all = await seen(() => engine.operator.webhooks.list());
    if (!all) return endpoints.reset();
    const disabled = all.filter(({ disabledMs }) => disabledMs !== null).length;
    endpoints.set({ state: 'disabled' }, disabled);
    endpoints.set({ state: 'enabled' }, all.length - disabled);
  }

  async function lookAtTime(engine: Sights['engine']): Promise<void> {
    const time = await seen(() => engine.operator.maintenance.readTime());
    if (time) held.set(time.isHeld ? 1 : 0);
    else held.remove();
    if (time?.lastRunMs != null) lastRun.set(time.lastRunMs / 1000);
    else lastRun.remove();
  }

  return async ({ engine, stats }) => {
    const now = stats();
    for (const load of LOADS) {
      inProgress.set({ load }, now[load].running);
      queued.set({ load }, now[load].waiting);
      arriving.set({ load }, now[load].arriving);
    }
    const pool = engine.health.pool();
    connections.set({ state: 'idle' }, pool?.idle ?? 0);
    connections.set({ state: 'busy' }, pool ? pool.open - pool.idle : 0);
    waiting.set(pool?.waiting ?? 0);
    await Promise.all([lookAtOutbox(engine), lookAtEndpoints(engine), lookAtTime(engine)]);
  };
}

/** The result of a look within the time limit; null if it is late or fails. */
async function seen<T>(look: () => Promise<T>): Promise<T | null> {
  const late = Promise.withResolvers<null>();
  const timer = setTimeout(() => late.resolve(null), LOOK_MS);
  try {
    return await Promise.race([look(), late.promise]);
  } catch {
    return null; // requests will tell
  } finally {
    clearTimeout(timer);
  }
}

/** Counts of holds and waiting parties, updated once a minute by the allocation and not by a scrape. */
export interface PendingGauge {
  note(fact: Extract<Fact, { kind: 'pending' }>): void;
  look(): void;
}

/** An older figure is that of a server which does it no more. */
const PENDING_MS = 2.5 * MINUTE_MS;

export function pendingGauge(registry: InstanceType<typeof Registry>): PendingGauge {
  const gauge = new Gauge({
    name: 'bord_pending',
    help: 'Holds and waitlist entries, counted once a minute by the server that runs the waitlist',
    labelNames: ['state'],
    registers: [registry],
  });
  let notedMs = -Infinity;
  return {
    note({ held, offered, lapsed, waiting }) {
      const counts = { held, offered, lapsed, waiting };
      notedMs = Date.now();
      for (const [state, count] of Object.entries(counts)) gauge.set({ state }, count);
    },
    look() {
      if (Date.now() - notedMs > PENDING_MS) gauge.reset();
    },
  };
}
