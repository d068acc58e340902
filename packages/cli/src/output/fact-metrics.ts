import { type Fact, HOLD_CHANGES, MINUTE_MS, type Observer, REASONS, WAITING_CHANGES } from '@bord/engine';
import { counter, DURATION_BUCKETS, plainCounter } from './counters.ts';
import { Counter, Gauge, Histogram, type Registry } from './prometheus.ts';

const OUTCOMES = ['booked', 'replayed', 'refused'];
const CHANGES = ['moved', 'cancelled', 'completed', 'no_show', 'undone', 'refused'];

export function factCounter(registry: InstanceType<typeof Registry>, pending: PendingGauge): Observer {
  const bookings = counter(registry, 'bord_bookings_total', 'Requests to book', 'outcome', OUTCOMES);
  const refusals = counter(registry, 'bord_refusals_total', 'Requests to book, refused', 'reason', REASONS);
  const changes = counter(registry, 'bord_booking_changes_total', 'Changes of bookings', 'change', CHANGES);
  const holds = counter(registry, 'bord_holds_total', 'What became of holds', 'change', HOLD_CHANGES);
  const confirmations = counter(
    registry,
    'bord_hold_confirmations_total',
    'Requests to make a booking of a hold',
    'outcome',
    OUTCOMES,
  );
  const waitlist = counter(
    registry,
    'bord_waitlist_total',
    'What became of parties that wait',
    'change',
    WAITING_CHANGES,
  );
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
  const primaries = plainCounter(
    registry,
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
      case 'nightly':
      case 'time_held':
        return undefined; // it is looked at in the database, which all servers share
    }
  };
}

/** Whoever gives out what becomes free counts once a minute what is held and who waits, and no scrape does. */
export interface PendingGauge {
  note(fact: Extract<Fact, { kind: 'pending' }>): void;
  look(): void;
}

/** An older figure is that of a server which does it no more. */
const PENDING_MS = 2.5 * MINUTE_MS;

export function pendingGauge(registry: InstanceType<typeof Registry>): PendingGauge {
  const gauge = new Gauge({
    name: 'bord_pending',
    help: 'What is held and who waits, counted once a minute by the server that gives out what becomes free',
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
