/**
 * Empties the outbox: leases what is due, sends it, settles it. Any number of processes may do so at once. Nothing of it lives in a timer
 * that must survive a crash: what was leased and not settled is due again when its lease ends (D23).
 */
import { DEFAULT_RETRY_DELAYS_SECONDS } from '../core/backoff.ts';
import { type Attempt, MAIL_LANE, type Settlement } from '../core/delivery.ts';
import {
  attemptOf,
  isAccepted,
  settleDelivered,
  settleFailed,
  settleUnsent,
} from '../core/delivery-rules.ts';
import type { Endpoint } from '../core/event.ts';
import { MINUTE_MS, SECOND_MS } from '../core/interval.ts';
import { MailRefusedError } from '../ports/mailer.ts';
import type { LeasedDelivery } from '../ports/outbox.ts';
import { composeMail } from './compose-mail.ts';
import type { App } from './context.ts';
import { postSigned, secretsOf } from './post-signed.ts';

/** How deliveries are made; each has the default of D23. */
export interface DeliveryOptions {
  /** Seconds before each retry of a webhook: 10, 60, 300, 1800. */
  readonly delaysSeconds?: readonly number[];
  /** Milliseconds that an attempt takes at most: 5000. A lease has to outlast the attempts. */
  readonly timeoutMs?: number;
}

/** So many deliveries of one endpoint are leased at once, and so many of them are under way. */
const LANE = { leased: 64, sending: 16 };

/** Of mails, and of an endpoint that has just failed to answer: each may take long. */
const SLOW_LANE = 4;

/** Long enough for all that is leased at once from one lane: a lease that ends early sends twice. */
function leaseMsOf({ timeoutMs = 5 * SECOND_MS }: DeliveryOptions): number {
  return (LANE.leased / LANE.sending) * timeoutMs + 10 * SECOND_MS;
}

/** An endpoint that was read is good for so long. */
const ENDPOINT_KEPT_MS = SECOND_MS;

/** In all lanes together: what fits into memory and open sockets. */
const LEASED_MAX = 1000;

/** What a process has in hand, lane by lane. */
export interface Hands {
  readonly lanes: Map<string, Lane>;
  leased: number;
}

interface Lane {
  readonly waiting: LeasedDelivery[];
  /** Where it leads, as it was read then; null for mails. */
  endpoint: Promise<Endpoint | null>;
  readMs: number;
  sending: number;
  isSlow: boolean;
}

/** Empty hands. */
export function emptyHands(): Hands {
  return { lanes: new Map(), leased: 0 };
}

/**
 * Takes what is due, as much as the hands hold, and begins to send it; how many deliveries were taken. `onDone` is called after each that
 * is settled.
 */
export async function takeUp(
  app: App,
  hands: Hands,
  options: DeliveryOptions,
  onDone: () => void,
): Promise<number> {
  const limit = LEASED_MAX - hands.leased;
  if (limit <= 0) return 0;
  const leased = await app.storage.outbox.lease({
    limit,
    leaseMs: leaseMsOf(options),
    perLane: LANE.leased,
    inHand: await inHandOf(app, hands),
  });
  hands.leased += leased.length;
  for (const delivery of leased) laneOf(hands, delivery.lane).waiting.push(delivery);
  for (const lane of new Set(leased.map((delivery) => delivery.lane))) {
    readEndpoint(app, hands, lane);
    sendOn(app, hands, lane, options, onDone);
  }
  return leased.length;
}

/** Gives back what has been taken up and not begun: another worker need not wait until the leases end. */
export async function putDown(app: App, hands: Hands): Promise<void> {
  const given = [...hands.lanes.values()].flatMap(({ waiting }) => waiting.splice(0));
  hands.leased -= given.length;
  await Promise.all(
    given.map((delivery) => settle(app, delivery, null, () => ({ state: 'waiting', retryAfterMs: 0 }))),
  );
}

/** What a lane may not have counts as if it were in hand already: a slow one little, and one that this process cannot serve nothing at all. */
async function inHandOf({ mailer, webhooks, storage }: App, { lanes }: Hands): Promise<Map<string, number>> {
  const inHand = new Map([[MAIL_LANE, LANE.leased - SLOW_LANE]]);
  for (const [id, { waiting, sending, isSlow }] of lanes) {
    const barred = isSlow ? LANE.leased - SLOW_LANE : 0;
    inHand.set(id, Math.min(LANE.leased, waiting.length + sending + barred));
  }
  if (!mailer) inHand.set(MAIL_LANE, LANE.leased);
  if (!webhooks) for (const { id } of await storage.endpoints.list()) inHand.set(id, LANE.leased);
  return inHand;
}

