import { LOADS, type MetricsText, type PartnerApi, type RequestRecord } from '@bord/adapter-http/server';
import type { Engine, Observer } from '@bord/engine';
import { counter, DURATION_BUCKETS } from './counters.ts';
import { factCounter, pendingGauge } from './fact-metrics.ts';
import { addProcessMetrics, Counter, Gauge, Histogram, Registry } from './prometheus.ts';

interface Sights {
  readonly engine: Engine;
  readonly stats: PartnerApi['stats'];
}

export interface Metrics {
  readonly onRequest: (record: RequestRecord) => void;
  readonly onFact: Observer;
  /** All of them, as Prometheus reads them. Answers also when the database does not. */
  readonly read: (sights: Sights) => Promise<MetricsText>;
}

export function createMetrics(version: string): Metrics {
  const registry = new Registry();
  const registers = [registry];
  new Gauge({ name: 'bord_info', help: 'Version of Bord', labelNames: ['version'], registers })
    .labels(version)
    .set(1);
  const lookups = counter(registry, 'bord_answer_cache_lookups_total', 'Questions to the cache', 'result', [
    'hit',
    'miss',
  ]);
  let counted = { hits: 0, misses: 0 };
  const look = sightings(registry);
  const pending = pendingGauge(registry);
  let withProcess: Promise<void> | undefined;
  return {
    onRequest: requestCounter(registry),
    onFact: factCounter(registry, pending),
    async read(sights) {
      const answers = sights.engine.health.answers();
      lookups('hit', answers.hits - counted.hits);
      lookups('miss', answers.misses - counted.misses);
      counted = answers;
      pending.look();
      await Promise.all([(withProcess ??= addProcessMetrics(registry)), look(sights)]);
      return { type: registry.contentType, text: await registry.metrics() };
    },
  };
}

interface RequestSeries extends Pick<RequestRecord, 'method' | 'route' | 'status'> {
  readonly inc: () => void;
  readonly observe: (seconds: number) => void;
}

function requestCounter(registry: InstanceType<typeof Registry>): Metrics['onRequest'] {
  const registers = [registry];
  const requests = new Counter({
    name: 'bord_http_requests_total',
    help: 'Answered requests',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'bord_http_request_duration_seconds',
    help: 'From the head of a request to its answer, without those that were turned away',
    labelNames: ['method', 'route'],
    buckets: DURATION_BUCKETS,
    registers,
  });
  const shedCount = counter(
    registry,
    'bord_http_requests_shed_total',
    'Requests turned away because too much was going on',
    'load',
    LOADS,
  );
  // To look up the series of a request takes longer than to count it.
  const known = new Map<string, RequestSeries>();
  let latest: RequestSeries | undefined;

  function seriesOf({ method, route, status }: RequestRecord): RequestSeries {
    const name = `${method} ${route} ${status}`;
    let series = known.get(name);
    if (!series) {
      const labels = { method, route: route ?? 'unknown' };
      const [count, duration] = [requests.labels({ ...labels, status }), durations.labels(labels)];
      series = { method, route, status, inc: () => count.inc(), observe: (s) => duration.observe(s) };
      known.set(name, series);
    }
    return series;
  }

  return (record) => {
    const { method, route, status, durationMs, shed } = record;
    // Of one kind often many come after each other.
    if (latest?.route !== route || latest.status !== status || latest.method !== method)
      latest = seriesOf(record);
    latest.inc();
    if (shed === null) latest.observe(durationMs / 1000);
    else shedCount(shed);
  };
}

/** What the database does not say within this time is left out. */
const LOOK_MS = 2000;

function sightings(registry: InstanceType<typeof Registry>): (sights: Sights) => Promise<void> {
  const gauge = <L extends string>(name: string, help: string, ...labelNames: L[]) =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  const inProgress = gauge('bord_http_requests_in_progress', 'Requests that are worked on', 'load');
  const queued = gauge('bord_http_requests_waiting', 'Requests that wait to be worked on', 'load');
  const arriving = gauge('bord_http_requests_arriving', 'Requests whose bodies are waited for', 'load');
  const deliveries = gauge('bord_outbox_deliveries', 'Deliveries that are due, and all that wait', 'state');
  const oldest = gauge('bord_outbox_oldest_due_seconds', 'Since when the oldest due delivery is due');
  const endpoints = gauge('bord_endpoints', 'Webhook endpoints', 'state');
  const held = gauge('bord_nightly_work_held', 'The nightly work waits for the operator to accept the time');
  const lastRun = gauge('bord_nightly_work_last_run_timestamp_seconds', 'When the nightly work last ran');
  const connections = gauge('bord_database_connections', 'Connections to the database', 'state');
  const waiting = gauge('bord_database_waiting', 'Who waits for a connection');

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

/** What somebody says in time; null when he does not. */
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
