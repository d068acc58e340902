/**
 * Empties the outbox: leases what is due, sends it, settles it. Any number of processes may do so at once. Nothing of it lives in a timer
 * that must survive a crash: what was leased and not settled is due again when its lease ends (D23).
 */
import { DEFAULT_RETRY_DELAYS_SECONDS } from '../../core/outbox/backoff.ts';
import { type Attempt, MAIL_QUEUE, type Settlement } from '../../core/outbox/delivery.ts';
import { isAccepted, settleDelivered, settleFailed, settleUnsent } from '../../core/outbox/delivery-rules.ts';
import type { Endpoint } from '../../core/outbox/event.ts';
import { MINUTE_MS, SECOND_MS } from '../../core/time/interval.ts';
import { MailRefusedError } from '../../ports/mailer.ts';
import type { LeasedDelivery } from '../../ports/outbox.ts';
import { composeMail } from './compose-mail.ts';
import type { App } from '../shared/context.ts';
import { postSigned, secretsOf } from './post-signed.ts';

/** How deliveries are made; each has the default of D23. */
export interface DeliveryOptions {
  /** Seconds before each retry of a webhook: 10, 60, 300, 1800. */
  readonly delaysSeconds?: readonly number[];
  /** Milliseconds that an attempt takes at most: 5000. A lease has to outlast the attempts. */
  readonly timeoutMs?: number;
}

/** So many deliveries of one endpoint are under way at once. No more are leased: what waits in memory could be erased meanwhile. */
const IN_FLIGHT_MAX = 32;

/** Of mails, and of an endpoint that has just failed to answer: each may take long. */
const SLOW_IN_FLIGHT_MAX = 4;

/** In all queues together: what fits into memory and open sockets. */
const SENDING_MAX = 1000;

/** The longest that a mailer takes for one mail. */
const MAIL_MS = 25 * SECOND_MS;

/** Longer than any attempt and its settlement: a lease that ends early sends twice. */
function leaseMsOf({ timeoutMs = 5 * SECOND_MS }: DeliveryOptions): number {
  return Math.max(timeoutMs, MAIL_MS) + 10 * SECOND_MS;
}

/** What a process has in hand. */
export interface InFlight {
  readonly queues: Map<string, Queue>;
  /** Leased, and not settled yet. */
  held: number;
  /** Nothing more is taken up. */
  isClosed: boolean;
}

interface Queue {
  /** Not answered yet. */
  sending: number;
  isSlow: boolean;
}

/** A process that has nothing in hand. */
export function noneInFlight(): InFlight {
  return { queues: new Map(), held: 0, isClosed: false };
}

/**
 * Takes what is due, as much as there is room for, and begins to send it; how many deliveries were taken. `onDone` is called whenever there is
 * room for more.
 */
export async function leaseBatch(
  app: App,
  inFlight: InFlight,
  options: DeliveryOptions,
  onDone: () => void,
): Promise<number> {
  const limit = SENDING_MAX - inFlight.held;
  if (limit <= 0) return 0;
  const inFlightByQueue = await inHandOf(app, inFlight);
  const leased = await app.storage.outbox.lease({
    limit,
    leaseMs: leaseMsOf(options),
    perQueue: IN_FLIGHT_MAX,
    inFlightByQueue,
  });
  if (inFlight.isClosed) {
    await giveBack(app, leased);
    return 0;
  }
  // Read anew for each batch: what the operator has changed holds from the next one on.
  const endpoints = new Map<string, Promise<Endpoint | null>>();
  for (const delivery of leased) {
    const { queue } = delivery;
    let endpoint = endpoints.get(queue);
    if (!endpoint) {
      endpoint = queue === MAIL_QUEUE ? Promise.resolve(null) : app.storage.endpoints.find(queue);
      endpoint.catch(() => undefined); // whoever sends will see it
      endpoints.set(queue, endpoint);
    }
    begin(app, inFlight, { delivery, endpoint, options, onDone });
  }
  return leased.length;
}

/** Another worker need not wait until the leases end. */
async function giveBack(app: App, leased: readonly LeasedDelivery[]): Promise<void> {
  const asItWas = (): Settlement => ({ state: 'waiting', retryAfterMs: 0 });
  await Promise.all(leased.map((delivery) => settle(app, delivery, null, asItWas)));
}

/** What a queue may not have counts as if it were in hand already: a slow one little, and one that this process cannot serve nothing at all. */
async function inHandOf(
  { mailer, webhooks, storage }: App,
  { queues }: InFlight,
): Promise<Map<string, number>> {
  const inFlightByQueue = new Map([[MAIL_QUEUE, IN_FLIGHT_MAX - SLOW_IN_FLIGHT_MAX]]);
  for (const [id, { sending, isSlow }] of queues)
    inFlightByQueue.set(
      id,
      Math.min(IN_FLIGHT_MAX, sending + (isSlow ? IN_FLIGHT_MAX - SLOW_IN_FLIGHT_MAX : 0)),
    );
  if (!mailer) inFlightByQueue.set(MAIL_QUEUE, IN_FLIGHT_MAX);
  if (!webhooks) for (const { id } of await storage.endpoints.list()) inFlightByQueue.set(id, IN_FLIGHT_MAX);
  return inFlightByQueue;
}