function laneOf({ lanes }: Hands, id: string): Lane {
  let lane = lanes.get(id);
  if (!lane) {
    lane = {
      waiting: [],
      endpoint: Promise.resolve(null),
      readMs: -Infinity,
      sending: 0,
      isSlow: id === MAIL_LANE,
    };
    lanes.set(id, lane);
  }
  return lane;
}

/** What the operator has changed holds from the next batch on, also in a lane that is never empty; batches come many a second. */
function readEndpoint(app: App, { lanes }: Hands, id: string): void {
  const lane = lanes.get(id)!;
  const nowMs = app.clock.nowMs();
  if (id === MAIL_LANE || Math.abs(nowMs - lane.readMs) < ENDPOINT_KEPT_MS) return;
  lane.readMs = nowMs;
  lane.endpoint = app.storage.endpoints.find(id);
  lane.endpoint.catch(() => (lane.readMs = -Infinity)); // whoever sends will see it, and the next batch reads it again
}

function sendOn(app: App, hands: Hands, id: string, options: DeliveryOptions, onDone: () => void): void {
  const lane = hands.lanes.get(id);
  while (lane && lane.sending < LANE.sending && lane.waiting.length > 0) {
    const delivery = lane.waiting.shift()!;
    lane.sending += 1;
    void send(app, lane, delivery, options)
      .catch((error: unknown) => app.observer({ kind: 'fault', where: 'deliveries', error }))
      .finally(() => {
        lane.sending -= 1;
        hands.leased -= 1;
        if (lane.sending + lane.waiting.length === 0 && !lane.isSlow) hands.lanes.delete(id);
        sendOn(app, hands, id, options, onDone);
        onDone();
      });
  }
}

function send(app: App, lane: Lane, delivery: LeasedDelivery, options: DeliveryOptions): Promise<void> {
  return delivery.lane === MAIL_LANE ? sendMail(app, delivery) : sendWebhook(app, lane, delivery, options);
}

async function sendWebhook(
  app: App,
  lane: Lane,
  delivery: LeasedDelivery,
  { delaysSeconds = DEFAULT_RETRY_DELAYS_SECONDS }: DeliveryOptions,
): Promise<void> {
  const endpoint = await lane.endpoint;
  const { webhooks } = app;
  if (!webhooks || !endpoint) return settle(app, delivery, null, () => ({ state: 'dropped' }));
  const atMs = app.clock.nowMs();
  const secrets = secretsOf(app, endpoint);
  if (!secrets) {
    // Not the receiver's fault: a wrong key in the configuration must neither use up attempts nor disable anybody.
    const attempt = attemptOf(UNREADABLE, 'worker', atMs, 0);
    const said = { ...attempt, outcome: 'secret_unreadable' };
    return settle(app, delivery, said, () => ({ state: 'waiting', retryAfterMs: MINUTE_MS }));
  }
  const before = performance.now();
  const answer = await postSigned(webhooks, endpoint, secrets, delivery, Math.floor(atMs / SECOND_MS));
  lane.isSlow = answer.kind === 'failed';
  const attempt = attemptOf(answer, 'worker', atMs, performance.now() - before, endpoint.includeGuest);
  const nowMs = app.clock.nowMs();
  await settle(app, delivery, attempt, (now) =>
    isAccepted(answer) ? settleDelivered(now) : settleFailed(delivery, now, delaysSeconds, nowMs),
  );
}

const UNREADABLE = {
  kind: 'failed',
  why: 'unreachable',
  detail: 'the secret key in the configuration is not the one that sealed the signing secret',
} as const;

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
    said: '', // a mail server's words may name the guest
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
    to: delivery.lane === MAIL_LANE ? 'mail' : 'webhook',
    outcome: attempt?.outcome ?? 'dropped',
    isFinal: settlement.state !== 'waiting',
    durationMs: attempt?.durationMs ?? 0,
  });
  if ((settlement.deliveries?.length ?? 0) > 0) app.bell.ring();
}
