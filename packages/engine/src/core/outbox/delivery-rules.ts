/** The consequences of a delivery attempt (§6.5, D23). The outbox calls these rules with the endpoint in its present state. */
import { retryDelaySeconds } from './backoff.ts';
import { type Attempt, type Delivery, MAIL_QUEUE, type Settlement } from './delivery.ts';
import type { Endpoint } from '../booking/event.ts';
import { SECOND_MS } from '../instant.ts';
import { FAILED_EVENTS_MAX, FAILED_EVENTS_WARNING } from '../limits.ts';
import type { EndpointMessage } from './message.ts';
import type { WebhookAnswer } from './webhook.ts';

/** Seconds before each retry of an e-mail: confirmations survive a night without a mail server. */
const MAIL_DELAYS_SECONDS: readonly number[] = [60, 300, 1800, 7200, 21_600, 43_200];

export type Failing = Pick<Delivery, 'locationId'> & { readonly failures: number };

/** Whether the receiver has accepted it, by a 2xx status (§6.5). */
export function isAccepted(answer: WebhookAnswer): boolean {
  return answer.kind === 'answered' && answer.status >= 200 && answer.status < 300;
}

/**
 * The stored form of an attempt for the operator.
 *
 * @param mayEcho the receiver got guest data, so its answer can contain it and is not stored
 */
export function attemptOf(
  answer: WebhookAnswer,
  by: Attempt['by'],
  atMs: number,
  durationMs: number,
  mayEcho = false,
): Attempt {
  const made = { by, atMs, durationMs: Math.round(durationMs) };
  if (answer.kind === 'failed')
    return { ...made, outcome: answer.why, status: null, responseExcerpt: clipped(answer.detail) };
  return {
    ...made,
    outcome: outcomeOf(answer.status),
    status: answer.status,
    responseExcerpt: mayEcho ? '' : clipped(answer.start),
  };
}

const RESPONSE_EXCERPT_MAX = 200;

function clipped(text: string): string {
  return text.slice(0, RESPONSE_EXCERPT_MAX).toWellFormed().replaceAll('\0', '\uFFFD');
}

function outcomeOf(status: number): string {
  if (status >= 200 && status < 300) return 'delivered';
  return status >= 300 && status < 400 ? 'redirect' : `status ${status}`;
}

/** Settles an accepted delivery: the count of failures restarts at 0. */
export function settleDelivered(endpoint: Endpoint | null): Settlement {
  const cured = endpoint !== null && endpoint.failedInARow > 0 ? { ...endpoint, failedInARow: 0 } : null;
  return { state: 'delivered', ...(cured && { endpoint: cured }) };
}

/** Retries after the next of `delaysSeconds`, then counts as failed. Fifteen in a row disable the endpoint; the operator is warned before. */
export function settleFailed(
  delivery: Failing,
  endpoint: Endpoint | null,
  delaysSeconds: readonly number[],
  nowMs: number,
): Settlement {
  if (!endpoint) return { state: 'dropped', failed: true };
  const delay = retryDelaySeconds(delivery.failures + 1, delaysSeconds);
  if (delay !== null) return { state: 'waiting', failed: true, retryAfterMs: delay * SECOND_MS };
  const failedInARow = endpoint.failedInARow + 1;
  const disables = failedInARow >= FAILED_EVENTS_MAX && endpoint.disabledMs === null;
  const failing = { ...endpoint, failedInARow, ...(disables && { disabledMs: nowMs }) };
  const kind = disables ? 'endpoint_disabled' : 'endpoint_failing';
  const warns = disables || (failedInARow === FAILED_EVENTS_WARNING && endpoint.disabledMs === null);
  return {
    state: 'failed',
    failed: true,
    endpoint: failing,
    ...(warns && { deliveries: [wordToOperator(kind, failing, delivery.locationId, nowMs)] }),
  };
}

/** The outbox's note of an e-mail to the operator; the endpoint itself is read when the e-mail is sent. */
export type EndpointNote = Pick<EndpointMessage, 'kind' | 'endpointId' | 'failedInARow' | 'madeMs'>;

function wordToOperator(
  kind: EndpointMessage['kind'],
  endpoint: Endpoint,
  locationId: string,
  madeMs: number,
): Delivery {
  const eventId = `${endpoint.id}:${kind}:${madeMs}`;
  const note: EndpointNote = { kind, endpointId: endpoint.id, failedInARow: endpoint.failedInARow, madeMs };
  return {
    id: `${eventId}@${MAIL_QUEUE}`,
    queue: MAIL_QUEUE,
    locationId,
    bookingId: null,
    eventId,
    body: JSON.stringify(note),
    dueMs: null,
  };
}

/** Settles an e-mail that could not be sent. */
export function settleUnsent({ failures }: Failing, isFinal: boolean): Settlement {
  const delay = isFinal ? null : retryDelaySeconds(failures + 1, MAIL_DELAYS_SECONDS);
  if (delay === null) return { state: 'failed', failed: true };
  return { state: 'waiting', failed: true, retryAfterMs: delay * SECOND_MS };
}