/** A delivery that is about to be sent. */
interface Sending {
  readonly delivery: LeasedDelivery;
  /** Where it goes; null for a mail, or when the endpoint is gone. */
  readonly endpoint: Promise<Endpoint | null>;
  readonly options: DeliveryOptions;
}

function begin(
  app: App,
  inFlight: InFlight,
  { onDone, ...sending }: Sending & { readonly onDone: () => void },
): void {
  const { delivery } = sending;
  const isMail = delivery.queue === MAIL_QUEUE;
  const queue = inFlight.queues.get(delivery.queue) ?? { sending: 0, isSlow: isMail };
  inFlight.queues.set(delivery.queue, queue);
  inFlight.held += 1;
  queue.sending += 1;
  let isAnswered = false;
  /** The receiver has answered: it can take another, while what it said is being settled. */
  const answered = (isSlow: boolean): void => {
    if (isAnswered) return;
    isAnswered = true;
    queue.sending -= 1;
    queue.isSlow = isSlow;
    if (queue.sending === 0 && !isSlow) inFlight.queues.delete(delivery.queue);
  };
  const sent = isMail ? sendMail(app, delivery) : sendWebhook(app, sending, answered);
  void sent
    .catch((error: unknown) => app.observer({ kind: 'fault', where: 'deliveries', error }))
    .finally(() => {
      answered(queue.isSlow);
      inFlight.held -= 1;
      onDone();
    });
}

async function sendWebhook(
  app: App,
  { delivery, endpoint: reading, options }: Sending,
  answered: (isSlow: boolean) => void,
): Promise<void> {
  const { delaysSeconds = DEFAULT_RETRY_DELAYS_SECONDS } = options;
  const endpoint = await reading;
  const { webhooks } = app;
  if (!webhooks || !endpoint) return settle(app, delivery, null, () => ({ state: 'dropped' }));
  const secrets = secretsOf(app, endpoint);
  if (!secrets) {
    // Not the receiver's fault: a wrong key in the configuration must neither use up attempts nor disable anybody.
    answered(true);
    app.observer({ kind: 'fault', where: 'deliveries', error: new SecretUnreadableError(endpoint.id) });
    return settle(app, delivery, null, () => ({ state: 'waiting', retryAfterMs: MINUTE_MS }));
  }
  const post = { endpoint, delivery, secrets, by: 'worker' } as const;
  const { answer, attempt } = await postSigned(app, webhooks, post);
  answered(answer.kind === 'failed');
  const nowMs = app.clock.nowMs();
  await settle(app, delivery, attempt, (now) =>
    isAccepted(answer) ? settleDelivered(now) : settleFailed(delivery, now, delaysSeconds, nowMs),
  );
}

/** The secret key of this process is not the one that sealed an endpoint's secret. */
class SecretUnreadableError extends Error {
  override readonly name = 'SecretUnreadableError';

  constructor(endpointId: string) {
    super(
      `the secret of endpoint ${endpointId} was sealed with another secret key: give that key too, or rotate the secret`,
    );
  }
}

async function sendMail(app: App, delivery: LeasedDelivery): Promise<void> {
  const message = app.mailer && (await composeMail(app, delivery));
  if (!app.mailer || !message) return settle(app, delivery, null, () => ({ state: 'dropped' }));
  const made = { by: 'worker', atMs: app.clock.nowMs(), status: null } as const;
  const before = performance.now();
  let fault: unknown;
  try {
    await app.mailer.send(message);
  } catch (error) {
    fault = error ?? new Error('the mail was not taken');
  }
  const isFinal = fault instanceof MailRefusedError;
  const attempt: Attempt = {
    ...made,
    durationMs: Math.round(performance.now() - before),
    outcome: fault === undefined ? 'delivered' : isFinal ? 'refused' : 'failed',
    // A mailer's errors name nobody.
    responseExcerpt: fault instanceof Error ? fault.message.slice(0, 200) : '',
  };
  await settle(app, delivery, attempt, () =>
    fault === undefined ? { state: 'delivered' } : settleUnsent(delivery, isFinal),
  );
}

async function settle(
  app: App,
  delivery: LeasedDelivery,
  attempt: Attempt | null,
  rule: (endpoint: Endpoint | null) => Settlement,
): Promise<void> {
  let settlement: Settlement | undefined;
  const isOurs = await app.storage.outbox.settle(
    delivery,
    attempt,
    (endpoint) => (settlement = rule(endpoint)),
  );
  if (!isOurs || !settlement || (attempt === null && settlement.state === 'waiting')) return;
  app.observer({
    kind: 'delivery',
    to: delivery.queue === MAIL_QUEUE ? 'mail' : 'webhook',
    outcome: attempt?.outcome ?? 'dropped',
    responseExcerpt: attempt?.responseExcerpt ?? '',
    isFinal: settlement.state !== 'waiting',
    durationMs: attempt?.durationMs ?? 0,
  });
  if ((settlement.deliveries?.length ?? 0) > 0) app.wakeup.ring();
}
