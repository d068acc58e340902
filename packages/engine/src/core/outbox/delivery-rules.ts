/** What follows from an attempt to deliver (§6.5, D23). The outbox calls these rules on the endpoint as it is at that moment. */
import { retryDelaySeconds } from './backoff.ts';
import { type Attempt, type Delivery, MAIL_QUEUE, type Settlement } from './delivery.ts';
import type { Endpoint } from '../booking/event.ts';
import { SECOND_MS } from '../instant.ts';
import { FAILED_EVENTS_MAX, FAILED_EVENTS_WARNING } from '../limits.ts';
import type { EndpointMessage } from './message.ts';
import type { WebhookAnswer } from './webhook.ts';

/** Seconds before each further attempt at a mail: a mail server that is down for a night costs no guest the confirmation. */
const MAIL_DELAYS_SECONDS: readonly number[] = [60, 300, 1800, 7200, 21_600, 43_200];

export type Failing = Pick<Delivery, 'locationId'> & { readonly failures: number };

/** A receiver has said so: only 2xx is (§6.5). */
export function isAccepted(answer: WebhookAnswer): boolean {
  return answer.kind === 'answered' && answer.status >= 200 && answer.status < 300;
}

/**
 * An attempt as it is kept for the operator.
 *
 * @param mayEcho the receiver was sent a guest, whom its answer might repeat: the answer is not kept
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

/** A delivery that the receiver has taken: whatever failed before counts no more. */
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

/** What of a word to the operator is written into the outbox; the endpoint itself is read when the mail is sent. */
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

/** A mail that could not be handed over. */
export function settleUnsent({ failures }: Failing, isFinal: boolean): Settlement {
  const delay = isFinal ? null : retryDelaySeconds(failures + 1, MAIL_DELAYS_SECONDS);
  if (delay === null) return { state: 'failed', failed: true };
  return { state: 'waiting', failed: true, retryAfterMs: delay * SECOND_MS };
}
