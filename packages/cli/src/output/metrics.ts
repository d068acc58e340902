/** What a server counts. Every name and label is explained in docs/operation.md. */
import { LOADS, type MetricsText, type PartnerApi, type RequestRecord } from '@bord/adapter-http/server';
import { type Engine, type Fact, type Observer, REASONS } from '@bord/engine';
import { addProcessMetrics, Counter, Gauge, Histogram, Registry } from './prometheus.ts';

/** What is not counted, but looked at when somebody asks. */
interface Sights {
  readonly engine: Engine;
  readonly stats: PartnerApi['stats'];
}

/** The figures of a process. */
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
  let withProcess: Promise<void> | undefined;
  return {
    onRequest: requestCounter(registry),
    onFact: factCounter(registry),
    async read(sights) {
      const answers = sights.engine.health.answers();
      lookups('hit', answers.hits - counted.hits);
      lookups('miss', answers.misses - counted.misses);
      counted = answers;
      await Promise.all([(withProcess ??= addProcessMetrics(registry)), look(sights)]);
      return { type: registry.contentType, text: await registry.metrics() };
    },
  };
}

/** Counts one more, or `by` more, of the kind. */
type Count = (kind: string, by?: number) => void;

/** A counter with one label. Of the kinds that are known beforehand it shows 0 from the start. */
function counter(
  registry: InstanceType<typeof Registry>,
  name: string,
  help: string,
  label: string,
  kinds: readonly string[],
): Count {
  const counts = new Counter({ name, help, labelNames: [label], registers: [registry] });
  for (const kind of kinds) counts.labels(kind).inc(0);
  return (kind, by = 1) => counts.inc({ [label]: kind }, by);
}

/** From a cached answer to one that nobody waits for. */
const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** What is counted of requests of one kind. */
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

const OUTCOMES = ['booked', 'replayed', 'refused'];
const CHANGES = ['moved', 'cancelled', 'completed', 'no_show', 'undone', 'refused'];

function factCounter(registry: InstanceType<typeof Registry>): Observer {
  const bookings = counter(registry, 'bord_bookings_total', 'Requests to book', 'outcome', OUTCOMES);
  const refusals = counter(registry, 'bord_refusals_total', 'Requests to book, refused', 'reason', REASONS);
  const changes = counter(registry, 'bord_booking_changes_total', 'Changes of bookings', 'change', CHANGES);
  const reseated = plainCounter(registry, 'bord_bookings_reseated_total', 'Bookings given other tables');
  const undecided = plainCounter(
    registry,
    'bord_reseating_undecided_total',
    'Questions whether others can make room, given up',
  );
  const faults = counter(
    registry,
    'bord_background_faults_total',
    'What went wrong beside the requests',
    'where',
    ['deliveries', 'housekeeping'],
  );
  const deliver = deliveryCounter(registry);
  return (fact) => {
    switch (fact.kind) {
      case 'booking':
        bookings(fact.outcome);
        if (fact.reason !== null) refusals(fact.reason);
        return undefined;
      case 'change':
        return changes(fact.to);
      case 'reseated':
        return reseated(fact.bookings);
      case 'undecided':
        return undecided(fact.questions);
      case 'delivery':
        return deliver(fact);
      case 'fault':
        return faults(fact.where);
      case 'nightly':
      case 'time_held':
        return undefined; // it is looked at in the database, which all servers share
    }
  };
}

function plainCounter(
  registry: InstanceType<typeof Registry>,
  name: string,
  help: string,
): (by: number) => void {
  const counts = new Counter({ name, help, registers: [registry] });
  return (by) => counts.inc(by);
}

function deliveryCounter(
  registry: InstanceType<typeof Registry>,
): (fact: Extract<Fact, { kind: 'delivery' }>) => void {
  const registers = [registry];
  const attempts = new Counter({
    name: 'bord_delivery_attempts_total',
    help: 'Attempts to deliver a webhook or a mail',
    labelNames: ['to', 'outcome'],
    registers,
  });
  const givenUp = counter(
    registry,
    'bord_deliveries_given_up_total',
    'Deliveries of which no attempt is left',
    'to',
    ['webhook', 'mail'],
  );
  const durations = new Histogram({
    name: 'bord_delivery_duration_seconds',
    help: 'How long an attempt took',
    labelNames: ['to'],
    buckets: DURATION_BUCKETS,
    registers,
  });
  for (const to of ['webhook', 'mail']) {
    attempts.labels(to, DELIVERED).inc(0);
    durations.zero({ to });
  }
  return ({ to, outcome, isFinal, durationMs }) => {
    if (outcome === 'dropped') return; // nobody has tried
    attempts.inc({ to, outcome: outcomeClass(outcome) });
    if (isFinal && outcome !== DELIVERED) givenUp(to);
    durations.observe({ to }, durationMs / 1000);
  };
}

const DELIVERED = 'delivered';

/** `status 503` becomes `status_5xx`: a label must not have as many values as receivers can think of. */
function outcomeClass(outcome: string): string {
  const status = /^status (\d)\d\d$/.exec(outcome)?.[1];
  if (status !== undefined) return `status_${status}xx`;
  return /^[a-z_]{1,40}$/.test(outcome) ? outcome : 'other';
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
