import { LOADS, type MetricsText, type RequestRecord } from '@bord/adapter-http/server';
import { type Fact, type Observer, REASONS } from '@bord/engine';
import { HOLD_CHANGES, WAITING_CHANGES } from '@bord/engine/adapters';
import { type PendingGauge, pendingGauge, type Sights, sightings } from './gauges.ts';
import { addProcessMetrics, Counter, Gauge, Histogram, Registry } from './prometheus.ts';

export interface Metrics {
  readonly onRequest: (record: RequestRecord) => void;
  readonly onFact: Observer;
  /** All of them, as Prometheus reads them. Answers also when the database does not. */
  readonly read: (sights: Sights) => Promise<MetricsText>;
}

const LOOKUPS = ['hit', 'miss'];

export function createMetrics(version: string, registry = new Registry()): Metrics {
  const { counter } = countersIn(registry);
  const info = { name: 'bord_info', help: 'Version of Bord', labelNames: ['version'], registers: [registry] };
  new Gauge(info).labels(version).set(1);
  const lookups = counter('bord_answer_cache_lookups_total', 'Questions to the cache', 'result', LOOKUPS);
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
  readonly count: { inc(): void };
  readonly duration: { observe(seconds: number): void };
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
    help: 'From the head of a request to its answer, without shed requests',
    labelNames: ['method', 'route'],
    buckets: DURATION_BUCKETS,
    registers,
  });
  const { counter } = countersIn(registry);
  const shedCount = counter(
    'bord_http_requests_shed_total',
    'Requests shed because of overload',
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
      series = { method, route, status, count, duration };
      known.set(name, series);
    }
    return series;
  }

  return (record) => {
    const { method, route, status, durationMs, shed } = record;
    // Of one kind often many come after each other.
    if (latest?.route !== route || latest.status !== status || latest.method !== method)
      latest = seriesOf(record);
    latest.count.inc();
    if (shed === null) latest.duration.observe(durationMs / 1000);
    else shedCount(shed);
  };
}

const WORKERS = ['deliveries', 'housekeeping'];
const OUTCOMES = ['booked', 'replayed', 'refused'];
const CHANGES = ['moved', 'cancelled', 'completed', 'no_show', 'undone', 'refused'];

function factCounter(registry: InstanceType<typeof Registry>, pending: PendingGauge): Observer {
  const { counter, plainCounter } = countersIn(registry);
  const bookings = counter('bord_bookings_total', 'Requests to book', 'outcome', OUTCOMES);
  const refusals = counter('bord_refusals_total', 'Requests to book, refused', 'reason', REASONS);
  const changes = counter('bord_booking_changes_total', 'Changes of bookings', 'change', CHANGES);
  const holds = counter('bord_holds_total', 'Outcomes of holds', 'change', HOLD_CHANGES);
  const confirmations = counter(
    'bord_hold_confirmations_total',
    'Requests to make a booking of a hold',
    'outcome',
    OUTCOMES,
  );
  const waitlist = counter('bord_waitlist_total', 'Outcomes of waitlist entries', 'change', WAITING_CHANGES);
  const reseated = plainCounter('bord_bookings_reseated_total', 'Bookings given other tables');
  const undecided = plainCounter(
    'bord_reseating_undecided_total',
    'Questions whether others can make room, given up',
  );
  const faults = counter('bord_background_faults_total', 'Failures outside of requests', 'where', WORKERS);
  const primaries = plainCounter(
    'bord_database_primary_changes_total',
    'How often another host of the database has become the one that is written to',
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
      case 'hold':
        return holds(fact.to);
      case 'confirmation':
        return confirmations(fact.outcome);
      case 'waiting':
        return waitlist(fact.to);
      case 'pending':
        return pending.note(fact);
      case 'primary':
        return primaries(1);
      case 'policy': // this server has none
      case 'nightly':
      case 'time_held':
        return undefined; // it is looked at in the database, which all servers share
    }
  };
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
  const { counter } = countersIn(registry);
  const givenUp = counter(
    'bord_deliveries_given_up_total',
    'Deliveries of which no attempt is left',
    'to',
    TARGETS,
  );
  const durations = new Histogram({
    name: 'bord_delivery_duration_seconds',
    help: 'How long an attempt took',
    labelNames: ['to'],
    buckets: DURATION_BUCKETS,
    registers,
  });
  for (const to of TARGETS) {
    attempts.labels(to, DELIVERED).inc(0);
    durations.zero({ to });
  }
  return ({ to, outcome, isFinal, durationMs }) => {
    if (outcome === 'dropped') return; // never attempted
    attempts.inc({ to, outcome: outcomeClass(outcome) });
    if (isFinal && outcome !== DELIVERED) givenUp(to);
    durations.observe({ to }, durationMs / 1000);
  };
}

const TARGETS = ['webhook', 'mail'];
const DELIVERED = 'delivered';

/** `status 503` becomes `status_5xx`: a label must not have as many values as receivers can think of. */
function outcomeClass(outcome: string): string {
  const status = /^status (\d)\d\d$/.exec(outcome)?.[1];
  if (status !== undefined) return `status_${status}xx`;
  return /^[a-z_]{1,40}$/.test(outcome) ? outcome : 'other';
}

function countersIn(registry: InstanceType<typeof Registry>) {
  const registers = [registry];
  return {
    /** A counter with one label. It shows 0 from the start for the given kinds. */
    counter(name: string, help: string, label: string, kinds: readonly string[]) {
      const counts = new Counter({ name, help, labelNames: [label], registers });
      for (const kind of kinds) counts.labels(kind).inc(0);
      return (kind: string, by = 1): void => counts.inc({ [label]: kind }, by);
    },
    plainCounter(name: string, help: string) {
      const counts = new Counter({ name, help, registers });
      return (by: number): void => counts.inc(by);
    },
  };
}

/** From a cached answer to an abandoned one. */
const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
